// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The time limit of an import: it ends if somebody stops it, or if nothing has come out of the film for a minute. A long film may take long,
/// but a hostile one can't keep the others waiting. The time for which the import stands back for other work doesn't count.
///
/// Thread-bound.
final class FilmPatience {
    private static let longest = Duration.seconds(60)

    private let clock: any Timebase
    private let isWanted: () -> Bool
    private var latest: Timestamp
    /// True if the minute passed before anybody stopped the import.
    private(set) var isOver = false

    /// - Parameter isWanted: returns false once somebody stops the import.
    init(clock: any Timebase, isWanted: @escaping () -> Bool) {
        (self.clock, self.isWanted) = (clock, isWanted)
        latest = clock.now()
    }

    /// Notes that something came out.
    func note() { latest = clock.now() }

    /// Returns false if the import is to end.
    func mayGoOn() -> Bool {
        let before = clock.now()
        guard isWanted() else { return false }
        latest = latest + before.duration(to: clock.now())
        if latest.duration(to: clock.now()) > Self.longest { isOver = true }
        return !isOver
    }
}
