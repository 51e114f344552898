// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Storage

/// A file that the card can't read any more, or that somebody renamed: everything else of its session is filed all the same.
@Suite struct DamagedFilesTests {
    private static let name = "2026-11-20_1403_S01"

    private func record(on disk: CrashDisk) throws -> SessionRecord? { try Practice.card(on: disk).sessions().first?.record }

    @Test("a clip with a bad block keeps its name, and its session is filed, at its end and by the next start", arguments: [true, false])
    func aClipThatCantBeReadHoldsUpNothing(closes: Bool) throws {
        let disk = CrashDisk()
        let session = try Samples.scoredSession(on: disk)
        disk.change { $0.badFiles = ["/card/\(Self.name)/clips/01.mp4"] }
        if closes { try session.close(.stopped) } else { disk.endPrograms() }
        let card = Practice.card(on: disk)
        let report = try card.recover()
        #expect(report.recovered.count == (closes ? 0 : 1))
        let filed = try #require(try record(on: disk))
        #expect(filed.clips.map(\.file) == ["clips/01.mp4", "clips/02_10.mp4", "clips/03_M.mp4"] && filed.ends.count == 1)
        #expect(disk.files()["/card/\(Self.name)/journal.jsonl"] == nil)
    }

    @Test func aRecordThatCantBeReadIsMadeAnewFromTheJournal() throws {
        let disk = CrashDisk()
        try Samples.scoredSession(on: disk).close(.stopped)
        let again = try #require(try Practice.card(on: disk).resumeSession(named: Self.name))
        try again.append(.notes("windy"))
        disk.endPrograms()
        let place = "/card/\(Self.name)/session.json"
        disk.change { $0.badFiles = [place] }
        let report = try Practice.card(on: disk).recover()
        #expect(report.recovered.map(\.name) == [Self.name], "\(report.problems)")
        disk.change { $0.badFiles = [] }
        #expect(try record(on: disk)?.notes == "windy")
    }

    @Test("on exFAT 01_x.mp4 and 01_X.mp4 are one file, and it stays")
    func aClipWhoseNameWasWrittenOtherwiseStays() throws {
        let disk = CrashDisk()
        try Samples.scoredSession(on: disk).close(.stopped)
        let again = try #require(try Practice.card(on: disk).resumeSession(named: Self.name))
        try again.append(.notes("windy"))
        disk.endPrograms()
        try disk.rename("/card/\(Self.name)/clips/01_X.mp4", to: "/card/\(Self.name)/clips/01_x.mp4")
        disk.change { $0.ignoresCase = true }
        _ = try Practice.card(on: disk).recover()
        let names = disk.files().keys.filter { $0.contains("/clips/01") }
        #expect(names.count == 1 && names.first?.lowercased().hasSuffix("01_x.mp4") == true, "\(names)")
    }

    @Test("a file of as many pictures as the clip that has its number isn't taken for that clip")
    func anotherFileOfTheSameLengthStays() throws {
        let disk = CrashDisk()
        try Samples.scoredSession(on: disk).close(.stopped)
        let again = try #require(try Practice.card(on: disk).resumeSession(named: Self.name))
        try again.append(.notes("windy"))
        disk.endPrograms()
        var other = TinyMP4().bytes
        other[other.count - 1] ^= 0xFF
        let place = "/card/\(Self.name)/clips/01_best.mp4"
        try disk.replace(place, with: other)
        let report = try Practice.card(on: disk).recover()
        #expect(disk.files()[place] == other && report.problems.contains { $0.contains("01_best.mp4") }, "\(report)")
    }

    @Test("a journal that lost its first line keeps the lines behind it", arguments: [true, false])
    func aJournalWithoutItsHeadIsKept(hasRecord: Bool) throws {
        let disk = CrashDisk()
        let session = try Samples.scoredSession(on: disk)
        if hasRecord { try session.close(.stopped) }
        let card = Practice.card(on: disk)
        let open = hasRecord ? try #require(try card.resumeSession(named: Self.name)) : session
        try open.append(.notes("windy"))
        disk.endPrograms()
        let place = "/card/\(Self.name)/journal.jsonl"
        var bytes = try #require(disk.files()[place])
        for index in 0..<min(60, bytes.count) { bytes[index] = 0 }
        try disk.replace(place, with: bytes)
        let report = try Practice.card(on: disk).recover()
        #expect(report.problems.contains { $0.contains("first line of its journal is broken") }, "\(report.problems)")
        #expect(disk.files().keys.contains { $0.contains("journal.jsonl.") })
        if hasRecord {
            let filed = try #require(try record(on: disk))
            #expect(filed.notes == "windy" && filed.marks.map(\.number) == [1, 2, 3] && filed.ends.count == 1 && filed.clips.count == 3)
        }
        #expect(disk.files().keys.filter { $0.contains("/clips/0") }.count == 3)
    }

    @Test func whatAMacLeavesBesideAFolderIsNoSession() throws {
        let disk = CrashDisk()
        try Samples.scoredSession(on: disk).close(.stopped)
        try disk.replace("/card/._\(Self.name)", with: [0])
        #expect(Practice.card(on: disk).sessionCount() == 1)
    }

    @Test func aDeletionThatTheCardRefusedHalfWayCanBeTakenBack() throws {
        let disk = CrashDisk()
        try Samples.scoredSession(on: disk).close(.stopped)
        let place = "/card/\(Self.name)/clips/01_X.mp4"
        let session = try #require(try Practice.card(on: disk).resumeSession(named: Self.name))
        try session.append(.judged(clip: 1, ClipJudgement(isDeleted: true)))
        // The file was renamed to its deletion name, and then the card refused.
        try disk.rename(place, to: place + CardLayout.deletedSuffix)
        try session.append(.judged(clip: 1, ClipJudgement(isDeleted: false)))
        try session.close(.stopped)
        #expect(disk.files()[place] != nil && disk.files()[place + CardLayout.deletedSuffix] == nil)
    }
}
