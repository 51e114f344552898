// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// How long the program, told to end, waits for the card.
struct ShutdownDeadline {
    /// How far the shutdown is at an instant.
    struct Progress {
        /// The last clips are ordered, and the box has heard of everything that came of them.
        var isOrdered: Bool
        /// Nothing is left to write.
        var isIdle: Bool
        /// The card takes what is written.
        var canWrite: Bool
    }

    /// With a service manager or a person who waits for the program's end, and nothing that can be written.
    static let longest: Duration = .seconds(30)
    /// Whatever takes what is written has the time that a slow card needs, short of the 90 s after which systemd kills.
    static let longestWithCard: Duration = .seconds(80)
    /// So long a card that went away meanwhile may come back.
    static let longestWithoutCard: Duration = .seconds(30)
    /// So long the TV and the LED say that it goes off, however little there is to write.
    static let shortestWhenOff: Duration = .seconds(1)

    let begin: Timestamp
    /// How it was switched off by hand; `nil` if the program was told to end.
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
