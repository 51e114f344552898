// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The time at which a control that is down counts as held.
///
/// A box that stood still for a while (a starved processor) wakes up to a press whose release is still on its way. Time alone would turn
/// that tap into a hold, and a hold deletes, saves and switches off. So if a deadline is noticed late, the release gets a moment more,
/// once.
struct HoldDeadline: Hashable, Sendable {
    /// A deadline that is noticed later than this was missed: a box that runs notices it within a vblank.
    static let lateness: Duration = .milliseconds(100)
    /// The time that the release gets then.
    static let grace: Duration = .milliseconds(250)

    /// The time at which it is to be checked.
    private(set) var instant: Timestamp
    private var isExtended = false

    init(_ instant: Timestamp) {
        self.instant = instant
    }

    /// Returns true if the control was held until the deadline, as far as is known at `now`.
    mutating func isReached(at now: Timestamp) -> Bool {
        guard instant <= now else { return false }
        guard !isExtended, instant + Self.lateness < now else { return true }
        isExtended = true
        instant = now + Self.grace
        return false
    }
}
