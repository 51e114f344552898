// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Estimates vblanks from the instants at which presenting a picture returned. Each of those is a little late, by a varying amount.
///
/// A slow loop follows them: a late return moves the track by an eighth of its lateness, so timestamps are even, and the interval
/// approaches the display's own.
struct VsyncTrack {
    private(set) var last: Vblank
    private(set) var interval: Duration

    /// - Precondition: `interval` is positive.
    init(last: Vblank, interval: Duration) {
        precondition(interval > .zero, "vblanks have an interval")
        self.last = last
        self.interval = interval
    }

    /// Returns the vblank at which a picture presented now will be seen.
    func upcoming(at now: Timestamp) -> Vblank {
        vblank(max(1, Int64((last.timestamp.duration(to: now).inSeconds / interval.inSeconds).rounded(.up))))
    }

    /// Notes that presenting returned, and returns the vblank that this was.
    mutating func observe(_ returned: Timestamp) -> Vblank {
        let count = max(1, Int64((last.timestamp.duration(to: returned).inSeconds / interval.inSeconds).rounded()))
        var seen = vblank(count)
        let error = seen.timestamp.duration(to: returned)
        if error > interval / 4 || error < interval / -4 {
            // Off the track: the display was changed, or the machine slept.
            seen.timestamp = max(returned, last.timestamp.advanced(by: interval / 2))
        } else {
            seen.timestamp = seen.timestamp.advanced(by: error / 8)
            interval += error / (256 * Int(clamping: count))
        }
        last = seen
        return seen
    }

    private func vblank(_ count: Int64) -> Vblank {
        Vblank(
            timestamp: last.timestamp.advanced(by: .nanoseconds(interval.nanoseconds * count)),
            sequence: last.sequence + count)
    }
}
