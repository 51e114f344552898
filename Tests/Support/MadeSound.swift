// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation

/// A sound made of bursts in faint noise, the same at every sample rate.
public struct MadeSound: Sendable {
    /// A burst: tones between two frequencies, as loud as they get within `rise` seconds, 20 dB down `fall` seconds later.
    public struct Burst: Hashable, Sendable {
        var seed: UInt64
        var frequencies: ClosedRange<Double>
        var (rise, fall): (Double, Double)

        /// A bow's release: loud within 6 ms, 20 dB down after 46.
        public static let release = Burst(seed: 1, frequencies: 700...9000, rise: 0.006, fall: 0.046)
        /// The string's slide, which the release follows.
        public static let slide = Burst(seed: 5, frequencies: 700...9000, rise: 0.003, fall: 0.03)
        /// An arrow's impact: a dull blow.
        public static let impact = Burst(seed: 2, frequencies: 120...2600, rise: 0.003, fall: 0.09)
        /// The beginning of a word: a consonant that goes on as a vowel.
        public static let word = Burst(seed: 3, frequencies: 250...3400, rise: 0.015, fall: 0.4)
        /// A latch.
        public static let click = Burst(seed: 4, frequencies: 3000...11_000, rise: 0.0005, fall: 0.008)

        /// The seconds from the first sample to a quarter of the loudest: there an ear dates it.
        public var date: Double { rise / 4 }

        public static func == (a: Burst, b: Burst) -> Bool { a.seed == b.seed }
        public func hash(into hasher: inout Hasher) { hasher.combine(seed) }

        public func samples(rate: Double) -> [Float] {
            var random = SeededGenerator(seed: seed)
            let tones = (0..<40).map { _ in
                let part = random.seconds(0...1)
                return (2 * Double.pi * frequencies.lowerBound * pow(frequencies.upperBound / frequencies.lowerBound, part), random.seconds(0...6.28))
            }
            return (0..<Int((rise + fall * 2) * rate)).map { index in
                let time = Double(index) / rate
                let envelope = time < rise ? time / rise : pow(10, -(time - rise) / fall)
                return Float(envelope * tones.reduce(0) { $0 + sin($1.0 * time + $1.1) } / 16)
            }
        }
    }

    public let rate: Int
    public private(set) var samples: [Float]

    /// - Parameter noise: the level of the noise, in dB of full scale.
    public init(seconds: Double, rate: Int = 48_000, noise: Double = -75, seed: UInt64 = 9) {
        self.rate = rate
        var random = SeededGenerator(seed: seed)
        let gain = Float(pow(10, noise / 20))
        samples = (0..<Int(seconds * Double(rate))).map { _ in gain * Float(Int32(truncatingIfNeeded: random.next())) / 2_147_483_648 }
    }

    /// Adds a burst whose first sample is heard at this second.
    public mutating func add(_ burst: Burst, at second: Double, level: Double = -20) {
        let gain = Float(pow(10, level / 20))
        let first = Int((second * Double(rate)).rounded())
        for (index, sample) in burst.samples(rate: Double(rate)).enumerated() where first + index < samples.count {
            samples[first + index] += sample * gain
        }
    }

    /// Adds a referee's whistle.
    /// - Parameters:
    ///   - frequency: in hertz.
    ///   - warble: the most by which its pea moves the frequency, 30 times a second, in hertz; 0: it has no pea.
    ///   - second: the time of its first sample.
    ///   - length: in seconds.
    ///   - level: of its loudest part, in dB of full scale.
    public mutating func addWhistle(_ frequency: Double = 3100, warble: Double = 0, at second: Double, length: Double = 0.4, level: Double = -20) {
        let (gain, swing) = (pow(10, level / 20), 2 * Double.pi * 30)
        let first = Int((second * Double(rate)).rounded())
        for index in 0..<Int(length * Double(rate)) where first + index < samples.count {
            let time = Double(index) / Double(rate)
            let edges = min(1, time / 0.01) * min(1, (length - time) / 0.03)
            let phase = 2 * Double.pi * frequency * time + warble * sin(swing * time) / 30
            let loudness = warble == 0 ? 1 : 1 - 0.3 * (1 + cos(swing * time))
            samples[first + index] += Float(gain * edges * loudness * (sin(phase) + 0.1 * sin(2 * phase) + 0.05 * sin(3 * phase)))
        }
    }

    /// The same sound as a microphone hears it that clips at full scale.
    public func clipped() -> MadeSound {
        var other = self
        other.samples = samples.map { min(max($0, -1), 1) }
        return other
    }

    public func amplified(by decibels: Double) -> MadeSound {
        var other = self
        let gain = Float(pow(10, decibels / 20))
        other.samples = samples.map { $0 * gain }
        return other
    }
}
