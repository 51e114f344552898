// SPDX-License-Identifier: GPL-3.0-or-later

/// Which footage belongs to a mark: the rules of DESIGN 4 as a pure value.
///
/// Every plan holds its own mark, `from <= mark <= through`, in whatever order the marks were set: a live mark followed by
/// one on the delayed picture lies before it in the footage.
public struct ClipPlanner: Hashable, Sendable {
    public var rule: Settings.ClipRule
    /// Before the mark, in a `window` clip.
    public var before: Duration
    /// After the mark.
    public var postRoll: Duration
    /// No segment begins longer than this before its mark; zero is no limit.
    public var longest: Duration

    public init(_ settings: Settings) {
        rule = settings.clip
        before = .seconds(settings.beforeSeconds)
        postRoll = .seconds(settings.postRollSeconds)
        longest = .seconds(settings.longestSeconds)
    }

    /// The clip of a mark.
    /// - Parameters:
    ///   - earlier: the marked pictures so far, of this session and the end of the one before, in any order.
    ///   - sessionStart: when the session began.
    ///   - oldest: the oldest footage still held; `nil` when that isn't known.
    public func plan(_ mark: Mark, earlier: [Timestamp], sessionStart: Timestamp, oldest: Timestamp?) -> ClipPlan {
        let moment = mark.stamp.timestamp
        let from =
            switch rule {
            case .segment: segmentStart(moment, earlier: earlier, sessionStart: sessionStart, oldest: oldest)
            case .window: max(moment - before, oldest ?? moment - before)
            }
        return ClipPlan(number: mark.number, kind: .mark, from: min(from, moment), through: moment + postRoll)
    }

    /// The footage after the last mark, up to `end`; `nil` where nothing did.
    public func tail(after last: Timestamp, end: Timestamp) -> (from: Timestamp, through: Timestamp)? {
        let start = last + .nanoseconds(1)
        let from = longest > .zero ? max(start, end - longest) : start
        return from < end ? (from, end) : nil
    }

    /// The nearest border before the mark: another mark, or the session's start. A mark right after a session's start is
    /// on a picture from before it, since the TV shows the past; its clip then begins after the last session's last mark.
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
            // Footage from before the first frame isn't missing: the clip isn't cut short by it.
            from = max(sessionStart, oldest ?? sessionStart)
        } else {
            from = oldest ?? moment
        }
        if let limit { from = max(from, limit) }
        return from
    }
}
