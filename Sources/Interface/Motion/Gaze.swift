// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The point of a picture that is kept in the middle of what is seen, 0…1 both ways. It moves smoothly to another point, so the picture never jumps.
struct Gaze: Hashable, Sendable {
    private var x: Transition
    private var y: Transition

    init(at point: Point, since now: Timestamp) {
        (x, y) = (Transition(at: point.x, since: now), Transition(at: point.y, since: now))
    }

    var target: Point { Point(x.target, y.target) }

    func point(at now: Timestamp) -> Point { Point(x.value(at: now), y.value(at: now)) }

    mutating func go(to point: Point, at now: Timestamp) {
        guard point != target else { return }
        x.go(to: point.x, at: now, within: Motion.gaze)
        y.go(to: point.y, at: now, within: Motion.gaze)
    }

    func nextChange(after seen: Timestamp) -> Timestamp? { x.span.nextChange(after: seen) }
}
