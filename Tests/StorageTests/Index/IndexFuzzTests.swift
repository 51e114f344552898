// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Storage

/// `vir.sqlite` as a stranger or a dying card leaves it: whatever it holds, the box starts, finds every session, and never shows a value
/// that isn't in
/// the sessions' own records.
@Suite struct IndexFuzzTests {
    private static let cardsPerSeed = 5

    /// 200 cards, or the number in `VIR_FUZZED_CARDS`.
    static let seeds: ClosedRange<UInt64> = 1...UInt64(max(1, damagedFiles("VIR_FUZZED_CARDS", few: 200) / cardsPerSeed))

    private let folder: TemporaryFolder
    private let card: Card
    private let truth: Told
    private let sound: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        card = Card(path: folder.path, files: POSIXFileSystem(root: folder.path), reserveBytes: 0)
        // Ana's, Ben's, and again Ana's. Only the first may be removed; the second is protected, and none of its clips is judged.
        for number in 1...3 {
            let session = try card.openSession(Samples.header(number))
            try session.append(.target(SessionTarget(archer: number == 2 ? "Ben" : "Ana", face: "wa_122")))
            for clip in 1...3 {
                try session.append(.marked(Samples.mark(clip)))
                try session.writeClip(clip)
            }
            if number == 2 {
                try session.append(.protected(true))
            } else {
                try session.append(.judged(clip: 1, ClipJudgement(isLiked: true)))
                try session.append(.judged(clip: 2, ClipJudgement(isDeleted: true)))
            }
            try session.append(
                .end(Samples.end(1, [0, 61, nil], clips: [1, 2, 3], face: number == 2 ? Samples.customFace : FaceCatalog.all[0])))
            try session.append(.notes("note \(number) \u{0} behind a zero, é"))
            try session.close(.stopped)
        }
        truth = try Told(by: Card(path: folder.path, files: POSIXFileSystem(), reserveBytes: 0, hasIndex: false))
        sound = try POSIXFileSystem().contents(of: "\(folder.path)/vir.sqlite")
    }

    private var path: String { "\(folder.path)/vir.sqlite" }

    /// All that a card reports of its sessions and that the index may contribute to.
    private struct Told: Equatable {
        var list: SessionList
        var candidates: [RoomRule.Candidate]
        var unjudged: [UnjudgedClips] = []
        let withDeletedClips: [String]

        init(by card: Card) throws {
            // As the card's writer does first: each session is reported with its card's id.
            _ = try card.identify()
            list = try card.find(SessionQuery())
            // The free room depends on other programs.
            list.freeBytes = 0
            // Faces with equal counts may come in SQLite's order of letters, or in Swift's.
            list.faces.sort { $0.id < $1.id }
            candidates = try card.roomCandidates()
            // SQLite returns a text up to its first zero.
            for index in list.sessions.indices { list.sessions[index].notes = Self.upToZero(list.sessions[index].notes) }
            for index in candidates.indices { candidates[index].session.notes = Self.upToZero(candidates[index].session.notes) }
            repeat {
                unjudged.append(try card.unjudgedClips(after: unjudged.last?.clips.last?.key, limit: 2))
            } while unjudged.count < 10 && unjudged.last?.clips.isEmpty == false
            withDeletedClips = try card.sessionsWithDeletedClips()
        }

        private static func upToZero(_ text: String) -> String { String(text.prefix { $0 != "\0" }) }
    }

    /// Queries with the given index, then starts, and then compares all answers.
    private func expectNothingLost(_ moment: Comment) throws {
        let queries = [
            SessionQuery(date: "2026-11"), SessionQuery(face: "wa_122", limit: 1), SessionQuery(offset: 2), SessionQuery(archer: "Ben"),
        ]
        for query in queries { _ = try card.find(query) }
        _ = try Told(by: card)
        // Only the index can tell whether a start heals it.
        _ = try card.recover()
        let told = try Told(by: card)
        #expect(told.list == truth.list, moment)
        #expect(told.candidates == truth.candidates, moment)
        #expect(told.unjudged == truth.unjudged, moment)
        #expect(told.withDeletedClips == truth.withDeletedClips, moment)
        #expect(try card.sessions().allSatisfy { $0.record != nil }, moment)
        #expect(try CardCheck.check(folder.path).faults == [], moment)
    }

    private func clear() throws {
        let files = POSIXFileSystem()
        for name in try files.list(folder.path) where name.hasPrefix("vir.sqlite") { try files.removeTree("\(folder.path)/\(name)") }
    }

    @Test(arguments: seeds)
    func bytesThatWereChangedLoseNothing(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<Self.cardsPerSeed {
            try clear()
            var bytes = sound
            switch round {
            case 0: bytes = bytes.mutated(&random)
            // One bit, anywhere or in a row's header and values.
            case 1: bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            default:
                let rows = bytes.indices.filter { bytes[$0] != 0 }
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    if let place = rows.randomElement(using: &random) { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
                }
            }
            try POSIXFileSystem().replace(path, with: bytes)
            if round == 4 { try POSIXFileSystem().replace(path + "-journal", with: bytes.mutated(&random)) }
            try expectNothingLost("seed \(seed), round \(round)")
        }
    }

    @Test(arguments: seeds)
    func valuesOfTheWrongKindLoseNothing(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let values = [
            "NULL", "'q'", "''", "x'00ff'", "-1", "0", "1", "2", "9223372036854775807", "-9223372036854775808", "1e300", "0.5",
            "zeroblob(100000)", "'../../../etc'", "char(0)", "'Ben'", "'2026-11-20_1403_S02'",
        ]
        try clear()
        try POSIXFileSystem().replace(path, with: sound)
        let columns = try columns()
        try loosenSchema()
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            guard let (table, column) = columns.randomElement(using: &random), let value = values.randomElement(using: &random) else { continue }
            let row = "\(Self.rowNumbers[table] ?? "rowid") % 2 = \(Int.random(in: 0...1, using: &random))"
            // Values that SQLite refuses even so are no case.
            try? stranger().write { db in
                try db.execute(sql: "PRAGMA ignore_check_constraints = ON; UPDATE \(table) SET \(column) = \(value) WHERE \(row)")
            }
        }
        try restoreSchema()
        try expectNothingLost("seed \(seed)")
    }

    /// Errors that neither a type nor SQLite detects: each column gets another value of its own kind.
    @Test func aValueThatWasAlteredIsNeverTold() throws {
        #expect(truth.list.archers == ["Ana", "Ben"] && truth.list.sessions.map(\.isProtected) == [false, true, false])
        #expect(truth.candidates.map(\.session.number) == [1] && truth.unjudged.flatMap(\.clips).count == 5 && truth.withDeletedClips.count == 2)
        let columns = try columns()
        #expect(Set(columns.map(\.table)) == ["session", "face", "clip"])
        for (table, column) in columns {
            try clear()
            try POSIXFileSystem().replace(path, with: sound)
            // A column of measures takes no text.
            let other = ["groupMillimetres", "holdSeconds"].contains(column) ? "4.5" : "'Ben'"
            let changed = try stranger().write { db in
                try db.execute(
                    sql: """
                        UPDATE \(table) SET \(column) = CASE typeof(\(column))
                            WHEN 'integer' THEN \(column) + 100 WHEN 'real' THEN \(column) + 100 WHEN 'null' THEN \(other) ELSE \(column) || 'x' END
                        """)
                return db.changesCount
            }
            #expect(changed >= 3, "\(table).\(column)")
            try expectNothingLost("\(table).\(column)")
        }
    }

    /// Expressions that tell rows apart in a table without row ids.
    private static let rowNumbers = ["face": "unicode(substr(session, -1))"]

    /// Returns every column, so that columns of a later schema are tried too.
    private func columns() throws -> [(table: String, column: String)] {
        try stranger().read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT tables.name, columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
                    WHERE tables.type = 'table' ORDER BY tables.name, columns.cid
                    """
            ).map { (try $0.decode(String.self, atIndex: 0), try $0.decode(String.self, atIndex: 1)) }
        }
    }

    /// Opens the file as somebody else's program: foreign keys aren't checked.
    private func stranger() throws -> DatabaseQueue {
        var configuration = GRDB.Configuration()
        configuration.foreignKeysEnabled = false
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Removes the constraints that keep wrong values out of the tables.
    private func loosenSchema() throws {
        try stranger().write { db in
            try db.execute(
                sql:
                    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ', STRICT', ''), 'STRICT', ''), 'NOT NULL', '')"
            )
        }
    }

    /// Restores the tables' original statements, so that they hold values that could never have been written.
    private func restoreSchema() throws {
        let other = try TemporaryFolder()
        let fresh = try SessionIndex(path: "\(other.path)/vir.sqlite", files: POSIXFileSystem())
        let statements = try fresh.database.read { try Row.fetchAll($0, sql: "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL") }
        try DatabaseQueue(path: path).write { db in
            try db.execute(sql: "PRAGMA writable_schema = ON")
            for row in statements {
                try db.execute(
                    sql: "UPDATE sqlite_schema SET sql = ? WHERE name = ?",
                    arguments: [try row.decode(String.self, forColumn: "sql"), try row.decode(String.self, forColumn: "name")])
            }
        }
    }

    @Test(arguments: [("number", "'q'"), ("number", "NULL"), ("total", "88"), ("bytes", "9223372036854775807"), ("notes", "'else'")])
    func whatIsPutAsideIsSaidAndKept(column: String, value: String) throws {
        try loosenSchema()
        try DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE session SET \(column) = \(value) WHERE rowid = 2") }
        try restoreSchema()
        let problems = try card.recover().problems
        #expect(problems.count == 1 && problems[0].hasPrefix("vir.sqlite: ") && problems[0].contains("made anew"))
        #expect(try POSIXFileSystem().isFile(path + ".damaged"))
        try expectNothingLost("\(column) = \(value)")
        #expect(try card.recover().problems == [])
    }

    @Test func rebuildingTakesTheIndexAwayUnread() throws {
        try POSIXFileSystem().replace(path, with: Array("nothing like an index".utf8))
        #expect(try CardCheck.rebuild(folder.path).problems == [])
        #expect(try !POSIXFileSystem().isFile(path + ".damaged"))
        try expectNothingLost("rebuilt")
    }
}
