// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The rule for the number of pictures that a turn of the knob is worth while it is a jog dial.
///
/// Turned slowly, a detent is one picture; the faster the last turns followed each other, the more. It is never less than a picture for
/// each detent, and after a turn back or a rest a detent is one picture again. Source: docs/decisions.md, the jog.
struct JogRule: Hashable, Sendable {
    /// The rates, in detents a second, from which each detent counts three pictures, and eight.
    static let brisk = (rate: 10.0, pictures: 3)
    static let quick = (rate: 18.0, pictures: 8)
    /// After a rest of this length the next turn counts as careful.
    static let rest: Duration = .milliseconds(200)
    /// The number of turns over which the rate is measured.
    private static let remembered = 3

    private struct Turn: Hashable {
        var detents: Int
        var instant: Timestamp
    }

    private var turns: [Turn] = []

    /// Takes in a turn.
    /// - Returns: the number of pictures to go, with the sign of the detents.
    mutating func pictures(of detents: Int, at now: Timestamp) -> Int {
        if let last = turns.last, last.instant + Self.rest <= now || last.detents.signum() != detents.signum() { turns.removeAll() }
        turns.append(Turn(detents: detents, instant: now))
        if turns.count > Self.remembered { turns.removeFirst() }
        let (pictures, overflow) = detents.multipliedReportingOverflow(by: factor)
        return overflow ? detents : pictures
    }

    private var factor: Int {
        guard turns.count == Self.remembered, let first = turns.first, let last = turns.last else { return 1 }
        let seconds = first.instant.duration(to: last.instant).inSeconds
        let detents = turns.dropFirst().reduce(0.0) { $0 + abs(Double($1.detents)) }
        if detents > Self.quick.rate * seconds { return Self.quick.pictures }
        return detents >= Self.brisk.rate * seconds ? Self.brisk.pictures : 1
    }
}
