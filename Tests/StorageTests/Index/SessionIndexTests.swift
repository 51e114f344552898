// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Storage

@Suite struct SessionIndexTests {
    private let folder: TemporaryFolder
    private let card: Card

    init() throws {
        folder = try TemporaryFolder()
        card = Card(path: folder.path, files: POSIXFileSystem(), reserveBytes: 0)
    }

    private var path: String { "\(folder.path)/vir.sqlite" }
    private func index() throws -> SessionIndex { try SessionIndex(path: path, files: POSIXFileSystem()) }

    private func practise(_ number: Int) throws -> String {
        let session = try card.openSession(Samples.header(number))
        try session.append(.marked(Samples.mark(1)))
        try session.writeClip(1)
        try session.close(.stopped)
        return session.name
    }

    @Test func aClosedSessionIsInTheIndex() throws {
        let names = [try practise(1), try practise(2)]
        #expect(try index().names() == names)
        let totals = try index().totals()
        #expect((totals.sessions, totals.marks, totals.clips) == (2, 2, 2))
        #expect(abs(totals.seconds - 6.2) < 1e-9)
    }

    @Test func aSessionThatIsPutTwiceIsThereOnce() throws {
        let record = SessionRecord(header: Samples.header(), clips: [Samples.clip(1, file: "clips/01.mp4")], ending: .stopped)
        let index = try index()
        #expect(index.isNew)
        try index.change { try $0.put(IndexRow(record, name: "a_S01", bytes: 1, checksum: 1)) }
        try index.change { try $0.put(IndexRow(record, name: "a_S01", bytes: 1, checksum: 1)) }
        #expect(try index.totals().clips == 1)
        try index.change { try $0.remove(name: "a_S01") }
        #expect(try index.totals().sessions == 0)
    }

    @Test func aRecordWithANumberTwiceDoesNotKeepTheOthersOutOfTheIndex() throws {
        let names = [try practise(1), try practise(2)]
        let record = "\(folder.path)/\(names[0])/session.json"
        let files = POSIXFileSystem()
        guard case .record(var edited) = SessionFile.content(try files.contents(of: record)) else {
            Issue.record("the record can't be read")
            return
        }
        edited.clips += edited.clips
        try files.replace(record, with: try SessionFile.bytes(of: edited))
        #expect(try CardCheck.rebuild(folder.path).problems == [])
        #expect(try index().names() == names)
    }

    @Test(arguments: ["", "not a database at all", "missing", "older", "newer", "stranger"])
    func anIndexThatCannotBeUsedIsMovedAsideAndMadeAnew(kind: String) throws {
        let name = try practise(1)
        let files = POSIXFileSystem()
        switch kind {
        case "missing": try files.remove(path)
        case "older": try overwrite([0, 0, 0, 0], at: 60)
        case "newer": try overwrite([0, 0, 0, UInt8(SessionIndex.schemaVersion + 1)], at: 60)
        case "stranger": try overwrite([1, 2, 3, 4], at: 68)
        default: try files.replace(path, with: Array(kind.utf8))
        }
        let problems = try card.recover().problems
        #expect(problems.count == (kind == "missing" ? 0 : 1) && problems.allSatisfy { $0.hasPrefix("vir.sqlite: ") })
        #expect(try index().names() == [name])
        #expect(try index().isNew == false)
        #expect(try files.isFile(path + ".damaged") == (kind != "missing"))
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func aDamagedIndexNeverKeepsTheBoxFromStarting(seed: UInt64) throws {
        let name = try practise(1)
        var random = SeededGenerator(seed: seed)
        let files = POSIXFileSystem()
        try files.replace(path, with: try files.contents(of: path).mutated(&random))
        _ = try card.recover()
        #expect(try card.sessions().map(\.name) == [name])
    }

    @Test func anIndexFollowsTheFoldersThereAre() throws {
        let name = try practise(1)
        try index().change {
            try $0.put(IndexRow(SessionRecord(header: Samples.header(9), ending: .stopped), name: "2026-11-20_1403_S09", bytes: 1, checksum: 1))
        }
        _ = try card.recover()
        #expect(try index().names() == [name])
    }

    @Test func rebuildingMakesItFromTheSessionsAlone() throws {
        let name = try practise(1)
        try card.openSession(Samples.header(2)).append(.marked(Samples.mark(1)))
        let report = try CardCheck.rebuild(folder.path)
        #expect(report.recovered.map(\.marks) == [1])
        #expect(try index().names() == [name, "2026-11-20_1403_S02"])
    }

    /// Overwrites the file. Bytes 60 and 68 are its user version and application id (SQLite's file format, 1.3).
    private func overwrite(_ bytes: [UInt8], at offset: Int64) throws {
        let files = POSIXFileSystem()
        let file = try files.open(path, .existing)
        defer { files.close(file) }
        try files.write(bytes, to: file, at: offset)
    }
}
