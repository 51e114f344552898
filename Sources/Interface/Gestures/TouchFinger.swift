// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A real finger that swipes, or the mouse with its button down.
///
/// What it grasps may be moving: the clip is caught where it is shown. Nothing follows the finger within the slop; once it has strayed, the
/// clip catches up with it within 80 ms instead of jumping there.
struct TouchFinger: Hashable, Sendable {
    static let catchUp: Duration = .milliseconds(80)

    let rule: SwipeRule
    let start: Timestamp
    private var drag: Drag
    /// The offset at which the grasped clip was shown, and the offset that a finger from rest would have for it.
    private let grasped: Point
    private let origin: Point
    /// The instant at which the finger strayed, and the distance that the clip had to catch up then.
    private var strayed: (instant: Timestamp, gap: Point)? { strayInstant.map { ($0, strayGap) } }
    private var strayInstant: Timestamp?
    private var strayGap = Point(0, 0)
    /// The furthest that the finger has been from where it went down.
    private var furthest = 0.0
    /// The distance that it has gone back since it last went outwards. It counts up to two tremors only, so going out again as far makes up
    /// for it.
    private var retreat: Double

    /// - Parameter momentum: the motion of what it grasps, which stops there.
    /// - Returns: `nil` if the point's coordinates aren't finite.
    init?(at point: Point, _ rule: SwipeRule, from momentum: Momentum, at instant: Timestamp) {
        guard point.x.isFinite, point.y.isFinite else { return nil }
        self.rule = rule
        start = instant
        drag = Drag(at: point, slop: rule.slop, at: instant)
        grasped = momentum.offset
        origin = rule.origin(of: momentum.offset)
        // A clip that is caught on its way goes nowhere until the finger takes it further.
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

    /// The point at which the finger went down.
    var touched: Point { drag.start }

    /// The offset to which the finger would have brought a clip from its resting position, if the clip followed everywhere.
    var offset: Point { origin + (drag.point - drag.start) }

    /// True if it goes back to where it came from, further than a hand trembles.
    var goesBack: Bool { retreat > SwipeRule.tremor }

    /// The direction of the swipe; `nil` while it may still be a tap.
    var direction: SwipeDirection? { drag.hasStrayed ? SwipeDirection(of: offset) : nil }

    /// The progress of the swipe. It is full if and only if the finger may let go now: going back lowers it as far as 60 %.
    var progress: Double {
        guard drag.hasStrayed else { return 0 }
        let back = ((retreat - SwipeRule.tremor) / SwipeRule.tremor).clamped(to: 0...1)
        return min(rule.progress(ofDistance: offset.length), 1 - (1 - SwipeRule.elasticFrom) * back)
    }

    func momentum(at now: Timestamp) -> Momentum {
        guard let strayed else { return Momentum(offset: grasped, velocity: Point(0, 0)) }
        let span = TimeSpan(strayed.instant, for: Self.catchUp)
        let rest = 1 - span.progress(at: now)
        let closing = strayed.gap * (3 * rest * rest / Self.catchUp.inSeconds)
        return Momentum(
            offset: rule.shown(offset) - strayed.gap * (rest * rest * rest),
            velocity: rule.shown(velocity: velocity(at: now), at: offset) + (now < span.end ? closing : Point(0, 0)))
    }

    /// Returns the finger's own velocity, over the last 80 ms.
    func velocity(at now: Timestamp) -> Point { drag.velocity(at: now).limited(to: SwipeRule.topVelocity) }

    /// Returns the outcome if the finger lets go now.
    func outcome(at now: Timestamp) -> SwipeOutcome {
        if furthest <= SwipeRule.tapDistance, start.duration(to: now) <= SwipeRule.tapTime { return .tap }
        guard let direction, !goesBack else { return .springBack }
        if offset.length >= rule.threshold { return .commit(direction) }
        let isLong = (drag.point - drag.start).length >= SwipeRule.shortest
        return isLong && rule.isThrown(offset, velocity: velocity(at: now)) ? .commit(direction) : .springBack
    }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        strayed.flatMap { TimeSpan($0.instant, for: Self.catchUp).nextChange(after: seen) }
    }
}
