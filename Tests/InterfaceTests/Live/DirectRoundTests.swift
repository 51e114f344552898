// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The round of the start directly before goes on with the first mark, and that can be taken back without losing a mark.
@Suite struct DirectRoundTests {
    private static let name = "2026-11-20_1403_S07"
    private static let key = SessionKey(folder: name)
    private static let target = SessionTarget(round: "wa_70", face: "wa_122", boxStart: 4)

    private func record(_ target: SessionTarget = DirectRoundTests.target) -> SessionRecord {
        let face = FaceCatalog.face("wa_122") ?? FaceCatalog.all[0]
        let end = EndRecord(
            number: 1, face: face, shaft: Settings().arrow, round: target.round, clips: [1],
            arrows: (1...6).map { PlacedArrow(number: $0, place: .centre) }, isDone: true)
        let marks = [Mark(number: 1, stamp: FrameStamp(frame: 1, timestamp: .zero), source: .gpio)]
        return SessionRecord(header: Rehearsal.header, marks: marks, ends: [end], ending: .recovered, target: target)
    }

    private func box(
        _ target: SessionTarget = DirectRoundTests.target, boxStart: Int = 5, now label: String = "2026-11-20T18:00:00"
    ) throws -> Rehearsal {
        var box = Rehearsal {
            $0.scores = true
            $0.round = "wa_70"
        }
        var left = try #require(ResumableSession(record(target), name: Self.name))
        left.noteStart(boxStart, now: label)
        box.send(.card(.resumable([left], boxStart: boxStart)))
        box.run(to: 10)
        return box
    }

    private func answer(_ box: inout Rehearsal) {
        let record = record()
        box.send(.card(.continued(ContinuedSession(name: Self.name, record: record, journal: record.journal), .run(1))))
    }

    @Test("fault 6: the first MARK goes on with it without a question, and says so")
    func theFirstMarkGoesOn() throws {
        var box = try box()
        #expect(!box.texts.contains { $0.contains("go on?") })
        box.tap(.mark)
        #expect(box.effects.contains(.card(.goOn(Self.key, .run(1)))) && box.marks.map(\.number) == [2])
        let toast = try #require(box.appliance.context.toast)
        #expect(toast.words == "WA 70 m, end 2" && toast.undo == .newInstead)
        answer(&box)
        box.run(to: 20)
        box.tap(.stop)
        #expect(box.ends.map(\.number) == [2] && box.ends.first?.clips == [2] && box.ends.first?.round == "wa_70")
    }

    @Test("anything else asks: another day, an earlier start, no known start, practice")
    func everythingElseAsks() throws {
        var practice = Self.target
        practice.round = nil
        var unknown = Self.target
        unknown.boxStart = nil
        let others = [
            try box(now: "2026-11-21T09:00:00"), try box(boxStart: 6), try box(unknown), try box(practice),
        ]
        for var box in others {
            #expect(box.texts.contains { $0.contains("go on?") })
            box.tap(.mark)
            #expect(box.effects.allSatisfy { if case .card(.goOn) = $0 { false } else { true } } && box.marks.map(\.number) == [1])
        }
        var undated = try box(now: "no clock")
        undated.tap(.mark)
        #expect(undated.effects.contains(.card(.goOn(Self.key, .run(1)))), "no known date says another day")
    }

    @Test("a push is the menu, and other settings than the round's begin something else")
    func aPushIsTheMenu() throws {
        var box = try box()
        box.tap(.knob)
        #expect(box.appliance.page == .menu && box.appliance.context.goOnOffer == nil)
        var other = try self.box()
        other.change { $0.round = "wa_18" }
        other.tap(.mark)
        #expect(other.effects.allSatisfy { if case .card(.goOn) = $0 { false } else { true } })
    }

    @Test("this start is told with the first mark, so that the next start knows it")
    func theStartIsTold() throws {
        var box = try box()
        box.tap(.mark)
        answer(&box)
        box.run(to: 14)
        box.tap(.mark)
        let told = box.effects.compactMap { if case .card(.journal(_, .target(let target))) = $0 { target.boxStart } else { nil } }
        #expect(told.last == 5 && told.count <= 2)
    }

    /// Returns what a card has after a cut behind this number of journal lines: for each session its record.
    private func records(_ effects: [Effect], lines: Int) -> [SessionRef: SessionRecord] {
        var journals: [SessionRef: [JournalEntry]] = [.run(1): record().journal]
        let all = effects.compactMap { effect -> (SessionRef, JournalEntry)? in
            if case .card(.journal(let ref, let entry)) = effect { (ref, entry) } else { nil }
        }
        for (ref, entry) in all.prefix(lines) { journals[ref, default: [.opened(Rehearsal.header)]].append(entry) }
        return journals.compactMapValues { SessionRecord(journal: $0, ending: .recovered) }
    }

    @Test("“New instead” moves this start's marks to a session of their own; cut at any line, no mark is lost", arguments: [false, true])
    func newInstead(isTouched: Bool) throws {
        var box = try box()
        box.tap(.mark)
        answer(&box)
        box.run(to: 13)
        box.tap(.mark)
        let stamps = box.marks.map(\.stamp)
        if isTouched {
            var early = try self.box()
            early.tap(.mark)
            answer(&early)
            let look = Theme(early.appliance.settings)
            let toast = try #require(early.appliance.context.toast)
            early.touch(toast.rect(look, at: early.appliance.toastPlace(of: toast, look, at: early.now)).center)
            #expect(early.sessionsMarked == [.run(1), .run(2)] && early.withdrawn == [2])
        }
        // The first clip is on the card by now.
        box.run(to: 18)
        box.use(.newInstead)
        #expect(box.sessionsMarked == [.run(1), .run(2)])
        let lines = box.effects.count { if case .card(.journal) = $0 { true } else { false } }
        for cut in 0...lines {
            let records = records(box.effects, lines: cut)
            let set = box.effects.compactMap { if case .card(.journal(_, let entry)) = $0 { entry } else { nil } }.prefix(cut)
            let acknowledged = Set(set.compactMap { if case .marked(let mark) = $0 { mark.stamp } else { nil } })
            let found = Set(records.values.flatMap(\.marks).map(\.stamp))
            #expect(found.isSuperset(of: acknowledged), "cut behind line \(cut)")
        }
        let whole = records(box.effects, lines: lines)
        #expect(whole[.run(1)]?.marks.map(\.number) == [1] && whole[.run(1)]?.ends == record().ends, "the round is as it was")
        #expect(whole[.run(2)]?.marks.map(\.stamp) == stamps && whole[.run(2)]?.marks.map(\.number) == [1, 2])
        // The next marks belong to the new session, and their end is its first.
        box.run(to: 24)
        box.tap(.mark)
        box.run(to: 30)
        box.tap(.stop)
        #expect(box.sessionsMarked == [.run(1), .run(2)] && box.ends.map(\.number) == [1] && box.ends.first?.clips == [1, 2, 3])
        #expect(!box.appliance.path.toolLayers(in: box.appliance.context).all.contains { $0.tool == .newInstead })
    }

    @Test("once an end is scored, what went on stays")
    func aScoredEndStays() throws {
        var box = try box()
        box.tap(.mark)
        answer(&box)
        box.run(to: 20)
        #expect(box.appliance.path.toolLayers(in: box.appliance.context).all.contains { $0.tool == .newInstead })
        box.tap(.stop)
        for _ in 0..<6 { box.tap(.mark) }
        box.tap(.mark)
        box.hold(.stop, seconds: 1.2)
        box.run(to: box.now.seconds + 1)
        #expect(box.appliance.page == .live)
        #expect(!box.appliance.path.toolLayers(in: box.appliance.context).all.contains { $0.tool == .newInstead })
    }
}
