// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Turns a sound card's readings of its samples' times into times without jitter.
///
/// A card's clock and the box's drift apart by some millionths, and a reading is off by up to a period. So samples are counted, and each
/// reading corrects the count only a little. A reading that is far off (samples were lost) restarts the count.
struct SampleClock {
    let rate: Int
    private var next: Timestamp?

    /// A difference from the count that is no jitter.
    static let jump: Duration = .milliseconds(40)

    init(rate: Int) {
        self.rate = rate
    }

    /// Returns the time of a block's first sample.
    /// - Parameters:
    ///   - reading: the card's own time of that sample.
    ///   - count: the number of samples in the block.
    mutating func stamp(reading: Timestamp, count: Int) -> Timestamp {
        var time = reading
        if let next {
            let error = next.duration(to: reading)
            if abs(error.nanoseconds) < Self.jump.nanoseconds {
                time = next.advanced(by: .nanoseconds(error.nanoseconds / 32))
            } else {
                // A block never begins before the end of the last one.
                time = max(reading, next)
            }
        }
        next = time.advanced(by: FrameRate(Int64(rate)).offset(of: Int64(count)))
        return time
    }

    /// Forgets the count after samples were lost: the next reading counts in full.
    mutating func restart() {
        next = nil
    }
}
