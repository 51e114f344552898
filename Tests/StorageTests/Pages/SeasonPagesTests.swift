// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import TestSupport
import Testing

@testable import Storage

/// The pages of archers: an archer's sessions together.
@Suite struct SeasonPagesTests {
    private static func session(
        _ number: Int, _ archer: String? = "Ana", started: String = "", total: Int = 54, arrows: Int = 6, round: String? = nil
    ) -> SessionSummary {
        SessionSummary(
            name: started.isEmpty ? "undated_S\(number)" : "\(started.prefix(10))_1403_S\(number)", number: number, started: started,
            faceID: "wa_122", faceName: "WA 122 cm", round: round, archer: archer, total: total, innerTens: 1, arrows: arrows, ends: 1, clips: 2,
            distance: "70 m", groupMillimetres: 80, grouped: 6, holdSeconds: 1.5, holds: 2)
    }

    private static func page(_ sessions: [SessionSummary]) throws -> String {
        try #require(try Scorebook.archers(of: sessions).first.map { String(decoding: $0.bytes, as: UTF8.self) })
    }

    @Test("X-12 a season's average, share, group and hold are those of all its arrows")
    func totals() {
        var other = Self.session(3, total: 30, arrows: 3)
        (other.groupMillimetres, other.grouped, other.faceID, other.faceName) = (10, 3, "wa_40", "WA 40 cm")
        (other.holdSeconds, other.holds) = (3, 1)
        let sum = SeasonSum([Self.session(1), Self.session(2, total: 48), other])
        #expect(sum.sessions == 3 && sum.arrows == 15 && sum.points == 132 && sum.average == 8.8)
        // The group is that on the face with the most arrows.
        #expect(sum.innerShare == 0.2 && sum.group == 80 && sum.target?.words == "70 m, WA 122 cm" && sum.hold == 1.8)
        let empty = SeasonSum([SessionSummary]())
        #expect(empty.average == nil && empty.group == nil && empty.hold == nil && empty.innerShare == nil)
    }

    @Test("X-12 a session's summary has the group and the hold of its record")
    func ofARecord() {
        let summary = SessionSummary(SamplePages.single, name: "a", bytes: 0)
        let group = ArrowGroup(SamplePages.single.ends[0].arrows)
        #expect(summary.groupMillimetres == group?.meanRadius && summary.grouped == 5 && summary.distance == "70 m")
        #expect(summary.holds == 0 && summary.holdSeconds == nil)
        var byHour = SamplePages.single
        byHour.ends[0].arrows[0] = PlacedArrow(number: 1, spot: 0, place: FacePoint(12, 25), isByHour: true, clip: 1)
        #expect(SessionSummary(byHour, name: "a", bytes: 0).grouped == 0)
    }

    @Test("X-11 each archer's page has a file name that any system takes, and no two archers share it")
    func names() {
        #expect(ArcherFile.name(of: "Ana") == "ana.html" && ArcherFile.name(of: "Ana Maria 2") == "ana-maria-2.html")
        #expect(ArcherFile.name(of: " \u{7}\u{202E}") == nil && ArcherFile.name(of: "") == nil)
        let names = [
            "Ana", "ana", "ANA", "Ana ", "Ána", "Con", "con", "nul", "Lpt1", "../x", "a/b", "a\\b", "Müller", "Muller", "مرحبا", "🏹", "..", "_",
            "Ana_0", "O'Brien", "Obrien", String(repeating: "W", count: 1000),
        ]
        let files = names.compactMap(ArcherFile.name)
        #expect(files.count == names.count && Set(files.map { $0.lowercased() }).count == names.count)
        for file in files {
            #expect(file.utf8.count < 80 && file.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\\/:*?\"<>|".utf8.contains($0) })
            #expect(!["con.html", "nul.html", "lpt1.html"].contains(file) && PageLink.path(file) == file)
        }
    }

    @Test("X-12 months are points, in the order of the sessions' numbers; a session without a date is a point by itself")
    func periods() {
        let sessions = [
            Self.session(1, started: "2026-10-20T14:03:00"), Self.session(2), Self.session(3, started: "2026-11-20T14:03:00"),
            Self.session(4, started: "2026-10-21T14:03:00"), Self.session(5),
        ]
        let periods = SeasonPeriods(sessions.reversed(), on: nil).periods
        #expect(periods.map(\.name) == ["Oct 2026", "Session 2", "Nov 2026", "Session 5"])
        #expect(periods.map(\.sum.sessions) == [2, 1, 1, 1])
        let many = SeasonPeriods((1...500).map { Self.session($0) }, on: nil).periods
        #expect(many.count == 50 && many.first?.name == "Sessions 1 to 10" && many.allSatisfy { $0.sum.sessions == 10 })
    }

    @Test("X-12 the page has the best and the last session with their links, and each curve's numbers as a table")
    func content() throws {
        let sessions = [
            Self.session(1, started: "2026-10-20T14:03:00", total: 50), Self.session(2, started: "2026-11-20T14:03:00", total: 59),
            Self.session(3, started: "2026-11-21T14:03:00", total: 40), Self.session(4, "Ben", started: "2026-11-22T14:03:00"),
        ]
        #expect(try Scorebook.archers(of: sessions).map(\.path) == ["ana.html", "ben.html"])
        let page = try Self.page(sessions)
        #expect(page.contains("<h1 dir=\"auto\">Ana</h1>") && page.contains("3 sessions · 18 arrows · 149 points · 6 clips"))
        #expect(page.contains("<dt>Average arrow</dt><dd dir=\"auto\">8.28</dd>"))
        #expect(page.contains("<dt>Best</dt><dd dir=\"auto\"><a href=\"../2026-11-20_1403_S2/index.html\">"))
        #expect(page.contains("<dt>Last</dt><dd dir=\"auto\"><a href=\"../2026-11-21_1403_S3/index.html\">"))
        #expect(page.contains("<tr><th scope=\"row\">Oct 2026</th><td class=\"n\">8.33</td><td class=\"n\">1</td></tr>"))
        #expect(page.contains("<tr><th scope=\"row\">Nov 2026</th><td class=\"n\">8.25</td><td class=\"n\">2</td></tr>"))
        #expect(page.components(separatedBy: "<svg ").count == 5 && !page.contains("S4/") && !page.contains("<script"))
    }

    @Test("X-12 a whole round is the best by its points, and fewer arrows with a higher average aren't")
    func bestRound() throws {
        let page = try Self.page([
            Self.session(1, total: 600, arrows: 72, round: "wa_70"), Self.session(2, total: 640, arrows: 72, round: "wa_70"),
            Self.session(3, total: 60),
        ])
        #expect(page.contains("<dt>Best</dt><dd dir=\"auto\"><a href=\"../undated_S2/index.html\">") && page.contains("640 · 72 arrows"))
    }

    @Test(arguments: SamplePages.hostileTexts)
    func nothingThatSomebodyWroteRuns(text: String) throws {
        var session = Self.session(1, text, started: text, round: text)
        (session.name, session.faceID, session.faceName, session.distance) = ("undated_S1", text, text, text)
        for file in try Scorebook.archers(of: [session]) {
            let page = String(decoding: file.bytes, as: UTF8.self)
            for forbidden in ["<script>alert", "<img", "onload=alert(1)>", "onerror=alert(1)>", "{{title}}</h1>\u{0}"] {
                #expect(!page.contains(forbidden))
            }
            #expect(page.utf8.count < 60_000 && page.components(separatedBy: "</style>").count == 2)
        }
    }

    @Test("X-12 the page of an archer with 5000 sessions is below 150 kB, with its years folded", arguments: [true, false])
    func size(isDated: Bool) throws {
        let sessions = (1...5000).map { number in
            let (year, month, day) = (2010 + number / 300, number / 25 % 12 + 1, number % 25 + 1)
            func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
            return Self.session(
                number, started: isDated ? "\(year)-\(two(month))-\(two(day))T14:03:00" : "", total: 500 + number % 150, arrows: 72, round: "wa_70")
        }
        let page = try Self.page(sessions)
        #expect(page.utf8.count < 150_000, "\(page.utf8.count) bytes")
        #expect(page.components(separatedBy: "<ul class=\"year\">").count == page.components(separatedBy: "</ul>\n</details>").count)
        #expect(page.contains("4300 older sessions") && page.contains("<a href=\"../index.html\">"))
        #expect(try !Self.page(Array(sessions.prefix(499))).contains("<details><summary>20"))
    }

    @Test("X-11 from 500 sessions on, the card's own page folds its years, the newest one open, and its head leads to them")
    func foldedYears() throws {
        // An undated one between the years, since the order is the numbers'.
        let sessions = (1...500).map { number in
            Self.session(number, started: number <= 300 ? "2025-0\(1 + number / 60)-20T14:03:00" : number == 301 ? "" : "2026-11-20T14:03:00")
        }
        let page = String(decoding: try Scorebook.index(of: sessions), as: UTF8.self)
        #expect(page.components(separatedBy: "<details id=").count == 4 && page.components(separatedBy: "</details>").count == 4)
        let newest = "<details id=\"year-1\" open><summary><span class=\"fold\">2026</span> <span class=\"aside\">199 sessions · 1194 arrows"
        #expect(page.contains(newest) && page.contains("<details id=\"year-2\"><summary><span class=\"fold\">Without a date</span>"))
        #expect(page.contains("<details id=\"year-3\"><summary><span class=\"fold\">2025</span> <span class=\"aside\">300 sessions"))
        #expect(page.contains("<nav aria-label=\"Years\">") && page.contains("<a href=\"#year-3\">2025</a>") && !page.contains("<a href=\"#month"))
        #expect(page.components(separatedBy: "<li class=\"session\">").count == 501 && page.contains("<h2 id=\"month-8\">Jan 2025 <span"))
        let fewer = String(decoding: try Scorebook.index(of: Array(sessions.dropLast())), as: UTF8.self)
        #expect(!fewer.contains("<details") && fewer.contains("<nav aria-label=\"Months\">") && fewer.contains("<a href=\"#month-1\">Nov 2026</a>"))
    }

    // MARK: On a card

    private static func close(_ number: Int, _ archer: String?, on card: Card) throws -> String {
        let session = try card.openSession(Samples.header(number))
        if let archer { try session.append(.target(SessionTarget(archer: archer, face: "wa_122"))) }
        try session.append(.end(Samples.end(1, [0, 61, 100], clips: [])))
        try session.close(.stopped)
        return session.name
    }

    @Test("X-11 the card has a page for each archer, to which its own page and the sessions lead", arguments: [true, false])
    func archersOfACard(hasIndex: Bool) throws {
        let folder = try TemporaryFolder()
        let files = POSIXFileSystem()
        let card = Card(path: folder.path, files: files, reserveBytes: 0, hasIndex: hasIndex)
        func text(_ path: String) throws -> String { String(decoding: try files.contents(of: "\(folder.path)/\(path)"), as: UTF8.self) }
        let first = try Self.close(1, "Ana", on: card)
        let second = try Self.close(2, "Ben", on: card)
        #expect(try files.list("\(folder.path)/archers") == ["ana.html", "ben.html"])
        #expect(try text("index.html").contains("<a href=\"archers/ben.html\">Ben</a>"))
        #expect(try text("\(first)/index.html").contains("<a href=\"../archers/ana.html\">Ana</a>"))
        // The one before leads to the newer one, and the other way round.
        #expect(try text("\(first)/index.html").contains("rel=\"next\" href=\"../\(second)/index.html\""))
        #expect(try !text("\(first)/index.html").contains("rel=\"prev\""))
        #expect(try text("\(second)/index.html").contains("rel=\"prev\" href=\"../\(first)/index.html\""))
        let third = try Self.close(3, "Ana", on: card)
        try files.replace("\(folder.path)/archers/own.html", with: Array("<p>somebody's own</p>".utf8))
        try card.deleteSession(named: second)
        #expect(try files.list("\(folder.path)/archers") == ["ana.html", "own.html"])
        #expect(try text("\(first)/index.html").contains("rel=\"next\" href=\"../\(third)/index.html\""))
        #expect(try text("\(third)/index.html").contains("rel=\"prev\" href=\"../\(first)/index.html\""))
        let pages = try [first, third].map { try text("\($0)/index.html") } + [text("archers/ana.html"), text("index.html")]
        _ = try CardCheck.rebuild(folder.path, hasIndex: hasIndex)
        #expect(try [first, third].map { try text("\($0)/index.html") } + [text("archers/ana.html"), text("index.html")] == pages)
    }
}
