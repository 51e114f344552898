// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The knob as a finger that swipes to the right or to the left: a detent is a fifth of the threshold.
///
/// The fifth detent commits at once. Velocity counts only if the last three detents went the same way within 0.25 s: then three are a flick
/// as soon as the knob rests for 250 ms, and until then a turn back calls it off. Two never commit, and whatever else rests springs back.
struct KnobFinger: Hashable, Sendable {
    /// So many detents are the threshold.
    static let detents = 5
    /// So many are thrown if they come within `flickTime`.
    static let flick = 3
    static let flickTime: Duration = .milliseconds(250)
    /// The knob has been let go if it isn't turned for this long.
    static let rest: Duration = .milliseconds(250)
    /// A detent's way isn't jumped, but gone in this time, slowing down.
    static let ease: Duration = .milliseconds(60)

    private struct Detent: Hashable {
        var sign: Int
        var instant: Timestamp
    }

    let rule: SwipeRule
    /// Detents from the place where the clip belongs, more than 0 to the right.
    private(set) var count: Int
    /// The last three.
    private var latest: [Detent] = []
    /// It goes on with a turn that has committed something already: only five whole detents commit in it, since what is turned too far
    /// mustn't throw the next clip.
    private let isContinued: Bool
    /// Where the clip is seen.
    private var x: Transition
    private var y: Transition
    private var deadline: HoldDeadline
    private var wasDue = false

    /// - Parameter momentum: of what it takes over. It goes on from there, from the second detent at most: so no two detents ever commit.
    init(_ rule: SwipeRule, from momentum: Momentum, isContinued: Bool = false, at instant: Timestamp) {
        self.rule = rule
        self.isContinued = isContinued
        count = Int((rule.origin(of: momentum.offset).x / rule.threshold * Double(Self.detents)).clamped(to: -2...2))
        x = Transition(at: momentum.offset.x, since: instant)
        y = Transition(at: momentum.offset.y, since: instant)
        deadline = HoldDeadline(instant + Self.rest)
        y.go(to: 0, at: instant, within: Self.ease)
    }

    /// Takes in a turn; more detents than there are to the threshold are as many.
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

    /// The last three detents threw it.
    private var isFlick: Bool {
        guard !isContinued, latest.count == Self.flick, let first = latest.first, let last = latest.last else { return false }
        return abs(count) >= Self.flick && latest.allSatisfy { $0.sign == count.signum() }
            && first.instant.duration(to: last.instant) <= Self.flickTime
    }

    /// What it is if it rests as it is now.
    var outcome: SwipeOutcome { isFlick ? direction.map(SwipeOutcome.commit) ?? .springBack : .springBack }

    /// It is let go by resting. That is looked at twice: a turn back may be the very news that is taken in next.
    mutating func advance(to now: Timestamp) -> SwipeOutcome? {
        guard deadline.isReached(at: now) else { return nil }
        defer { wasDue = true }
        return wasDue ? outcome : nil
    }

    func momentum(at now: Timestamp) -> Momentum {
        Momentum(offset: Point(x.value(at: now), y.value(at: now)), velocity: Point(x.velocity(at: now), y.velocity(at: now)))
    }

    /// Full at the fifth detent.
    func progress(at now: Timestamp) -> Double {
        if abs(count) >= Self.detents { return 1 }
        let distance = rule.origin(of: Point(x.value(at: now), 0)).length
        return min(Double(Self.detents - 1) / Double(Self.detents), rule.progress(ofDistance: distance))
    }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        [x.span.nextChange(after: seen), y.span.nextChange(after: seen), max(deadline.instant, seen + Motion.step)].compactMap { $0 }.min()
    }
}
