// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// A round that the first mark goes on with: on the card this start has a folder of its own until an end is scored, and the screens show one
/// round all the time.
@Suite struct GoingOnApartTests {
    private static let older = SessionKey(id: "a1", folder: "2026-11-20_1403_S07")
    private static let later = SessionKey(folder: "2026-11-20_1403_S01")
    private static let face = FaceCatalog.face("wa_122") ?? FaceCatalog.all[0]

    private static var header: SessionHeader {
        var header = Rehearsal.header
        (header.id, header.number) = ("a1", 7)
        return header
    }

    /// Returns a round with one scored end of two arrows, and maybe with marks of an end that the plug interrupted.
    private static func record(open: Int = 0) -> SessionRecord {
        let arrows = (1...6).map { PlacedArrow(number: $0, place: .centre, clip: $0 <= 2 ? $0 : nil) }
        let end = EndRecord(number: 1, face: face, shaft: Settings().arrow, round: "wa_70", clips: [1, 2], arrows: arrows, isDone: true)
        let marks = (1...2 + open).map { Mark(number: $0, stamp: FrameStamp(frame: Int64($0), timestamp: .zero), source: .gpio) }
        let clips = (1...2).map {
            ClipRecord(number: $0, kind: .mark, file: "clips/0\($0)_X.mp4", firstFrame: 0, lastFrame: 9, seconds: 4, isCutShort: false)
        }
        return SessionRecord(
            header: header, marks: marks, clips: clips, ends: [end], ending: .recovered,
            target: SessionTarget(round: "wa_70", face: "wa_122", boxStart: 4))
    }

    /// Returns a box in the start after that round, with its first marks.
    private func box(open: Int = 0, marks: Int = 2, after: Double = 2) throws -> Rehearsal {
        var box = Rehearsal {
            $0.scores = true
            $0.round = "wa_70"
            $0.postRollSeconds = after
        }
        let record = Self.record(open: open)
        var left = try #require(ResumableSession(record, key: Self.older))
        left.noteStart(5, now: "2026-11-20T18:00:00")
        box.send(.card(.resumable([left], boxStart: 5)))
        box.run(to: 10)
        for number in 0..<marks {
            box.tap(.mark)
            if number == 0 {
                box.send(.card(.continued(ContinuedSession(key: Self.older, record: record, journal: record.journal), .run(1))))
                box.send(.card(.named(.run(1), Self.later, Rehearsal.header)))
            }
            box.run(to: box.now.seconds + 4)
        }
        return box
    }

    private func joins(_ box: Rehearsal) -> [SessionRef] {
        box.effects.compactMap { if case .card(.join(let ref)) = $0 { ref } else { nil } }
    }

    @Test("its numbers, its ends and its total count on, and STOP doesn't join it yet", arguments: [0, 3])
    func bothAreOneRound(open: Int) throws {
        var box = try box(open: open)
        #expect(box.marks.map(\.number) == [3 + open, 4 + open])
        box.tap(.stop)
        #expect(box.ends.map(\.number) == [2] && box.ends.last?.clips == Array(3...4 + open), "the interrupted end goes on")
        #expect(joins(box).isEmpty && box.appliance.context.sessions.state(of: .run(1))?.linked != nil)
        let book = try #require(box.appliance.context.desk.book)
        #expect(book.ends.first?.arrows.count == 6 && book.total == 60)
        #expect(book.key(ofClip: 1)?.session == Self.older, "older clips are played from their own folder")
        #expect(book.key(ofClip: 4 + open)?.session == Self.later)
    }

    @Test("the first arrow joins it, once; then all clips are in one folder")
    func theFirstArrowJoins() throws {
        var box = try box()
        box.tap(.stop)
        box.tap(.mark)
        #expect(joins(box) == [.run(1)])
        box.tap(.mark)
        #expect(joins(box) == [.run(1)] && box.ends.last?.arrows.count == 2)
        box.send(.card(.joined(.run(1), Self.older, Self.header)))
        let sessions = box.appliance.context.sessions
        let book = try #require(box.appliance.context.desk.book)
        #expect(sessions.key(of: .run(1)) == Self.older && sessions.state(of: .run(1))?.header == Self.header)
        #expect(sessions.state(of: .run(1))?.entries.allSatisfy { $0.home == nil } == true)
        #expect((1...4).allSatisfy { book.key(ofClip: $0)?.session == Self.older })
        #expect(book.clip(3)?.file == "\(Self.older.folder)/clips/3.mp4")
    }

    @Test("a session that is over is joined before that")
    func whatIsOverIsJoined() throws {
        var box = try box()
        box.askForNewSession()
        let lines = box.effects.compactMap { effect -> String? in
            switch effect {
            case .card(.join): "join"
            case .card(.journal(_, .over)): "over"
            default: nil
            }
        }
        #expect(lines == ["join", "over"])
    }

    @Test("“New instead” only drops the link: no mark is set again, no clip is cut again", arguments: [0, 3])
    func newInstead(open: Int) throws {
        var box = try box(open: open)
        let (marks, cuts) = (box.marks, box.cuts)
        box.use(.newInstead)
        #expect(box.effects.contains(.card(.standAlone(.run(1), as: .run(2)))))
        #expect(box.marks == marks && box.cuts == cuts && box.withdrawn.isEmpty && joins(box).isEmpty)
        box.send(.card(.journalled(.run(2), .alone)))
        let sessions = box.appliance.context.sessions
        #expect(sessions.session.ref == .run(2) && sessions.session.marks.map(\.number) == [1, 2])
        #expect(sessions.session.marks.map(\.stamp) == marks.map(\.stamp) && sessions.session.entries.allSatisfy { $0.isJournalled })
        #expect(sessions.key(of: .run(2)) == Self.later && sessions.key(of: .run(1)) == Self.older)
        let left = try #require(sessions.state(of: .run(1)))
        #expect(left.marks.count == 2 + open && left.scoredEnds == Self.record().ends && left.entries.allSatisfy { $0.home == nil })
        // The next marks belong to the new session, and their end is its first.
        box.run(to: box.now.seconds + 5)
        box.tap(.mark)
        box.run(to: box.now.seconds + 5)
        box.tap(.stop)
        #expect(box.ends.map(\.number) == [1] && box.ends.first?.clips == [1, 2, 3] && box.ends.first?.round == "wa_70")
        #expect(!box.appliance.path.toolLayers(in: box.appliance.context).all.contains { $0.tool == .newInstead })
    }

    @Test("a clip whose footage still grows keeps it under its new number")
    func aGrowingClipKeepsItsFootage() throws {
        var box = try box(marks: 1, after: 10)
        box.tap(.mark)
        let before = box.effects.count
        box.use(.newInstead)
        let lines = box.effects.dropFirst(before).compactMap { effect -> String? in
            switch effect {
            case .line(.pin(let plan, let ref)) where ref == .run(2): "pin \(plan.number)"
            case .line(.release(let number, let ref)) where ref == .run(1): "release \(number)"
            default: nil
            }
        }
        #expect(lines == ["pin 1", "release 3", "pin 2", "release 4"])
        box.run(to: box.now.seconds + 12)
        #expect(box.cuts.last?.number == 2)
    }

    @Test("once an end is scored, what went on stays")
    func aScoredEndStays() throws {
        var box = try box()
        #expect(box.appliance.path.toolLayers(in: box.appliance.context).all.contains { $0.tool == .newInstead })
        box.tap(.stop)
        for _ in 0..<6 { box.tap(.mark) }
        box.tap(.mark)
        box.hold(.stop, seconds: 1.2)
        box.run(to: box.now.seconds + 1)
        #expect(box.appliance.page == .live)
        #expect(!box.appliance.path.toolLayers(in: box.appliance.context).all.contains { $0.tool == .newInstead })
    }

    @Test("a card without that session: the marks are a session of their own, and nothing is joined")
    func theCardDoesNotHaveIt() throws {
        var box = try box(marks: 0)
        box.tap(.mark)
        box.send(.card(.continued(nil, .run(1))))
        box.run(to: 20)
        box.tap(.stop)
        box.tap(.mark)
        #expect(joins(box).isEmpty && box.appliance.context.sessions.state(of: .run(1))?.linked == nil)
    }
}
