// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Whether frames are late or lost on their way to the TV: whoever isn't needed for that stands back a while.
///
/// If frames go on being late although it stands back, it isn't the cause: it goes on a little now and then, so that it comes to an end.
///
/// Thread-bound.
struct LossWatch {
    /// How often it is looked.
    static let interval: Duration = .milliseconds(100)
    /// So long nothing may have been late before it goes on.
    static let rest: Duration = .seconds(2)
    /// So long it stands back at most, and then it runs for so long whatever is late.
    static let (patience, slice) = (Duration.seconds(20), Duration.seconds(1))

    /// How many frames were late or lost since the run began.
    private let count: () -> Int64
    private var seen: Int64
    private var nextLook = Timestamp.zero
    private var restsUntil = Timestamp.zero
    /// Since when it has stood back without a break; `nil`: it runs.
    private var restsSince: Timestamp?
    private var runsUntil = Timestamp.zero

    init(_ count: @escaping () -> Int64) {
        self.count = count
        seen = count()
    }

    /// What was late before doesn't count.
    mutating func begin(at now: Timestamp) {
        (seen, nextLook, restsUntil) = (count(), now + Self.interval, .zero)
        (restsSince, runsUntil) = (nil, .zero)
    }

    /// Nothing was late lately.
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
