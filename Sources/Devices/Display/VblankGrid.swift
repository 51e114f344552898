// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The vblanks of a display that has none of its own: an exact grid on the box's clock, vblank 0 at its start.
///
/// As with real hardware a commit comes on the TV at the vblank after it by itself. Its caller may come late to wait for that: the
/// vblank then lies in the past, and nothing was missed.
struct VblankGrid {
    private let start: Timestamp
    private let rate: FrameRate
    /// The first vblank that hasn't passed.
    private var next: Int64 = 0
    /// The vblank that has what was committed, until it is waited for.
    private(set) var committed: Vblank?

    init(start: Timestamp, rate: FrameRate) {
        self.start = start
        self.rate = rate
    }

    /// The first vblank from `now` on that hasn't passed. Whoever comes late finds that vblanks were missed.
    func upcoming(at now: Timestamp) -> Vblank {
        let elapsed = start.duration(to: now)
        // The start itself is vblank 0, also for one who takes a moment from opening to waiting.
        let index = next == 0 && elapsed < rate.interval ? 0 : max(next, rate.count(within: elapsed - .nanoseconds(1)))
        return Vblank(timestamp: start.advanced(by: rate.offset(of: index)), sequence: index)
    }

    /// Something is committed now: the vblank after this instant has it.
    mutating func commit(at now: Timestamp) {
        committed = upcoming(at: now)
    }

    /// The vblank to wait for now: the one of the last commit, or the next.
    func awaited(at now: Timestamp) -> Vblank { committed ?? upcoming(at: now) }

    mutating func pass(_ vblank: Vblank) {
        next = max(next, vblank.sequence + 1)
        committed = nil
    }
}
