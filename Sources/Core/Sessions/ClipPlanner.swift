// SPDX-License-Identifier: GPL-3.0-or-later

/// Decides which footage belongs to a mark: the rule "A clip" of docs/decisions.md as a pure value.
///
/// Every plan contains its own mark, `from <= mark <= through`, in whatever order the marks were set: a mark on the live picture may be
/// followed by one on the delayed picture, which is earlier in the footage. A plan also contains everything that the camera had seen when
/// the button was pressed. So the clip contains the shot, whether the person presses right after the shot or waits to see it on the TV.
///
/// A mark that the box set by itself gets a window round its moment, whatever the rule is, or the window of a rally. It is never a border:
/// the clips of pressed marks are the same with and without it.
public struct ClipPlanner: Hashable, Sendable {
    public var rule: Settings.ClipRule
    /// The footage of the next automatic mark's clip, if it is known; `nil`: the usual seconds before and after the mark.
    public var window: ClosedRange<Timestamp>?
    /// The footage before the mark, in a `window` clip and in the clip of an automatic mark.
    public var before: Duration
    /// The footage after the mark.
    public var postRoll: Duration
    /// The longest time from a segment's start to its mark; zero means no limit.
    public var longest: Duration

    public init(_ settings: Settings) {
        rule = settings.clipRule
        before = .seconds(settings.beforeSeconds)
        postRoll = .seconds(settings.postRollSeconds)
        longest = .seconds(settings.longestSeconds)
    }

    /// Returns the clip of a mark.
    /// - Parameters:
    ///   - earlier: the pictures that people marked so far, of this session and of the end of the session before it, in any order.
    ///   - sessionStart: the time at which the session began.
    ///   - oldest: the oldest footage still held; `nil` if it isn't known.
    public func plan(_ mark: Mark, earlier: [Timestamp], sessionStart: Timestamp, oldest: Timestamp?) -> ClipPlan {
        let moment = mark.stamp.timestamp
        if mark.isAutomatic, let window {
            let from = oldest.map { min(max(window.lowerBound, $0), moment) } ?? window.lowerBound
            return ClipPlan(number: mark.number, kind: .detected, from: from, through: window.upperBound)
        }
        let isWindow = rule != .segment || mark.isAutomatic
        let from =
            isWindow
            ? max(moment - before, oldest ?? moment - before)
            : segmentStart(moment, earlier: earlier, sessionStart: sessionStart, oldest: oldest)
        // The clip of a detected shot contains that shot, and what follows it.
        let through = max(moment + postRoll, mark.pressed ?? moment, mark.about.timestamp + postRoll)
        let kind = mark.isAutomatic ? ClipPlan.Kind.detected : .mark
        return ClipPlan(number: mark.number, kind: kind, from: min(from, moment, mark.about.timestamp), through: through)
    }

    /// A tail must be longer than this to become a clip.
    static let shortestTail: Duration = .seconds(1)

    /// Returns the footage that had never been on the TV when STOP was pressed and that belongs to no clip. A shot without a mark may be in
    /// it.
    /// - Parameters:
    ///   - last: the end of the last clip.
    ///   - shown: the newest picture that was on the TV; `nil` if the delay line was still filling and nothing was shown.
    ///   - end: the time at which STOP was pressed.
    /// - Returns: `nil` if the footage is no longer than a second.
    public func tail(after last: Timestamp, shown: Timestamp?, end: Timestamp) -> (from: Timestamp, through: Timestamp)? {
        var from = max(last, shown ?? last) + .nanoseconds(1)
        if longest > .zero { from = max(from, end - longest) }
        return from + Self.shortestTail < end ? (from, end) : nil
    }

    /// Returns the start of a segment: the nearest border before the mark, which is another mark or the session's start. The TV shows the
    /// past, so a mark right after the session's start may be on a picture from before it. The clip then begins after the previous
    /// session's last mark.
    private func segmentStart(
        _ moment: Timestamp, earlier: [Timestamp], sessionStart: Timestamp,
        oldest: Timestamp?
    ) -> Timestamp {
        let limit = longest > .zero ? moment - longest : nil
        let border = earlier.filter { $0 < moment }.max()
        var from: Timestamp
        if let border, border >= sessionStart || sessionStart > moment {
            from = border + .nanoseconds(1)
        } else if sessionStart <= moment {
            // The clip begins no earlier than the oldest footage held. Footage before the first frame never existed, so it isn't missing.
            from = max(sessionStart, oldest ?? sessionStart)
        } else {
            from = oldest ?? moment
        }
        if let limit { from = max(from, limit) }
        return from
    }
}
