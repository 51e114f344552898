// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// When a control that is down has been down long enough: what only the passing of time can tell.
///
/// A box that stood still for a while (a starved processor) wakes up to a press whose release is still on its way to it: time alone would
/// make a hold of a tap, and a hold deletes, saves and switches off. So a deadline that is noticed late gives the release a moment more, once.
struct HoldDeadline: Hashable, Sendable {
    /// Noticed later than this, it was missed: a box that runs notices it within a vblank.
    static let lateness: Duration = .milliseconds(100)
    /// What the release is given then.
    static let grace: Duration = .milliseconds(250)

    /// When it is to be looked at.
    private(set) var instant: Timestamp
    private var isExtended = false

    init(_ instant: Timestamp) {
        self.instant = instant
    }

    /// Whether it was held until then, as far as is known at `now`.
    mutating func isReached(at now: Timestamp) -> Bool {
        guard instant <= now else { return false }
        guard !isExtended, instant + Self.lateness < now else { return true }
        isExtended = true
        instant = now + Self.grace
        return false
    }
}
