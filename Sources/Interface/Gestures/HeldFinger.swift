// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A button that is held, as a finger that drags: to 60 % of the threshold in 180 ms, and there it stays; past the threshold only if
/// the button is held on for 0.6 s more. Let go within 0.3 s it was a whole flick, let go later it springs back.
struct HeldFinger: Hashable, Sendable {
    /// Where the finger waits, as a part of the threshold.
    static let rest = 0.6
    static let approach: Duration = .milliseconds(180)
    /// How long it waits there.
    static let patience: Duration = .milliseconds(600)
    static let flickTime: Duration = .milliseconds(300)

    /// What became of it when the button was let go.
    enum Outcome: Hashable {
        /// As if a finger had thrown it.
        case flick
        /// Let go before the threshold: nothing happened.
        case springBack
        /// Held past the threshold.
        case commit
    }

    let start: Timestamp

    init(at instant: Timestamp) {
        start = instant
    }

    /// When it goes past the threshold.
    var commitment: Timestamp { start + Self.approach + Self.patience }

    /// How far the finger is, as a part of the threshold. It slows down towards its rest.
    func position(at now: Timestamp) -> Double {
        let left = left(at: now)
        return Self.rest * (1 - left * left * left)
    }

    /// How much of its way to the rest is left, if it went at a steady pace: 1…0.
    func left(at now: Timestamp) -> Double { 1 - Stretch(start, for: Self.approach).progress(at: now) }

    /// How full the swipe is: the ring takes it from the rest to 1, where it commits.
    func progress(at now: Timestamp) -> Double { position(at: now) + (1 - Self.rest) * filling(at: now) }

    /// How much of the wait is over, 0…1: the ring that fills round the control's picture.
    func filling(at now: Timestamp) -> Double { Stretch(start + Self.approach, for: Self.patience).progress(at: now) }

    func outcome(releasedAt instant: Timestamp) -> Outcome {
        if instant >= commitment { return .commit }
        return start.duration(to: instant) <= Self.flickTime ? .flick : .springBack
    }

    /// The next instant after `seen` at which the finger is elsewhere or its ring is fuller.
    func nextChange(after seen: Timestamp) -> Timestamp? { Stretch(start, for: Self.approach + Self.patience).nextChange(after: seen) }
}
