// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@testable import Core

/// The transform against the sum that defines it.
@Suite struct FFT512Tests {
    private func powers(_ samples: [Float]) -> [Float] {
        var fft = FFT512()
        var powers = [Float](repeating: .nan, count: FFT512.lines)
        samples.withUnsafeBufferPointer { samples in
            powers.withUnsafeMutableBufferPointer { powers in
                if let samples = samples.baseAddress, let powers = powers.baseAddress { fft.transform(samples, to: powers) }
            }
        }
        return powers
    }

    @Test("X-03 each line is the sum that defines it", arguments: [1, 2, 3] as [UInt64])
    func equalsThePlainSum(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let samples = (0..<512).map { _ in Float(random.seconds(-1...1)) }
        let found = powers(samples)
        for line in 0..<256 {
            var (re, im) = (0.0, 0.0)
            for (index, sample) in samples.enumerated() {
                let angle = -2 * Double.pi * Double(index * line % 512) / 512
                re += Double(sample) * cos(angle)
                im += Double(sample) * sin(angle)
            }
            #expect(abs(Double(found[line]) - (re * re + im * im)) < 1e-4 * max(1, re * re + im * im), "line \(line)")
        }
    }

    @Test("X-03 a tone lies in its line alone", arguments: [1, 37, 128, 255])
    func toneLiesInItsLine(line: Int) {
        let found = powers((0..<512).map { Float(sin(2 * Double.pi * Double($0 * line % 512) / 512)) })
        #expect(abs(found[line] - 65_536) < 10)
        for other in 0..<256 where other != line { #expect(found[other] < 0.01, "line \(other)") }
    }

    @Test("X-03 a sine of full scale is 0 dB in its band, and silence is the floor")
    func levels() {
        var bands = SoundBands(rate: 48_000)
        func levels(_ samples: [Float]) -> [Float] {
            var levels = [Float](repeating: 0, count: SoundBands.count)
            samples.withUnsafeBufferPointer { samples in
                levels.withUnsafeMutableBufferPointer { if let a = samples.baseAddress, let b = $0.baseAddress { bands.measure(a, to: b) } }
            }
            return levels
        }
        // The sixth band reaches from 2382 to 3606 Hz.
        let tone = levels((0..<512).map { Float(sin(2 * Double.pi * 3000 * Double($0) / 48_000)) })
        #expect(abs(tone[5]) < 0.1 && tone.indices.allSatisfy { $0 == 5 || tone[$0] < -25 }, "\(tone)")
        #expect(levels([Float](repeating: 0, count: 512)) == [Float](repeating: SoundBands.floor, count: 9))
    }
}
