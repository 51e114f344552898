// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The rate that a camera runs at, fixed: the shortest time between frames is the longest too.
struct CameraRate: Hashable {
    var rate: FrameRate
    /// What the camera is told, whole microseconds; `nil` where it has nothing to tell.
    var frame: Duration?

    /// Faster than a TV shows isn't chosen unless asked for.
    private static let fastestUnasked: Duration = .nanoseconds(16_666_667)

    /// - Parameters:
    ///   - wanted: `nil` for the highest up to 60.
    ///   - frames: the times between frames that the camera can have, where it says so.
    init(wanted: FrameRate?, frames: ClosedRange<Duration>?) {
        guard let frames else {
            rate = wanted ?? FrameRate(30)
            frame = nil
            return
        }
        let interval = min(max(wanted?.interval ?? Self.fastestUnasked, frames.lowerBound), frames.upperBound)
        // The camera counts in microseconds: 16 667 of them are 60 Hz.
        let isAsWanted = wanted.map { abs(($0.interval - interval).nanoseconds) <= 1_000 } ?? false
        rate = isAsWanted ? wanted ?? FrameRate(30) : Self.rate(of: interval)
        frame = .microseconds((interval.nanoseconds + 500) / 1_000)
    }

    /// A rate from a rounded time between frames: a whole number of frames a second, or a television rate, where it is near one.
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
