// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// How long before a vblank its pictures have to be committed: as late as is safe, so that what was pressed until
/// then is on the TV at that very vblank.
///
/// It follows the commits' own cost: up at once when one took longer, down slowly when they are quick.
struct CommitLead {
    /// What waking up takes on a busy machine, on top of the work.
    static let slack: Duration = .milliseconds(3)
    private static let decay = 0.99

    private(set) var lead: Duration = .milliseconds(8)

    /// A commit took this long.
    mutating func note(cost: Duration) {
        let wanted = cost * 2 + Self.slack
        lead = wanted > lead ? wanted : max(wanted, lead * Self.decay)
    }

    /// When to begin the work for a vblank.
    func start(for vblank: Timestamp) -> Timestamp { vblank - lead }
}
