// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A finger on the score screen, or the mouse with its button down: a drag on the face moves the circle by the finger's own
/// movement, so that the finger needn't hide it.
struct ScoreTouch: Hashable, Sendable {
    /// What was tapped.
    enum Target: Hashable {
        /// A place, from the sheet's centre.
        case face(FacePoint)
        case pill(ScoreLayout.Pill)
    }

    /// A finger that strays no further has tapped, in canvas units.
    static let slop = 16.0

    private let layout: ScoreLayout
    private let start: Point
    private let pill: ScoreLayout.Pill?
    /// The circle's place from the sheet's centre when the finger went down.
    private let place: FacePoint
    private var point: Point
    private var hasStrayed = false

    init?(at point: Point, on layout: ScoreLayout, circle: ScoreCircle) {
        guard point.x.isFinite, point.y.isFinite else { return nil }
        self.layout = layout
        start = point
        self.point = point
        pill = layout.pill(at: point)
        place = circle.place.absolute(from: layout.face.face.spots[circle.spot])
    }

    mutating func move(to point: Point) {
        guard point.x.isFinite, point.y.isFinite else { return }
        self.point = point
        let x = point.x - start.x
        let y = point.y - start.y
        if x * x + y * y > Self.slop * Self.slop { hasStrayed = true }
    }

    private var isOnFace: Bool { pill == nil && start.x < layout.panel.x }

    /// Where the circle is dragged to, from the sheet's centre.
    var dragged: FacePoint? {
        guard hasStrayed, isOnFace else { return nil }
        let from = layout.face.point(place)
        return layout.face.place(at: Point(from.x + point.x - start.x, from.y + point.y - start.y))
    }

    /// What was tapped, once the finger is up: a pill counts where the finger is still on it.
    var lifted: Target? {
        if let pill { return layout.pill(at: point) == pill ? .pill(pill) : nil }
        return isOnFace && !hasStrayed ? .face(layout.face.place(at: start)) : nil
    }
}
