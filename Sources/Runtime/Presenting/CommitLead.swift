// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Decides how long before a vblank its pictures have to be committed: as late as is safe, so that what was pressed until
/// then is on the TV at that very vblank.
///
/// It follows the cost of the commits: it rises at once when a commit took longer, and falls slowly while they are quick.
struct CommitLead {
    /// The time that waking up takes on a busy machine, on top of the work.
    static let slack: Duration = .milliseconds(3)
    private static let decay = 0.99

    private(set) var lead: Duration = .milliseconds(8)

    /// Notes how long a commit took.
    mutating func note(cost: Duration) {
        let wanted = cost * 2 + Self.slack
        lead = wanted > lead ? wanted : max(wanted, lead * Self.decay)
    }

    /// Returns when to begin the work for a vblank.
    func start(for vblank: Timestamp) -> Timestamp { vblank - lead }
}
