// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import ShootingRange

/// The sound of a shot as most recorded bows make it (docs/hearing.md): the string's slide, the release, and the arrow's impact in the butt.
///
/// The slide begins 30 ms before the release and is 22 dB below it. The release is loud within 6 ms, goes on in bumps 10 ms apart, and is 20 dB down
/// 46 ms later. An ear dates it where a quarter of its loudest is reached: 1.5 ms after its beginning.
struct SimulatedShot {
    private typealias Tone = (hertz: Double, level: Double, phase: Double)

    private static let (slide, slideLevel, slideRise) = (0.03, 0.079, 0.008)
    private static let (rise, fall, bump, dip) = (0.006, 0.046, 0.01, 0.3)
    private static let (impactRise, impactFall, impactLength) = (0.003, 0.09, 0.3)
    /// The loudest samples of the release and of the impact, which is 18 dB quieter.
    private static let (peak, impactPeak) = (24_000.0, 3000.0)
    private static let tones: [Tone] = [
        (1150, 0.5, 0.3), (1900, 0.7, 1.1), (2430, 1, 0), (3170, 0.8, 2), (4310, 0.7, 0.7), (5870, 0.5, 2.9), (7730, 0.3, 1.7),
    ]
    private static let impactTones: [Tone] = [(140, 1, 0.2), (320, 0.9, 1.3), (610, 0.7, 2.1), (1130, 0.5, 0.4), (2050, 0.3, 2.7)]

    /// The samples, from the beginning of the slide on.
    let samples: [Double]
    /// The number of the sample at which an ear dates the release.
    let date: Int64

    init(sampleRate: Int) {
        let rate = Double(sampleRate)
        let before = Self.slide + Self.rise / 4
        let ahead = Int(before * rate)
        let times = (0..<ahead + Int((ShotCycle.flight.inSeconds + Self.impactLength) * rate)).map { Double($0 - ahead) / rate }
        let releases = Self.scaled(times.map { Self.sum(Self.tones, at: $0) * Self.loudness($0 + Self.rise / 4) }, to: Self.peak)
        let flight = ShotCycle.flight.inSeconds
        let impacts = Self.scaled(
            times.map { Self.sum(Self.impactTones, at: $0) * Self.envelope($0 - flight, rise: Self.impactRise, fall: Self.impactFall) },
            to: Self.impactPeak)
        samples = zip(releases, impacts).map { $0 + $1 }
        date = Int64(ahead)
    }

    /// Returns the loudness of the slide and the release at this time after the beginning of the release.
    private static func loudness(_ seconds: Double) -> Double {
        guard seconds >= 0 else { return seconds < -slide ? 0 : slideLevel * min(1, (seconds + slide) / slideRise) }
        let bumps = seconds < rise ? 1 : 1 - dip / 2 * (1 - cos(2 * .pi * (seconds - rise) / bump))
        return envelope(seconds, rise: rise, fall: fall) * bumps
    }

    /// Returns the loudness of a sound that is loudest after `rise` seconds and 20 dB down `fall` seconds later.
    private static func envelope(_ seconds: Double, rise: Double, fall: Double) -> Double {
        if seconds < 0 { return 0 }
        return seconds < rise ? seconds / rise : pow(10, -(seconds - rise) / fall)
    }

    private static func sum(_ tones: [Tone], at seconds: Double) -> Double {
        tones.reduce(0) { $0 + $1.level * cos(2 * .pi * $1.hertz * seconds + $1.phase) }
    }

    private static func scaled(_ samples: [Double], to peak: Double) -> [Double] {
        let loudest = samples.reduce(0) { max($0, abs($1)) }
        return samples.map { $0 * peak / max(loudest, 1e-9) }
    }
}
