// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport

/// When a camera's frames were exposed, made up from a seed.
struct FrameTimes {
    /// In order; a gap in the numbers is a lost frame.
    var frames: [FrameStamp] = []

    /// - Parameters:
    ///   - jitter: how far a sensor time may lie from its place in the grid, as a share of the frame interval.
    ///   - loss: the share of frames that is lost.
    ///   - stalls: spans of the run in which the camera makes no frames.
    init(rate: FrameRate, for length: Duration, jitter: Double = 0, loss: Double = 0, stalls: [Range<Double>] = [], seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var number: Int64 = 0
        // Not at zero: nothing may take the clock's zero for the beginning.
        let start = Timestamp(seconds: 0.0123)
        for index in 0..<rate.count(within: length) {
            let shift = rate.interval.inSeconds * jitter * Double.random(in: -0.5...0.5, using: &random)
            let instant = start + rate.offset(of: index) + .nanoseconds(Int64(shift * 1e9))
            guard !stalls.contains(where: { $0.contains(instant.seconds) }) else { continue }
            if index == 0 || Double.random(in: 0..<1, using: &random) >= loss {
                frames.append(FrameStamp(frame: number, timestamp: instant))
            }
            number += 1
        }
    }

    /// The place in the list of the newest frame that isn't after an instant.
    func place(notAfter instant: Timestamp) -> Int? {
        var low = 0
        var high = frames.count
        while low < high {
            let middle = (low + high) / 2
            if frames[middle].timestamp <= instant { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    func newest(notAfter instant: Timestamp) -> FrameStamp? { place(notAfter: instant).map { frames[$0] } }
}
