// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Storage

/// Practice ends, and ends with surplus arrows: on the pages and in the table.
@Suite struct PagesPracticeTests {
    /// A round whose second end is practice, and whose third has a surplus arrow: a miss, which is among the lowest.
    private static let record: SessionRecord = {
        var record = SamplePages.round
        record.ends[1].isPractice = true
        record.ends[1].round = nil
        record.ends[2].arrows.append(PlacedArrow(number: 7, place: nil))
        return record
    }()

    @Test func practiceIsSaidAndCountsForNothing() throws {
        let page = try PagesTests.text(Self.record, "index.html")
        let counted = Self.record.ends.filter { !$0.isPractice }
        #expect(page.contains("Practice 1, 70 m") && page.contains(Strings.Page.practiceRemark))
        #expect(page.contains("End 2, 70 m") && !page.contains("End 12, 70 m"), "what counts is numbered without it")
        #expect(page.contains("<strong>\(counted.reduce(0) { $0 + $1.score.total })</strong> <span>of 660</span>"))
        #expect(page.contains("<dt>Arrows</dt><dd>66 of 72</dd>"))
        let card = Scorecard(Self.record)
        #expect(card.stages.flatMap(\.lines).map(\.endName) == (1...11).map { "\($0)" })
        #expect(card.stages.flatMap(\.lines)[1].endLink == "#end-3" && card.sum == Self.record.total)
    }

    @Test func anArrowTooManyIsStruckOut() throws {
        let page = try PagesTests.text(Self.record, "index.html")
        let struck = Self.record.ends[2].score.entries.count { !$0.counts }
        #expect(struck == 1 && page.contains(Strings.Page.tooMany(6)))
        // In the scorecard and in the end's own table.
        #expect(page.components(separatedBy: "uncounted\"").count == 1 + 2 * struck)
    }

    /// The column's sum is the session's total.
    @Test func theTableAddsUp() throws {
        let text = String(decoding: ScoreTable.bytes(of: Self.record, named: "s"), as: UTF8.self)
        let rows = text.split(separator: "\r\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        let names = try #require(rows.isEmpty ? nil : rows[0])
        let header = names.map { name in String(name.filter { $0 != "\"" && $0 != "\u{FEFF}" }) }
        let (points, counts) = (try #require(header.firstIndex(of: "points")), try #require(header.firstIndex(of: "counts")))
        #expect(rows.dropFirst().reduce(0) { $0 + (Int($1[points]) ?? 0) } == Self.record.total)
        #expect(rows.dropFirst().count { $0[counts] == "practice" } == 6 && rows.dropFirst().count { $0[counts] == "no" } == 1)
        #expect(rows.dropFirst().count { $0[counts] == "yes" } == Self.record.arrowCount)
    }

    /// The history shows the same.
    @Test func theIndexHasWhatTheRecordHas() {
        let summary = SessionSummary(Self.record, name: "s", bytes: 0)
        #expect(summary.total == Self.record.total && summary.arrows == 66 && summary.ends == 11)
    }
}
