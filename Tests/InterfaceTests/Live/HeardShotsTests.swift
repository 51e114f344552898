// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// MARK takes a heard shot, or leaves it alone (X-03, docs/decisions.md, Heard shots).
@Suite struct HeardShotsTests {
    private func heard(_ seconds: [Double], habit: ShotTeaching.Habit? = nil) -> HeardShots {
        var shots = HeardShots()
        for (index, second) in seconds.enumerated() {
            shots.hear(.shot(DetectedShot(id: index + 1, timestamp: Timestamp(seconds: second), level: -12)))
        }
        shots.hear(.learned(HearingLesson(marks: 9, habit: habit, gate: -30)))
        return shots
    }

    private func taken(
        _ shots: HeardShots, by press: Double, shown: Double?, after border: Double? = nil, taken: [Double] = []
    ) -> Double? {
        shots.taken(
            by: Timestamp(seconds: press), shown: shown.map(Timestamp.init(seconds:)), after: border.map(Timestamp.init(seconds:)),
            taken: Set(taken.map(Timestamp.init(seconds:))))?.timestamp.seconds
    }

    @Test("X-03 MARK takes a shot that was on the TV in the last three seconds, or that fell after what is on the TV")
    func whichShotIsTaken() {
        #expect(taken(heard([20]), by: 21, shown: 16) == 20, "heard, not yet on the TV")
        #expect(taken(heard([20]), by: 25.5, shown: 20.5) == 20, "just seen")
        #expect(taken(heard([20]), by: 28, shown: 23) == 20, "seen three seconds ago")
        #expect(taken(heard([20]), by: 28.01, shown: 23.01) == nil, "let go")
        #expect(taken(heard([20]), by: 20.5, shown: nil) == 20, "the live picture is shown")
        #expect(taken(heard([20]), by: 23.5, shown: nil) == nil)
        #expect(taken(heard([20]), by: 21, shown: 16, taken: [20]) == nil, "another mark has it")
        #expect(taken(heard([20]), by: 21, shown: 16, after: 20.5) == nil, "it lies in an earlier mark's clip")
    }

    @Test("X-03 of a seen and a heard shot the habit decides, else the nearer one")
    func habitDecides() {
        let seconds = [20.0, 24]
        #expect(taken(heard(seconds, habit: .afterTV), by: 25, shown: 20.1) == 20)
        #expect(taken(heard(seconds, habit: .afterShot), by: 25, shown: 20.1) == 24)
        #expect(taken(heard(seconds), by: 25, shown: 20.1) == 20)
        #expect(taken(heard(seconds), by: 24.3, shown: 21) == 24)
    }

    @Test("X-03 whatever was heard, MARK takes only what the rule allows, and nothing twice", arguments: UInt64(1)...40)
    func takenShotsAreAllowed(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var at = 0.0
        let seconds = (0..<30).map { _ in
            at += Double.random(in: 1...9, using: &random)
            return at
        }
        let delay = Double.random(in: 0...12, using: &random)
        var shots = HeardShots()
        var (marked, index): ([Double], Int) = ([], 0)
        for step in 1..<Int(at * 2) {
            let press = Double(step) / 2 + Double.random(in: 0..<0.5, using: &random)
            while index < seconds.count, seconds[index] + 0.2 < press {
                shots.hear(.shot(DetectedShot(id: index + 1, timestamp: Timestamp(seconds: seconds[index]), level: -9)))
                index += 1
            }
            guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
            let found = taken(shots, by: press, shown: delay > 0 ? press - delay : nil, taken: marked)
            guard let found else { continue }
            #expect(found <= press && found >= press - delay - 3)
            #expect(!marked.contains(found))
            marked.append(found)
        }
        #expect(!marked.isEmpty)
    }

    @Test("X-03 more that becomes known of a shot replaces it")
    func laterNewsReplacesAShot() {
        var shots = heard([20])
        shots.hear(.shot(DetectedShot(id: 1, timestamp: Timestamp(seconds: 20.2), level: -3, flight: .milliseconds(400))))
        #expect(shots.all.count == 1 && shots.all[0].flight == .milliseconds(400))
        for id in 2...250 { shots.hear(.shot(DetectedShot(id: id, timestamp: Timestamp(seconds: Double(id)), level: -3))) }
        #expect(shots.all.count == HeardShots.most)
    }
}

/// The same through the whole interface.
@Suite struct SuggestedShotTests {
    private func box(_ marks: Settings.SoundMarks) -> Rehearsal {
        var box = Rehearsal {
            $0.soundMarks = marks
            $0.delaySeconds = 5
        }
        box.run(to: 30)
        return box
    }

    private func hear(_ box: inout Rehearsal, id: Int = 1, at seconds: Double, flight: Double? = nil) {
        box.send(
            .hearing(
                .shot(DetectedShot(id: id, timestamp: Timestamp(seconds: seconds), level: -12, flight: flight.map { .seconds($0) })),
                live: Rehearsal.newest(at: Timestamp(seconds: seconds))))
    }

    /// The journal's lines about marks and impacts, in short.
    private func lines(_ box: Rehearsal) -> [String] {
        box.effects.compactMap { effect in
            switch effect {
            case .card(.journal(_, .marked(let mark))): "mark \(mark.number)"
            case .card(.journal(_, .impact(let mark, let seconds))): "impact of \(mark): \(seconds)"
            default: nil
            }
        }
    }

    @Test("X-07 an impact heard before the press, or after it, belongs to the mark; the newest word counts")
    func impactsBelongToTheMark() {
        var box = box(.suggest)
        hear(&box, at: 29.5)
        hear(&box, at: 29.5, flight: 0.4)
        box.tap(.mark)
        #expect(lines(box) == ["mark 1", "impact of 1: 0.4"])
        hear(&box, at: 29.5, flight: 0.6)
        hear(&box, at: 29.5, flight: 0.6)
        #expect(lines(box) == ["mark 1", "impact of 1: 0.4", "impact of 1: 0.6"])
        #expect(box.appliance.context.sessions.session.marks.map(\.impact) == [0.6])
        // The shot of another mark changes nothing.
        hear(&box, id: 2, at: 29.9)
        hear(&box, id: 2, at: 29.9, flight: 0.7)
        #expect(lines(box).count == 3)
    }

    @Test("X-07 a mark that the box set learns its impact too, without a second mark; the bow's distance isn't taken off the impact")
    func automaticMarksLearnTheImpact() {
        var box = Rehearsal {
            $0.soundMarks = .mark
            $0.microphoneDistance = 10
        }
        box.run(to: 30)
        hear(&box, at: 29.8)
        hear(&box, at: 29.8, flight: 0.4)
        let marks = box.appliance.context.sessions.session.marks
        #expect(marks.map(\.impact) == [0.42915])
        // No buzzer covers the impact.
        let signals = box.effects.compactMap { if case .panel(.signal(let signal)) = $0 { signal } else { nil } }
        #expect(signals == [.silent(.marked)])
        let journal = box.effects.compactMap { if case .card(.journal(_, let entry)) = $0 { entry } else { nil } }
        #expect(lines(box) == ["mark 60001", "impact of 60001: 0.42915"])
        #expect(SessionContents([.opened(Self.header)] + journal).marks == marks)
    }

    @Test("X-07 a mark keeps its place on the card, whenever its impact became known")
    func journalledMarksStayJournalled() {
        var box = box(.mark)
        // The card answers later.
        box.hasCard = false
        hear(&box, at: 29.8)
        let mark = box.appliance.context.sessions.session.marks[0]
        hear(&box, at: 29.8, flight: 0.4)
        box.send(.card(.journalled(box.appliance.context.sessions.session.ref, .marked(mark))))
        #expect(box.appliance.context.sessions.session.entries.map(\.isJournalled) == [true])
    }

    @Test("X-07 without a heard shot there is no line about an impact")
    func offWritesNoImpact() {
        var box = box(.off)
        hear(&box, at: 29.5)
        hear(&box, at: 29.5, flight: 0.4)
        box.tap(.mark)
        #expect(lines(box) == ["mark 1"])
    }

    private static let header = SessionHeader(
        number: 1, started: "2026-11-20T14:03:00", size: .hd720, framesPerSecond: 30, delaySeconds: 5, camera: "c", encoder: "e")

    @Test("X-03 a mark keeps its own picture and the shot that it took, teaches the ear, and its clip contains the shot")
    func aMarkTakesAShot() throws {
        var box = box(.suggest)
        hear(&box, at: 29.5)
        #expect(box.appliance.context.suggestions(at: box.now).count == 1)
        box.tap(.mark)
        let mark = try #require(box.appliance.context.sessions.session.marks.first)
        #expect(mark.shot == Timestamp(seconds: 29.5))
        #expect(mark.stamp.timestamp <= Timestamp(seconds: 25) && mark.pressed != nil)
        #expect(box.appliance.context.suggestions(at: box.now).isEmpty)
        #expect(box.effects.contains { if case .hearing(.learn) = $0 { true } else { false } })
        let plan = try #require(box.appliance.context.sessions.session.entries.first?.plan)
        #expect(plan.from < Timestamp(seconds: 29.5) && plan.through >= Timestamp(seconds: 31.5))
    }

    @Test("X-03 a shot in an earlier mark's clip isn't suggested any more")
    func shotsOfEarlierClipsAreNotSuggested() {
        var box = box(.suggest)
        hear(&box, id: 1, at: 24)
        hear(&box, id: 2, at: 24.6)
        #expect(box.appliance.context.suggestions(at: box.now).map(\.id) == [1, 2])
        box.tap(.mark)
        #expect(box.appliance.context.sessions.session.marks.map(\.shot) == [Timestamp(seconds: 24.6)])
        #expect(box.appliance.context.suggestions(at: box.now).isEmpty)
    }

    @Test("X-03 a mark that is taken back gives its shot back")
    func undoGivesTheShotBack() {
        var box = box(.suggest)
        hear(&box, at: 29.5)
        box.tap(.mark)
        var context = box.appliance.context
        _ = context.undoMark(at: box.now)
        #expect(context.suggestions(at: box.now).count == 1)
    }

    @Test("X-03 a suggestion is gone three seconds after it was on the TV, without a press")
    func suggestionsAreLetGo() {
        var box = box(.suggest)
        hear(&box, at: 29.5)
        box.run(to: 37.4)
        #expect(box.appliance.context.suggestions(at: box.now).count == 1)
        box.run(to: 37.6)
        #expect(box.appliance.context.suggestions(at: box.now).isEmpty)
        box.tap(.mark)
        #expect(box.appliance.context.sessions.session.marks.map(\.shot) == [nil])
    }

    @Test("X-03 by itself the box marks each shot once, a louder onset in place of the first, and no pressed mark's clip changes")
    func shotsAreMarked() throws {
        var box = box(.mark)
        hear(&box, id: 1, at: 29.8)
        #expect(box.appliance.context.sessions.session.marks.map(\.shot) == [Timestamp(seconds: 29.8)])
        // The same shot once more: its arrow's impact was heard.
        hear(&box, id: 1, at: 29.8)
        hear(&box, id: 1, at: 29.95)
        let marks = box.appliance.context.sessions.session.marks
        #expect(marks.map(\.shot) == [Timestamp(seconds: 29.95)] && marks.allSatisfy(\.isAutomatic))
        box.tap(.mark)
        let plan = try #require(box.appliance.context.sessions.session.entries.last { $0.mark?.isAutomatic == false }?.plan)
        var other = self.box(.off)
        other.tap(.mark)
        #expect(plan == other.appliance.context.sessions.session.entries.first?.plan)
    }

    @Test("X-03 while nothing is suggested, a shot changes nothing that a person sees")
    func offShowsNothing() {
        var box = box(.off)
        let before = box.appliance.scene(at: box.now)
        hear(&box, at: 29.5)
        #expect(box.appliance.scene(at: box.now) == before)
        box.tap(.mark)
        #expect(box.appliance.context.sessions.session.marks.map(\.shot) == [nil])
        #expect(!box.effects.contains { if case .hearing = $0 { true } else { false } })
    }
}
