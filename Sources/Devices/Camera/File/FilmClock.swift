// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// Says which place of a film is seen at an instant, so that the film's sound belongs to its pictures. Thread-safe.
final class FilmClock: Sendable {
    private struct Anchor {
        var timestamp: Timestamp
        /// The place in the film, counted from its first picture.
        var place: Duration
    }

    /// Without a new picture for longer than this, the film stands still.
    private static let longestSilence = Duration.seconds(1)

    private let anchor = Mutex<Anchor?>(nil)

    /// Notes that this place is seen at this time.
    func note(_ place: Duration, at timestamp: Timestamp) {
        anchor.withLock { $0 = Anchor(timestamp: timestamp, place: place) }
    }

    /// Returns the place of the film at this instant; `nil` if it isn't played then.
    func place(at instant: Timestamp) -> Duration? {
        guard let anchor = anchor.withLock({ $0 }) else { return nil }
        let passed = anchor.timestamp.duration(to: instant)
        return abs(passed.nanoseconds) <= Self.longestSilence.nanoseconds ? anchor.place + passed : nil
    }
}
