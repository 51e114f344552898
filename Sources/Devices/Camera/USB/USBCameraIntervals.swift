// SPDX-License-Identifier: GPL-3.0-or-later

import CVideo
import Core

/// The times between frames that a USB camera has in one size: some, or all of a range.
struct USBCameraIntervals {
    /// Shortest first; none if the camera doesn't say. Of a range, its two ends.
    let fractions: [v4l2_fract]
    let isRange: Bool

    init(_ fractions: [v4l2_fract], isRange: Bool) {
        let usable = fractions.compactMap { fraction in fraction.interval.map { (fraction, $0) } }
        self.fractions = usable.sorted { $0.1 < $1.1 }.map(\.0)
        self.isRange = isRange
    }

    /// The shortest and the longest; `nil` if the camera doesn't say.
    var span: ClosedRange<Duration>? {
        guard let first = fractions.first?.interval, let last = fractions.last?.interval else { return nil }
        return first...last
    }

    /// Returns the time nearest to a rate's, by the rule of all cameras (`CameraRate`); `nil` if the camera doesn't say which it has.
    func choice(for wanted: FrameRate?) -> v4l2_fract? {
        guard let span, let frame = CameraRate(wanted: wanted, frames: span).frame else { return nil }
        if isRange { return v4l2_fract(numerator: UInt32(clamping: frame.nanoseconds / 1_000), denominator: 1_000_000) }
        func distance(_ fraction: v4l2_fract) -> Duration { fraction.interval.map { max($0 - frame, frame - $0) } ?? .seconds(1_000_000) }
        return fractions.min { distance($0) < distance($1) }
    }
}

extension v4l2_fract {
    /// This number of seconds; `nil` if it is no time, or longer than a minute.
    var interval: Duration? {
        guard numerator > 0, denominator > 0 else { return nil }
        let nanoseconds = (Int64(numerator) * 1_000_000_000 + Int64(denominator) / 2) / Int64(denominator)
        return (1...60_000_000_000).contains(nanoseconds) ? .nanoseconds(nanoseconds) : nil
    }
}
