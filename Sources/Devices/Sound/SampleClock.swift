// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Turns what a sound card says about its samples into times that don't jitter.
///
/// A card's clock and the box's run apart by some millionths, and a reading is off by up to a period. So samples are
/// counted, and each reading pulls the count only a little; one that is far off (samples were lost) starts it anew.
struct SampleClock {
    let rate: Int
    private var next: Timestamp?

    /// A reading further off than this isn't jitter.
    static let jump: Duration = .milliseconds(40)

    init(rate: Int) {
        self.rate = rate
    }

    /// The time of a block's first sample.
    /// - Parameters:
    ///   - reading: when the card says it was heard.
    ///   - count: how many samples the block has.
    mutating func stamp(reading: Timestamp, count: Int) -> Timestamp {
        var time = reading
        if let next {
            let error = next.duration(to: reading)
            if abs(error.nanoseconds) < Self.jump.nanoseconds {
                time = next.advanced(by: .nanoseconds(error.nanoseconds / 32))
            } else {
                // Never back before what was handed out.
                time = max(reading, next)
            }
        }
        next = time.advanced(by: FrameRate(Int64(rate)).offset(of: Int64(count)))
        return time
    }

    /// Samples were lost: the next reading counts in full.
    mutating func restart() {
        next = nil
    }
}
