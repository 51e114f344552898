// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The vblanks of a display without vblanks of its own: an exact grid on the box's clock, with vblank 0 at its start.
///
/// As on hardware, a commit takes effect at the next vblank by itself. If the caller waits for that vblank late, it lies in the past, and
/// nothing was missed.
struct VblankGrid {
    private let start: Timestamp
    private let rate: FrameRate
    /// The first vblank that hasn't passed.
    private var next: Int64 = 0
    /// The vblank that shows the last commit, until it is waited for.
    private(set) var committed: Vblank?

    init(start: Timestamp, rate: FrameRate) {
        self.start = start
        self.rate = rate
    }

    /// Returns the first vblank from `now` on that hasn't passed. A late caller finds that vblanks were missed.
    func upcoming(at now: Timestamp) -> Vblank {
        let elapsed = start.duration(to: now)
        // The start itself is vblank 0, even if a moment passes from opening to waiting.
        let index = next == 0 && elapsed < rate.interval ? 0 : max(next, rate.count(within: elapsed - .nanoseconds(1)))
        return Vblank(timestamp: start.advanced(by: rate.offset(of: index)), sequence: index)
    }

    /// Notes a commit at this instant: the next vblank shows it.
    mutating func commit(at now: Timestamp) {
        committed = upcoming(at: now)
    }

    /// Returns the vblank to wait for now: that of the last commit, or else the next.
    func awaited(at now: Timestamp) -> Vblank { committed ?? upcoming(at: now) }

    mutating func pass(_ vblank: Vblank) {
        next = max(next, vblank.sequence + 1)
        committed = nil
    }
}
