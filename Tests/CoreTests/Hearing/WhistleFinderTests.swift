// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// A referee's whistle is heard, and nothing else is taken for one.
@Suite struct WhistleFinderTests {
    /// Returns the beginnings of the whistles in a sound, in seconds.
    private func whistles(in sound: MadeSound, block: Int = 480, ignoring own: ClosedRange<Duration>? = nil) -> [Double] {
        guard var detector = ShotDetector(sampleRate: sound.rate) else { return [] }
        detector.hearsWhistles = true
        if let own { detector.ignore(own) }
        var found: [Double] = []
        for first in stride(from: 0, to: sound.samples.count, by: block) {
            _ = detector.take(sound.samples[first..<min(first + block, sound.samples.count)], block: block)
            found += detector.takeWhistles().map(\.inSeconds)
        }
        return found
    }

    private func expect(_ found: [Double], _ wanted: [Double], _ comment: Comment? = nil) {
        #expect(found.count == wanted.count, comment)
        for (one, other) in zip(found, wanted) { #expect(abs(one - other) < 0.015, comment) }
    }

    @Test(
        "X-18 whistles with and without a pea are heard and dated, at each rate", arguments: [32_000, 44_100, 48_000, 96_000], [0.0, 100, 200])
    func whistlesAreHeard(rate: Int, warble: Double) {
        for frequency in [2300.0, 3100, 4100] {
            for level in [-6.0, -20, -36] {
                var sound = MadeSound(seconds: 5, rate: rate, noise: -60)
                sound.addWhistle(frequency, warble: warble, at: 1, level: level)
                sound.addWhistle(frequency, warble: warble, at: 3.5, length: 1.2, level: level)
                expect(whistles(in: sound), [1, 3.5], "\(frequency) Hz at \(level) dB")
            }
        }
    }

    @Test("X-18 a whistle is heard in noise 12 dB below it, and in blocks of any length", arguments: [64, 480, 4800])
    func noise(block: Int) {
        var sound = MadeSound(seconds: 4, noise: -27)
        sound.addWhistle(3100, warble: 150, at: 2, level: -15)
        expect(whistles(in: sound, block: block), [2])
    }

    @Test("X-18 a tone of less than a quarter of a second is no whistle")
    func shortOnes() {
        for warble in [0.0, 150] {
            var sound = MadeSound(seconds: 4)
            sound.addWhistle(warble: warble, at: 1, length: 0.2)
            sound.addWhistle(warble: warble, at: 2.5, length: 0.3)
            expect(whistles(in: sound), [2.5])
        }
    }

    @Test("X-18 the blasts of one signal are one whistle, and one a second after it another")
    func signals() {
        var sound = MadeSound(seconds: 7)
        for blast in [1, 1.6, 2.2] { sound.addWhistle(warble: 150, at: blast) }
        sound.addWhistle(warble: 150, at: 4)
        expect(whistles(in: sound), [1, 4])
    }

    @Test("X-18 lower and higher tones, tones that glide, and several at once are no whistles")
    func otherTones() {
        for frequency in [440.0, 1500, 5500, 8000] {
            var sound = MadeSound(seconds: 3)
            sound.addWhistle(frequency, at: 1, length: 1)
            expect(whistles(in: sound), [], "\(frequency) Hz")
        }
        // A whistle's pea moves it by up to 200 Hz. A bird glides farther.
        var bird = MadeSound(seconds: 3)
        bird.addWhistle(3200, warble: 900, at: 1, length: 1)
        expect(whistles(in: bird), [])
        var chord = MadeSound(seconds: 3)
        for frequency in [523.0, 1319, 2637, 3520] { chord.addWhistle(frequency, at: 1, length: 1) }
        expect(whistles(in: chord), [])
    }

    @Test("X-18 shots, impacts, words, latches and noise are no whistles", arguments: [MadeSound.Burst.release, .impact, .word, .click])
    func otherSounds(burst: MadeSound.Burst) {
        var sound = MadeSound(seconds: 12, noise: -30)
        for place in stride(from: 1.0, to: 11, by: 0.35) { sound.add(burst, at: place, level: -3) }
        expect(whistles(in: sound), [])
    }

    @Test("X-18 what the box itself plays is no whistle")
    func ownSounds() {
        var sound = MadeSound(seconds: 6)
        sound.addWhistle(at: 1)
        sound.addWhistle(at: 4)
        expect(whistles(in: sound, ignoring: Duration.milliseconds(900)...Duration.milliseconds(1500)), [4])
    }

    @Test("X-18 nobody looks for whistles unless asked, and a sound that begins anew is still searched")
    func askedFor() throws {
        var sound = MadeSound(seconds: 3)
        sound.addWhistle(at: 1)
        var detector = try #require(ShotDetector(sampleRate: 48_000))
        _ = detector.take(sound.samples)
        let unasked = detector.takeWhistles()
        #expect(unasked.isEmpty)
        detector.hearsWhistles = true
        let restarts = detector.restart(sampleRate: 48_000)
        #expect(restarts)
        _ = detector.take(sound.samples)
        let (first, second) = (detector.takeWhistles(), detector.takeWhistles())
        #expect(first.count == 1 && second.isEmpty)
    }
}
