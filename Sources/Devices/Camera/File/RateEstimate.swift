// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// Estimates the rate at which a file's pictures are played, from its header.
enum RateEstimate {
    private static let usual = [
        FrameRate(24000, 1001), FrameRate(24), FrameRate(25), FrameRate(30000, 1001), FrameRate(30), FrameRate(48), FrameRate(50),
        FrameRate(60000, 1001), FrameRate(60), FrameRate(100), FrameRate(120000, 1001), FrameRate(120),
    ]
    /// The highest rate. If a file is faster, pictures in between are left out.
    private static let fastest = 120.0

    /// - Parameters:
    ///   - average: the number of pictures divided by the duration; the only figure of a file with a variable rate.
    ///   - nominal: the rate whose grid fits all the timestamps.
    static func rate(average: AVRational, nominal: AVRational) -> FrameRate {
        guard let (stated, isConstant) = stated(average: average, nominal: nominal) else { return FrameRate(25) }
        let nearest = usual.min { abs($0.hertz - stated.hertz) < abs($1.hertz - stated.hertz) } ?? FrameRate(25)
        let difference = abs(nearest.hertz / stated.hertz - 1)
        if difference < 0.0003 { return nearest }
        if isConstant, stated.hertz >= 1, stated.numerator <= 240_000, stated.denominator <= 1001 { return slowedDown(stated) }
        if difference < 0.01 { return nearest }
        return slowedDown(FrameRate(Int64(max(1, min(stated.hertz, 1e6).rounded()))))
    }

    private static func stated(average: AVRational, nominal: AVRational) -> (FrameRate, isConstant: Bool)? {
        func rate(_ value: AVRational) -> FrameRate? {
            value.num > 0 && value.den > 0 ? FrameRate(Int64(value.num), Int64(value.den)) : nil
        }
        switch (rate(average), rate(nominal)) {
        case (let average?, let nominal?): return (average, abs(average.hertz / nominal.hertz - 1) < 0.0003)
        case (let average?, nil): return (average, false)
        case (nil, let nominal?) where nominal.hertz <= 240: return (nominal, true)
        default: return nil
        }
    }

    /// Halves a rate until it is no faster than allowed, so that the pictures shown are evenly spaced.
    private static func slowedDown(_ rate: FrameRate) -> FrameRate {
        var denominator = rate.denominator
        while Double(rate.numerator) / Double(denominator) > fastest { denominator *= 2 }
        return FrameRate(rate.numerator, denominator)
    }
}
