// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// Several archers at one box: each has an own session, and all are open side by side.
@Suite struct ArchersTests {
    private func box(_ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        Rehearsal {
            $0.scores = true
            $0.archers = [Archer(name: "Ana", face: "wa_122"), Archer(name: "Ben", face: "wa_80"), Archer(name: "Cy")]
            change(&$0)
        }
    }

    private func mark(_ count: Int, _ box: inout Rehearsal) {
        for _ in 0..<count {
            box.run(to: box.now.seconds + 4)
            box.tap(.mark)
        }
    }

    @Test func eachArchersMarksGoToTheirOwnSession() {
        var box = box()
        box.run(to: 20)
        mark(2, &box)
        box.choose("Ben")
        mark(3, &box)
        box.choose("Ana")
        mark(1, &box)
        box.choose("Ben")
        mark(1, &box)
        #expect(box.sessionsMarked == [.run(1), .run(2)])
        #expect(box.marks.map(\.number) == [1, 2, 1, 2, 3, 3, 4])
        #expect(box.overs.isEmpty)
        let targets = box.effects.compactMap { if case .card(.journal(_, .target(let target))) = $0 { target.archer } else { nil } }
        #expect(targets == ["Ana", "Ben"])
    }

    /// Found by a random walk: Ana's session went on to its next end while Ben was still the present archer.
    @Test func whoeversSessionGoesOnShoots() {
        var box = box()
        box.run(to: 20)
        mark(1, &box)
        box.choose("Ben")
        box.tap(.stop)
        #expect(box.appliance.context.desk.book?.archer == "Ana")
        for _ in 0..<3 { box.tap(.mark) }
        #expect(box.appliance.page == .live && box.appliance.settings.shooter?.name == "Ana")
        mark(1, &box)
        #expect(box.sessionsMarked == [.run(1)])
    }

    /// A clip contains nothing that another archer shot and marked.
    @Test func aClipBeginsAfterTheLastMarkOfAnybody() {
        var box = box { $0.mark = .live }
        box.run(to: 20)
        mark(1, &box)
        box.choose("Ben")
        mark(2, &box)
        box.choose("Ana")
        mark(1, &box)
        box.run(to: box.now.seconds + 5)
        let last = box.cuts.last
        let before = box.marks.dropLast().last?.stamp.timestamp
        #expect(last?.number == 2 && before.map { last?.from ?? .zero > $0 } == true)
    }

    /// Nobody scores on another archer's face.
    @Test func theFaceAndTheEndOfAReviewSayWhoseTheyAre() {
        var box = box { $0.afterStop = .review }
        box.run(to: 20)
        mark(1, &box)
        box.choose("Ben")
        mark(1, &box)
        box.tap(.stop)
        for name in ["Ben", "Ana"] {
            box.tap(.right)
            box.settle()
            #expect(box.texts.contains("\(name) · End 1 reviewed"))
            box.tap(.stop)
            // The card with the next name goes.
            box.run(to: box.now.seconds + 2)
            #expect(box.appliance.page == .score && box.texts.contains(name) && box.texts.contains(" · End 1"))
            box.tap(.mark)
            box.run(to: box.now.seconds + 3)
        }
    }

    /// Each archer shoots the own round; an archer without one shoots the common round.
    @Test func eachArcherHasARoundOfTheirOwn() {
        var box = box {
            $0.round = "wa_70"
            $0.archers = [Archer(name: "Ana", round: "vegas_300"), Archer(name: "Ben"), Archer(name: "Cy", round: Archer.practice)]
        }
        box.run(to: 20)
        for name in ["Ana", "Ben", "Cy"] {
            box.choose(name)
            mark(3, &box)
        }
        let targets = box.effects.compactMap { if case .card(.journal(_, .target(let target))) = $0 { target.round } else { nil } }
        #expect(targets == ["vegas_300", "wa_70"])
        box.tap(.stop)
        var ends: [EndRecord] = []
        for _ in 0..<3 {
            guard let screen = box.appliance.path.stack.last?.as(ScoreScreen.self), let end = box.appliance.context.desk.book?[end: screen.end] else {
                break
            }
            ends.append(end)
            for _ in 0..<screen.wanted { box.tap(.mark) }
            box.run(to: box.now.seconds + 4.5)
        }
        #expect(ends.map(\.round) == [nil, "vegas_300", "wa_70"] && ends.map(\.arrowsAsked) == [nil, 3, 6])
        #expect(box.overs.isEmpty)
        // Changing the common round doesn't change Ana's round.
        box.backToLive()
        box.change { $0.round = "wa_18" }
        box.choose("Ana")
        mark(1, &box)
        #expect(box.overs.isEmpty)
        box.choose("Ben")
        mark(1, &box)
        #expect(box.overs == [.otherTarget])
    }

    /// After STOP, the ends of several archers are scored one after the other, each on the archer's own face.
    @Test func anEndOfSeveralArchersIsScoredOneAfterTheOther() {
        var box = box()
        box.run(to: 20)
        mark(1, &box)
        box.choose("Ben")
        mark(2, &box)
        box.tap(.stop)
        var faces: [String] = []
        for _ in 0..<2 {
            guard let screen = box.appliance.path.stack.last?.as(ScoreScreen.self) else { break }
            let end = box.appliance.context.desk.book?[end: screen.end]
            faces.append("\(box.appliance.context.desk.book?.archer ?? "") \(end?.face.id ?? "") \(end?.clips.count ?? 0)")
            for _ in 0..<(end?.clips.count ?? 0) { box.tap(.mark) }
            if box.appliance.page == .score, box.appliance.context.desk.book?.archer == "Ben" || faces.count == 2 { box.tap(.mark) }
            box.run(to: box.now.seconds + 2.5)
        }
        #expect(faces == ["Ben wa_80 2", "Ana wa_122 1"])
        #expect(box.appliance.page == .summary)
    }

    /// An edited settings file may name another archer at any time: shot ends stay with their archer, and no session ends.
    @Test(arguments: [false, true]) func anEditedFileThatNamesAnotherArcherSplitsNothing(isScored: Bool) {
        var box = box()
        box.run(to: 20)
        mark(2, &box)
        if isScored {
            box.tap(.stop)
            for _ in 0..<2 { box.tap(.mark) }
            box.hold(.stop, seconds: 1.2)
            mark(1, &box)
        }
        for name in ["Ben", "Ana"] {
            box.change { $0.archer = name }
            mark(1, &box)
        }
        let targets = box.effects.compactMap { if case .card(.journal(_, .target(let target))) = $0 { target.archer } else { nil } }
        #expect(targets == ["Ana", "Ben"] && box.sessionsMarked.count == 2)
        #expect(box.overs.isEmpty)
        #expect(box.marks.suffix(2).map(\.number) == [1, isScored ? 4 : 3])
    }

    /// A crash splits no session: each archer's session goes on with that archer's next mark, without a question.
    @Test func afterACrashEachArchersSessionGoesOn() throws {
        var box = box()
        let bens = SessionRecord(
            header: Rehearsal.header, marks: [Mark(number: 4, stamp: FrameStamp(frame: 1, timestamp: .zero), source: .gpio)], ending: .stopped,
            target: SessionTarget(archer: "Ben", face: "wa_80"))
        let left = try #require(ResumableSession(bens, name: "2026-11-20_1405_S02"))
        box.send(.box(.leftOpen(OpenSession(header: Rehearsal.header, numbers: SessionNumbers(nextMark: 3), others: ["2026-11-20_1405_S02"]))))
        let anas = SessionRecord(header: Rehearsal.header, ending: .recovered, target: SessionTarget(archer: "Ana", face: "wa_122"))
        box.send(.card(.resumable([left])))
        box.send(.card(.continued(ContinuedSession(name: Rehearsal.name(1), record: anas, journal: anas.journal), .run(1))))
        box.run(to: 20)
        mark(1, &box)
        box.choose("Ben")
        #expect(!box.texts.contains { $0.contains("go on?") })
        mark(1, &box)
        #expect(box.effects.contains(.card(.goOn("2026-11-20_1405_S02", .run(2)))))
        #expect(box.marks.map(\.number) == [3, 5])
    }

    /// With the panel alone: ▶ chooses the next archer. Each archer's end is finished (short or whole) or skipped before the next archer's
    /// face comes.
    @Test func severalArchersAreScoredByThePanelAlone() {
        var box = box()
        box.run(to: 20)
        func archer() -> String? { box.appliance.page == .score ? box.appliance.context.desk.book?.archer : nil }
        mark(2, &box)
        box.tap(.right)
        #expect(box.appliance.settings.shooter?.name == "Ben")
        mark(2, &box)
        box.tap(.right)
        mark(2, &box)
        box.tap(.right)
        #expect(box.appliance.settings.shooter?.name == "Ana", "they take turns")
        box.tap(.stop)
        #expect(archer() == "Ana")
        box.tap(.mark)
        box.use(.done)
        #expect(archer() == "Ben", "Ana's end was finished short")
        box.run(to: box.now.seconds + 2)
        box.use(.skip)
        #expect(archer() == "Cy", "Ben's was skipped")
        box.run(to: box.now.seconds + 2)
        box.tap(.mark)
        box.tap(.mark)
        box.run(to: box.now.seconds + 2.1)
        #expect(box.appliance.page == .summary && box.appliance.context.desk.book?.archer == "Cy")
        #expect(box.ends.filter(\.isDone).map(\.arrows.count).contains(1))
        // A skipped end isn't lost: if nothing was shot since, the next STOP asks for it.
        box.hold(.stop, seconds: 1.2)
        box.run(to: box.now.seconds + 1)
        #expect(box.appliance.path.grammar(in: box.appliance.context)[.press(.stop)] == .score)
        box.tap(.stop)
        #expect(archer() == "Ben")
    }

    @Test func withNoArchersNothingIsSeenOfIt() {
        var box = Rehearsal { $0.scores = true }
        box.run(to: 20)
        mark(1, &box)
        #expect(box.effects.allSatisfy { if case .card(.journal(_, .target(let target))) = $0 { target.archer == nil } else { true } })
    }
}

/// After a start, or after an hour without a mark, a line at the foot of Live asks whether a session goes on.
@Suite struct GoingOnTests {
    private static let name = "2026-11-20_1403_S07"

    private func left(_ target: SessionTarget, arrows: Int = 3, marks: Int = 0) -> ResumableSession? {
        let end = EndRecord(
            number: 1, face: Settings().targetFace, shaft: Settings().arrow, round: target.round, clips: [1],
            arrows: (1...arrows).map { PlacedArrow(number: $0, place: .centre) }, isDone: true)
        let clips =
            marks == 0
            ? []
            : [70_001, 80_002].map {
                ClipRecord(
                    number: $0, kind: $0 > 80_000 ? .buffer : .tail, file: "clips/\($0).mp4", firstFrame: 0, lastFrame: 9, seconds: 1,
                    isCutShort: false)
            }
        let marks = (0..<marks).map { Mark(number: $0 + 1, stamp: FrameStamp(frame: 1, timestamp: .zero), source: .gpio) }
        let record = SessionRecord(header: Rehearsal.header, marks: marks, clips: clips, ends: [end], ending: .stopped, target: target)
        return ResumableSession(record, name: Self.name)
    }

    private func asked(marks: Int = 0) throws -> Rehearsal {
        var box = Rehearsal {
            $0.scores = true
            $0.keepsTail = true
        }
        box.run(to: 10)
        box.send(.card(.resumable([try #require(left(SessionTarget(round: "wa_70", face: "wa_122"), marks: marks))])))
        box.run(to: 12)
        return box
    }

    @Test func aPushGoesOnWithTheSessionAndItsRound() throws {
        var box = try asked()
        #expect(box.texts.contains("WA 70 m, end 2 of 12: go on?"))
        box.goOnByMenu()
        #expect(box.effects.contains(.card(.goOn(SessionKey(folder: Self.name), .run(1)))))
        #expect(box.appliance.page == .live && box.appliance.settings.round == "wa_70")
        #expect(!box.texts.contains { $0.contains("go on?") })
        box.tap(.mark)
        #expect(box.sessionsMarked == [.run(1)])
    }

    /// A slow card answers late: marks, saves and scores made meanwhile get numbers that the session hasn't used.
    @Test func whatIsMarkedBeforeTheCardAnswersHasNumbersOfItsOwn() throws {
        var box = try asked(marks: 3)
        box.goOnByMenu()
        box.run(to: 15)
        box.tap(.mark)
        box.hold(.mark, seconds: 1.2)
        box.run(to: 30)
        box.tap(.stop)
        #expect(box.marks.map(\.number) == [4, 5] && box.saves.map(\.number) == [80_003])
        #expect(box.cuts.filter { $0.kind == .tail }.map(\.number) == [70_002])
        #expect(box.ends.map(\.number) == [2] && box.ends.first?.round == "wa_70")
        #expect(box.sessionsMarked == [.run(1)])
    }

    /// Nobody scores a second end into a session that is missing on the card.
    @Test func aSessionThatTheCardLacksIsSaidAndANewOneBegins() throws {
        var box = try asked(marks: 3)
        box.goOnByMenu()
        box.run(to: 15)
        box.tap(.mark)
        box.send(.card(.continued(nil, .run(1))))
        let told = box.effects.compactMap { if case .card(.journal(_, .target(let target))) = $0 { target } else { nil } }
        #expect(told == [SessionTarget(round: "wa_70", face: "wa_122")])
        #expect(box.chip?.chip.title == Strings.sessionNotFound && box.chip?.chip.line == Strings.newSessionBegan)
        box.run(to: 20)
        box.tap(.mark)
        box.tap(.stop)
        #expect(box.marks.map(\.number) == [4, 5] && box.ends.map(\.number) == [1])
    }

    /// Nothing crashed, so nobody is told that VIR started again.
    @Test func goingOnIsSaidWithoutACrash() throws {
        var box = try asked(marks: 3)
        box.goOnByMenu()
        let end = try #require(left(SessionTarget(round: "wa_70", face: "wa_122"), marks: 3)).ends
        let marks = (1...3).map { Mark(number: $0, stamp: FrameStamp(frame: 1, timestamp: .zero), source: .gpio) }
        let record = SessionRecord(
            header: Rehearsal.header, marks: marks, ends: end, ending: .stopped, target: SessionTarget(round: "wa_70", face: "wa_122"))
        box.send(.card(.continued(ContinuedSession(name: Self.name, record: record, journal: record.journal), .run(1))))
        box.run(to: 13)
        #expect(box.chip?.chip.title == Strings.sessionGoesOn && box.chip?.chip.line != Strings.startedAgain)
        box.tap(.mark)
        box.tap(.stop)
        #expect(box.marks.map(\.number) == [4] && box.ends.map(\.number) == [2])
        #expect(box.ends.first?.clips == [2, 3, 4], "the marks that no arrow was placed for belong to the next end")
    }

    @Test("a push is the menu, also while the line asks; its first tile goes on, and a turn for the menu changes no delay")
    func aPushIsTheMenu() throws {
        var box = try asked()
        let delay = box.appliance.settings.delaySeconds
        box.tap(.knob)
        #expect(box.appliance.page == .menu && box.appliance.menu.tile == .goOn)
        #expect(box.effects.allSatisfy { if case .card(.goOn) = $0 { false } else { true } })
        box.panel(.turned(1))
        #expect(box.appliance.menu.tile == .archer && box.appliance.settings.delaySeconds == delay)
        box.tap(.stop)
        box.tap(.stop)
        box.run(to: 14)
        box.tap(.knob)
        #expect(box.appliance.menu.tile == .archer, "the question is answered")
    }

    @Test func stopBeginsANewSession() throws {
        var box = try asked()
        box.tap(.stop)
        #expect(box.appliance.page == .live && !box.texts.contains { $0.contains("go on?") })
        #expect(box.effects.allSatisfy { if case .card(.goOn) = $0 { false } else { true } })
    }

    @Test func theFirstMarkBeginsANewSession() throws {
        var box = try asked()
        box.tap(.mark)
        #expect(!box.texts.contains { $0.contains("go on?") } && box.marks.map(\.number) == [1])
        #expect(box.effects.allSatisfy { if case .card(.goOn) = $0 { false } else { true } })
    }

    /// After a lunch break a round asks by itself, and goes on as the same session.
    @Test func aRoundAsksAfterAnHour() throws {
        var box = Rehearsal {
            $0.scores = true
            $0.round = "wa_18"
        }
        box.run(to: 20)
        box.tap(.mark)
        box.tap(.stop)
        box.tap(.mark)
        box.hold(.stop, seconds: 1.2)
        box.run(to: box.now.seconds + 3_590)
        #expect(!box.texts.contains { $0.contains("go on?") })
        box.run(to: box.now.seconds + 60)
        #expect(box.texts.contains("WA 18 m, end 2 of 20: go on?"))
        box.goOnByMenu()
        box.tap(.mark)
        #expect(box.sessionsMarked == [.run(1)] && box.overs.isEmpty)
    }
}
