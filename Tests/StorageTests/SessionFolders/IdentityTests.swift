// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Testing

@testable import Storage

/// Cards and sessions are identified by their ids, and not by names.
@Suite struct IdentityTests {
    private static func header(_ number: Int, id: String?) -> SessionHeader {
        var header = Samples.header(number)
        header.id = id
        return header
    }

    private static func card(on disk: CrashDisk, sessions ids: [String?] = ["one"]) throws -> Card {
        let card = Practice.card(on: disk)
        try card.prepare()
        for id in ids {
            let session = try card.openSession(header(try card.nextSessionNumber(), id: id))
            try session.append(.marked(Samples.mark(1)))
            try session.writeClip(1)
            try session.close(.stopped)
        }
        return card
    }

    // MARK: card.json

    @Test func aCardGetsItsIdWithItsFirstSessionAndKeepsIt() throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        let id = try card.identify()
        #expect(disk.files()["/card/card.json"] == nil, "nothing was written on it yet")
        _ = try card.openSession(Self.header(1, id: "one"))
        #expect(id.utf8.count == 16 && disk.files()["/card/card.json"] != nil)
        #expect(try Practice.card(on: disk).identify() == id && card.identify() == id)
        #expect(try Self.card(on: CrashDisk()).identify() != id)
    }

    @Test func aCardOfBeforeThereWereIdsGetsOneAtAStart() throws {
        let disk = CrashDisk()
        _ = try Self.card(on: disk)
        try disk.remove("/card/card.json")
        let card = Practice.card(on: disk)
        let id = try card.identify()
        _ = try card.recover()
        #expect(try Practice.card(on: disk).identify() == id)
    }

    @Test(arguments: ["", "{}", "[1]", #"{"id": ""}"#, #"{"id": 7}"#, "{\"id\": \"\(String(repeating: "x", count: 65))\"}", "\0\u{1}"])
    func anIdThatCantBeReadIsKeptAsideAndMadeAnew(text: String) throws {
        let disk = CrashDisk()
        let card = try Self.card(on: disk)
        try disk.replace("/card/card.json", with: Array(text.utf8))
        let id = try card.identify()
        _ = try card.recover()
        #expect(try Practice.card(on: disk).identify() == id)
        #expect(disk.files()["/card/card.json.damaged"] == Array(text.utf8))
    }

    @Test func anotherCardInThePlaceOfTheFirstIsNoticed() throws {
        let disk = CrashDisk()
        let card = try Self.card(on: disk)
        _ = try card.identify()
        #expect(!card.isAnother())
        try disk.replace("/card/card.json", with: Array(#"{"id": "another"}"#.utf8))
        #expect(card.isAnother())
        #expect(try card.identify() == "another" && !card.isAnother())
    }

    @Test("a number is never given twice, also that of a session which was deleted")
    func aNumberIsNeverGivenTwice() throws {
        let disk = CrashDisk()
        let card = try Self.card(on: disk, sessions: ["one", "two"])
        try card.deleteSession(named: "2026-11-20_1403_S02")
        #expect(try card.nextSessionNumber() == 3)
        let later = Practice.card(on: disk)
        _ = try later.identify()
        #expect(try later.nextSessionNumber() == 3)
        // A higher number in the record than in its folder's name counts as well.
        try disk.rename("/card/2026-11-20_1403_S01", to: "/card/2026-11-20_1403_S01 club evening")
        var record = try #require(try later.session(named: "2026-11-20_1403_S01 club evening").record)
        record.header.number = 41
        try disk.replace("/card/2026-11-20_1403_S01 club evening/session.json", with: try SessionFile.bytes(of: record))
        #expect(try later.nextSessionNumber() == 42)
    }

    // MARK: A folder that somebody has renamed

    @Test(
        "a folder with a readable session.json is a session, whatever its name",
        arguments: [
            "2026-11-20_1403_S01 Vereinsabend", "Vereinsabend", "2026-11-20_1403_S01 - Kopie", "copy 2", "S01", "çà 김우진",
        ])
    func aRenamedSessionIsASession(name: String) throws {
        let disk = CrashDisk()
        let card = try Self.card(on: disk)
        try disk.rename("/card/2026-11-20_1403_S01", to: "/card/\(name)")
        let report = try CardCheck.check("/card", files: disk)
        #expect(report.sessions == 1 && report.marks == 1 && report.isSound && report.remarks == [])
        #expect(try CardCheck.list("/card", files: disk).map(\.name) == [name])
        _ = try CardCheck.rebuild("/card", files: disk, hasIndex: false)
        let page = String(decoding: disk.files()["/card/index.html"] ?? [], as: UTF8.self)
        #expect(page.contains("\(try #require(PageLink.path(name)))/index.html"))
        #expect(try card.find(SessionQuery()).sessions.map(\.name) == [name])
        #expect(try card.nextSessionNumber() == 2)
        // It is continued in its own folder, and deleted from there.
        let key = SessionKey(id: "one", folder: "2026-11-20_1403_S01")
        #expect(try card.folder(of: key) == name)
        let again = try #require(try card.resumeSession(named: name))
        try again.append(.notes("here"))
        try again.close(.stopped)
        #expect(try card.sessions().map(\.name) == [name] && card.sessions().first?.record?.notes == "here")
        let header = Self.header(1, id: "one")
        let open = try card.reopenSession(header, entries: [.opened(header), .marked(Samples.mark(1))])
        #expect(open.folder?.name == name)
        try open.folder?.close(.stopped)
        try card.deleteSession(named: name)
        #expect(try card.sessions().isEmpty)
    }

    @Test func aRenamedSessionThatWasLeftOpenGoesOnWhereItLies() throws {
        for isFiled in [false, true] {
            let disk = CrashDisk()
            let card = Practice.card(on: disk)
            try card.prepare()
            let header = Self.header(1, id: "one")
            let session = try card.openSession(header)
            try session.append(.marked(Samples.mark(1)))
            try session.writeClip(1)
            if isFiled { try session.close(.stopped) }
            let back = CrashDisk(disk.image.remounted(.everything))
            try back.rename("/card/2026-11-20_1403_S01", to: "/card/club evening")
            let report = try Practice.card(on: back).recover(leavingOpen: header)
            #expect(report.continued?.key.folder == "club evening" && report.problems.isEmpty)
        }
    }

    @Test func aFolderThatIsNoSessionIsNamedAndLeftAlone() throws {
        let disk = CrashDisk()
        let card = try Self.card(on: disk)
        try disk.makeFolder("/card/my own")
        try disk.replace("/card/my own/session.json", with: Array("not mine".utf8))
        let before = disk.files().filter { $0.key.contains("my own") }
        #expect(try CardCheck.check("/card", files: disk).remarks == ["my own: its record can't be read, so it isn't taken as a session"])
        _ = try card.recover()
        #expect(disk.files().filter { $0.key.contains("my own") } == before)
        #expect(try card.sessions().count == 1)
        #expect(throws: CardError.self) { try card.deleteSession(named: "my own") }
    }

    // MARK: Copies

    @Test func twoCopiesAreSaidAndNeverMixed() throws {
        let disk = CrashDisk()
        let card = try Self.card(on: disk)
        let name = "2026-11-20_1403_S01"
        try disk.makeFolder("/card/\(name) copy")
        try disk.makeFolder("/card/\(name) copy/clips")
        for (path, bytes) in disk.files() where path.hasPrefix("/card/\(name)/") {
            guard path.hasSuffix("session.json") || path.contains("/clips/") else { continue }
            try disk.replace(path.replacing("/card/\(name)/", with: "/card/\(name) copy/"), with: bytes)
        }
        #expect(try CardCheck.check("/card", files: disk).remarks == ["\(name) copy: is a copy of \(name); both are shown"])
        #expect(try card.folder(of: SessionKey(id: "one", folder: name)) == name)
        #expect(try card.folder(of: SessionKey(id: "one", folder: "\(name) copy")) == "\(name) copy")
        // Of two copies, nobody knows which is meant.
        #expect(try card.folder(of: SessionKey(id: "one", folder: "neither")) == nil)
        #expect(try card.folder(of: SessionKey(id: "another", folder: name)) == nil)
        #expect(try card.folder(of: SessionKey(card: "another card", id: "one", folder: name)) == nil || card.id == nil)
    }

    // MARK: Sessions without a record

    @Test("F7 what is recorded now is listed before it is filed")
    func anOpenSessionIsFound() throws {
        let disk = CrashDisk()
        let card = try Self.card(on: disk, sessions: ["one", "two"])
        let session = try card.openSession(Self.header(3, id: "three"))
        try session.append(.marked(Samples.mark(1)))
        try session.writeClip(1)
        let record = try #require(SessionRecord(journal: session.entries, ending: .stopped))
        func found(_ query: SessionQuery) throws -> [Int] { try card.find(query, besides: [(session.name, record)]).sessions.map(\.number) }
        #expect(try card.find(SessionQuery()).sessions.map(\.number) == [2, 1])
        #expect(try found(SessionQuery()) == [3, 2, 1] && found(SessionQuery(offset: 1, limit: 1)) == [2] && found(SessionQuery(limit: 1)) == [3])
        #expect(try card.find(SessionQuery(limit: 1), besides: [(session.name, record)]).matching == 3)
        #expect(try found(SessionQuery(date: "2025")) == [])
        try session.close(.stopped)
        #expect(try found(SessionQuery()) == [3, 2, 1], "once, when it is filed")
    }
}
