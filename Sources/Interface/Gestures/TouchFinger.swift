// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A real finger that swipes, or the mouse with its button down.
///
/// What it grasps may be moving: the clip is caught where it is seen. Nothing follows within the slop; once the finger has strayed, the
/// clip catches up with it within 80 ms instead of jumping there.
struct TouchFinger: Hashable, Sendable {
    static let catchUp: Duration = .milliseconds(80)

    let rule: SwipeRule
    let start: Timestamp
    private var drag: Drag
    /// What the finger grasped had been here, and so it would be under a finger that came from rest.
    private let grasped: Point
    private let origin: Point
    /// When the finger strayed, and where it was then.
    private var strayed: (instant: Timestamp, gap: Point)? { strayInstant.map { ($0, strayGap) } }
    private var strayInstant: Timestamp?
    private var strayGap = Point(0, 0)
    /// The furthest that it has been from where it went down.
    private var furthest = 0.0
    /// How far it has gone back since it last went outwards. It counts no further than two tremors, so as much of the way out again
    /// makes up for it.
    private var retreat: Double

    /// - Parameter momentum: of what it grasps; it stops there.
    /// - Returns: `nil` for a place that is no number.
    init?(at point: Point, _ rule: SwipeRule, from momentum: Momentum, at instant: Timestamp) {
        guard point.x.isFinite, point.y.isFinite else { return nil }
        self.rule = rule
        start = instant
        drag = Drag(at: point, slop: rule.slop, at: instant)
        grasped = momentum.offset
        origin = rule.origin(of: momentum.offset)
        // Caught on its way, a clip goes nowhere until the finger takes it further.
        retreat = momentum.offset == Point(0, 0) ? 0 : 2 * SwipeRule.tremor
    }

    mutating func move(to point: Point, at instant: Timestamp) {
        guard point.x.isFinite, point.y.isFinite else { return }
        let before = offset.length
        drag.move(to: point, at: instant)
        retreat = (retreat + before - offset.length).clamped(to: 0...2 * SwipeRule.tremor)
        furthest = max(furthest, (drag.point - drag.start).length)
        guard drag.hasStrayed, strayInstant == nil else { return }
        strayInstant = instant
        strayGap = rule.shown(offset) - grasped
    }

    /// Where the finger went down.
    var touched: Point { drag.start }

    /// Where the finger would have brought a clip that lay in its place, if it were followed everywhere.
    var offset: Point { origin + (drag.point - drag.start) }

    /// It goes back to where it came from: further than a hand trembles.
    var goesBack: Bool { retreat > SwipeRule.tremor }

    /// Nowhere while it may still be a tap.
    var direction: SwipeDirection? { drag.hasStrayed ? SwipeDirection(of: offset) : nil }

    /// How full the swipe is. It is full if and only if the finger may let go now: going back empties it to 60 % at most.
    var progress: Double {
        guard drag.hasStrayed else { return 0 }
        let back = ((retreat - SwipeRule.tremor) / SwipeRule.tremor).clamped(to: 0...1)
        return min(rule.progress(ofDistance: offset.length), 1 - (1 - SwipeRule.elasticFrom) * back)
    }

    func momentum(at now: Timestamp) -> Momentum {
        guard let strayed else { return Momentum(offset: grasped, velocity: Point(0, 0)) }
        let span = Stretch(strayed.instant, for: Self.catchUp)
        let rest = 1 - span.progress(at: now)
        let closing = strayed.gap * (3 * rest * rest / Self.catchUp.inSeconds)
        return Momentum(
            offset: rule.shown(offset) - strayed.gap * (rest * rest * rest),
            velocity: rule.shown(velocity: velocity(at: now), at: offset) + (now < span.end ? closing : Point(0, 0)))
    }

    /// The finger's own, over the last 80 ms.
    func velocity(at now: Timestamp) -> Point { drag.velocity(at: now).limited(to: SwipeRule.topVelocity) }

    /// What it was if it is let go now.
    func outcome(at now: Timestamp) -> SwipeOutcome {
        if furthest <= SwipeRule.tapDistance, start.duration(to: now) <= SwipeRule.tapTime { return .tap }
        guard let direction, !goesBack else { return .springBack }
        if offset.length >= rule.threshold { return .commit(direction) }
        let isLong = (drag.point - drag.start).length >= SwipeRule.shortest
        return isLong && rule.isThrown(offset, velocity: velocity(at: now)) ? .commit(direction) : .springBack
    }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        strayed.flatMap { Stretch($0.instant, for: Self.catchUp).nextChange(after: seen) }
    }
}
