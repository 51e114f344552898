// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The timing of the archer in the synthetic scene: a shot every eight seconds, for ever.
///
/// The camera draws it and the simulated microphone lets it be heard, each counting from its own start.
public enum ShotCycle {
    /// The time from one shot to the next.
    public static let period: Duration = .seconds(8)
    /// The instant within a period at which the string leaves the fingers.
    public static let release: Duration = .seconds(5)
    /// The time from the release until the arrow is in the target.
    public static let flight: Duration = .milliseconds(200)

    /// Returns the number of the shot, from 0, and the time since it began, for a time since the scene began.
    static func shot(at elapsed: Duration) -> (number: Int64, time: Duration) {
        let nanoseconds = max(0, elapsed.nanoseconds)
        let (number, rest) = nanoseconds.quotientAndRemainder(dividingBy: period.nanoseconds)
        return (number, .nanoseconds(rest))
    }

    /// Returns the releases within a range of time since the scene began.
    public static func releaseTimes(in range: Range<Duration>) -> [Duration] {
        guard range.upperBound > release else { return [] }
        let first = max(0, (range.lowerBound.nanoseconds - release.nanoseconds) / period.nanoseconds)
        var times: [Duration] = []
        var time = release + .nanoseconds(first * period.nanoseconds)
        while time < range.upperBound {
            if time >= range.lowerBound { times.append(time) }
            time += period
        }
        return times
    }
}
