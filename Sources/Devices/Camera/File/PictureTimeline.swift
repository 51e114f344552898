// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Gives each picture of a looping file its position in one endless time that only rises.
///
/// A pass is as long as its pictures, so that a loop is seamless: at a constant rate the first picture follows the last one by exactly one
/// interval, although timestamps may be rounded to whole milliseconds.
struct PictureTimeline {
    let rate: FrameRate
    /// The unit to which the file's timestamps are rounded.
    let tick: Duration
    /// The position of the present pass's first picture.
    private(set) var passStart: Duration = .zero
    private var newest: Duration = .zero
    /// The file's own time of the newest picture, in nanoseconds; `nil` at the start of a pass.
    private var newestStamp: Int64?
    private var isPassEmpty = true

    /// The longest plausible pause between two pictures; a longer one is a damaged timestamp.
    private static let longestPause: Duration = .seconds(10)

    init(rate: FrameRate, tick: Duration) {
        self.rate = rate
        self.tick = tick
    }

    /// Returns the position of the next picture.
    /// - Parameter stamp: its timestamp in the file, in nanoseconds; `nil` if the file doesn't say.
    mutating func place(_ stamp: Int64?) -> Duration {
        if isPassEmpty {
            newest = passStart
        } else {
            newest += pause(to: stamp)
        }
        isPassEmpty = false
        newestStamp = stamp
        return newest
    }

    /// Ends the pass; the next picture begins another one.
    mutating func endPass() {
        let length = newest - passStart + rate.interval
        let count = Int64((length.inSeconds * rate.hertz).rounded())
        let even = rate.offset(of: max(count, 1))
        let isEven = abs((even - length).nanoseconds) <= 2 * tick.nanoseconds + 1000
        passStart += isEven ? even : length
        newestStamp = nil
        isPassEmpty = true
    }

    private func pause(to stamp: Int64?) -> Duration {
        guard let stamp, let newestStamp else { return rate.interval }
        let (nanoseconds, overflow) = stamp.subtractingReportingOverflow(newestStamp)
        guard !overflow, nanoseconds > 0, nanoseconds <= Self.longestPause.nanoseconds else { return rate.interval }
        return .nanoseconds(nanoseconds)
    }
}
