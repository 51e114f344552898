// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Returns the number that a countdown shows: it is 1 all through the last second.
func wholeSecondsLeft(from now: Timestamp, to end: Timestamp) -> Int {
    Int(now.duration(to: end).inSeconds.rounded(.up))
}

/// Returns the time at which a countdown's number next changes.
func nextSecondOfCountdown(after seen: Timestamp, to end: Timestamp) -> Timestamp {
    let left = seen.duration(to: end).nanoseconds
    guard left > 0 else { return end }
    return end - .nanoseconds((left - 1) / 1_000_000_000 * 1_000_000_000)
}
