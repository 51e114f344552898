// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Counts a display's vblanks by their own timestamps, and predicts the next ones. If no vblanks come (no TV), the box's clock makes them.
struct VblankTrack {
    /// The last vblank that passed.
    private(set) var last: Vblank
    private(set) var rate: FrameRate

    /// Begins with vblank 0 at `start`.
    init(start: Timestamp, rate: FrameRate) {
        last = Vblank(timestamp: start.advanced(by: .zero - rate.interval), sequence: -1)
        self.rate = rate
    }

    /// Changes the distance between vblanks from here on, for another mode or for no TV.
    mutating func change(rate: FrameRate) {
        self.rate = rate
    }

    /// Returns the first vblank from `now` on that hasn't passed, or a later one if some are skipped.
    func upcoming(at now: Timestamp, after skipped: Int64 = 0) -> Vblank {
        let elapsed = last.timestamp.duration(to: now) - .nanoseconds(1)
        let count = max(1, rate.count(within: elapsed)) + skipped
        return Vblank(timestamp: last.timestamp.advanced(by: rate.offset(of: count)), sequence: last.sequence + count)
    }

    /// Returns a reported vblank, moved forward by whole refreshes if it lies before the request for it: a kernel that is far behind with
    /// its timers reports old times. A request within a vblank may still be met by that vblank.
    func plausible(_ timestamp: Timestamp, askedFor asked: Timestamp) -> Timestamp {
        let late = timestamp.duration(to: asked.advanced(by: .zero - rate.interval))
        guard late > .zero else { return timestamp }
        return timestamp.advanced(by: rate.offset(of: rate.count(within: late)))
    }

    /// Notes a vblank as it really was.
    /// - Returns: `nil` if that vblank was noted already: a flip and a request may both report it.
    mutating func observe(_ timestamp: Timestamp) -> Vblank? {
        let elapsed = last.timestamp.duration(to: timestamp)
        guard elapsed > rate.interval / 2 else { return nil }
        let count = max(1, Int64((elapsed.inSeconds * rate.hertz).rounded()))
        last = Vblank(timestamp: timestamp, sequence: last.sequence + count)
        return last
    }
}
