// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Watches whether frames are late or lost on their way to the TV, so that work which isn't needed for that can stand back for a while.
///
/// If frames go on being late although the work stands back, the work isn't the cause: it then runs a little now and then, so that it ends.
///
/// Thread-bound.
struct LossWatch {
    /// The time between two checks.
    static let interval: Duration = .milliseconds(100)
    /// The time for which no frame may have been late before the work goes on.
    static let rest: Duration = .seconds(2)
    /// The longest time that the work stands back, and the time for which it then runs even if frames are late.
    static let (patience, slice) = (Duration.seconds(20), Duration.seconds(1))

    /// Returns the number of frames that were late or lost since the run began.
    private let count: () -> Int64
    private var seen: Int64
    private var nextLook = Timestamp.zero
    private var restsUntil = Timestamp.zero
    /// The time since which the work has stood back without a break; `nil` while it runs.
    private var restsSince: Timestamp?
    private var runsUntil = Timestamp.zero

    init(_ count: @escaping () -> Int64) {
        self.count = count
        seen = count()
    }

    /// Begins to watch. Frames that were late before don't count.
    mutating func begin(at now: Timestamp) {
        (seen, nextLook, restsUntil) = (count(), now + Self.interval, .zero)
        (restsSince, runsUntil) = (nil, .zero)
    }

    /// Returns whether the work may run now.
    mutating func mayRun(at now: Timestamp) -> Bool {
        if now >= nextLook {
            nextLook = now + Self.interval
            let late = count()
            if late > seen { restsUntil = now + Self.rest }
            seen = late
        }
        if now < runsUntil { return true }
        guard now < restsUntil else {
            restsSince = nil
            return true
        }
        guard let since = restsSince else {
            restsSince = now
            return false
        }
        guard now >= since + Self.patience else { return false }
        (runsUntil, restsSince) = (now + Self.slice, nil)
        return true
    }
}
