// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Storage

/// `vir.sqlite` as a stranger or a dying card leaves it: whatever is in it, the box starts, finds every session, and says no word of any
/// that isn't in the sessions' own records.
@Suite struct IndexFuzzTests {
    private static let cardsPerSeed = 5

    /// 200 cards; as many as `VIR_FUZZED_CARDS` says, where it is set.
    static let seeds: ClosedRange<UInt64> = {
        let cards = ProcessInfo.processInfo.environment["VIR_FUZZED_CARDS"].flatMap(Int.init) ?? 200
        return 1...UInt64(max(1, cards / cardsPerSeed))
    }()

    private let folder: TemporaryFolder
    private let card: Card
    private let truth: SessionList
    private let sound: [UInt8]

    init() throws {
        folder = try TemporaryFolder()
        card = Card(path: folder.path, files: POSIXFileSystem(root: folder.path), reserveBytes: 0)
        for number in 1...3 {
            let session = try card.openSession(Samples.header(number))
            try session.append(.marked(Samples.mark(1)))
            try session.append(.end(Samples.end(1, [0, 61, nil], clips: [1], face: number == 2 ? Samples.customFace : FaceCatalog.all[0])))
            try session.append(.notes("note \(number) \u{0} behind a zero, é"))
            try session.close(.stopped)
        }
        truth = try Card(path: folder.path, files: POSIXFileSystem(), reserveBytes: 0, hasIndex: false).find(SessionQuery())
        sound = try POSIXFileSystem().contents(of: "\(folder.path)/vir.sqlite")
    }

    private var path: String { "\(folder.path)/vir.sqlite" }

    /// Finds with whatever index there is, then starts, and then finds what there is.
    private func expectNothingLost(_ moment: Comment) throws {
        for query in [SessionQuery(), SessionQuery(date: "2026-11"), SessionQuery(face: "wa_122", limit: 1), SessionQuery(offset: 2)] {
            _ = try card.find(query)
        }
        // Whether a start heals it is told by the index alone.
        _ = try card.recover()
        let found = try card.find(SessionQuery())
        #expect(found.sessions.map { withoutZero($0.notes) } == truth.sessions.map { withoutZero($0.notes) }, moment)
        #expect(found.sessions.map(\.name) == truth.sessions.map(\.name) && found.sessions.map(\.total) == truth.sessions.map(\.total), moment)
        #expect(found.matching == truth.matching && found.months == truth.months && Set(found.faces) == Set(truth.faces), moment)
        #expect(try card.sessions().allSatisfy { $0.record != nil }, moment)
        #expect(try CardCheck.check(folder.path).faults.allSatisfy { $0.hasSuffix("mark 1 has no clip") }, moment)
    }

    private func withoutZero(_ text: String) -> String { String(text.prefix { $0 != "\0" }) }

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
        let columns = [
            "session": [
                "name", "number", "started", "camera", "ending", "marks", "clips", "seconds", "face", "faceName", "round", "total",
                "innerTens", "tens", "arrows", "ends", "notes", "bytes", "checksum", "seal",
            ],
            "face": ["session", "id", "name"],
        ]
        let values = [
            "NULL", "'q'", "''", "x'00ff'", "-1", "9223372036854775807", "-9223372036854775808", "1e300", "0.5", "zeroblob(100000)",
            "'../../../etc'", "char(0)", "'2026-11-20_1403_S02'",
        ]
        try clear()
        try POSIXFileSystem().replace(path, with: sound)
        try DatabaseQueue(path: path).write { db in
            try db.execute(
                sql:
                    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ', STRICT', ''), 'STRICT', ''), 'NOT NULL', '')"
            )
        }
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            guard let table = ["session", "session", "face"].randomElement(using: &random),
                let column = columns[table]?.randomElement(using: &random),
                let value = values.randomElement(using: &random)
            else { continue }
            // Some that SQLite refuses even so are no case.
            try? DatabaseQueue(path: path).write { db in
                try db.execute(
                    sql:
                        "PRAGMA ignore_check_constraints = ON; UPDATE \(table) SET \(column) = \(value) WHERE rowid % 2 = \(Int.random(in: 0...1, using: &random))"
                )
            }
        }
        try restoreSchema()
        try expectNothingLost("seed \(seed)")
    }

    /// Gives the tables back the statements that they were made with: what is in them now could never have been written.
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
        try DatabaseQueue(path: path).write { db in
            try db.execute(
                sql:
                    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ', STRICT', ''), 'STRICT', ''), 'NOT NULL', '')"
            )
        }
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
