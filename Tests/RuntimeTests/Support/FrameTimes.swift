// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport

/// The exposure times of a camera's frames, made up from a seed.
struct FrameTimes {
    /// The frames in order; a gap in the numbers is a lost frame.
    var frames: [FrameStamp] = []

    /// - Parameters:
    ///   - jitter: the largest deviation of a sensor time from its position in the grid, as a fraction of the frame interval.
    ///   - loss: the fraction of frames that is lost.
    ///   - stalls: spans of the run in which the camera makes no frames.
    init(rate: FrameRate, for length: Duration, jitter: Double = 0, loss: Double = 0, stalls: [Range<Double>] = [], seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var number: Int64 = 0
        // Not at zero, so that nothing can mistake the clock's zero for the beginning.
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

    /// Returns the index of the newest frame that isn't after an instant.
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
