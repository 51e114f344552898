// SPDX-License-Identifier: GPL-3.0-or-later

/// The times between release and impact that can be believed, of all shots of a session over one distance.
///
/// On a quiet lane two of three impacts are heard, in a loud hall one of twenty (docs/hearing.md), and for the others a later noise is taken
/// for the impact. Noises come at any time and impacts after the same time, so the session's own median decides.
package struct FlightRule: Hashable, Sendable {
    /// The least number of impacts with a median that means anything.
    static let least = 5
    /// An impact is believed if it comes within this share of the median.
    static let tolerance = 0.25
    /// The uncertainty of a flight time that comes from its two dates, in seconds: 95 % of dates are right within 15 ms (docs/measured.md),
    /// so a date has a standard deviation of 7.5 ms, and the difference of two dates one of 10 ms.
    static let dating = 0.010

    /// The median of the times, in seconds.
    package let median: Double
    /// The standard uncertainty of one time, in seconds: the spread of the believed times, but not less than their dating allows.
    package let uncertainty: Double

    /// - Parameter impacts: the times from the release to the impact as they were heard, in seconds: `Mark.impact`.
    /// - Returns: `nil` if no time can be believed: there are less than five, or not more than half of them lie near the median.
    package init?(_ impacts: [Double]) {
        guard impacts.count >= Self.least else { return nil }
        let sorted = impacts.sorted()
        let half = sorted.count / 2
        let median = sorted.count % 2 == 0 ? (sorted[half - 1] + sorted[half]) / 2 : sorted[half]
        let believed = impacts.filter { Self.isNear($0, median) }
        guard 2 * believed.count > impacts.count else { return nil }
        self.median = median
        uncertainty = max(Self.dating, SeriesStatistics(believed)?.spread ?? 0)
    }

    package func believes(_ impact: Double) -> Bool { Self.isNear(impact, median) }

    private static func isNear(_ impact: Double, _ median: Double) -> Bool { abs(impact - median) <= tolerance * median }
}

/// The mean speed of an arrow on its way to the target.
package struct ArrowSpeed: Hashable, Sendable {
    /// In metres a second.
    package let metresPerSecond: Double
    /// The standard uncertainty, in metres a second.
    package let uncertainty: Double

    /// The speeds that a bow or a crossbow can give an arrow, in metres a second.
    static let possible = 20.0...150.0

    private init(_ metresPerSecond: Double, uncertainty: Double) {
        (self.metresPerSecond, self.uncertainty) = (metresPerSecond, uncertainty)
    }

    /// Computes the speed from the time between two sounds. The impact is heard later than it happens, by the sound's way back to a microphone
    /// beside the archer: its flight lasts t − d / c, and so v = d / (t − d / c). The uncertainty follows by dv/dt = −v² / d (JCGM 100:2008,
    /// 5.1.2: the law of propagation of uncertainty).
    ///
    /// A microphone that stands some metres nearer to the target hears the impact earlier: at 18 m and 60 m/s each metre makes 1 % more speed.
    /// The speed of sound c is 343 m/s, that of air at 20 °C.
    /// - Parameters:
    ///   - distance: d, from the archer to the target, in metres.
    ///   - impact: t, from the release to the sound of the impact, in seconds.
    ///   - uncertainty: the standard uncertainty of t, in seconds.
    /// - Returns: `nil` if no arrow is that fast or that slow.
    package init?(over distance: Double, impact: Double, uncertainty: Double) {
        guard let flight = Self.flight(over: distance, impact: impact) else { return nil }
        let speed = distance / flight
        guard Self.possible.contains(speed), uncertainty.isFinite else { return nil }
        self.init(speed, uncertainty: speed * speed / distance * uncertainty)
    }

    /// Returns the time of the flight itself, in seconds; `nil` if there is no time left for it.
    static func flight(over distance: Double, impact: Double) -> Double? {
        let flight = impact - distance / ShotDetector.soundSpeed
        return flight > 0 && distance > 0 ? flight : nil
    }

    /// Returns the mean of several arrows' speeds. Their uncertainties are independent, so the mean's is the root of the sum of their squares,
    /// divided by their number.
    /// - Returns: `nil` without a speed.
    package static func mean(_ speeds: [ArrowSpeed]) -> ArrowSpeed? {
        guard !speeds.isEmpty else { return nil }
        let n = Double(speeds.count)
        return ArrowSpeed(
            speeds.reduce(0) { $0 + $1.metresPerSecond } / n,
            uncertainty: speeds.reduce(0) { $0 + $1.uncertainty * $1.uncertainty }.squareRoot() / n)
    }
}
