// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// How long the program's end waits for the card.
struct EndPatience {
    /// How it stands at an instant.
    struct Standing {
        /// What the end asks for is ordered, and the box has heard of everything that came of it.
        var isOrdered: Bool
        /// Nothing is left to write.
        var isIdle: Bool
        /// The card takes what is written.
        var canWrite: Bool
    }

    /// With a service manager or a person who waits for the program's end.
    static let longest: Duration = .seconds(30)
    /// A box that is switched off by hand has the time that a slow card needs, short of the 90 s after which systemd kills it.
    static let longestWhenOff: Duration = .seconds(80)
    /// So long a card that went away meanwhile may come back.
    static let longestWithoutCard: Duration = .seconds(30)
    /// So long the TV and the LED say that it goes off, however little there is to write.
    static let shortestWhenOff: Duration = .seconds(1)

    let begin: Timestamp
    /// How it was switched off by hand; `nil` where the program is told to end.
    let off: SwitchOffRequest.Answer?

    func isOver(at now: Timestamp, _ standing: Standing) -> Bool {
        let elapsed = begin.duration(to: now)
        guard let off else {
            return elapsed >= Self.longest || standing.isOrdered && (standing.isIdle || !standing.canWrite)
        }
        if elapsed >= Self.longestWhenOff { return true }
        if elapsed < Self.shortestWhenOff || !standing.isOrdered { return false }
        return standing.isIdle || !standing.canWrite && (off.isLossAccepted || elapsed >= Self.longestWithoutCard)
    }
}
