// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// A session that was left can be continued from the history until its archer's next session has a mark.
@Suite struct GoingOnFromHistoryTests {
    private static let name = "2026-11-20_1403_S07"
    private static let round = SessionTarget(round: "wa_70", face: "wa_122")

    /// Returns a record with ends of six arrows and their marks.
    private func record(_ target: SessionTarget, ends: Int = 1, over: SessionEnd? = nil) -> SessionRecord {
        let ends = (1...ends).map { number in
            EndRecord(
                number: number, face: Settings().targetFace, shaft: Settings().arrow, round: target.round, clips: [number * 2 - 1, number * 2],
                arrows: (1...6).map { PlacedArrow(number: $0, place: .centre) }, isDone: true)
        }
        let marks = ends.flatMap(\.clips).map { Mark(number: $0, stamp: FrameStamp(frame: 1, timestamp: .zero), source: .gpio) }
        return SessionRecord(header: Rehearsal.header, marks: marks, ends: ends, ending: .stopped, target: target, over: over)
    }

    /// Returns a box whose card has these sessions, left by an earlier run.
    private func box(_ records: [(SessionRecord, String)], archers: [String] = []) -> Rehearsal {
        var box = Rehearsal {
            $0.scores = true
            $0.archers = archers.map { Archer(name: $0) }
        }
        box.run(to: 10)
        box.send(.card(.resumable(records.compactMap { ResumableSession($0.0, name: $0.1) })))
        box.run(to: 20)
        return box
    }

    private func offersToGoOn(_ box: Rehearsal) -> Bool {
        box.appliance.path.grammar(in: box.appliance.context)[.press(.mark)] == .nextEnd
    }

    private func goneOn(_ box: Rehearsal) -> [CardCommand] {
        box.effects.compactMap { if case .card(.goOn(let name, let ref, nil)) = $0 { .goOn(name, ref) } else { nil } }
    }

    @Test func markGoesOnWithItsNumbersAndItsEnds() {
        let left = record(Self.round)
        var box = box([(left, Self.name)])
        box.open(left, named: Self.name)
        #expect(box.appliance.page == .summary && offersToGoOn(box))
        box.tap(.mark)
        #expect(
            box.appliance.page == .live && goneOn(box) == [.goOn(SessionKey(folder: Self.name), .run(1))] && box.appliance.settings.round == "wa_70")
        #expect(!box.texts.contains { $0.contains("go on?") })
        box.send(.card(.continued(ContinuedSession(name: Self.name, record: left, journal: left.journal), .run(1))))
        box.run(to: 25)
        box.tap(.mark)
        box.run(to: 30)
        box.tap(.stop)
        #expect(box.marks.map(\.number) == [3] && box.ends.map(\.number) == [2] && box.ends.first?.round == "wa_70")
        #expect(box.sessionsMarked == [.run(1)])
    }

    /// STOP on the line at the foot of Live begins a new session. Until the new session has a mark, the old one can still be continued.
    @Test func whoSaidNoOnLiveMayStillGoOn() {
        let left = record(Self.round)
        var box = box([(left, Self.name)])
        box.tap(.stop)
        box.open(left, named: Self.name)
        box.tap(.mark)
        #expect(goneOn(box) == [.goOn(SessionKey(folder: Self.name), .run(1))])
    }

    @Test func notOnceTheArchersNextSessionHasAMark() {
        let left = record(Self.round)
        var box = box([(left, Self.name)])
        box.tap(.mark)
        box.run(to: 25)
        for _ in 0..<2 {
            box.open(left, named: Self.name)
            #expect(!offersToGoOn(box))
            box.tap(.mark)
            #expect(box.appliance.page == .summary && goneOn(box) == [])
            // The same holds in another session of this run.
            box.hold(.stop, seconds: 1.2)
            box.askForNewSession()
        }
    }

    @Test func notASessionThatIsOverNorOneThatIsNoMoreTheArchersLast() {
        let over = record(Self.round, over: .newSession)
        var box = box([(over, Self.name)])
        box.open(over, named: Self.name)
        #expect(!offersToGoOn(box))
        // The card doesn't list it among the sessions that were left.
        var second = self.box([])
        second.open(record(Self.round), named: Self.name)
        #expect(!offersToGoOn(second))
        // Its last end was scored from the history.
        let whole = record(Self.round, ends: 12)
        var third = self.box([(whole, Self.name)])
        third.open(whole, named: Self.name)
        #expect(!offersToGoOn(third))
    }

    @Test func theArcherOfTheSessionShootsFromThenOn() {
        let bens = record(SessionTarget(archer: "Ben", round: "wa_70", face: "wa_122"))
        var box = box([(bens, Self.name)], archers: ["Ana", "Ben"])
        // Ana has marked something meanwhile; her marks wait for STOP.
        box.tap(.mark)
        box.run(to: 25)
        box.open(bens, named: Self.name)
        #expect(offersToGoOn(box))
        box.tap(.mark)
        #expect(goneOn(box) == [.goOn(SessionKey(folder: Self.name), .run(2))] && box.appliance.settings.shooter?.name == "Ben")
        box.send(.card(.continued(ContinuedSession(name: Self.name, record: bens, journal: bens.journal), .run(2))))
        box.run(to: 30)
        box.tap(.mark)
        #expect(box.marks.map(\.number) == [1, 3] && box.sessionsMarked == [.run(1), .run(2)])
        box.choose("Ana")
        box.run(to: 35)
        box.tap(.mark)
        #expect(box.marks.map(\.number) == [1, 3, 2] && box.sessionsMarked == [.run(1), .run(2)] && box.overs.isEmpty)
    }

    @Test func notIfItsArcherIsNotNamedAnyMore() {
        let bens = record(SessionTarget(archer: "Ben", round: "wa_70", face: "wa_122"))
        var box = box([(bens, Self.name)], archers: ["Ana", "Cy"])
        box.open(bens, named: Self.name)
        #expect(!offersToGoOn(box))
    }

    /// A practice session goes on with its own face, even if its archer shoots at another face by now.
    @Test func practiceGoesOnOnItsFace() {
        let target = SessionTarget(archer: "Ana", face: "wa_80_6ring")
        let left = record(target)
        var box = Rehearsal {
            $0.scores = true
            $0.archers = [Archer(name: "Ana", face: "wa_122")]
            $0.round = "wa_18"
        }
        box.run(to: 10)
        box.send(.card(.resumable([left].compactMap { ResumableSession($0, name: Self.name) })))
        box.open(left, named: Self.name)
        box.tap(.mark)
        #expect(box.appliance.settings.target == target)
        box.run(to: 20)
        box.tap(.mark)
        #expect(box.sessionsMarked == [.run(1)] && box.overs.isEmpty)
    }

    /// The card may answer with a record from before the latest score.
    @Test func whatWasScoredOnTheWayStays() {
        let left = record(Self.round)
        var box = box([(left, Self.name)])
        var changed = left
        changed.ends[0].arrows[0] = PlacedArrow(number: 1, place: nil)
        box.open(changed, named: Self.name)
        box.tap(.mark)
        box.send(.card(.continued(ContinuedSession(name: Self.name, record: left, journal: left.journal), .run(1))))
        #expect(box.appliance.session.scoredEnds == changed.ends)
    }

    /// Sessions of this run are in the history too.
    @Test func aSessionOfThisRunGoesOnFromThereAsWell() throws {
        var box = Rehearsal { $0.scores = true }
        box.run(to: 20)
        box.tap(.mark)
        box.tap(.stop)
        box.tap(.mark)
        box.hold(.stop, seconds: 1.2)
        let end = try #require(box.ends.last)
        let own = SessionRecord(header: Rehearsal.header, marks: box.marks, ends: [end], ending: .stopped, target: SessionTarget(face: "wa_122"))
        box.open(own, named: Rehearsal.name(1))
        #expect(offersToGoOn(box))
        box.tap(.mark)
        #expect(box.appliance.page == .live && goneOn(box) == [])
        box.run(to: box.now.seconds + 5)
        box.tap(.mark)
        #expect(box.marks.map(\.number) == [1, 2] && box.sessionsMarked == [.run(1)])
    }

    @Test func anOldEndIsScoredAgainOnlyAfterAQuestion() {
        let left = record(Self.round)
        var box = box([])
        box.open(left, named: Self.name)
        for keep in [Control.mark, .stop, .knob] {
            box.use(.score)
            #expect(box.appliance.page == .summary && box.texts.contains(Strings.Summary.scoreAgain))
            box.tap(keep)
            #expect(box.appliance.page == .summary && !box.texts.contains(Strings.Summary.scoreAgain))
        }
        box.use(.score)
        box.tap(.right)
        box.tap(.knob)
        #expect(box.appliance.page == .score && box.ends.isEmpty)
    }

    @Test func anEndOfThisRunIsScoredAgainAtOnce() {
        var box = Station.summary.box
        box.use(.score)
        #expect(box.appliance.page == .score)
    }
}
