// SPDX-License-Identifier: GPL-3.0-or-later

import RealModule

/// The loudness between 2 and 10 kHz, in windows of 64 samples, of the last third of a second: an onset is dated and weighed on it
/// (docs/hearing.md, rule 2).
///
/// Positions are counted in samples from the first one. Thread-bound.
package struct SoundEnvelope: Sendable {
    /// The samples of a window (rule 2), and from window to window: fine enough for a third of a millisecond.
    package static let (window, hop) = (64, 16)
    /// The pass band, in hertz (rule 2).
    private static let (lowest, highest) = (2_000.0, 10_000.0)
    /// The number of hops that are kept. An onset is dated some 40 ms after its frame, and looks back at most twice 35 ms.
    private static let kept = 1024
    /// The stretch round an onset's frame in which the loudest window is searched, in seconds (rule 2).
    private static let (before, after) = (0.035, 0.030)
    /// The part of the loudest window's amplitude over which a sound has begun (rule 2).
    private static let begun: Float = 1 / 4
    /// The longest dip below that part that doesn't end the walk back, in seconds (rule 2).
    private static let longestDip = 0.004

    /// The onset's first sample, and the loudest window's root mean square in dB of full scale.
    package struct Rise: Hashable, Sendable {
        package var sample: Int64
        package var level: Float

        package init(sample: Int64, level: Float) {
            (self.sample, self.level) = (sample, level)
        }
    }

    private let rate: Double
    private var filter: BandFilter
    /// The sum of the squares of each hop's filtered samples; hop n is in slot n % `kept`.
    private var energies = [Float](repeating: 0, count: kept)
    /// The number of hops so far.
    private var hops: Int64 = 0
    /// The first hop whose loudness wasn't told yet.
    private var told: Int64 = 0

    /// - Parameter rate: samples a second.
    package init(rate: Double) {
        self.rate = rate
        filter = BandFilter(lowest: Self.lowest, highest: Self.highest, rate: rate)
    }

    /// Takes the next samples.
    /// - Parameter count: a multiple of 16.
    package mutating func take(_ samples: UnsafePointer<Float>, count: Int) {
        energies.withUnsafeMutableBufferPointer { energies in
            for hop in 0..<count / Self.hop {
                energies[Int(hops) % Self.kept] = filter.energy(samples + hop * Self.hop, count: Self.hop)
                hops += 1
            }
        }
    }

    /// Returns the loudest window's root mean square since this was last called, in dB of full scale.
    mutating func takeLoudest() -> Float {
        var peak: Float = 0
        // A window is whole once all its hops are there, and the oldest hops were written over.
        let whole = Int64(Self.window / Self.hop)
        var hop = max(told, hops - Int64(Self.kept) + whole, whole - 1)
        while hop < hops {
            peak = max(peak, energy(hop))
            hop += 1
        }
        told = hops
        return Self.level(peak)
    }

    private static func level(_ energy: Float) -> Float { 10 * Float.log10(max(energy / Float(window), 1e-12)) }

    /// Returns the beginning of the sound whose frame has its middle at this sample.
    package func rise(around middle: Int64) -> Rise {
        let first = hop(of: Double(middle) - Self.before * rate)
        let last = max(first, hop(of: Double(middle) + Self.after * rate))
        var loudest = first
        for hop in first...last where energy(hop) > energy(loudest) { loudest = hop }
        let peak = energy(loudest)
        let limit = peak * Self.begun * Self.begun
        let dip = Int64(Self.longestDip * rate / Double(Self.hop))
        var (start, hop) = (loudest, loudest - 1)
        while hop >= first, start - hop <= dip + 1 {
            if energy(hop) > limit { start = hop }
            hop -= 1
        }
        // The sound began within the window's last hop: before it the window was still quiet.
        return Rise(sample: start * Int64(Self.hop), level: Self.level(peak))
    }

    /// Returns the hop that holds this sample, within those that are kept.
    private func hop(of sample: Double) -> Int64 {
        let oldest = max(Int64(Self.window / Self.hop), hops - Int64(Self.kept) + Int64(Self.window / Self.hop))
        return Int64((sample / Double(Self.hop)).rounded(.down)).clamped(to: oldest...max(oldest, hops - 1))
    }

    /// Returns the energy of the window that ends with this hop.
    private func energy(_ hop: Int64) -> Float {
        var sum: Float = 0
        for part in 0..<Int64(Self.window / Self.hop) { sum += energies[Int(hop - part) % Self.kept] }
        return sum
    }
}

/// A band pass: two high passes and a low pass of second order after each other. (R. Bristow-Johnson, Cookbook formulae for audio equalizer
/// biquad filter coefficients, Q = 0.71.)
private struct BandFilter: Sendable {
    private struct Section: Sendable {
        var (b0, b1, b2, a1, a2): (Float, Float, Float, Float, Float)
        var (first, second): (Float, Float) = (0, 0)

        init(passesHigh: Bool, _ frequency: Double, rate: Double) {
            let angle = 2 * Double.pi * frequency / rate
            let (cosine, alpha) = (Double.cos(angle), Double.sin(angle) / 2.0.squareRoot())
            let edge = passesHigh ? (1 + cosine) / 2 : (1 - cosine) / 2
            let scale = 1 / (1 + alpha)
            (b0, b1, b2) = (Float(edge * scale), Float((passesHigh ? -2 : 2) * edge * scale), Float(edge * scale))
            (a1, a2) = (Float(-2 * cosine * scale), Float((1 - alpha) * scale))
        }

        /// Numbers this small are zero: the processor is slow with smaller ones, and silence would end in them.
        mutating func settle() {
            if abs(first) < 1e-18 { first = 0 }
            if abs(second) < 1e-18 { second = 0 }
        }
    }

    private var sections: (Section, Section, Section)

    init(lowest: Double, highest: Double, rate: Double) {
        let high = Section(passesHigh: true, lowest, rate: rate)
        sections = (high, high, Section(passesHigh: false, highest, rate: rate))
    }

    /// Filters these samples and returns the sum of their squares.
    mutating func energy(_ samples: UnsafePointer<Float>, count: Int) -> Float {
        var (one, two, three) = sections
        var sum: Float = 0
        for index in 0..<count {
            let x = samples[index]
            let y = one.b0 * x + one.first
            one.first = one.b1 * x - one.a1 * y + one.second
            one.second = one.b2 * x - one.a2 * y
            let z = two.b0 * y + two.first
            two.first = two.b1 * y - two.a1 * z + two.second
            two.second = two.b2 * y - two.a2 * z
            let w = three.b0 * z + three.first
            three.first = three.b1 * z - three.a1 * w + three.second
            three.second = three.b2 * z - three.a2 * w
            sum += w * w
        }
        one.settle()
        two.settle()
        three.settle()
        sections = (one, two, three)
        return sum
    }
}
