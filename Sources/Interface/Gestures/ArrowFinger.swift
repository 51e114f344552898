// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A held arrow as a finger that swipes in its direction: x(t) = 0.6 T·(1 − (1 − t ⁄ 0.18)³) from rest, and there it waits while its ring
/// fills. What it interrupts goes on from where it is shown, and the velocity of that dies away on the same curve.
struct ArrowFinger: Hashable, Sendable {
    let rule: SwipeRule
    let direction: SwipeDirection
    let held: HeldFinger
    private let from: Momentum
    private var deadline: HoldDeadline
    private var wasDue = false

    init(_ direction: SwipeDirection, _ rule: SwipeRule, from momentum: Momentum, at instant: Timestamp) {
        self.rule = rule
        self.direction = direction
        held = HeldFinger(at: instant)
        from = momentum
        deadline = HoldDeadline(held.commitment)
    }

    /// The offset at which it waits.
    private var rest: Point { direction.unit * (HeldFinger.rest * rule.threshold) }

    func momentum(at now: Timestamp) -> Momentum {
        let left = held.left(at: now)
        guard left > 0 else { return Momentum(offset: rest, velocity: Point(0, 0)) }
        let seconds = max(0, held.start.duration(to: now).inSeconds)
        let way = from.offset - rest
        let pace = -3 * left * left / HeldFinger.approach.inSeconds
        return Momentum(
            offset: rest + (way + from.velocity * seconds) * (left * left * left),
            velocity: (way + from.velocity * seconds) * pace + from.velocity * (left * left * left))
    }

    /// Returns the progress of the swipe, which is full exactly where it commits by time.
    func progress(at now: Timestamp) -> Double {
        let filling = held.filling(at: now)
        if filling > 0 { return held.progress(at: now) }
        return min(HeldFinger.rest, rule.progress(ofDistance: direction.distance(of: momentum(at: now).offset)))
    }

    /// Returns the outcome if the arrow came up at this instant, however late that is known.
    func outcome(releasedAt instant: Timestamp) -> SwipeOutcome {
        switch held.outcome(releasedAt: instant) {
        case .flick, .commit: .commit(direction)
        case .springBack: .springBack
        }
    }

    /// Commits one step after the ring is full: the arrow's release may already be queued, and its own timestamp counts.
    mutating func advance(to now: Timestamp) -> SwipeOutcome? {
        guard deadline.isReached(at: now) else { return nil }
        defer { wasDue = true }
        return wasDue ? .commit(direction) : nil
    }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        held.nextChange(after: seen) ?? max(deadline.instant, seen + Motion.step)
    }
}
