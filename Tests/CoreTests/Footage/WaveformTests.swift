// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@Suite struct WaveformTests {
    @Test(arguments: [0, 0.01, 1, 3.3, 60, 61, 1200, 86_400, 1e9])
    func itsMemoryIsBoundedAndItCoversTheFootage(seconds: Double) {
        let waveform = Waveform(of: .seconds(seconds))
        #expect((1...Waveform.most).contains(waveform.peaks.count))
        #expect(waveform.span >= Waveform.finest)
        if seconds <= 86_400 { #expect(waveform.span.inSeconds * Double(waveform.peaks.count) >= seconds - 0.001) }
        #expect(!waveform.hasSound)
        #expect(waveform.strokes(100, over: .zero ... .seconds(seconds)).isEmpty)
    }

    /// Each span has its loudest sample, however the samples are divided into pieces.
    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func eachSpanHasItsLoudestSample(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let length = Double.random(in: 0.5...90, using: &random)
        var waveform = Waveform(of: .seconds(length))
        var model = [Int](repeating: 0, count: waveform.peaks.count)
        var place = 0
        while Double(place) < length * 1000 {
            let samples = (0..<Int.random(in: 1...3000, using: &random)).map { _ in
                Int.random(in: 0..<50, using: &random) == 0 ? Int16.random(in: .min ... .max, using: &random) : 0
            }
            waveform.note(samples, from: .milliseconds(place), rate: 1000)
            for (index, sample) in samples.enumerated() {
                let span = Int(Int64(place + index) * 1_000_000 / waveform.span.nanoseconds)
                if span < model.count { model[span] = max(model[span], Int(sample.magnitude)) }
            }
            place += samples.count
        }
        for (index, peak) in model.enumerated() {
            #expect(abs(Int(waveform.peaks[index]) - min(255, peak * 255 / 32_768)) <= 1, "span \(index)")
        }
    }

    @Test func whatLiesOutsideIsLeftOut() {
        var waveform = Waveform(of: .seconds(1))
        waveform.note([.max, .max], from: .seconds(-1), rate: 48_000)
        waveform.note([.max], from: .seconds(2), rate: 48_000)
        waveform.note([.max], from: .seconds(1e9), rate: 48_000)
        waveform.note([.max], from: .zero, rate: 0)
        #expect(!waveform.hasSound)
        waveform.note([.min], from: .zero, rate: 48_000)
        #expect(waveform.peaks.first == 255 && waveform.peaks.dropFirst().allSatisfy { $0 == 0 })
        #expect(waveform.peak(in: .seconds(-5) ... .seconds(-4)) == 0)
        #expect(waveform.peak(in: .seconds(4) ... .seconds(5)) == 0)
        #expect(waveform.peak(in: .zero ... .zero) == 1)
    }

    @Test func theLoudestStrokeIsWholeAndAShortOneIsNeverLost() {
        var waveform = Waveform(of: .seconds(60))
        waveform.note([Int16](repeating: 300, count: 60_000), from: .zero, rate: 1000)
        waveform.note([8000], from: .seconds(31.234), rate: 1000)
        for count in [1, 7, 40, 288, 1000] {
            let strokes = waveform.strokes(count, over: .zero ... .seconds(60))
            #expect(strokes.count == count)
            #expect(abs((strokes.max() ?? 0) - 1) < 0.02)
            #expect(strokes.firstIndex(of: strokes.max() ?? 0) == Int(31.234 / 60 * Double(count)))
            #expect(count == 1 || strokes.filter { $0 > 0.5 }.count <= 2)
        }
        let part = waveform.strokes(50, over: .seconds(31) ... .seconds(32))
        #expect(part.filter { $0 > 0.5 }.count <= 2 && part[11] > 0.9)
    }

    @Test func theNoiseOfAnEmptyRangeIsNotBlownUp() {
        var waveform = Waveform(of: .seconds(10))
        waveform.note([Int16](repeating: 40, count: 10_000), from: .zero, rate: 1000)
        #expect((waveform.strokes(50, over: .zero ... .seconds(10)).max() ?? 1) < 0.15)
    }
}
