// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Counts a display's vblanks by their own timestamps, and says when the next ones come. Where none come (no TV) the
/// box's clock makes them.
struct VblankTrack {
    /// The last vblank that passed.
    private(set) var last: Vblank
    private(set) var rate: FrameRate

    /// The first vblank is at `start`, number 0.
    init(start: Timestamp, rate: FrameRate) {
        last = Vblank(timestamp: start.advanced(by: .zero - rate.interval), sequence: -1)
        self.rate = rate
    }

    /// From here on the vblanks have another distance: another mode, or no TV.
    mutating func change(rate: FrameRate) {
        self.rate = rate
    }

    /// The first vblank from `now` on that hasn't passed, or one of those after it.
    func upcoming(at now: Timestamp, after skipped: Int64 = 0) -> Vblank {
        let elapsed = last.timestamp.duration(to: now) - .nanoseconds(1)
        let count = max(1, rate.count(within: elapsed)) + skipped
        return Vblank(timestamp: last.timestamp.advanced(by: rate.offset(of: count)), sequence: last.sequence + count)
    }

    /// A reported vblank, brought forward by whole refreshes where it lies before what it was waited for: a kernel that is far
    /// behind with its timers reports old times. What was asked for within a vblank may still be that vblank's.
    func plausible(_ timestamp: Timestamp, askedFor asked: Timestamp) -> Timestamp {
        let late = timestamp.duration(to: asked.advanced(by: .zero - rate.interval))
        guard late > .zero else { return timestamp }
        return timestamp.advanced(by: rate.offset(of: rate.count(within: late)))
    }

    /// Takes note of a vblank as it really was.
    /// - Returns: `nil` where it is the one that passed already: a flip and a request may both report it.
    mutating func observe(_ timestamp: Timestamp) -> Vblank? {
        let elapsed = last.timestamp.duration(to: timestamp)
        guard elapsed > rate.interval / 2 else { return nil }
        let count = max(1, Int64((elapsed.inSeconds * rate.hertz).rounded()))
        last = Vblank(timestamp: timestamp, sequence: last.sequence + count)
        return last
    }
}
