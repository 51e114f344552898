// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Storage

/// A session without a date has a number instead; a date that is learnt later changes record and pages, and no name.
@Suite struct DatingTests {
    private static func header(_ date: SessionDate?) -> SessionHeader {
        var header = SessionHeader(
            number: 37, started: date?.label ?? "2026-11-20T14:03:00", size: .hd720, framesPerSecond: 30, delaySeconds: 5, camera: "c",
            encoder: "e", id: "a1b2c3d4", date: date)
        header.number = 37
        return header
    }

    private static let learnt = SessionDate(.later, utc: 1_795_183_380, offset: 60)

    private static let names: [(SessionDate?, String)] = [
        (SessionDate(.clock, utc: 1_795_183_380, offset: 60), "2026-11-20_1503_S37"), (.unknown, "undated_S37"),
        (SessionDate(.after, utc: 1_795_183_380), "undated_S37"), (learnt, "undated_S37"), (nil, "2026-11-20_1403_S37"),
    ]

    @Test(arguments: names)
    func onlyAKnownDateIsInAFoldersName(date: SessionDate?, name: String) {
        #expect(CardLayout.sessionName(Self.header(date)) == name)
    }

    @Test("V-54 a day after which it was is shown, and is no date of a month, a folder or a film")
    func aDayAfterWhichItWas() throws {
        // 20 Nov, 14:03 in UTC; it is past midnight 10 hours further east.
        for (offset, day) in [(nil, "20 Nov"), (60, "20 Nov"), (10 * 60, "21 Nov")] {
            let header = Self.header(SessionDate(.after, utc: 1_795_183_380, offset: offset))
            #expect(header.started == "" && CardLayout.sessionName(header) == "undated_S37" && header.title(in: "undated_S37") == "Session 37")
            let summary = SessionSummary(SessionRecord(header: header, ending: .stopped), name: "undated_S37", bytes: 0)
            let page = String(decoding: try Scorebook.index(of: [summary]), as: UTF8.self)
            #expect(page.contains(">Session 37, after \(day)</a></h3>") && page.contains(">Without a date <span"), "\(day)")
            let own = try Scorebook.files(of: SessionRecord(header: header, ending: .stopped), named: "undated_S37").first?.bytes ?? []
            #expect(String(decoding: own, as: UTF8.self).contains("<h1 dir=\"auto\">Session 37, after \(day)</h1>"))
        }
        #expect(Self.header(.unknown).notBefore == nil && Self.header(Self.learnt).notBefore == nil && Self.header(nil).notBefore == nil)
        #expect(Self.header(SessionDate(.after, utc: .max, offset: 60)).notBefore == nil)
    }

    @Test("a clock that is set later dates record and pages; the folder keeps its name", arguments: [true, false])
    func aDateThatIsLearntLaterIsInRecordAndPages(isFiledBefore: Bool) throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        var session = try card.openSession(Self.header(SessionDate(.after, utc: 1_795_000_000)))
        try session.append(.marked(Samples.mark(1)))
        if isFiledBefore {
            #expect(try session.close(.stopped).header.started == "")
            #expect(try Self.page(disk).contains("<h1 dir=\"auto\">Session 37, after 18 Nov</h1>"))
            session = try #require(try card.resumeSession(named: session.name))
        }
        try session.append(.dated(Self.learnt))
        try session.append(.marked(Samples.mark(2)))
        let record = try session.close(.stopped)
        #expect(record.header.started == "2026-11-20T15:03:00" && record.header.date == Self.learnt && session.name == "undated_S37")
        #expect(try card.session(named: "undated_S37").record == record)
        #expect(try Self.page(disk).contains("Fri 20 Nov 2026, 15:03"))
        // Its journal is taken up again with the date.
        #expect(SessionRecord(journal: record.journal, ending: .stopped)?.header == record.header)
        #expect(ExportMark.letters(of: record.header) == ExportMark.letters(of: Self.header(.unknown)))
    }

    @Test func aKnownDateIsNeverReplaced() throws {
        let known = Self.header(SessionDate(.clock, utc: 1_795_000_000, offset: 0))
        for header in [known, Self.header(nil)] {
            let record = try #require(SessionRecord(journal: [.opened(header), .dated(Self.learnt)], ending: .stopped))
            #expect(record.header == header)
        }
    }

    /// A power cut may leave the older header in the journal and the newer one in somebody's memory.
    @Test func theSessionIsFoundAgainAfterItWasDated() throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        let session = try card.openSession(Self.header(.unknown))
        try session.append(.marked(Samples.mark(1)))
        try session.append(.dated(Self.learnt))
        session.letGo()
        let again = try card.reopenSession(Self.header(Self.learnt), in: session.name, entries: [.opened(Self.header(Self.learnt))])
        guard case .open(let folder) = again else { return #expect(Bool(false), "\(again)") }
        #expect(try folder.close(.stopped).header.started == "2026-11-20T15:03:00")
    }

    @Test func aWordOfALaterVersionIsNoFault() throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        let session = try card.openSession(Self.header(SessionDate(.clock, utc: 1_795_183_380, offset: 60)))
        try session.append(.marked(Samples.mark(1)))
        try session.close(.stopped)
        let path = "/card/\(session.name)/session.json"
        let text = String(decoding: try #require(disk.files()[path]), as: UTF8.self)
        #expect(text.contains("\"dateFrom\" : \"clock\""))
        try disk.replace(path, with: Array(text.replacing("\"dateFrom\" : \"clock\"", with: "\"dateFrom\" : \"satellite\"").utf8))
        #expect(try card.session(named: session.name).record?.header.dateFrom == .unknown)
    }

    @Test func theLastKnownTimeIsOnTheCard() throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        let id = try card.identify()
        try card.keep(lastTime: 1_795_000_000)
        try card.keep(lastTime: 1_795_000_100)
        let other = Practice.card(on: disk)
        #expect(try other.identify() == id && other.lastTime == 1_795_000_100)
        try disk.replace("/card/card.json", with: Array("{\"id\": \"\(id)\", \"time\": \"yesterday\"}".utf8))
        #expect(try other.identify() == id && other.lastTime == nil, "anybody may have edited it")
    }

    private static func page(_ disk: CrashDisk) throws -> String {
        String(decoding: try #require(disk.files()["/card/undated_S37/index.html"]), as: UTF8.self)
    }
}
