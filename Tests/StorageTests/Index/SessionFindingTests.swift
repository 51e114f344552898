// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import GRDB
import TestSupport
import Testing

@testable import Storage

/// The index answers as the records themselves would, without reading them.
@Suite struct SessionFindingTests {
    private static let months = ["2025-12", "2026-01", "2026-10", "2026-11"]

    private func record(_ number: Int, _ random: inout SeededGenerator) -> SessionRecord {
        let month = Self.months.randomElement(using: &random) ?? ""
        let faces = FaceCatalog.all.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
        let ends = faces.enumerated().map { index, face in
            Samples.end(
                index + 1, (0..<Int.random(in: 0...6, using: &random)).map { _ in Double.random(in: -300...300, using: &random) },
                clips: [1], face: face)
        }
        let notes = ["", "windy", "100%_\\'; DROP TABLE session; --", String(repeating: "🏹", count: 3000)].randomElement(using: &random) ?? ""
        var clip = Samples.clip(1, file: "clips/01.mp4")
        clip.judgement.isDeleted = random.chance(0.3)
        let link = SessionLink(id: nil, folder: "2026-10-01_1000_S03", end: 1, numbers: SessionNumbers())
        var record = SessionRecord(
            header: Samples.header(number, started: random.chance(0.2) ? "" : "\(month)-1\(number % 10)T14:03:00"), clips: [clip],
            ends: ends, notes: notes, ending: .stopped,
            target: [nil, "Ana", "Ben", "' OR 1 --"].randomElement(using: &random).map { SessionTarget(archer: $0, face: "wa_122") },
            continues: random.chance(0.3) ? link : nil)
        if random.chance(0.2) { record.header.camera = SessionHeader.filmCamera }
        return record
    }

    private func query(_ random: inout SeededGenerator) -> SessionQuery {
        SessionQuery(
            date: [nil, "2026", "2026-11", "2026-1", "x' OR '1", "%", ""].randomElement(using: &random) ?? nil,
            face: [nil, "wa_122", "wa_40", "' OR 1 --", "none"].randomElement(using: &random) ?? nil,
            archer: [nil, nil, "Ana", "Ben", "' OR 1 --", "Cy"].randomElement(using: &random) ?? nil,
            hasDeletedClips: random.chance(0.3), isOfFilms: random.chance(0.2), isOldestFirst: random.chance(0.3),
            offset: Int.random(in: -2...30, using: &random), limit: Int.random(in: -1...12, using: &random))
    }

    @Test("V-54 sessions are found by date and by face, newest first", arguments: 1...12 as ClosedRange<UInt64>)
    func theIndexAnswersAsTheRecordsWould(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let folder = try TemporaryFolder()
        let index = try SessionIndex(path: "\(folder.path)/vir.sqlite", files: POSIXFileSystem())
        var entries: [SessionSearch.Entry] = []
        for number in 1...25 {
            let record = record(number, &random)
            try index.change { try $0.put(IndexRow(record, name: "x_S\(number + 10)", bytes: Int64(number), checksum: 1)) }
            entries.append(.init(record, name: "x_S\(number + 10)", bytes: Int64(number)))
        }
        for _ in 0..<40 {
            let query = query(&random)
            #expect(try index.find(query, freeBytes: 7) == SessionSearch(entries: entries).find(query, freeBytes: 7), "\(query)")
        }
    }

    /// A clock that is wrong, jumps or is missing changes no order, and makes no month.
    @Test("39.2 the order is the number's, never the clock's", arguments: [true, false])
    func theNumberAloneDecidesTheOrder(hasIndex: Bool) throws {
        let folder = try TemporaryFolder()
        let card = Card(path: folder.path, files: POSIXFileSystem(), reserveBytes: 0, hasIndex: hasIndex)
        let labels = [
            "2027-05-05T10:00:00", "1970-01-01T00:00:10", "", "2026-11-20T14:03:00", "2038-01-19T03:14:08", "no clock", "2026-11-19T14:03:00",
        ]
        for (index, label) in labels.enumerated() {
            let session = try card.openSession(Samples.header(index + 1, started: label))
            try session.append(.marked(Samples.mark(1)))
            try session.writeClip(1)
            try session.close(.stopped)
        }
        let list = try card.find(SessionQuery())
        #expect(list.sessions.map(\.number) == [7, 6, 5, 4, 3, 2, 1])
        #expect(try card.find(SessionQuery(isOldestFirst: true)).sessions.map(\.number) == [1, 2, 3, 4, 5, 6, 7])
        #expect(try card.find(SessionQuery(date: "2026-11")).sessions.map(\.number) == [7, 4])
        #expect(list.months == ["2038-01", "2027-05", "2026-11", "1970-01"])
        #expect(list.sessions.map(\.name).filter { $0.hasPrefix("undated_") } == ["undated_S06", "undated_S03"])
        let names = list.sessions.map(\.name)
        #expect(try card.unjudgedClips(after: nil, limit: 9).clips.map(\.key.session.folder) == names)
        let page = String(decoding: try POSIXFileSystem().contents(of: "\(folder.path)/index.html"), as: UTF8.self)
        let places = names.map { page.range(of: "\($0)/index.html")?.lowerBound }
        #expect(places.allSatisfy { $0 != nil } && places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    }

    @Test("a filed session that continues another one is listed, and its line names that one", arguments: [true, false])
    func aLinkedSessionIsListed(hasIndex: Bool) throws {
        let folder = try TemporaryFolder()
        let card = Card(path: folder.path, files: POSIXFileSystem(), reserveBytes: 0, hasIndex: hasIndex)
        let older = try card.openSession(Samples.header(1))
        try older.append(.marked(Samples.mark(1)))
        let record = try older.close(.stopped)
        let link = SessionLink(id: record.header.id, folder: older.name, end: 1, numbers: SessionNumbers(of: record))
        let later = try card.openSession(Samples.header(2), continuing: link)
        try later.append(.marked(Samples.mark(2)))
        func lines() throws -> [String] { try card.find(SessionQuery()).sessions.map { "\($0.name) \($0.continues ?? "alone")" } }
        try later.close(.stopped)
        #expect(try lines() == ["\(later.name) \(older.name)", "\(older.name) alone"])
        later.letGo()
        try #require(try card.join(later.name, link)).close(.stopped)
        #expect(try lines() == ["\(older.name) alone"])
    }

    @Test func aPageOfTheListIsServedByTheIndexAlone() throws {
        let folder = try TemporaryFolder()
        let index = try SessionIndex(path: "\(folder.path)/vir.sqlite", files: POSIXFileSystem())
        for query in [SessionQuery(), SessionQuery(date: "2026-11"), SessionQuery(face: "wa_122")] {
            let (condition, arguments) = SessionIndex.condition(query)
            let plan = try index.database.read { db in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + SessionIndex.page(of: query, where: condition), arguments: arguments + [50, 0])
                    .map { $0["detail"] as String }
            }
            #expect(query.face != nil || !plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
            #expect(plan.contains { $0.contains("USING INDEX") || $0.contains("USING COVERING INDEX") }, "\(plan)")
        }
    }

    @Test func findingReadsNoRecord() throws {
        let folder = try TemporaryFolder()
        let files = POSIXFileSystem()
        let card = Card(path: folder.path, files: files, reserveBytes: 0)
        let session = try card.openSession(Samples.header())
        try session.append(.end(Samples.end(1, [0, 61], clips: [])))
        try session.close(.stopped)
        try files.replace("\(folder.path)/\(session.name)/session.json", with: Array("not a record".utf8))
        let list = try card.find(SessionQuery())
        #expect(list.matching == 1 && list.sessions.first?.total == 20 && list.sessions.first?.innerTens == 1)
        #expect(list.months == ["2026-11"] && list.faces.map(\.id) == ["wa_122"] && list.usedBytes > 0)
    }

    @Test(arguments: ["written on a laptop", "windy"])
    func aRecordThatWasEditedElsewhereIsReadAgainAtTheNextStart(notes: String) throws {
        let folder = try TemporaryFolder()
        let files = POSIXFileSystem()
        let card = Card(path: folder.path, files: files, reserveBytes: 0)
        let session = try card.openSession(Samples.header())
        try session.append(.notes("rainy"))
        var record = try session.close(.stopped)
        record.notes = notes
        try files.replace("\(folder.path)/\(session.name)/session.json", with: try SessionFile.bytes(of: record))
        _ = try card.recover()
        #expect(try card.find(SessionQuery()).sessions.first?.notes == notes)
        #expect(String(decoding: try files.contents(of: "\(folder.path)/index.html"), as: UTF8.self).contains(notes))
    }

    @Test(arguments: ["missing", "older", "cut", "empty", "other", "other tables", "no rows"])
    func aBrokenIndexIsMadeAnewWithoutAWordLost(kind: String) throws {
        let folder = try TemporaryFolder()
        let files = POSIXFileSystem()
        let card = Card(path: folder.path, files: files, reserveBytes: 0)
        for number in 1...3 {
            let session = try card.openSession(Samples.header(number))
            try session.append(.end(Samples.end(1, [0, nil], clips: [], face: Samples.customFace)))
            try session.append(.notes("note \(number)"))
            try session.close(.stopped)
        }
        func found() throws -> [SessionSummary] { try card.find(SessionQuery()).sessions }
        let before = try found()
        #expect(before.count == 3)
        let path = "\(folder.path)/vir.sqlite"
        switch kind {
        case "missing": try files.remove(path)
        case "older":
            let file = try files.open(path, .existing)
            try files.write([0, 0, 0, 1], to: file, at: 60)
            files.close(file)
        case "cut": try files.replace(path, with: Array(try files.contents(of: path).prefix(5000)))
        case "empty": try files.replace(path, with: [])
        case "other tables": try DatabaseQueue(path: path).write { try $0.execute(sql: "ALTER TABLE session DROP COLUMN notes") }
        case "no rows": try DatabaseQueue(path: path).write { try $0.execute(sql: "DELETE FROM session") }
        default: try files.replace(path, with: Array("something else".utf8))
        }
        if kind != "no rows" { #expect(try found() == before, "also while the box runs") }
        _ = try card.recover()
        #expect(try found() == before)
    }

    @Test func withoutAnIndexTheRecordsAreRead() throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        let session = try card.openSession(Samples.header())
        try session.append(.end(Samples.end(1, [0, 61], clips: [])))
        try session.close(.stopped)
        #expect(try card.find(SessionQuery(face: "wa_122")).sessions.map(\.total) == [20])
        let page = try #require(disk.files()["/card/index.html"])
        #expect(String(decoding: page, as: UTF8.self).contains("\(session.name)/index.html"))
    }

    @Test func anIndexThatGoesWhileTheBoxRunsLacksNothingAfterTheNextSession() throws {
        let folder = try TemporaryFolder()
        let files = POSIXFileSystem()
        let card = Card(path: folder.path, files: files, reserveBytes: 0)
        try card.openSession(Samples.header(1)).close(.stopped)
        try files.remove("\(folder.path)/vir.sqlite")
        try card.openSession(Samples.header(2)).close(.stopped)
        #expect(try card.find(SessionQuery()).sessions.map(\.number) == [2, 1])
    }

    @Test func aSessionThatIsTakenUpAgainStaysInTheList() throws {
        let folder = try TemporaryFolder()
        let card = Card(path: folder.path, files: POSIXFileSystem(), reserveBytes: 0)
        let session = try card.openSession(Samples.header(1))
        try session.close(.stopped)
        _ = try #require(try card.resumeSession(named: session.name))
        try card.reconcileIndex()
        #expect(try card.find(SessionQuery()).matching == 1)
    }

    @Test func whereThePageCannotBeWrittenTheIndexWaitsForTheNextStart() throws {
        let folder = try TemporaryFolder()
        let files = POSIXFileSystem()
        let card = Card(path: folder.path, files: files, reserveBytes: 0)
        // Folders in the page's place, and under every name to which they could be moved, refuse the page, like a cut before it.
        let inTheWay = ["", ".damaged"] + (2...20).map { ".damaged-\($0)" }
        for suffix in inTheWay { try files.makeFolder("\(folder.path)/index.html\(suffix)") }
        try card.openSession(Samples.header(1)).close(.stopped)
        #expect(try SessionIndex(path: "\(folder.path)/vir.sqlite", files: files).names() == [])
        for suffix in inTheWay { try files.remove("\(folder.path)/index.html\(suffix)") }
        _ = try card.recover()
        #expect(try files.isFile("\(folder.path)/index.html"))
        #expect(try card.find(SessionQuery()).matching == 1)
    }
}
