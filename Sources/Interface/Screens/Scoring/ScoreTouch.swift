// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The part of the score screen on which a finger went down. A drag on the face moves the held arrow by the finger's own movement, so that
/// the finger needn't hide it.
enum ScoreTouch: Hashable, Sendable {
    /// The held arrow's position at that instant, relative to the sheet's centre. An arrow without a position is put under the finger.
    case face(held: FacePoint)
    /// The small picture of the whole sheet.
    case sheet
    /// The ring's label. A tap places the arrow, as MARK does.
    case tile
    case axis(HeldArrow.Axis)
    /// An arrow of the end, by its index from 0.
    case cell(Int)
    case nothing

    /// The travel up to which a finger has tapped, in canvas units. It is small because arrows are put close to each other.
    static let slop = 16.0

    init(at point: Point, on layout: ScoreLayout, held: HeldArrow) {
        if layout.window.contains(point) {
            let place = held.place?.absolute(from: layout.face.face.spots[held.spot])
            self = .face(held: place ?? layout.face.place(at: point))
        } else if layout.tile.contains(point) {
            self = .tile
        } else if let inset = layout.inset, inset.contains(point) {
            self = .sheet
        } else if let part = layout.parts.first(where: { $0.rect.contains(point) }) {
            self = .axis(part.axis)
        } else if let cell = layout.cells.first(where: { $0.finger.contains(point) }) {
            self = .cell(cell.index)
        } else {
            self = .nothing
        }
    }
}

extension Touch<ScoreTouch> {
    /// Returns the position to which the held arrow is dragged, relative to the sheet's centre.
    func dragged(on layout: ScoreLayout) -> FacePoint? {
        guard drag.hasStrayed, case .face(let held) = target else { return nil }
        let from = layout.face.point(held)
        return layout.face.place(at: Point(from.x + drag.offset.x, from.y + drag.offset.y))
    }
}
