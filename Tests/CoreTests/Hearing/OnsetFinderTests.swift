// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// The signs of an onset, and its date (docs/hearing.md, rules 1, 2 and 5).
@Suite struct OnsetFinderTests {
    private func onsets(_ sound: MadeSound) -> [SoundOnset] {
        var finder = OnsetFinder(rate: Double(sound.rate))
        return sound.samples.compactMap { finder.take($0) }
    }

    private static let starts = [0.5, 0.9137, 1.4142, 1.8]

    private static func releases(rate: Int = 48_000, noise: Double = -75) -> MadeSound {
        var sound = MadeSound(seconds: 2.3, rate: rate, noise: noise)
        for start in starts { sound.add(.release, at: start) }
        return sound
    }

    @Test("X-03 each release is one onset, dated within a millisecond and a half", arguments: [44_100, 48_000])
    func dated(rate: Int) {
        let found = onsets(Self.releases(rate: rate))
        #expect(found.count == Self.starts.count)
        for (onset, start) in zip(found, Self.starts) {
            #expect(abs(onset.place.inSeconds - start - MadeSound.Burst.release.date) < 0.0015, "\(onset.place) for \(start)")
        }
    }

    @Test("X-03 a click's date is its first sample, wherever it lies in a frame", arguments: [0, 50, 100, 150, 200, 250])
    func clicks(offset: Int) {
        var sound = MadeSound(seconds: 0.7)
        let start = 0.3 + Double(offset) / 48_000
        sound.add(.click, at: start)
        let found = onsets(sound)
        #expect(found.count == 1 && abs((found.first?.place.inSeconds ?? 0) - start) < 0.0012, "\(found.map(\.place)) for \(start)")
    }

    @Test("X-03 nothing that comes 0.2 s after a shot decides anything", arguments: [44_100, 48_000])
    func causal(rate: Int) {
        let sound = Self.releases(rate: rate)
        var finder = OnsetFinder(rate: Double(rate))
        var count = 0
        for (index, sample) in sound.samples.enumerated() {
            guard let onset = finder.take(sample) else { continue }
            let waited = Double(index + 1) / Double(rate) - onset.place.inSeconds
            #expect(waited > 0.15 && waited < 0.2, "known after \(waited) s")
            count += 1
        }
        #expect(count == Self.starts.count)
    }

    @Test("X-03 gain changes the level and nothing else", arguments: [-24.0, -12, 12])
    func gain(decibels: Double) {
        let (plain, other) = (onsets(Self.releases()), onsets(Self.releases().amplified(by: decibels)))
        #expect(plain.count == other.count && !plain.isEmpty)
        for (a, b) in zip(plain, other) {
            #expect(a.place == b.place)
            #expect(abs(b.level - a.level - decibels) < 0.01)
            // Quiet cells reach the floor of 16 bits, so they may differ where they hardly count.
            for (x, y) in zip(a.shape.cells, b.shape.cells) { #expect(abs(x - y) < (x > -30 ? 0.5 : 12), "\(x) and \(y)") }
        }
    }

    @Test("X-03 the sample rate changes neither dates nor levels nor shapes", arguments: [44_100, 88_200, 96_000, 192_000])
    func rates(rate: Int) throws {
        let plain = onsets(Self.releases(noise: -120))
        var detector = try #require(ShotDetector(sampleRate: rate))
        _ = detector.take(Self.releases(rate: rate, noise: -120).samples)
        let other = detector.teaching.onsets
        #expect(plain.count == other.count)
        for (a, b) in zip(plain, other) {
            #expect(abs((a.place - b.place).inSeconds) < 0.001 && abs(a.level - b.level) < 1.5, "\(a.place) \(b.place), \(a.level) \(b.level)")
            let off = zip(a.shape.cells, b.shape.cells).reduce(0) { $0 + abs($1.0 - $1.1) } / Float(ShotShape.count)
            // The frames lie otherwise; 5 dB is the least spread of a learned cell.
            #expect(off < 5, "\(off) dB off")
        }
    }

    @Test("X-03 of two sounds nearer than six frames the greater rise is the onset, and farther ones are two")
    func apart() {
        func count(_ gap: Double) -> Int {
            var sound = MadeSound(seconds: 1)
            sound.add(.click, at: 0.5, level: -26)
            sound.add(.click, at: 0.5 + gap, level: -14)
            return onsets(sound).count
        }
        #expect(count(0.02) == 1)
        #expect(count(0.06) == 2)
    }

    @Test("X-03 a release sounds the same after its string's slide, clipped or not", arguments: [0.016, 0.02, 0.024, 0.028], [0.0, 20])
    func slide(ahead: Double, decibels: Double) throws {
        func last(slides: Bool) -> SoundOnset? {
            var sound = MadeSound(seconds: 0.9, noise: -60)
            if slides { sound.add(.slide, at: 0.5 - ahead, level: -24) }
            sound.add(.release, at: 0.5, level: -8)
            return onsets(sound.amplified(by: decibels).clipped()).last
        }
        let plain = try #require(last(slides: false))
        let slid = try #require(last(slides: true))
        #expect(abs((plain.place - slid.place).inSeconds) < 0.001, "\(plain.place) and \(slid.place)")
        let off = zip(plain.shape.cells, slid.shape.cells).reduce(0) { $0 + abs($1.0 - $1.1) } / Float(ShotShape.count)
        // The shape of the slide's own frame is some 12 dB off.
        #expect(off < 1, "\(off) dB off")
    }

    @Test("X-03 silence, noise, a steady tone and full scale have no onset, and nothing is no number")
    func steady() {
        #expect(onsets(MadeSound(seconds: 1, noise: -200)).isEmpty)
        #expect(onsets(MadeSound(seconds: 2, noise: -20)).isEmpty)
        #expect(onsets(MadeSound(seconds: 2, noise: 0)).isEmpty)
        var finder = OnsetFinder(rate: 48_000)
        for index in 0..<96_000 {
            let onset = finder.take(index < 48_000 ? 0 : index / 12 % 2 == 0 ? 1 : -1)
            if let onset {
                #expect(abs(onset.place.inSeconds - 1) < 0.002 && onset.level.isFinite && onset.shape.cells.allSatisfy(\.isFinite))
            }
        }
    }
}
