// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Storage

/// The card's own rules for sessions that may be removed to make room.
@Suite struct RoomTests {
    /// Returns a card with four sessions: the second is protected, the fourth may be continued.
    private func card(on disk: CrashDisk) throws -> Card {
        let card = Practice.card(on: disk)
        try card.prepare()
        for number in 1...4 {
            let session = try card.openSession(Samples.header(number))
            if number == 4 { try session.append(.target(SessionTarget(archer: "Ana", round: "wa_70", face: "wa_122"))) }
            try session.append(.marked(Samples.mark(1)))
            try session.writeClip(1)
            if number == 2 { try session.append(.protected(true)) }
            try session.close(.stopped)
        }
        return card
    }

    private static func name(_ number: Int) -> String { "2026-11-20_1403_S0\(number)" }

    @Test("V-56 only what isn't protected and is over is offered, the oldest first")
    func onlyWhatMayGoIsOffered() throws {
        let card = try card(on: CrashDisk())
        #expect(try card.roomCandidates().map(\.session.name) == [Self.name(1), Self.name(3)])
        #expect(try card.roomCandidates().allSatisfy(\.mayGo))
    }

    @Test("V-56 the record has the last word: what is protected or open stays", arguments: [2, 4, 9])
    func theRecordHasTheLastWord(number: Int) throws {
        let disk = CrashDisk()
        let card = try card(on: disk)
        let before = disk.files()
        #expect(throws: CardError.self) { try card.makeRoom(deleting: Self.name(number)) }
        #expect(disk.files() == before)
    }

    @Test func whatIsTakenUpAgainStays() throws {
        let disk = CrashDisk()
        let card = try card(on: disk)
        let session = try #require(try card.resumeSession(named: Self.name(1)))
        #expect(try card.roomCandidates().map(\.session.name) == [Self.name(3)])
        #expect(throws: CardError.self) { try card.makeRoom(deleting: Self.name(1)) }
        try session.close(.stopped)
        try card.makeRoom(deleting: Self.name(1))
        #expect(try card.roomCandidates().map(\.session.name) == [Self.name(3)])
    }

    @Test("V-56 a session is protected for good, until it isn't any more, also where a later VIR has added fields")
    func protectingIsKept() throws {
        let disk = CrashDisk()
        let card = try card(on: disk)
        func set(_ isProtected: Bool) throws {
            let session = try #require(try card.resumeSession(named: Self.name(2)))
            try session.append(.protected(isProtected))
            try session.close(.stopped)
        }
        let file = "/card/\(Self.name(2))/session.json"
        let text = String(decoding: try disk.contents(of: file), as: UTF8.self)
        try disk.replace(file, with: Array(text.replacingOccurrences(of: "\"version\" : 3", with: "\"version\" : 3, \"mood\" : \"windy\"").utf8))
        #expect(try card.session(named: Self.name(2)).record?.isProtected == true)
        try set(true)
        #expect(try card.session(named: Self.name(2)).record?.isProtected == true)
        try set(false)
        #expect(try card.session(named: Self.name(2)).record?.isProtected == false)
        #expect(String(decoding: try disk.contents(of: file), as: UTF8.self).contains("windy"))
        #expect(try card.roomCandidates().map(\.session.name) == [Self.name(1), Self.name(2), Self.name(3)])
    }

    @Test("V-56 making room may be cut anywhere: the session is whole, or it is gone after the next start")
    func makingRoomMayBeCutAnywhere() throws {
        for cut in 0..<1_000 {
            let disk = CrashDisk()
            let card = try card(on: disk)
            // A session's page follows its neighbours.
            func kept(_ disk: CrashDisk) -> [String: [UInt8]] {
                disk.files().filter { $0.key.contains("_S0") && !$0.key.hasSuffix("/index.html") }
            }
            let before = kept(disk)
            disk.change { $0.cutStep = $0.steps + cut }
            let isThrough = (try? card.makeRoom(deleting: Self.name(1))) != nil
            let found = CrashDisk(disk.image.remounted(.torn(seed: UInt64(cut))))
            _ = try Practice.card(on: found).recover()
            let left = kept(found)
            let others = before.filter { !$0.key.contains("_S01") }
            #expect(left == before || left == others, "cut before step \(cut)")
            if isThrough { break }
        }
    }
}
