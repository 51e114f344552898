// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// A session is one archer's round, or practice: STOP, Back and lunch don't split it.
@Suite struct SessionRuleTests {
    @Test func stopDoesNotSplitASession() throws {
        var box = Rehearsal.scoring()
        box.run(to: 20)
        for _ in 1...3 {
            box.mark(3)
            box.tap(.stop)
            box.scoreEnd()
            box.backToLive()
        }
        #expect(box.sessionsMarked == [.run(1)])
        #expect(box.marks.map(\.number) == Array(1...9))
        let ends = box.appliance.context.sessions.closing?.scoredEnds ?? []
        #expect(ends.map(\.clips) == [[1, 2, 3], [4, 5, 6], [7, 8, 9]])
        #expect(box.overs.isEmpty)
    }

    /// - Parameter isLeft: if true, STOP leaves the last face before its total has gone on.
    @Test(arguments: [false, true])
    func aRoundIsOverWithItsLastEndAndTheNextMarkBeginsAnotherSession(isLeft: Bool) throws {
        var box = Rehearsal.scoring("wa_18")
        let round = try #require(RoundCatalog.round("wa_18"))
        box.run(to: 20)
        for end in 1...round.ends {
            box.mark(3)
            box.tap(.stop)
            if isLeft, end == round.ends { for _ in 0..<3 { box.tap(.mark) } } else { box.scoreEnd() }
            box.backToLive()
        }
        #expect(box.overs == [.roundComplete] && box.sessionsMarked == [.run(1)])
        box.mark(1)
        #expect(box.sessionsMarked.count == 2 && box.marks.last?.number == 1)
    }

    /// The plug was pulled, so the old run couldn't declare the round over.
    @Test func aWholeRoundOfAnotherRunIsNotGoneOnWith() throws {
        let round = try #require(RoundCatalog.round("wa_18"))
        let face = try #require(FaceCatalog.face("wa_40"))
        var ends = (1...round.ends).map { number in
            EndRecord(
                number: number, face: face, shaft: Settings().arrow, round: round.id, clips: [],
                arrows: [PlacedArrow(number: 1, place: .centre)], isDone: true)
        }
        func isOffered() -> Bool {
            let target = SessionTarget(round: round.id, face: face.id)
            return ResumableSession(SessionRecord(header: Rehearsal.header, ends: ends, ending: .stopped, target: target), name: "s") != nil
        }
        #expect(!isOffered())
        ends[ends.count - 1].isDone = false
        #expect(isOffered())
    }

    /// A round knows its number of arrows: missing or surplus marks don't change the number that the face asks for.
    @Test(arguments: [0, 1, 3, 5]) func aRoundAsksForItsArrowsHoweverManyWereMarked(marks: Int) throws {
        var box = Rehearsal.scoring("wa_18")
        box.run(to: 20)
        box.mark(marks)
        box.tap(.stop)
        guard let screen = box.appliance.path.stack.last?.as(ScoreScreen.self) else {
            Issue.record("the face didn't come up")
            return
        }
        #expect(screen.wanted == 3)
        #expect(box.ends.count == (marks == 0 ? 0 : 1))
    }

    /// A wrong STOP in a round writes nothing to the card, not even a session.
    @Test func aWrongStopInARoundWritesNothing() {
        var box = Rehearsal.scoring("wa_18")
        box.run(to: 20)
        box.tap(.stop)
        box.hold(.stop, seconds: 1.2)
        #expect(!box.effects.contains { if case .card(.journal) = $0 { true } else { false } })
        box.mark(1)
        let lines: [JournalEntry] = box.effects.compactMap { if case .card(.journal(_, let entry)) = $0 { entry } else { nil } }
        #expect(lines.first == .target(SessionTarget(round: "wa_18", face: box.appliance.settings.targetFace.id)) && lines.count == 2)
    }

    /// For an end from paper, without a mark, the journal first gets the target.
    @Test func anEndWithoutMarksSaysWhatIsShot() {
        var box = Rehearsal.scoring("wa_18")
        box.run(to: 20)
        box.tap(.stop)
        box.tap(.mark)
        let lines: [JournalEntry] = box.effects.compactMap { if case .card(.journal(_, let entry)) = $0 { entry } else { nil } }
        #expect(lines.first == .target(SessionTarget(round: "wa_18", face: box.appliance.settings.targetFace.id)))
        #expect(box.ends.map(\.number) == [1])
    }

    /// STOP, back without an arrow, and STOP again: the marks still wait for their arrows.
    @Test func anEndThatWasLeftCanBeScoredByTheNextStop() {
        var box = Rehearsal.scoring()
        box.run(to: 20)
        box.mark(3)
        box.tap(.stop)
        box.hold(.stop, seconds: 1.2)
        #expect(box.appliance.page == .live)
        box.tap(.stop)
        #expect(box.appliance.page == .score && box.ends.last?.clips == [1, 2, 3])
    }

    /// One STOP too many on the face loses nothing: the next STOP leads back to the missing arrows.
    @Test func anEndThatWasLeftHalfScoredIsGoneOnWith() {
        var box = Rehearsal.scoring("wa_18")
        box.run(to: 20)
        box.mark(3)
        box.tap(.stop)
        box.tap(.mark)
        box.tap(.stop)
        #expect(box.appliance.page == .live)
        box.tap(.stop)
        guard let screen = box.appliance.path.stack.last?.as(ScoreScreen.self) else {
            Issue.record("the face didn't come up")
            return
        }
        let end = box.appliance.context.desk.book?[end: screen.end]
        #expect(end?.number == 1 && end?.arrows.count == 1 && end?.clips == [1, 2, 3])
        for _ in 0..<2 { box.tap(.mark) }
        box.tap(.mark)
        #expect(box.appliance.page == .summary && box.appliance.context.desk.book?.ends.map(\.arrows.count) == [3])
    }

    /// A buffer that is saved between two ends belongs to the session and doesn't split it.
    @Test func aSavedBufferSplitsNothing() throws {
        var box = Rehearsal.scoring()
        box.run(to: 20)
        box.mark(2)
        box.tap(.stop)
        box.scoreEnd()
        box.backToLive()
        box.run(to: box.now.seconds + 5)
        box.tap(.stop)
        #expect(box.appliance.page == .dialog)
        box.tap(.mark)
        box.mark(1)
        let saved = box.effects.compactMap { if case .card(.cut(let plan, let ref)) = $0, plan.kind == .buffer { ref } else { nil } }
        #expect(saved == [.run(1)] && box.sessionsMarked == [.run(1)])
    }

    /// An end with neither mark nor arrow doesn't exist.
    @Test func anEndWithNeitherMarkNorArrowDoesNotExist() {
        var box = Rehearsal.scoring("wa_18")
        box.run(to: 20)
        box.tap(.stop)
        #expect(box.appliance.page == .score)
        box.hold(.stop, seconds: 1.2)
        #expect(box.ends.isEmpty)
        box.mark(1)
        box.tap(.stop)
        #expect(box.ends.map(\.number) == [1] && box.sessionsMarked.count == 1)
    }

    @Test func anotherFaceEndsTheSessionOnceAnArrowIsPlaced() throws {
        var box = Rehearsal.scoring()
        box.run(to: 20)
        box.mark(1)
        box.change { $0.face = "wa_40" }
        box.mark(1)
        box.tap(.stop)
        #expect(box.sessionsMarked == [.run(1)], "until an arrow is placed, the session takes the new face")
        #expect(box.ends.last?.face.id == "wa_40")
        box.scoreEnd()
        box.backToLive()
        box.change { $0.face = "wa_80" }
        box.mark(1)
        #expect(box.overs == [.otherTarget] && box.sessionsMarked.count == 2)
    }

    @Test func practiceEndsAfterAnHourWithoutAMark() {
        var box = Rehearsal.scoring()
        box.run(to: 20)
        box.mark(2)
        box.tap(.stop)
        box.hold(.stop, seconds: 1.2)
        box.run(to: box.now.seconds + 3_599 - 10)
        box.mark(1)
        #expect(box.overs.isEmpty && box.sessionsMarked.count == 1)
        box.run(to: box.now.seconds + 3_700)
        box.mark(1)
        #expect(box.overs == [.idle] && box.sessionsMarked.count == 2)
    }

    /// Lunch doesn't end a round: the first mark after it begins another session, unless somebody says "go on".
    @Test func aRoundIsLeftOpenAfterAnHour() throws {
        var box = Rehearsal.scoring("wa_18")
        box.run(to: 20)
        box.mark(3)
        box.tap(.stop)
        box.scoreEnd()
        box.backToLive()
        box.run(to: box.now.seconds + 3_700)
        box.mark(1)
        #expect(box.overs.isEmpty && box.sessionsMarked.count == 2)
    }

    /// After "go on" from the summary the archer is shooting: lunch before the next mark doesn't split the session.
    @Test func aRoundThatIsShotInGoesOnAfterAnHour() throws {
        var box = Rehearsal.scoring("wa_18")
        box.run(to: 20)
        box.mark(3)
        box.tap(.stop)
        box.scoreEnd()
        box.tap(.mark)
        #expect(box.appliance.page == .live)
        box.run(to: box.now.seconds + 3_700)
        box.mark(1)
        #expect(box.overs.isEmpty && box.sessionsMarked.count == 1 && box.marks.last?.number == 4)
    }

    @Test func aSessionThatWasDeletedDoesNotGoOn() throws {
        var box = Rehearsal.scoring("wa_18")
        box.run(to: 20)
        box.mark(3)
        let ref = box.appliance.context.sessions.session.ref
        box.tap(.stop)
        box.scoreEnd()
        box.backToLive()
        let name = try #require(box.appliance.context.sessions.name(of: ref))
        box.send(.card(.deleted([SessionKey(folder: name)], problem: nil)))
        box.mark(1)
        #expect(box.sessionsMarked.count == 2 && box.marks.last?.number == 1)
        #expect(box.appliance.context.sessions.session.scoredEnds.isEmpty && box.appliance.context.sessions.rested.isEmpty)
        #expect(box.appliance.context.sessions.session.ref != ref, "the card knows the other one's header")
    }

    /// If the button is released on another screen, its mark's clip is complete all the same.
    @Test func aMarkIsLetGoOnAnyScreen() throws {
        var box = Rehearsal.scoring()
        box.run(to: 20)
        box.panel(.pressed(.mark))
        box.tap(.left)
        #expect(box.appliance.page != .live)
        box.panel(.released(.mark))
        box.run(to: 60)
        #expect(box.cuts.count == 1)
    }

    @Test func aNewSessionIsBegunWhereSomebodyAsksForIt() {
        var box = Rehearsal.scoring()
        box.run(to: 20)
        box.mark(2)
        box.askForNewSession()
        #expect(box.overs == [.newSession] && box.cuts.filter { $0.kind == .mark }.count == 2)
        box.mark(1)
        #expect(box.sessionsMarked.count == 2 && box.marks.last?.number == 1)
    }

    /// On the summary "New session" is a tool, which isn't offered once the session is over.
    @Test func aNewSessionIsAToolOfTheSummary() throws {
        var box = Rehearsal.scoring()
        box.run(to: 20)
        box.mark(2)
        box.tap(.stop)
        box.scoreEnd()
        box.use(.newSession)
        #expect(box.overs == [.newSession] && box.appliance.page == .summary && box.texts.contains(Strings.sessionEnded))
        let offers = box.appliance.path.toolLayers(in: box.appliance.context).all
        #expect(offers.first { $0.tool == .newSession }?.isPossible == false)
        #expect(box.appliance.path.grammar(in: box.appliance.context)[.press(.mark)] == nil)
        box.backToLive()
        box.mark(1)
        #expect(box.sessionsMarked.count == 2 && box.marks.last?.number == 1)
    }

    /// STOP keeps an end with too few arrows: the placed arrows are filed, and the next marks belong to the next end.
    @Test func stopKeepsAnEndThatWasShotShort() {
        var box = Rehearsal.scoring("wa_18")
        box.run(to: 20)
        box.mark(3)
        box.tap(.stop)
        box.tap(.mark)
        box.tap(.stop)
        #expect(box.appliance.page == .live && box.effects.contains(.card(.file(.run(1)))))
        #expect(box.ends.last?.arrows.count == 1 && box.ends.last?.isDone == false)
        box.mark(3)
        box.tap(.stop)
        #expect(box.ends.last?.number == 2 && box.sessionsMarked == [.run(1)])
    }

    /// Arrows follow the order of the marked pictures: a live mark may be older than an earlier mark on the delayed picture.
    @Test func arrowsFollowTheMarkedPictures() {
        var box = Rehearsal.scoring()
        box.run(to: 40)
        box.change { $0.mark = .live }
        box.tap(.mark)
        box.run(to: 42)
        box.change { $0.mark = .shown }
        box.tap(.mark)
        box.tap(.stop)
        #expect(box.ends.last?.clips == [2, 1])
    }
}
