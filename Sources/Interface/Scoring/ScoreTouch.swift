// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What a finger on the score screen went down on. A drag on the face moves the circle by the finger's own movement, so that the
/// finger needn't hide it.
enum ScoreTouch: Hashable, Sendable {
    /// The circle's place then, from the sheet's centre.
    case face(circle: FacePoint)
    case pill(ScoreLayout.Pill)
    /// Elsewhere on the panel.
    case panel

    /// A finger that strays no further has tapped, in canvas units: arrows are put close to each other.
    static let slop = 16.0

    init(at point: Point, on layout: ScoreLayout, circle: ScoreCircle) {
        if let pill = layout.pill(at: point) {
            self = .pill(pill)
        } else if point.x < layout.panel.x {
            self = .face(circle: circle.place.absolute(from: layout.face.face.spots[circle.spot]))
        } else {
            self = .panel
        }
    }
}

extension Touch<ScoreTouch> {
    /// Where the circle is dragged to, from the sheet's centre.
    func dragged(on layout: ScoreLayout) -> FacePoint? {
        guard drag.hasStrayed, case .face(let circle) = target else { return nil }
        let from = layout.face.point(circle)
        return layout.face.place(at: Point(from.x + drag.offset.x, from.y + drag.offset.y))
    }
}
