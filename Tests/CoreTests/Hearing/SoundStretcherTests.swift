// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// The sound of slow motion: made clicks, tones and noise, stretched and measured sample by sample.
@Suite struct SoundStretcherTests {
    static let speeds = [0.75, 0.5, 0.25, 0.125]
    private typealias Burst = MadeSound.Burst

    /// Stretches a sound of one channel, in blocks of random sizes, from one of its stretched samples on.
    private func stretched(_ sound: [Int16], _ speed: Double, rate: Int = 48_000, from first: Int = 0, seed: UInt64 = 1) -> [Int16] {
        var random = SeededGenerator(seed: seed)
        var stretcher = SoundStretcher(rate: rate, speed: speed, from: Int64(first))
        let count = Int((Double(sound.count) / speed).rounded()) - first
        var heard: [Int16] = []
        while heard.count < count {
            let block = stretcher.read(min(Int.random(in: 1...2000, using: &random), count - heard.count)) { place, count in
                (place..<place + Int64(count)).flatMap { index in
                    let sample = sound.indices.contains(Int(index)) ? sound[Int(index)] : 0
                    return [sample, sample]
                }
            }
            #expect(stride(from: 0, to: block.count, by: 2).allSatisfy { block[$0] == block[$0 + 1] }, "each side has its own sound")
            heard += stride(from: 0, to: block.count, by: 2).map { block[$0] }
        }
        #expect(stretcher.next == Int64(first + count))
        return heard
    }

    private func samples(_ sound: MadeSound) -> [Int16] { sound.samples.map { Int16(($0 * 32_767).clamped(to: -32_767...32_767)) } }

    private func loudest(_ sound: some Collection<Int16>) -> Int { sound.reduce(0) { max($0, Int($1.magnitude)) } }

    /// Returns the beginnings of clicks: a quarter of the loudest, after a tenth of a second below.
    private func clicks(_ sound: [Int16]) -> [Int] {
        let level = loudest(sound) / 4
        var (clicks, last): ([Int], Int?) = ([], nil)
        for (index, sample) in sound.enumerated() where Int(sample.magnitude) >= level {
            if last.map({ index - $0 > 4800 }) ?? true { clicks.append(index) }
            last = index
        }
        return clicks
    }

    /// Returns the root mean squares of stretches of this length.
    private func levels(_ sound: some Collection<Int16>, every length: Int) -> [Double] {
        let sound = Array(sound)
        return stride(from: 0, through: sound.count - length, by: length).map { first in
            (sound[first..<first + length].reduce(0) { $0 + Double($1) * Double($1) } / Double(length)).squareRoot()
        }
    }

    @Test("X-05 a click stays one click, in its place, at its level, without an echo and without a gap", arguments: 1...8 as ClosedRange<UInt64>)
    func aClickStaysOneClick(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rate = [44_100, 48_000][Int(seed % 2)]
        let burst = [Burst.click, .release][Int(seed / 2 % 2)]
        var made = MadeSound(seconds: 1.2, rate: rate, noise: -40, seed: seed)
        made.add(burst, at: random.seconds(0.5...0.9), level: -3)
        let sound = samples(made)
        let place = try #require(clicks(sound).first)
        for speed in Self.speeds {
            let heard = stretched(sound, speed, rate: rate, seed: seed)
            #expect(heard.count == Int((Double(sound.count) / speed).rounded()))
            let found = clicks(heard)
            try #require(found.count == 1, "at \(speed): \(found)")
            let due = Double(place) / speed
            #expect(abs(Double(found[0]) - due) <= 0.005 * Double(rate), "at \(speed): heard at \(found[0]), due at \(due)")
            let level = Double(loudest(heard)) / Double(loudest(sound))
            #expect((0.89...1.12).contains(level), "at \(speed): \(level)")
            // A release fades to a quarter within 45 ms.
            let after = heard[found[0] + rate * 45 / 1000..<found[0] + rate / 10]
            #expect(Double(loudest(after)) < 0.3 * Double(loudest(sound)), "at \(speed)")
            // The last piece may reach over the end.
            let whole = heard.dropLast(Int(0.03 * Double(rate) / speed))
            let quietest = try #require(levels(whole, every: rate / 100).min())
            #expect(quietest > 0.5 * levels(sound[..<(rate / 2)], every: rate / 2)[0], "at \(speed): \(quietest)")
        }
    }

    @Test("X-05 two clicks stay two, each in its place", arguments: 1...6 as ClosedRange<UInt64>)
    func twoClicksStayTwo(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var made = MadeSound(seconds: 1.5, noise: -50, seed: seed)
        let first = random.seconds(0.3...0.5)
        made.add(.click, at: first, level: -6)
        made.add(.click, at: first + random.seconds(0.17...0.7), level: -6)
        let sound = samples(made)
        let places = clicks(sound)
        #expect(places.count == 2)
        for speed in Self.speeds {
            let found = clicks(stretched(sound, speed, seed: seed))
            #expect(found.count == 2, "at \(speed): \(found)")
            for (place, heard) in zip(places, found) { #expect(abs(Double(heard) - Double(place) / speed) <= 240, "at \(speed)") }
        }
    }

    @Test("X-05 a tone keeps its pitch and its level, without a gap", arguments: 1...12 as ClosedRange<UInt64>)
    func aToneStaysAsItIs(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let frequency = random.seconds(100...6000)
        var tone = MadeSound(seconds: 2, noise: -96)
        tone.addWhistle(frequency, at: 0, length: 2, level: -12)
        let sound = samples(tone)
        let speed = try #require(Self.speeds.randomElement(using: &random))
        let heard = stretched(sound, speed, seed: seed)
        func crossings(_ sound: some Collection<Int16>) -> Double {
            Double(zip(sound, sound.dropFirst()).count { $0 < 0 && $1 >= 0 }) / Double(sound.count)
        }
        let (whole, part) = (sound[9600..<86_400], heard[Int(9600 / speed)..<Int(86_400 / speed)])
        #expect(abs(crossings(part) / crossings(whole) - 1) < 0.01, "\(frequency) Hz at \(speed)")
        let level = levels(whole, every: whole.count)[0]
        #expect(levels(part, every: 4800).allSatisfy { (0.93...1.07).contains($0 / level) }, "\(frequency) Hz at \(speed)")
    }

    @Test("X-05 it lasts as long as its pictures, and silence stays silence", arguments: speeds)
    func itLastsAsLongAsItsPictures(speed: Double) {
        #expect(stretched([Int16](repeating: 0, count: 30_000), speed).allSatisfy { $0 == 0 })
        let sound = samples(MadeSound(seconds: 1, noise: -20)) + [Int16](repeating: 0, count: 48_000)
        let heard = stretched(sound, speed)
        #expect(heard.count == Int((96_000 / speed).rounded()))
        // A piece of 20 ms comes from within 10 ms of the position that is due.
        #expect(levels(heard[..<Int(46_000 / speed)], every: 480).allSatisfy { $0 > 500 })
        #expect(heard[Int(50_000 / speed)...].allSatisfy { $0 == 0 })
    }

    @Test("X-05 at full speed nothing is changed", arguments: 1...4 as ClosedRange<UInt64>)
    func atFullSpeedItIsTheSame(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var made = MadeSound(seconds: 2, noise: -30, seed: seed)
        for _ in 0..<4 { made.add([.click, .release, .word].randomElement(using: &random) ?? .click, at: random.seconds(0...1.9), level: -8) }
        let sound = samples(made)
        #expect(stretched(sound, 1, seed: seed) == sound)
    }

    @Test("X-05 blocks of any size give the same sound", arguments: speeds)
    func anyBlocksGiveTheSame(speed: Double) {
        var made = MadeSound(seconds: 1, noise: -30)
        made.add(.release, at: 0.4, level: -6)
        let sound = samples(made)
        #expect(stretched(sound, speed, seed: 1) == stretched(sound, speed, seed: 2))
    }

    @Test("X-05 wherever it begins, a click is heard in its place", arguments: 1...12 as ClosedRange<UInt64>)
    func whereverItBeginsAClickIsInItsPlace(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var made = MadeSound(seconds: 1.4, noise: -50, seed: seed)
        made.add(.click, at: 1.2, level: -6)
        let sound = samples(made)
        let place = try #require(clicks(sound).first)
        let speed = try #require(Self.speeds.randomElement(using: &random))
        let first = Int(random.seconds(0...1.19) * 48_000 / speed)
        let found = clicks(stretched(sound, speed, from: first, seed: seed))
        #expect(found.count == 1)
        #expect(abs(Double(first + (found.first ?? 0)) - Double(place) / speed) <= 240, "from \(first) at \(speed): \(found)")
        // From the midst of what is copied, the rest of it is heard as it is.
        let within = Int((Double(place) / speed).rounded()) + 240
        #expect(stretched(sound, speed, from: within).prefix(480).elementsEqual(sound[place + 240..<place + 720]))
    }
}
