// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The round of the start directly before goes on with the first mark, and that can be taken back without losing a mark.
@Suite struct DirectRoundTests {
    private static let name = "2026-11-20_1403_S07"
    private static let key = SessionKey(folder: name)
    private static let link = SessionLink(id: nil, folder: name, end: 2, numbers: SessionNumbers(nextMark: 2))
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
        #expect(box.effects.contains(.card(.goOn(Self.key, .run(1), by: Self.link))) && box.marks.map(\.number) == [2])
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
        #expect(undated.effects.contains(.card(.goOn(Self.key, .run(1), by: Self.link))), "no known date says another day")
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
}
