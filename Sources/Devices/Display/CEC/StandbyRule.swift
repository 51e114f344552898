// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Decides when the TV sleeps: some minutes after the last activity. Standby is ordered once, and waking once, with the next activity.
public struct StandbyRule: Hashable, Sendable {
    public enum Order: Hashable, Sendable { case wake, standby }

    /// The minutes without activity after which the TV sleeps; 0 means never. A change counts from the last activity on.
    public var minutes: Double
    private var lastActivity: Timestamp
    private var isAsleep = false

    /// Begins with the TV awake, and somebody there at this instant.
    public init(minutes: Double, at now: Timestamp) {
        self.minutes = minutes
        lastActivity = now
    }

    /// The time at which `elapsed` next gives an order; `nil` for never.
    public var due: Timestamp? {
        minutes > 0 && !isAsleep ? lastActivity.advanced(by: .seconds(60 * minutes)) : nil
    }

    /// Notes that somebody did something, or that something goes on for which the TV is wanted.
    /// - Returns: `.wake` if the TV sleeps by this rule's order.
    public mutating func acted(at now: Timestamp) -> Order? {
        lastActivity = max(lastActivity, now)
        guard isAsleep else { return nil }
        isAsleep = false
        return .wake
    }

    /// Notes that time has passed.
    /// - Returns: `.standby` once it is time.
    public mutating func elapsed(at now: Timestamp) -> Order? {
        guard let due, now >= due else { return nil }
        isAsleep = true
        return .standby
    }
}
