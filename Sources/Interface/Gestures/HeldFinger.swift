// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A held button as a finger that drags: it goes to 60 % of the threshold in 180 ms and stays there; it passes the threshold only if the
/// button is held for 0.6 s more. Released within 0.3 s it was a whole flick, released later it springs back.
struct HeldFinger: Hashable, Sendable {
    /// The position at which the finger waits, as a part of the threshold.
    static let rest = 0.6
    static let approach: Duration = .milliseconds(180)
    /// The time for which it waits there.
    static let patience: Duration = .milliseconds(600)
    static let flickTime: Duration = .milliseconds(300)

    /// The outcome when the button was released.
    enum Outcome: Hashable {
        /// As if a finger had thrown it.
        case flick
        /// Released before the threshold: nothing happened.
        case springBack
        /// Held past the threshold.
        case commit
    }

    let start: Timestamp

    init(at instant: Timestamp) {
        start = instant
    }

    /// The time at which it passes the threshold.
    var commitment: Timestamp { start + Self.approach + Self.patience }

    /// Returns the position of the finger, as a part of the threshold. It slows down towards its rest.
    func position(at now: Timestamp) -> Double {
        let left = left(at: now)
        return Self.rest * (1 - left * left * left)
    }

    /// Returns the part of its way to the rest that is left, as if it went at a steady pace: 1…0.
    func left(at now: Timestamp) -> Double { 1 - TimeSpan(start, for: Self.approach).progress(at: now) }

    /// Returns the progress of the swipe: the ring takes it from the rest to 1, where it commits.
    func progress(at now: Timestamp) -> Double { position(at: now) + (1 - Self.rest) * filling(at: now) }

    /// Returns the part of the wait that is over, 0…1: the ring that fills round the control's icon.
    func filling(at now: Timestamp) -> Double { TimeSpan(start + Self.approach, for: Self.patience).progress(at: now) }

    func outcome(releasedAt instant: Timestamp) -> Outcome {
        if instant >= commitment { return .commit }
        return start.duration(to: instant) <= Self.flickTime ? .flick : .springBack
    }

    /// Returns the next instant after `seen` at which the finger has moved or its ring is fuller.
    func nextChange(after seen: Timestamp) -> Timestamp? { TimeSpan(start, for: Self.approach + Self.patience).nextChange(after: seen) }
}
