// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// A detector from the first sample to the verdict, with made sounds.
@Suite struct ShotDetectorTests {
    private typealias Burst = MadeSound.Burst

    /// Three taught shots, and then two that count, each with a word before and an impact after it.
    private static let taught = [1.0, 4, 7]
    private static let counted = [10.0, 13]
    private static let flight = 0.43

    private static func sound(rate: Int = 48_000) -> MadeSound {
        var sound = MadeSound(seconds: 14.2, rate: rate)
        for shot in taught + counted {
            sound.add(.release, at: shot)
            sound.add(.impact, at: shot + flight, level: -28)
            sound.add(.word, at: shot - 0.4, level: -18)
        }
        return sound
    }

    /// Marks are pressed 0.7 s after the taught shots.
    private func verdicts(
        _ sound: MadeSound, block: Int = 480, change: (inout ShotDetector) -> Void = { _ in }
    ) throws -> [ShotVerdict] {
        var detector = try #require(ShotDetector(sampleRate: sound.rate))
        change(&detector)
        var verdicts: [ShotVerdict] = []
        var marks = Self.taught.map { $0 + 0.7 }
        // The marks come between blocks, at the same sample for all lengths of blocks.
        for second in stride(from: 0, to: Double(sound.samples.count) / Double(sound.rate), by: 0.5) {
            if let mark = marks.first, mark <= second {
                detector.mark(pressed: .seconds(mark), shown: .seconds(mark - 5))
                marks.removeFirst()
            }
            let (first, last) = (Int(second * Double(sound.rate)), Int((second + 0.5) * Double(sound.rate)))
            verdicts += detector.take(sound.samples[first..<min(last, sound.samples.count)], block: block)
        }
        return verdicts
    }

    private func shots(_ verdicts: [ShotVerdict]) -> [Duration] {
        verdicts.compactMap { if case .shot(let shot) = $0 { shot.place } else { nil } }
    }

    private func flights(_ verdicts: [ShotVerdict]) -> [Duration] {
        verdicts.compactMap { if case .impact(let shot) = $0 { shot.flight } else { nil } }
    }

    @Test("X-03 three marks teach, and then each shot is heard once, with its flight", arguments: [44_100, 48_000])
    func hears(rate: Int) throws {
        let verdicts = try verdicts(Self.sound(rate: rate))
        let shots = shots(verdicts)
        #expect(shots.count == 2)
        for (shot, time) in zip(shots, Self.counted) { #expect(abs(shot.inSeconds - time - Burst.release.date) < 0.002, "\(shot)") }
        #expect(flights(verdicts).count == 2 && flights(verdicts).allSatisfy { abs($0.inSeconds - Self.flight) < 0.005 })
        #expect(verdicts.count == 4, "\(verdicts)")
    }

    @Test("X-03 blocks of any length give the same", arguments: [1, 255, 257, 24_000])
    func blocks(length: Int) throws {
        var sound = Self.sound()
        sound.add(.click, at: 11.2)
        #expect(try verdicts(sound, block: length) == verdicts(sound, block: 480))
    }

    @Test("X-03 gain changes neither shots nor times", arguments: [-20.0, 14])
    func gain(decibels: Double) throws {
        let (plain, other) = (try verdicts(Self.sound()), try verdicts(Self.sound().amplified(by: decibels)))
        #expect(shots(plain) == shots(other) && flights(plain) == flights(other) && shots(other).count == 2)
    }

    @Test("X-03 samples of 16 bits and of floating point are heard alike")
    func integers() throws {
        let sound = Self.sound()
        let integers = sound.samples.map { Int16(($0 * 32_768).rounded().clamped(to: -32_768...32_767)) }
        var (one, other) = (try #require(ShotDetector(sampleRate: 48_000)), try #require(ShotDetector(sampleRate: 48_000)))
        _ = one.take(sound.samples)
        _ = integers.withUnsafeBufferPointer { other.take($0) }
        #expect(one.teaching.onsets.count == other.teaching.onsets.count && one.teaching.onsets.count >= 10)
        for (a, b) in zip(one.teaching.onsets, other.teaching.onsets) { #expect(abs((a.place - b.place).inSeconds) < 0.0005) }
    }

    @Test("X-03 what isn't a number is silence, and the sound after it is heard as ever")
    func notANumber() throws {
        var detector = try #require(ShotDetector(sampleRate: 48_000))
        for value in [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
            _ = detector.take([Float](repeating: value, count: 4800))
        }
        let before = detector.teaching.onsets
        #expect(before.allSatisfy { $0.level.isFinite && $0.shape.cells.allSatisfy(\.isFinite) })
        var sound = MadeSound(seconds: 1.5)
        sound.add(.release, at: 1)
        _ = detector.take(sound.samples)
        #expect(detector.teaching.onsets.count { $0.place > .seconds(0.7) } == 1)
    }

    @Test("X-03 the microphone's distance is taken off the date: 29 ms at 10 m")
    func distance() throws {
        let (near, far) = (try verdicts(Self.sound()), try verdicts(Self.sound()) { $0.microphoneDistance = 10 })
        #expect(shots(near).count == 2 && shots(near).map { $0 - .microseconds(29_150) } == shots(far) && flights(near) == flights(far))
    }

    @Test("X-03 a clip that plays for a minute is one sound that is ignored, however it is told")
    func longSoundsAreOne() throws {
        var detector = try #require(ShotDetector(sampleRate: 48_000))
        let empty = detector.ignoredSounds
        for piece in 0..<6000 { detector.ignore(.milliseconds(piece * 10)...Duration.milliseconds(piece * 10 + 60)) }
        #expect(empty == 0 && detector.ignoredSounds == 1)
        detector.ignore(.seconds(90)...Duration.seconds(91))
        #expect(detector.ignoredSounds == 2)
    }

    @Test("X-03 the box's own tones are ignored, with 150 ms on both sides")
    func ownTones() throws {
        let heard = try shots(
            verdicts(Self.sound()) {
                $0.ignore(.seconds(10.14)...Duration.seconds(10.3))
                $0.ignore(.seconds(12.7)...Duration.seconds(12.84))
            })
        #expect(heard.count == 1 && abs((heard.first?.inSeconds ?? 0) - 13) < 0.01, "\(heard)")
    }

    @Test("X-03 a rate under 32 kHz is refused")
    func rates() {
        for rate in [0, -1, 8000, 31_999, 1_000_000] { #expect(ShotDetector(sampleRate: rate) == nil) }
        for rate in [32_000, 44_100, 48_000, 96_000, 192_000] { #expect(ShotDetector(sampleRate: rate) != nil) }
    }
}
