// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage
import Testing

@testable import Runtime

/// A session of this run that is split, as the card's thread writes it.
@Suite struct SplittingCardTests {
    private static let whole = "2026-11-20_1401_S01"
    private static let later = "2026-11-20_1401_S02"

    private static func end(_ number: Int) -> EndRecord {
        let clip = number
        return EndRecord(
            number: number, face: FaceCatalog.all[0], shaft: Length(millimetres: 5.5), round: "wa_70", clips: [clip],
            arrows: [PlacedArrow(number: 1, place: .centre, clip: clip)], isDone: true)
    }

    /// Returns a card with a session of this run: three ends of a clip each, filed as STOP does it.
    private func filing() throws -> Filing {
        let filing = try Filing()
        filing.writer.post(.journal(.run(1), .target(SessionTarget(round: "wa_70", face: "wa_122", boxStart: 1))))
        for number in 1...3 {
            filing.mark(number, frame: Int64(number) * 30 - 5)
            filing.cut(number, Int64(number) * 30 - 25...Int64(number) * 30)
            filing.writer.post(.journal(.run(1), .end(Self.end(number))))
            filing.writer.post(.end(.run(1)))
        }
        return filing
    }

    @Test("both parts are filed, after the clips that were ordered before, and the later one goes on")
    func bothPartsAreFiled() throws {
        let filing = try filing()
        filing.writer.post(.split(.run(1), end: 2))
        filing.work()
        #expect(filing.words.last == "1: split, \(Self.later)")
        var records = try filing.records()
        #expect(records.map { $0.marks.map(\.number) } == [[1], [1, 2]] && records.map(\.over) == [.newSession, nil])
        #expect(filing.isThere("\(Self.later)/clips/02_X.mp4") && !filing.isThere("\(Self.whole)/clips/02_X.mp4"))
        #expect(!filing.isThere("\(Self.whole)/journal.jsonl") && !filing.isThere("\(Self.later)/journal.jsonl"))
        // A line about the run's session is the earlier part's from now on.
        filing.writer.post(.journal(.run(1), .notes("calm")))
        filing.writer.post(.file(.run(1)))
        filing.writer.post(.goOn(SessionKey(folder: Self.later), .run(2), by: nil))
        filing.mark(3, frame: 100, session: 2)
        filing.cut(3, 90...110, session: 2)
        filing.writer.post(.end(.run(2)))
        filing.work()
        records = try filing.records()
        #expect(records.map(\.notes) == ["calm", ""] && records.map { $0.marks.map(\.number) } == [[1], [1, 2, 3]])
        #expect(filing.isThere("\(Self.later)/clips/03.mp4"))
    }

    @Test("at the first end there is nothing to split, and the session goes on", arguments: [1, 4])
    func nothingToSplit(end: Int) throws {
        let filing = try filing()
        filing.writer.post(.split(.run(1), end: end))
        filing.mark(4, frame: 100)
        filing.writer.post(.file(.run(1)))
        filing.work()
        #expect(filing.words.contains("1: not split"))
        #expect(try filing.records().map { $0.marks.map(\.number) } == [[1, 2, 3, 4]] && filing.records().first?.over == nil)
        #expect(!filing.isThere("\(Self.whole)/journal.jsonl"))
    }

    @Test("without a card it waits, and is done when the card is back")
    func pulledBefore() throws {
        let filing = try filing()
        filing.work()
        filing.plug.setPlugged(false)
        filing.work(for: .seconds(2))
        filing.writer.post(.split(.run(1), end: 3))
        filing.work(for: .seconds(2))
        #expect(!filing.words.contains { $0.contains("split") })
        filing.plug.setPlugged(true)
        filing.work(for: .seconds(3))
        #expect(filing.words.contains("1: split, \(Self.later)"))
        #expect(try filing.records().map { $0.marks.map(\.number) } == [[1, 2], [1]])
    }
}
