// SPDX-License-Identifier: GPL-3.0-or-later

/// Which footage belongs to a mark: the rule "A clip" of docs/decisions.md as a pure value.
///
/// Every plan holds its own mark, `from <= mark <= through`, in whatever order the marks were set: a live mark followed by
/// one on the delayed picture lies before it in the footage. It also holds what the camera had seen when the button went down: whoever
/// presses right after the shot has that shot in the clip, and so has whoever waits to see it on the TV.
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
        let through = max(moment + postRoll, mark.pressed ?? moment)
        return ClipPlan(number: mark.number, kind: .mark, from: min(from, moment), through: through)
    }

    /// A tail that is no longer than this isn't worth a clip.
    static let shortestTail: Duration = .seconds(1)

    /// What was never on the TV when STOP was pressed, and lies in no clip: somebody may have shot there without a mark.
    /// - Parameters:
    ///   - last: where the last clip ends.
    ///   - shown: the newest picture that was on the TV; `nil` if none was, for a line that is still filling.
    ///   - end: when STOP was pressed.
    /// - Returns: `nil` if it is a second or less.
    public func tail(after last: Timestamp, shown: Timestamp?, end: Timestamp) -> (from: Timestamp, through: Timestamp)? {
        var from = max(last, shown ?? last) + .nanoseconds(1)
        if longest > .zero { from = max(from, end - longest) }
        return from + Self.shortestTail < end ? (from, end) : nil
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
