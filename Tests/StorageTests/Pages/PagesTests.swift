// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite struct PagesTests {
    static func text(_ record: SessionRecord, _ path: String, stills: Set<Int>? = nil) throws -> String {
        let file = try #require(Scorebook.files(of: record, named: SamplePages.name, stills: stills).first { $0.path == path })
        return String(decoding: file.bytes, as: UTF8.self)
    }

    @Test func theSameRecordIsTheSamePages() throws {
        for record in [SamplePages.single, SamplePages.round, SamplePages.hostile("<\u{301}\"")] {
            #expect(try Scorebook.files(of: record, named: "a") == Scorebook.files(of: record, named: "a"))
        }
        let sessions = [SamplePages.summary(of: SamplePages.single, named: "b"), SamplePages.summary(of: SamplePages.triple, named: "a")]
        #expect(try Scorebook.index(of: sessions) == Scorebook.index(of: sessions.reversed()))
    }

    @Test("V-41 a scored session has a page, a table and a picture; one without ends has its page")
    func whatASessionHas() throws {
        #expect(try Scorebook.files(of: SamplePages.single, named: "a").map(\.path) == ["index.html", "scores.csv", "target.svg"])
        #expect(try Scorebook.files(of: SamplePages.clipsOnly, named: "a").map(\.path) == ["index.html"])
        var unscored = SamplePages.single
        unscored.ends[0].arrows = []
        #expect(try Scorebook.files(of: unscored, named: "a").count == 3)
        #expect(try Self.text(unscored, "index.html").contains("Not scored."))
    }

    @Test("X-11 pages, table and totals say whose a session is, and where nobody is named nothing of it")
    func archers() throws {
        var (anas, bens) = (SamplePages.single, SamplePages.round)
        #expect(try !Self.text(anas, "index.html").contains("<dt>Archer") && !Self.text(anas, "scores.csv").contains("archer"))
        anas.target = SessionTarget(archer: "Ana <A>", face: "wa_122")
        bens.target = SessionTarget(archer: "Ben", round: "wa_70", face: "wa_122")
        let page = try Self.text(anas, "index.html")
        #expect(page.contains("<title>Ana &lt;A&gt;, ") && page.contains("<dt>Archer</dt><dd dir=\"auto\">Ana &lt;A&gt;</dd>"))
        let table = try Self.text(anas, "scores.csv").split(separator: "\r\n")
        #expect(
            table.first?.hasSuffix("\"counts\",\"placed_by\",\"archer\"") == true && table.dropFirst().allSatisfy { $0.hasSuffix(",\"Ana <A>\"") })
        func index(_ records: [SessionRecord]) throws -> String {
            String(decoding: try Scorebook.index(of: records.map { SamplePages.summary(of: $0, named: "a") }), as: UTF8.self)
        }
        let both = try index([anas, bens])
        #expect(both.contains("<dt dir=\"auto\">Ana &lt;A&gt;</dt><dd>1 session · 6 arrows · \(anas.total) points"))
        #expect(both.contains("<dt dir=\"auto\">Ben</dt><dd>1 session · 72 arrows · \(bens.total) points"))
        let one = try index([bens])
        #expect(one.contains("<bdi>Ben</bdi> · ") && !one.contains("<dt dir=\"auto\">Ben"))
        #expect(try !index([SamplePages.clipsOnly]).contains("arrow"))
    }

    @Test("X-07 phases are a table with mean and spread of each end, and a file of numbers; where nobody timed any there is neither")
    func phases() throws {
        var record = SamplePages.single
        #expect(try !Scorebook.files(of: record, named: "a").map(\.path).contains("phases.csv"))
        #expect(try !Self.text(record, "index.html").contains("id=\"phases\""))
        for (index, times) in [[0.5, 1.25, 2.5, 5], [0.25, 1.5, 3, 5.25]].enumerated() {
            record.clips[index].judgement.phases = zip(["Raise", "Draw <b>", "=Anchor", "Release"], times).map { PhaseMark($0, at: $1) }
        }
        let page = try Self.text(record, "index.html")
        #expect(page.contains("<th scope=\"col\" class=\"n\" dir=\"auto\">Draw &lt;b&gt;</th>"))
        #expect(page.contains("<td class=\"n\">0.750</td><td class=\"n\">1.250</td><td class=\"n\">2.500</td><td class=\"n\">4.500</td>"))
        // Mean and spread of 0.75 and 1.25.
        #expect(page.contains("<td class=\"n strong\">1.000</td>") && page.contains("<td class=\"n strong\">0.354</td>"))
        let table = try Self.text(record, "phases.csv").split(separator: "\r\n")
        #expect(table.count == 7 && table[1].hasSuffix("\"Raise\",0.500,0.750") && table[3].contains("\"'=Anchor\""))
    }

    @Test("N-13 the session's page says which clips are liked and which were deleted, the index how many are liked")
    func likesAndDeletions() throws {
        var record = SamplePages.single
        #expect(try !Self.text(record, "index.html").contains("class=\"liked\""))
        record.clips[0].judgement.isLiked = true
        record.clips[1].judgement.isDeleted = true
        let page = try Self.text(record, "index.html")
        #expect(page.components(separatedBy: "class=\"liked\"").count == 2)
        #expect(page.contains("deleted"))
        var summary = SamplePages.summary(of: record, named: "a")
        summary.likedClips = 1
        #expect(String(decoding: try Scorebook.index(of: [summary]), as: UTF8.self).contains(Strings.likedCount(1)))
        summary.likedClips = 0
        #expect(!String(decoding: try Scorebook.index(of: [summary]), as: UTF8.self).contains(Strings.likedCount(1)))
    }

    @Test("V-36 totals, X and tens are those of the record")
    func totals() throws {
        let page = try Self.text(SamplePages.round, "index.html")
        let record = SamplePages.round
        #expect(page.contains("<strong>\(record.total)</strong> <span>of 720</span>"))
        #expect(page.contains("<dt>X</dt><dd>\(record.innerTens)</dd>"))
        #expect(page.contains("<dt>10 + X</dt><dd>\(record.tens)</dd>"))
        #expect(page.contains("<dt>Arrows</dt><dd>72 of 72</dd>"))
        let card = Scorecard(record)
        let lines = card.stages.flatMap(\.lines)
        #expect(lines.map(\.running).last == record.total)
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.running + $1.lineTotal == $1.running })
    }

    @Test("on Lancaster's face the inner ring is an eleven wherever it is named")
    func lancastersEleven() throws {
        var record = SamplePages.round
        for index in record.ends.indices { record.ends[index].face = SamplePages.face("lancaster_40") }
        record.ends[0].arrows[0].place = .centre
        let page = try Self.text(record, "index.html")
        #expect(record.innerTens > 0 && record.total > 0)
        #expect(page.contains("<dt>11s</dt><dd>\(record.innerTens)</dd>") && page.contains("<dt>10 + 11</dt><dd>\(record.tens)</dd>"))
        #expect(page.contains("title=\"In the inner ring\">11</abbr>") && !page.contains(">X<") && !page.contains("X,"))
        let table = SessionTable.lines([StoredSession(name: SamplePages.name, state: .closed(record))])
        #expect(table[0].contains("total  11") && table[1].contains(" \(record.innerTens) "))
    }

    @Test func theIndexCountsNoInnerRingWhereThereIsNone() throws {
        func index(_ face: String) throws -> String {
            var record = SamplePages.round
            for index in record.ends.indices { record.ends[index].face = SamplePages.face(face) }
            return String(decoding: try Scorebook.index(of: [SamplePages.summary(of: record, named: "a")]), as: UTF8.self)
        }
        #expect(try index("wa_122").contains("X: "))
        #expect(try !index("agb_122_5zone").contains("X: "))
    }

    @Test func anArrowLeadsToAPartByItsName() throws {
        var record = SamplePages.single
        var part = try #require(record.clips.first)
        (part.number, part.kind) = (90_001, .part)
        record.clips.append(part)
        record.ends[0].arrows[0].clip = 90_001
        #expect(try Self.text(record, "index.html").contains("<a href=\"#clip-90001\">Part 1 of a clip</a>"))
    }

    @Test func aRoundOverTwoDistancesAddsUpByDistance() {
        let card = Scorecard(SamplePages.distances)
        #expect(card.stages.map(\.stageName) == ["50 m, WA 122 cm", "30 m, WA 80 cm"])
        #expect(card.stages.reduce(0) { $0 + $1.stageTotal } == card.sum)
        #expect(card.sum == SamplePages.distances.total)
    }

    @Test("V-38 a hit leads to its clip, an arrow that was called a miss is named, an unlinked one leads nowhere")
    func links() throws {
        var record = SamplePages.single
        record.ends[0].arrows[1].clip = nil
        record.ends[0].arrows[2].clip = 99
        let page = try Self.text(record, "index.html")
        let target = try Self.text(record, "target.svg")
        for (number, isLinked) in [(1, true), (2, false), (3, false), (4, true)] {
            #expect(page.contains("<a href=\"#clip-\(number)\">Clip \(number)</a>") == isLinked)
            #expect(target.contains("<a href=\"clips/0\(number)_X.mp4\">") == isLinked)
        }
        #expect(!page.contains("#clip-99"))
        #expect(page.contains("Arrow 6 missed the target."))
    }

    @Test func clipsThatWereLostOrCutShortAreSaid() throws {
        let page = try Self.text(SamplePages.single, "index.html")
        #expect(page.contains("Clip 6 has no film"))
        #expect(page.components(separatedBy: "Its beginning is missing").count == 2)
        var record = SamplePages.single
        record.lostClips = [9, 7, 80_001, 70_001]
        // The clips' names for people, not the numbers of their files.
        #expect(try Self.text(record, "index.html").contains("Clip 7; Clip 9; Not marked, 1 and Buffer 1, saved by hand have no film"))
    }

    @Test func onlyAStillThatIsThereIsNamed() throws {
        let page = try Self.text(SamplePages.single, "index.html", stills: [2])
        #expect(page.components(separatedBy: "poster=").count == 2)
        #expect(page.contains("poster=\"thumbs/02.jpg\""))
    }

    @Test func aDateThatIsNoneIsShownAsItIs() throws {
        #expect(try Self.text(SamplePages.empty, "index.html").contains("<h1 dir=\"auto\">not a date</h1>"))
        var record = SamplePages.empty
        record.header.started = "\u{7}\u{202E}"
        #expect(try Self.text(record, "index.html").contains("<h1 dir=\"auto\">Session 10</h1>"))
    }

    @Test(arguments: ["/etc/passwd", "../../secret", "clips/../../x", "", "clips//x", "./a", "a\u{0}b"])
    func aRecordLeadsNowhereOutsideItsFolder(path: String) throws {
        #expect(PageLink.path(path) == nil)
        var record = SamplePages.single
        record.clips[0].file = path
        let page = try Self.text(record, "index.html")
        #expect(page.components(separatedBy: "<video").count == 5)
        #expect(page.contains("no name that leads to a file"))
    }

    @Test func aPathIsEncodedByteByByte() {
        #expect(PageLink.path("clips/03 X#1?é\"<\\.mp4") == "clips/03%20X%231%3F%C3%A9%22%3C%5C.mp4")
        #expect(PageLink.path("javascript:alert(1)") == "javascript%3Aalert%281%29")
    }

    @Test func theIndexIsNewestFirstByNumberWhateverTheClockSaid() throws {
        var sessions = [SamplePages.summary(of: SamplePages.single, named: "a_S07"), SamplePages.summary(of: SamplePages.triple, named: "b_S08")]
        sessions[1].started = "1970-01-01T00:00:00"
        let page = String(decoding: try Scorebook.index(of: sessions), as: UTF8.self)
        let newer = try #require(page.range(of: "b_S08/index.html"))
        let older = try #require(page.range(of: "a_S07/index.html"))
        #expect(newer.lowerBound < older.lowerBound)
        #expect(page.contains("2 sessions · 9 arrows · 8 clips"))
        #expect(String(decoding: try Scorebook.index(of: []), as: UTF8.self).contains("No session yet."))
    }

    @Test func aSessionWithoutAFaceHasNoPictureInTheIndex() throws {
        let page = String(decoding: try Scorebook.index(of: [SamplePages.summary(of: SamplePages.clipsOnly, named: "c_S09")]), as: UTF8.self)
        #expect(!page.contains("<img"))
        // A card without any scored session doesn't mention archery.
        #expect(page.contains("Clips only") && !page.contains("Not scored"))
    }
}
