// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Media

/// The loudness of the delay line: the loudest sample of each tenth of a second, as far as the line reaches back.
@Suite struct LoudnessRingTests {
    private static let rate = 8_000.0

    @Test(
        "any blocks: a range is as loud as the loudest sample in its tenths, and what is too old is silent", arguments: 1...30 as ClosedRange<UInt64>)
    func anyBlocks(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var ring = LoudnessRing(seconds: 5)
        var loudest: [Int64: Int] = [:]
        var now = Int64.random(in: 0...3_000_000_000, using: &random)
        for _ in 0..<120 {
            let count = Int.random(in: 0...1200, using: &random)
            var samples = [Int16](repeating: 0, count: count)
            for _ in 0..<3 where count > 0 { samples[Int.random(in: 0..<count, using: &random)] = Int16.random(in: .min ... .max, using: &random) }
            ring.note(samples, from: Timestamp(nanoseconds: now), rate: Self.rate)
            for (index, sample) in samples.enumerated() {
                let span = (now + Int64(Double(index) * 1e9 / Self.rate)) / LoudnessRing.span.nanoseconds
                loudest[span] = max(loudest[span] ?? 0, Int(sample.magnitude))
            }
            now += Int64(Double(count) * 1e9 / Self.rate)
            // Now and then the microphone is away for a while.
            if Int.random(in: 0..<20, using: &random) == 0 { now += Int64.random(in: 0...3_000_000_000, using: &random) }
        }
        let newest = loudest.keys.max() ?? 0
        for _ in 0..<20 {
            let first = newest - Int64.random(in: 0...80, using: &random)
            let length = Int64.random(in: 1...40, using: &random)
            guard first >= 0 else { continue }
            let begin = Timestamp(nanoseconds: first * LoudnessRing.span.nanoseconds)
            let waveform = ring.waveform(from: begin, through: begin + LoudnessRing.span * Int(length))
            for offset in 0..<length {
                let (span, from) = (first + offset, LoudnessRing.span * Int(offset))
                let expected = span > newest - 51 && span <= newest ? loudest[span] ?? 0 : 0
                let level = waveform.peak(in: from...from + LoudnessRing.span - .milliseconds(1))
                #expect(
                    abs(level - Double(expected) / 32_768) < 0.005 || expected > 0 && expected < 129 && level < 0.005, "span \(span) of \(newest)")
            }
        }
    }

    @Test func anEmptyOneIsSilent() {
        let ring = LoudnessRing(seconds: 60)
        #expect(!ring.waveform(from: .zero, through: Timestamp(seconds: 60)).hasSound)
        #expect(!ring.waveform(from: Timestamp(seconds: 9), through: Timestamp(seconds: 3)).hasSound)
    }
}
