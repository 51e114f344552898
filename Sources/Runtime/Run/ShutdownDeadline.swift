// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Decides how long a program that is told to end waits for the card.
struct ShutdownDeadline {
    /// The progress of the shutdown at an instant.
    struct Progress {
        /// True if the last clips are ordered, and the box has heard what became of all of them.
        var isOrdered: Bool
        /// True if nothing is left to write.
        var isIdle: Bool
        /// True if the card takes what is written.
        var canWrite: Bool
    }

    /// The longest wait if a service manager or a person told the program to end, and the card takes nothing.
    static let longest: Duration = .seconds(30)
    /// The longest wait for a card that takes what is written: the time that a slow card needs, short of the 90 s after which systemd
    /// kills.
    static let longestWithCard: Duration = .seconds(80)
    /// The time in which a card that went away meanwhile may come back, if the box was switched off by hand.
    static let longestWithoutCard: Duration = .seconds(30)
    /// The shortest time for which the TV and the LED say that the box goes off, however little there is to write.
    static let shortestWhenOff: Duration = .seconds(1)

    let begin: Timestamp
    /// The person's answer, if the box was switched off by hand; `nil` if the program was told to end.
    let off: SwitchOffRequest.Answer?

    func isOver(at now: Timestamp, _ progress: Progress) -> Bool {
        let elapsed = begin.duration(to: now)
        guard let off else {
            let longest = progress.canWrite ? Self.longestWithCard : Self.longest
            return elapsed >= longest || progress.isOrdered && (progress.isIdle || !progress.canWrite)
        }
        if elapsed >= Self.longestWithCard { return true }
        if elapsed < Self.shortestWhenOff || !progress.isOrdered { return false }
        return progress.isIdle || !progress.canWrite && (off.isLossAccepted || elapsed >= Self.longestWithoutCard)
    }
}
