// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import TestSupport
import Testing

@testable import Runtime

/// The ear on the blocks of a microphone: times on the common clock, whatever the blocks are like.
@Suite struct HeardStreamTests {
    /// A shot each six seconds, the first nine taught 0.8 s later, in 90 seconds of sound.
    private static let shots = (0..<14).map { 5 + 6 * Double($0) }
    private static let begin = Timestamp(seconds: 1000)

    private struct Heard {
        var shots: [Int: DetectedShot] = [:]
        var lesson = HearingLesson(marks: 0)
        var levels: [Double] = []
        var whistles: [Timestamp] = []
        /// All times that were told of a shot.
        var dates: [Int: Set<Timestamp>] = [:]

        /// The times of the shots, in seconds of the sound.
        var seconds: [Double] { shots.values.map { HeardStreamTests.begin.duration(to: $0.timestamp).inSeconds }.sorted() }
    }

    private func sound(rate: Int, impacts: Bool = false) -> MadeSound {
        var sound = MadeSound(seconds: 90, rate: rate)
        for shot in Self.shots {
            sound.add(.release, at: shot)
            if impacts { sound.add(.impact, at: shot + 0.4, level: -30) }
        }
        return sound
    }

    /// Hears the sound in blocks of 1024 samples.
    /// - Parameters:
    ///   - drift: the share by which the sound card's clock is slow.
    ///   - jitter: the time, in seconds, by which every second block is said to be later than it was.
    ///   - lost: the seconds that never come.
    private func hear(
        _ sound: MadeSound, channels: Int = 1, drift: Double = 0, jitter: Double = 0, lost: ClosedRange<Double>? = nil, distance: Double = 0,
        watchesLevel: Bool = false, hearsWhistles: Bool = false
    ) -> Heard {
        var stream = HeardStream()
        stream.hearsWhistles = hearsWhistles
        stream.watchesLevel = watchesLevel
        stream.microphoneDistance = distance
        var heard = Heard()
        var marks = Self.shots.prefix(9).map { $0 + 0.8 }[...]
        for first in stride(from: 0, to: sound.samples.count, by: 1024) {
            let seconds = Double(first) / Double(sound.rate)
            if let lost, lost.contains(seconds) { continue }
            let part = sound.samples[first..<min(first + 1024, sound.samples.count)].map { Int16(max(-32_768, min(32_767, $0 * 32_768))) }
            let samples = channels == 1 ? part : part.flatMap { [$0, 0] }
            let late = first / 1024 % 2 == 0 ? 0 : jitter
            let block = SoundBlock(timestamp: Self.begin + .seconds(seconds * (1 + drift) + late), samples: samples)
            while let mark = marks.first, mark < seconds {
                stream.learn(pressed: Self.begin + .seconds(mark * (1 + drift)), shown: nil)
                marks.removeFirst()
            }
            for news in stream.hear(block, sampleRate: sound.rate, channels: channels) {
                switch news {
                case .shot(let shot):
                    heard.shots[shot.id] = shot
                    heard.dates[shot.id, default: []].insert(shot.timestamp)
                case .learned(let lesson): heard.lesson = lesson
                case .level(let level): heard.levels.append(level)
                case .whistle(let whistle): heard.whistles.append(whistle)
                }
            }
        }
        return heard
    }

    private func expect(_ heard: Heard, _ wanted: [Double], within tolerance: Double = 0.005) {
        #expect(heard.seconds.count == wanted.count, "\(heard.seconds)")
        for (found, shot) in zip(heard.seconds, wanted) { #expect(abs(found - shot - MadeSound.Burst.release.date) < tolerance, "\(found)") }
    }

    @Test("X-03 shots are dated on the common clock, at every rate and with two channels", arguments: [48_000, 44_100, 96_000], [1, 2])
    func datesAreExact(rate: Int, channels: Int) {
        expect(hear(sound(rate: rate), channels: channels), Array(Self.shots.dropFirst(3)))
    }

    @Test("X-03 the level is told ten times a second while somebody looks, and at a shot it is the shot's own")
    func levelIsTold() throws {
        let made = sound(rate: 48_000)
        #expect(hear(made).levels.isEmpty)
        let heard = hear(made, watchesLevel: true)
        #expect((800...900).contains(heard.levels.count), "\(heard.levels.count)")
        let loudest = try #require(heard.levels.max())
        let shots = heard.shots.values.map(\.level)
        #expect(!shots.isEmpty && shots.allSatisfy { abs($0 - loudest) < 1.5 }, "\(loudest) \(shots)")
        #expect(heard.levels.count { $0 > loudest - 6 } <= 2 * Self.shots.count)
    }

    @Test("X-18 a whistle is told with its time on the common clock, if somebody asks, and no shot is lost by it", arguments: [48_000, 44_100])
    func whistlesAreTold(rate: Int) {
        var made = sound(rate: rate)
        made.addWhistle(warble: 150, at: 68, length: 0.5)
        #expect(hear(made).whistles.isEmpty)
        let heard = hear(made, drift: 0.001, hearsWhistles: true)
        #expect(heard.whistles.count == 1)
        for whistle in heard.whistles { #expect(abs(Self.begin.duration(to: whistle).inSeconds - 68 * 1.001) < 0.015) }
        expect(heard, Self.shots.dropFirst(3).map { $0 * 1.001 })
    }

    @Test("X-03 a sound card whose clock drifts by a thousandth moves no date")
    func driftIsFollowed() {
        let heard = hear(sound(rate: 48_000), drift: 0.001)
        expect(heard, Self.shots.dropFirst(3).map { $0 * 1.001 })
    }

    @Test("X-03 a short gap and a long one lose only what fell into them", arguments: [32.5...33.0, 32.5...40.2])
    func gapsLoseNothingElse(gap: ClosedRange<Double>) {
        let heard = hear(sound(rate: 48_000), lost: gap)
        expect(heard, Self.shots.dropFirst(3).filter { !gap.contains($0) })
        #expect(heard.lesson.marks >= 8 && heard.lesson.habit == .afterShot)
    }

    @Test("X-03 an impact gives its shot the flight time, under the same id")
    func impactsGiveFlightTimes() {
        let heard = hear(sound(rate: 48_000, impacts: true))
        #expect(heard.shots.count == Self.shots.count - 3)
        for shot in heard.shots.values { #expect(abs((shot.flight?.inSeconds ?? 0) - 0.4) < 0.01) }
    }

    @Test("X-07 the impact comes with the time that was told of its shot, although each block corrects the clock", arguments: [0, 0.001, 0.003])
    func impactsKeepTheShotsTime(jitter: Double) {
        let heard = hear(sound(rate: 48_000, impacts: true), drift: 0.001, jitter: jitter)
        #expect(heard.shots.count == Self.shots.count - 3 && heard.shots.values.allSatisfy { $0.flight != nil })
        #expect(heard.dates.values.allSatisfy { $0.count == 1 }, "\(heard.dates)")
    }

    @Test("X-03 the microphone's distance is taken off")
    func distanceIsTakenOff() {
        let near = hear(sound(rate: 48_000)), far = hear(sound(rate: 48_000), distance: 10)
        for (one, other) in zip(near.seconds, far.seconds) { #expect(abs(one - other - 0.02915) < 0.0001) }
    }

    @Test("X-03 sound of a low rate teaches nothing and stops nothing")
    func lowRatesAreLeftAlone() {
        let heard = hear(MadeSound(seconds: 20, rate: 16_000))
        #expect(heard.shots.isEmpty && heard.lesson.marks == 0)
    }
}
