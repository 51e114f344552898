// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// The lessons of marks: which onset before each, and which habit people have (docs/hearing.md, rule 3).
@Suite struct ShotTeachingTests {
    /// A sound of this kind: each kind has a shape of its own, and each onset differs a little.
    private func shape(_ kind: UInt64, _ random: inout SeededGenerator) -> ShotShape {
        var fixed = SeededGenerator(seed: kind)
        return ShotShape(cells: (0..<ShotShape.count).map { _ in Float(fixed.seconds(-40...0)) + Float(random.seconds(-2...2)) })
    }

    /// Teaches nine shots, one each 15 s, by marks 0.3 to 1.5 s after them or after the TV that is 5 s late. Between them something else is
    /// heard at random: each time another sound, up to 6 dB quieter than a shot.
    private func taught(_ habit: ShotTeaching.Habit, seed: UInt64, others: Double = 2, levels: ClosedRange<Double> = -35 ... -26) -> ShotTeaching {
        var random = SeededGenerator(seed: seed)
        var teaching = ShotTeaching()
        var onsets: [SoundOnset] = []
        var marks: [(pressed: Double, shown: Double)] = []
        for number in 1...9 {
            let time = Double(number) * 15
            onsets.append(SoundOnset(place: .seconds(time), level: random.seconds(-21 ... -19), shape: shape(1, &random)))
            let pressed = time + random.seconds(0.3...1.5) + (habit == .afterTV ? 5 : 0)
            marks.append((pressed, pressed - 5))
        }
        var time = 0.5
        while time < 145 {
            onsets.append(SoundOnset(place: .seconds(time), level: random.seconds(levels), shape: shape(random.next(), &random)))
            time += random.seconds(0.3...others * 2)
        }
        for onset in onsets.sorted(by: { $0.place < $1.place }) {
            while let mark = marks.first, Duration.seconds(mark.pressed) < onset.place {
                teaching.mark(pressed: .seconds(mark.pressed), shown: .seconds(mark.shown))
                marks.removeFirst()
            }
            teaching.note(onset)
            teaching.settle(heard: onset.place)
        }
        for mark in marks { teaching.mark(pressed: .seconds(mark.pressed), shown: .seconds(mark.shown)) }
        teaching.settle(heard: .seconds(200))
        return teaching
    }

    @Test("X-03 marks say themselves whether they follow the shot or the TV", arguments: ShotTeaching.Habit.allCases, 1...8 as ClosedRange<UInt64>)
    func findsTheHabit(habit: ShotTeaching.Habit, seed: UInt64) throws {
        let teaching = taught(habit, seed: seed)
        #expect(teaching.habit == habit && teaching.markCount == 9)
        let learned = try #require(teaching.learned)
        var random = SeededGenerator(seed: seed &+ 100)
        #expect(learned.distance(of: shape(1, &random)) < 1 && learned.distance(of: shape(2, &random)) > 1.6)
        #expect(abs(learned.level + 20) < 1)
    }

    @Test("X-03 words that are louder than some of the shots aren't learned", arguments: ShotTeaching.Habit.allCases, 1...4 as ClosedRange<UInt64>)
    func chooses(habit: ShotTeaching.Habit, seed: UInt64) throws {
        let teaching = taught(habit, seed: seed, others: 4, levels: -24 ... -17)
        #expect(teaching.habit == habit)
        var random = SeededGenerator(seed: seed &+ 100)
        let learned = try #require(teaching.learned)
        #expect(learned.limit == 1.6 && learned.distance(of: shape(1, &random)) < 1)
    }

    @Test("X-03 marks without a sound, or fewer than three, teach nothing")
    func nothing() {
        var random = SeededGenerator(seed: 5)
        var teaching = ShotTeaching()
        for number in 1...9 { teaching.mark(pressed: .seconds(number * 10), shown: nil) }
        teaching.settle(heard: .seconds(100))
        #expect(teaching.learned == nil && teaching.habit == nil && teaching.markCount == 9)
        for number in 1...2 {
            teaching.note(SoundOnset(place: .seconds(100 + number * 10), level: -20, shape: shape(1, &random)))
            teaching.mark(pressed: .seconds(101 + number * 10), shown: nil)
        }
        teaching.settle(heard: .seconds(200))
        #expect(teaching.learned == nil)
    }

    @Test("X-03 a mark waits for the onsets before it, and takes none after it or more than 2 s before")
    func reach() {
        var random = SeededGenerator(seed: 6)
        var teaching = ShotTeaching()
        for number in 1...3 {
            let shot = Double(number) * 20
            for time in [shot - 2.1, shot - 1.9, shot + 0.01] {
                let level = time == shot - 1.9 ? -20.0 : -10
                teaching.note(SoundOnset(place: .seconds(time), level: level, shape: shape(1, &random)))
            }
            teaching.mark(pressed: .seconds(shot), shown: nil)
            teaching.settle(heard: .seconds(shot - 0.001))
            #expect(teaching.markCount == number - 1)
            teaching.settle(heard: .seconds(shot))
            #expect(teaching.markCount == number)
        }
        #expect(teaching.learned?.level == -20)
    }

    @Test("X-03 another bow is learned within eighteen marks, and the memory has an end")
    func forgets() {
        var random = SeededGenerator(seed: 7)
        var teaching = ShotTeaching()
        for number in 1...4000 {
            let kind: UInt64 = number <= 3982 ? 1 : 2
            teaching.note(SoundOnset(place: .seconds(number * 3), level: kind == 1 ? -20 : -30, shape: shape(kind, &random)))
            teaching.mark(pressed: .seconds(Double(number) * 3 + 0.5), shown: nil)
            if number > 3970 || number % 500 == 0 { teaching.settle(heard: .seconds(number * 3 + 1)) }
            #expect(teaching.onsets.count <= 1024)
        }
        #expect(teaching.markCount == 18 && teaching.learned?.level == -30)
        #expect(teaching.learned?.distance(of: shape(2, &random)) ?? 9 < 1)
        #expect(ShotDetector.mostBytes < 4_000_000)
    }
}
