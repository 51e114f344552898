// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The fixed rate at which a camera runs: the shortest time between frames is also the longest.
struct CameraRate: Hashable {
    var rate: FrameRate
    /// The time between frames to set, in whole microseconds; `nil` if the camera doesn't say which times it has.
    var frame: Duration?

    /// The shortest time between frames unless a faster rate is asked for: TVs show no more.
    private static let fastestUnasked: Duration = .nanoseconds(16_666_667)

    /// - Parameters:
    ///   - wanted: the rate that is asked for; `nil` for the highest up to 60 Hz.
    ///   - frames: the times between frames that the camera can have, if it says so.
    init(wanted: FrameRate?, frames: ClosedRange<Duration>?) {
        guard let frames else {
            rate = wanted ?? FrameRate(30)
            frame = nil
            return
        }
        let interval = min(max(wanted?.interval ?? Self.fastestUnasked, frames.lowerBound), frames.upperBound)
        // The camera counts in microseconds: 16 667 of them count as 60 Hz.
        let isAsWanted = wanted.map { abs(($0.interval - interval).nanoseconds) <= 1_000 } ?? false
        rate = isAsWanted ? wanted ?? FrameRate(30) : Self.rate(of: interval)
        frame = .microseconds((interval.nanoseconds + 500) / 1_000)
    }

    /// Returns the rate of a rounded time between frames: a whole number of frames a second, or a television rate, if it is near one.
    static func rate(of interval: Duration) -> FrameRate {
        let nanoseconds = max(interval.nanoseconds, 1)
        let hertz = 1e9 / Double(nanoseconds)
        let whole = hertz.rounded()
        let tolerance = hertz * 2e-4
        if whole >= 1, abs(hertz - whole) <= tolerance { return FrameRate(Int64(whole)) }
        let above = hertz.rounded(.up)
        if abs(hertz - above * 1000 / 1001) <= tolerance { return FrameRate(Int64(above) * 1000, 1001) }
        return FrameRate(1_000_000_000, nanoseconds)
    }
}
