// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage
import Testing

@testable import Runtime

/// A round that goes on from a folder of its own, as the card's thread writes it: joined, or standing alone.
@Suite struct JoiningCardTests {
    private static let older = "2026-11-19_1403_S01"
    private static let later = "2026-11-20_1401_S02"
    private static let link = SessionLink(id: nil, folder: older, end: 2, numbers: SessionNumbers(nextMark: 3))

    /// Returns a card with a round of one end, which run 1 goes on with.
    private func filing() throws -> Filing {
        let filing = try Filing { card in
            let session = try card.openSession(
                SessionHeader(
                    number: 1, started: "2026-11-19T14:03:00", size: Filing.parameters.size, framesPerSecond: 30, delaySeconds: 5,
                    camera: "synthetic", encoder: "libx264"))
            try session.append(.target(SessionTarget(round: "wa_70", face: "wa_122", boxStart: 1)))
            for number in 1...2 {
                try session.append(.marked(Mark(number: number, stamp: Filing.stamp(Int64(number)), source: .script)))
                try session.append(.lostClip(number: number, reason: "a test"))
            }
            try session.append(.end(Self.end(1, clips: [1, 2])))
            try session.close(.stopped)
        }
        filing.writer.post(.goOn(SessionKey(folder: Self.older), .run(1), by: Self.link))
        filing.writer.post(.journal(.run(1), .target(SessionTarget(round: "wa_70", face: "wa_122", boxStart: 2))))
        return filing
    }

    private static func end(_ number: Int, clips: [Int]) -> EndRecord {
        let arrows = clips.enumerated().map { PlacedArrow(number: $0.offset + 1, place: .centre, clip: $0.element) }
        return EndRecord(
            number: number, face: FaceCatalog.all[0], shaft: Length(millimetres: 5.5), round: "wa_70", clips: clips, arrows: arrows, isDone: true)
    }

    private func shoot(_ filing: Filing, _ number: Int, _ frames: ClosedRange<Int64>, session: Int = 1) {
        filing.mark(number, frame: frames.lowerBound + 5, session: session)
        filing.cut(number, frames, session: session)
    }

    @Test("what comes after the start has a folder of its own, and is joined after the clips that were ordered before")
    func itIsJoined() throws {
        let filing = try filing()
        shoot(filing, 3, 10...40)
        filing.work()
        #expect(try filing.records().map { $0.marks.map(\.number) } == [[1, 2], [3]])
        #expect(filing.isThere("\(Self.later)/clips/03.mp4") && filing.isThere("\(Self.later)/journal.jsonl"))
        shoot(filing, 4, 50...80)
        filing.writer.post(.join(.run(1)))
        filing.writer.post(.journal(.run(1), .end(Self.end(2, clips: [3, 4]))))
        filing.writer.post(.file(.run(1)))
        filing.work()
        let record = try #require(try filing.records().first)
        #expect(try filing.records().count == 1 && record.marks.map(\.number) == [1, 2, 3, 4] && record.total == 40)
        #expect(filing.isThere("\(Self.older)/clips/03_X.mp4") && filing.isThere("\(Self.older)/clips/04_X.mp4"))
        #expect(!filing.isThere(Self.later) && !filing.isThere("\(Self.older)/journal.jsonl"))
        #expect(filing.words.contains("1: joined to \(Self.older)"))
        // The session goes on there.
        shoot(filing, 5, 90...110)
        filing.work()
        #expect(filing.isThere("\(Self.older)/clips/05.mp4"))
    }

    @Test("a line about the session before it was joined still finds it")
    func oldKeysAreUnderstood() throws {
        let filing = try filing()
        shoot(filing, 3, 10...40)
        filing.writer.post(.join(.run(1)))
        filing.work()
        filing.writer.post(.journal(.stored(SessionKey(folder: Self.later)), .judged(clip: 3, ClipJudgement(isLiked: true))))
        filing.work()
        #expect(try filing.records().first?.clips.first?.judgement.isLiked == true && !filing.words.contains { $0.hasSuffix("no line") })
    }

    @Test("with nothing on the card yet, joining is going on with the older session")
    func joinedBeforeAnythingWasWritten() throws {
        let filing = try Filing { card in
            let session = try card.openSession(
                SessionHeader(
                    number: 1, started: "2026-11-19T14:03:00", size: Filing.parameters.size, framesPerSecond: 30, delaySeconds: 5,
                    camera: "synthetic", encoder: "libx264"))
            try session.append(.target(SessionTarget(round: "wa_70", face: "wa_122")))
            try session.append(.marked(Mark(number: 1, stamp: Filing.stamp(1), source: .script)))
            try session.close(.stopped)
        }
        filing.writer.post(.goOn(SessionKey(folder: Self.older), .run(1), by: Self.link))
        filing.work()
        filing.writer.post(.join(.run(1)))
        filing.work()
        filing.mark(3, frame: 30)
        filing.work()
        #expect(try filing.records().map { $0.marks.map(\.number) } == [[1, 3]])
    }

    @Test("“New instead” renames nothing of the older session, and the later one counts from 1")
    func itStandsAlone() throws {
        let filing = try filing()
        shoot(filing, 3, 10...40)
        shoot(filing, 4, 50...80)
        filing.work()
        filing.writer.post(.journal(.run(1), .notes("about the round")))
        filing.writer.post(.standAlone(.run(1), as: .run(2)))
        shoot(filing, 3, 90...110, session: 2)
        filing.writer.post(.end(.run(2)))
        filing.work()
        let records = try filing.records()
        #expect(records.map { $0.marks.map(\.number) } == [[1, 2], [1, 2, 3]] && records.map(\.notes) == ["about the round", ""])
        #expect(records[1].clips.map(\.file) == ["clips/01.mp4", "clips/02.mp4", "clips/03.mp4"] && records[1].continues == nil)
        #expect(records[1].target?.boxStart == 2 && records[0].ends.count == 1)
        let named = filing.news.compactMap { if case .named(let ref, let key, _) = $0 { "\(ref.word) \(key.folder)" } else { nil } }
        #expect(named.suffix(2) == ["1 \(Self.older)", "2 \(Self.later)"])
        #expect(!filing.isThere("\(Self.later)/journal.jsonl"))
    }

    @Test("pulled in between: what was acknowledged is joined when the card is back")
    func pulledInBetween() throws {
        let filing = try filing()
        shoot(filing, 3, 10...40)
        filing.work()
        filing.plug.setPlugged(false)
        shoot(filing, 4, 50...80)
        filing.writer.post(.join(.run(1)))
        filing.work(for: .seconds(2))
        filing.plug.setPlugged(true)
        filing.work(for: .seconds(3))
        let records = try filing.records()
        #expect(records.map { $0.marks.map(\.number) } == [[1, 2, 3, 4]])
        #expect(filing.isThere("\(Self.older)/clips/04.mp4") && !filing.isThere(Self.later))
    }
}
