// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// When the TV may sleep: so many minutes after the last that anybody did, told once; and it wakes with the next, told once.
public struct StandbyRule: Hashable, Sendable {
    public enum Order: Hashable, Sendable { case wake, standby }

    /// How long nothing has to happen; 0: it never sleeps. A change holds from the last activity on.
    public var minutes: Double
    private var lastActivity: Timestamp
    private var isAsleep = false

    /// The TV is awake, and somebody was there at this instant.
    public init(minutes: Double, at now: Timestamp) {
        self.minutes = minutes
        lastActivity = now
    }

    /// When `elapsed` has something to say next; `nil` for never.
    public var due: Timestamp? {
        minutes > 0 && !isAsleep ? lastActivity.advanced(by: .seconds(60 * minutes)) : nil
    }

    /// Somebody did something, or something goes on that a TV is wanted for.
    /// - Returns: `.wake` where the TV sleeps by this rule's order.
    public mutating func acted(at now: Timestamp) -> Order? {
        lastActivity = max(lastActivity, now)
        guard isAsleep else { return nil }
        isAsleep = false
        return .wake
    }

    /// Time went by.
    /// - Returns: `.standby` once it is time.
    public mutating func elapsed(at now: Timestamp) -> Order? {
        guard let due, now >= due else { return nil }
        isAsleep = true
        return .standby
    }
}
