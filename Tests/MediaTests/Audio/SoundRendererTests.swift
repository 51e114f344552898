// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Media

/// The samples that are heard at each time, compared with footage in which every sample tells its position.
@Suite struct SoundRendererTests {
    private static let rate = 48_000
    private static let second = Timestamp(seconds: 100)
    /// The number of samples in a fade.
    private static let fade = 240

    private static func instant(_ sample: Int) -> Timestamp { second + FrameRate(48_000).offset(of: Int64(sample)) }

    /// Returns a sample of the footage: never silent, and different for each of 20 000 neighbours.
    private static func value(_ index: Int64) -> Int16 { Int16(1 + (index % 20_000 + 20_000) % 20_000) }

    private static func numbered(_ from: Int64, _ count: Int, _ speed: Double) -> [Int16] {
        (0..<count).flatMap { index in [value(from + Int64(index)), value(from + Int64(index))] }
    }

    private static func position(_ timeline: Timeline, _ sample: Int) -> Int64 {
        Int64((timeline.position(at: instant(sample)).inSeconds * 48_000).rounded())
    }

    /// Plays this number of samples in pieces of random sizes.
    private func play(
        _ count: Int, _ renderer: inout SoundRenderer, from first: Int = 0, timeline: Timeline?, volume: Double = 1, seed: UInt64 = 1,
        samples: (Int64, Int, Double) -> [Int16] = SoundRendererTests.numbered
    ) -> [Int16] {
        var random = SeededGenerator(seed: seed)
        var heard: [Int16] = []
        while heard.count < count * 2 {
            let piece = min(Int.random(in: 1...1500, using: &random), count - heard.count / 2)
            heard += renderer.render(
                piece, heardAt: Self.instant(first + heard.count / 2), timeline: timeline, volume: volume, samples: samples)
        }
        return stride(from: 0, to: heard.count, by: 2).map { heard[$0] }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func atFullSpeedEachSampleIsHeardWhenItsPlaceIsDue(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let timeline = Timeline(from: Self.second, position: .nanoseconds(.random(in: 0...9_000_000_000, using: &random)))
        var renderer = SoundRenderer(sampleRate: Self.rate)
        let heard = play(20_000, &renderer, timeline: timeline, seed: seed)
        for sample in Self.fade..<20_000 { #expect(abs(Int(heard[sample]) - Int(Self.value(Self.position(timeline, sample)))) <= 1) }
        #expect(renderer.jumps == 1)
    }

    @Test(arguments: [-2, -1, -0.5, -0.25, 0, 0.3, 0.999, 2])
    func atAnyOtherSpeedThereIsSilence(rate: Double) {
        var renderer = SoundRenderer(sampleRate: Self.rate)
        #expect(play(5000, &renderer, timeline: Timeline(from: Self.second, rate: rate)).allSatisfy { $0 == 0 })
        #expect(renderer.isSilent && renderer.jumps == 0)
        #expect(play(5000, &renderer, timeline: nil).allSatisfy { $0 == 0 })
    }

    @Test("X-05 in slow motion each stretched sample is heard when its place is due", arguments: [0.125, 0.25, 0.5, 0.75])
    func inSlowMotionEachSampleIsHeardWhenItsPlaceIsDue(rate: Double) {
        var renderer = SoundRenderer(sampleRate: Self.rate)
        let timeline = Timeline(from: Self.second, position: .milliseconds(1234), rate: rate)
        let heard = play(20_000, &renderer, timeline: timeline) { first, count, speed in
            speed == rate ? Self.numbered(first, count, speed) : [Int16](repeating: 0, count: count * 2)
        }
        for sample in Self.fade..<20_000 {
            let due = Int64((timeline.position(at: Self.instant(sample)).inSeconds / rate * 48_000).rounded())
            #expect(abs(Int(heard[sample]) - Int(Self.value(due))) <= 1, "sample \(sample)")
        }
        #expect(renderer.jumps == 1)
    }

    @Test("X-05 when the speed changes the sound fades out, and in again at the same place")
    func anotherSpeedGoesOnAtTheSamePlace() {
        var renderer = SoundRenderer(sampleRate: Self.rate)
        let timeline = Timeline(from: Self.second)
        _ = play(4800, &renderer, timeline: timeline)
        let heard = play(4800, &renderer, from: 4800, timeline: timeline.changed(rate: 0.5, at: Self.instant(4800)))
        #expect(heard[Self.fade - 1] == 0)
        for sample in 2 * Self.fade + 1..<4800 { #expect(abs(Int(heard[sample]) - Int(Self.value(Int64(9600 + sample)))) <= 1, "sample \(sample)") }
        #expect(renderer.jumps == 2)
    }

    @Test func aPauseFadesOutAndIsSilentAfterFiveMilliseconds() {
        var renderer = SoundRenderer(sampleRate: Self.rate)
        let timeline = Timeline(from: Self.second)
        _ = play(5000, &renderer, timeline: timeline)
        let heard = play(2000, &renderer, from: 5000, timeline: timeline.changed(rate: 0, at: Self.instant(5000)))
        #expect(heard[0] != 0 && heard[Self.fade...].allSatisfy { $0 == 0 })
        #expect(renderer.isSilent)
    }

    @Test(arguments: [0.5, 0.25, 1])
    func theVolumeIsThePartOfTheAmplitude(volume: Double) {
        var renderer = SoundRenderer(sampleRate: Self.rate)
        let timeline = Timeline(from: Self.second)
        let heard = play(5000, &renderer, timeline: timeline, volume: volume)
        for sample in Self.fade..<5000 {
            #expect(heard[sample] == Int16((Double(Self.value(Int64(sample))) * volume).rounded()), "sample \(sample)")
        }
    }

    @Test(arguments: [3.0, 0.5, 0.1])
    func overALoopsSeamTheBeginningIsHeardInItsPlace(seconds: Double) {
        let timeline = Timeline(from: Self.second, position: .seconds(7), bounds: .seconds(7)...(.seconds(7 + seconds)), loops: true)
        var renderer = SoundRenderer(sampleRate: Self.rate)
        let pass = Int(seconds * 48_000)
        let heard = play(4 * pass, &renderer, timeline: timeline, seed: 3)
        for sample in Self.fade..<4 * pass where (Self.fade + 2...pass - Self.fade - 2).contains(sample % pass) {
            #expect(heard[sample] == Self.value(Self.position(timeline, sample)), "sample \(sample)")
        }
        #expect(renderer.jumps == 4)
    }

    @Test func whatStandsAtItsEndIsSilent() {
        let timeline = Timeline(from: Self.second, bounds: .zero ... .seconds(0.25))
        var renderer = SoundRenderer(sampleRate: Self.rate)
        let heard = play(24_000, &renderer, timeline: timeline)
        #expect(heard[11_700] > 0 && heard[12_000...].allSatisfy { $0 == 0 })
        #expect(renderer.jumps == 1)
    }

    /// If the speaker's clock drifts or it ran dry, the sound returns to the picture before anybody could notice.
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func whateverTheSpeakersClockDoesSoundKeepsToThePicture(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var renderer = SoundRenderer(sampleRate: Self.rate)
        let timeline = Timeline(from: Self.second)
        let drift = Double.random(in: -0.01...0.01, using: &random)
        var instant = Self.second
        for _ in 0..<400 {
            if Int.random(in: 0..<40, using: &random) == 0 { instant = instant + .milliseconds(.random(in: 0...300, using: &random)) }
            let heard = renderer.render(480, heardAt: instant, timeline: timeline, volume: 1, samples: Self.numbered)
            let due = Int64((timeline.position(at: instant).inSeconds * 48_000).rounded())
            // A block that isn't being faded tells its position by its first sample.
            if renderer.jumps > 0, heard[0] != 0, heard[0] == heard[2] - 1 {
                let off = (Int64(heard[0]) - Int64(Self.value(due)) + 30_000) % 20_000 - 10_000
                #expect(abs(off) <= 1921, "\(off) samples from its place")
            }
            instant = instant + .nanoseconds(Int64(1e7 * (1 + drift)))
        }
    }

    /// Most sound cards report their position only once a period.
    @Test(arguments: [480, 1024, 1800])
    func aSpeakerThatTellsItsPlaceInStepsIsNoReasonToJump(period: Int) {
        var renderer = SoundRenderer(sampleRate: Self.rate)
        let timeline = Timeline(from: Self.second)
        var (written, heard) = (0, [Int16]())
        for visit in 1...1000 {
            // The true number of samples heard by now, and the number that the card reports.
            let position = min(written, visit * 480)
            let told = position / period * period
            let count = 2400 + period - (written - told)
            guard count > 0 else { continue }
            let instant = Self.instant(visit * 480 + written - told)
            let block = renderer.render(count, heardAt: instant, timeline: timeline, volume: 1, samples: Self.numbered)
            heard += stride(from: 0, to: block.count, by: 2).map { block[$0] }
            written += count
        }
        #expect(renderer.jumps == 1)
        #expect(zip(heard.dropFirst(Self.fade), heard.dropFirst(Self.fade + 1)).allSatisfy { $1 == $0 + 1 || $1 == 1 })
    }

    /// Footage of a steady tone has no steps, so the sound has none either, whatever the controls do.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func nothingThatIsDoneMakesAClick(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var renderer = SoundRenderer(sampleRate: Self.rate)
        var timeline: Timeline? = Timeline(from: Self.second, bounds: .zero ... .seconds(0.31), loops: true)
        var (last, volume, sample) = (0, 1.0, 0)
        for _ in 0..<300 {
            let now = Self.instant(sample)
            switch Int.random(in: 0..<9, using: &random) {
            case 0: timeline = nil
            case 1: timeline = Timeline(from: now, bounds: .zero ... .milliseconds(.random(in: 1...400, using: &random)), loops: true)
            case 2: timeline = timeline?.moved(to: .milliseconds(.random(in: 0...400, using: &random)), at: now)
            case 3: timeline = timeline?.changed(rate: [0, 0.5, 1, 1, -1].randomElement(using: &random) ?? 1, at: now)
            case 4: volume = Double.random(in: 0...1, using: &random)
            case 5: sample += Int.random(in: 0...3000, using: &random)
            default: break
            }
            let count = Int.random(in: 1...900, using: &random)
            let heard = renderer.render(count, heardAt: Self.instant(sample), timeline: timeline, volume: volume) { _, count, _ in
                [Int16](repeating: 24_000, count: count * 2)
            }
            #expect(heard.count == count * 2)
            for index in stride(from: 0, to: heard.count, by: 2) {
                // A fade and the volume knob may change in the same direction.
                #expect(abs(Int(heard[index]) - last) <= 202, "seed \(seed)")
                last = Int(heard[index])
            }
            sample += count
        }
    }
}
