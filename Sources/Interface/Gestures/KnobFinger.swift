// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The knob as a finger that swipes to the right or to the left: a detent is a fifth of the threshold.
///
/// The fifth detent commits at once. Speed counts only if the last three detents went the same way within 0.25 s: then they are a flick,
/// which commits once the knob rests for 250 ms, unless a turn back calls it off. Two detents never commit. Anything else springs back when
/// the knob rests.
struct KnobFinger: Hashable, Sendable {
    /// The number of detents that reach the threshold.
    static let detents = 5
    /// The number of detents that make a flick if they come within `flickTime`.
    static let flick = 3
    static let flickTime: Duration = .milliseconds(250)
    /// A knob that isn't turned for this long has been let go.
    static let rest: Duration = .milliseconds(250)
    /// The time in which the clip covers a detent's distance, slowing down, instead of jumping.
    static let ease: Duration = .milliseconds(60)

    private struct Detent: Hashable {
        var sign: Int
        var instant: Timestamp
    }

    let rule: SwipeRule
    /// The number of detents from the clip's resting position, positive to the right.
    private(set) var count: Int
    /// The last three detents.
    private var latest: [Detent] = []
    /// True if this turn has committed something already. Then only five whole detents commit, because a knob that is turned too far
    /// mustn't throw the next clip.
    private let isContinued: Bool
    /// The position at which the clip is shown.
    private var x: Transition
    private var y: Transition
    private var deadline: HoldDeadline
    private var wasDue = false

    /// - Parameter momentum: the motion that it takes over. It starts from there, but from the second detent at most, so two more never
    ///   commit.
    init(_ rule: SwipeRule, from momentum: Momentum, isContinued: Bool = false, at instant: Timestamp) {
        self.rule = rule
        self.isContinued = isContinued
        count = Int((rule.origin(of: momentum.offset).x / rule.threshold * Double(Self.detents)).clamped(to: -2...2))
        x = Transition(at: momentum.offset.x, since: instant)
        y = Transition(at: momentum.offset.y, since: instant)
        deadline = HoldDeadline(instant + Self.rest)
        y.go(to: 0, at: instant, within: Self.ease)
    }

    /// Takes in a turn. Detents beyond the threshold don't count.
    mutating func turn(_ detents: Int, at now: Timestamp) -> SwipeOutcome? {
        let sign = detents.signum()
        guard sign != 0 else { return nil }
        for _ in 0..<detents.clamped(to: -2 * Self.detents...2 * Self.detents).magnitude where abs(count + sign) <= Self.detents {
            count += sign
            latest.append(Detent(sign: sign, instant: now))
            if latest.count > Self.flick { latest.removeFirst() }
        }
        x.go(to: rule.shown(Point(Double(count) / Double(Self.detents) * rule.threshold, 0)).x, at: now, within: Self.ease)
        (deadline, wasDue) = (HoldDeadline(now + Self.rest), false)
        return abs(count) >= Self.detents ? direction.map(SwipeOutcome.commit) : nil
    }

    var direction: SwipeDirection? { count == 0 ? nil : count > 0 ? .right : .left }

    /// True if the last three detents threw the clip.
    private var isFlick: Bool {
        guard !isContinued, latest.count == Self.flick, let first = latest.first, let last = latest.last else { return false }
        return abs(count) >= Self.flick && latest.allSatisfy { $0.sign == count.signum() }
            && first.instant.duration(to: last.instant) <= Self.flickTime
    }

    /// The outcome if the knob rests as it is now.
    var outcome: SwipeOutcome { isFlick ? direction.map(SwipeOutcome.commit) ?? .springBack : .springBack }

    /// Returns the outcome once the knob has rested, one step later: a turn back may already be queued.
    mutating func advance(to now: Timestamp) -> SwipeOutcome? {
        guard deadline.isReached(at: now) else { return nil }
        defer { wasDue = true }
        return wasDue ? outcome : nil
    }

    func momentum(at now: Timestamp) -> Momentum {
        Momentum(offset: Point(x.value(at: now), y.value(at: now)), velocity: Point(x.velocity(at: now), y.velocity(at: now)))
    }

    /// Returns the progress of the swipe, which is full only at the fifth detent.
    func progress(at now: Timestamp) -> Double {
        if abs(count) >= Self.detents { return 1 }
        let distance = rule.origin(of: Point(x.value(at: now), 0)).length
        return min(Double(Self.detents - 1) / Double(Self.detents), rule.progress(ofDistance: distance))
    }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        [x.span.nextChange(after: seen), y.span.nextChange(after: seen), max(deadline.instant, seen + Motion.step)].compactMap { $0 }.min()
    }
}
