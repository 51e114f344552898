// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Testing

@testable import Storage

/// A resumed session loses nothing, whatever a laptop or a cut did to it meanwhile.
@Suite struct ResumingTests {
    private func clips(on disk: CrashDisk) -> [String] {
        disk.files().keys.filter { $0.contains("/clips/") }.map { String($0.split(separator: "/").last ?? "") }.sorted()
    }

    /// Returns a scored session that was filed and resumed.
    private func resumed(on disk: CrashDisk) throws -> SessionFolder {
        let session = try Samples.scoredSession(on: disk)
        try session.close(.stopped)
        return try #require(try Practice.card(on: disk).resumeSession(named: session.name))
    }

    @Test func everythingInTheRecordIsThereAfterwards() throws {
        let disk = CrashDisk()
        let session = try Samples.scoredSession(on: disk)
        try session.append(.lostClip(number: 4, reason: "its footage was gone"))
        try session.append(.notes("calm"))
        let before = try session.close(.stopped)
        let file = "/card/\(session.name)/session.json"
        let text = String(decoding: try disk.contents(of: file), as: UTF8.self)
        try disk.replace(file, with: Array(text.replacingOccurrences(of: "\"version\" : 3", with: "\"version\" : 3, \"mood\" : \"windy\"").utf8))
        let again = try #require(try Practice.card(on: disk).resumeSession(named: session.name))
        #expect(try again.close(.stopped) == before)
        #expect(String(decoding: try disk.contents(of: file), as: UTF8.self).contains("\"mood\" : \"windy\""))
    }

    @Test func oneOfALaterVIRIsNotTakenUp() throws {
        let disk = CrashDisk()
        let session = try resumed(on: disk)
        try disk.replace("/card/\(session.name)/session.json", with: Array(#"{"version": 99}"#.utf8))
        let before = disk.files()
        #expect(try Practice.card(on: disk).resumeSession(named: session.name) == nil)
        #expect(disk.files() == before)
    }

    @Test(arguments: ["", "..", "../card_S01", "x/../2026-11-20_1403_S01", "2026-11-20_1403_S99", "\0_S01"])
    func onlyASessionIsTakenUp(name: String) throws {
        let disk = CrashDisk()
        try resumed(on: disk).close(.stopped)
        let before = disk.files()
        #expect(try Practice.card(on: disk).resumeSession(named: name) == nil)
        #expect(disk.files() == before)
    }

    @Test func ofTwoFilesOfAClipTheOneInTheJournalCounts() throws {
        let disk = CrashDisk()
        let session = try resumed(on: disk)
        let filed = try disk.contents(of: "/card/\(session.name)/clips/01_X.mp4")
        try disk.replace("/card/\(session.name)/clips/01.mp4", with: TinyMP4().bytes)
        disk.endPrograms()
        let report = try Practice.card(on: disk).recover()
        #expect(report.removed == ["\(session.name)/clips/01.mp4"])
        #expect(clips(on: disk) == ["01_X.mp4", "02_10.mp4", "03_M.mp4"])
        #expect(try disk.contents(of: "/card/\(session.name)/clips/01_X.mp4") == filed)
    }

    @Test func aWholeClipIsNotGivenUpForABrokenOne() throws {
        let disk = CrashDisk()
        let session = try resumed(on: disk)
        let filed = try disk.contents(of: "/card/\(session.name)/clips/01_X.mp4")
        try disk.replace("/card/\(session.name)/clips/01.mp4", with: TinyMP4().bytes)
        try disk.replace("/card/\(session.name)/clips/01_X.mp4", with: filed.dropLast(20))
        disk.endPrograms()
        let report = try Practice.card(on: disk).recover()
        #expect(report.problems.count == 1 && report.removed.isEmpty)
        #expect(clips(on: disk) == ["01_X.mp4", "01_X.mp4.damaged", "02_10.mp4", "03_M.mp4"])
        #expect(try disk.contents(of: "/card/\(session.name)/clips/01_X.mp4") == filed)
    }

    @Test func aFileThatSomebodyPutBesideTheClipsStays() throws {
        let disk = CrashDisk()
        let session = try resumed(on: disk)
        let own = TinyMP4(chunks: [[7, 7, 7, 7]]).bytes
        try disk.replace("/card/\(session.name)/clips/01_best.mp4", with: own)
        let report = try Practice.card(on: disk).recover()
        #expect(report.problems.count == 1 && report.removed.isEmpty)
        #expect(try disk.contents(of: "/card/\(session.name)/clips/01_best.mp4") == own)
        #expect(clips(on: disk) == ["01_X.mp4", "01_best.mp4", "02_10.mp4", "03_M.mp4"])
    }

    /// On exFAT the two names are one file: removing the old one would remove the new one.
    @Test func aNameThatDiffersByCaseAloneIsKept() throws {
        let disk = CrashDisk()
        let session = try Samples.scoredSession(on: disk)
        try disk.rename("/card/\(session.name)/clips/01.mp4", to: "/card/\(session.name)/clips/01_x.mp4")
        try session.append(.clip(Samples.clip(1, file: "clips/01_x.mp4")))
        let record = try session.close(.stopped)
        #expect(clips(on: disk) == ["01_x.mp4", "02_10.mp4", "03_M.mp4"])
        let tags = try MP4Retagging(path: "/card/\(session.name)/clips/01_x.mp4", files: disk).current
        #expect(tags == ClipTags(ofClip: 1, in: record) && record.clips[0].file == "clips/01_x.mp4")
    }

    /// Numbers and names that no box wrote: a record is a text file, and anybody may edit it.
    @Test(
        arguments: [
            (.max, "clips/01.mp4"), (.min, "clips/01.mp4"), (0, "clips/01.mp4"), (-5, "clips/01_X.mp4"), (1_000_000_000, "clips/01.mp4"),
            (1, "../../card/vir-log.txt"), (1, "thumbs/01.mp4"), (1, "clips/../session.json"), (1, "clips/01_\0.mp4"), (1, ""), (1, "clips/01_x.mp4"),
        ] as [(Int, String)])
    func anEditedRecordDoesNoHarm(number: Int, file: String) throws {
        let disk = CrashDisk()
        let name = try resumed(on: disk).name
        try disk.remove("/card/\(name)/journal.jsonl")
        try disk.replace("/card/\(name)/clips/01.mp4", with: TinyMP4().bytes)
        try disk.replace("/card/\(name)/clips/01_x.mp4", with: TinyMP4().bytes)
        for other in ["\(name)/thumbs/01.mp4", "vir-log.txt"] { try disk.replace("/card/\(other)", with: TinyMP4().bytes) }
        let clip = ClipRecord(number: number, kind: .mark, file: file, firstFrame: .min, lastFrame: .max, seconds: 1e300, isCutShort: false)
        let mark = Mark(number: number, stamp: FrameStamp(frame: .max, timestamp: Timestamp(nanoseconds: .min)), source: .gpio)
        let record = SessionRecord(
            header: Samples.header(), marks: [mark], clips: [clip], lostClips: [number, number],
            ends: [Samples.end(1, [0], clips: [number])], ending: .stopped)
        try disk.replace("/card/\(name)/session.json", with: try SessionFile.bytes(of: record))
        let movies = disk.files().values.count { (try? $0.isWholeClip) == true }
        let again = try #require(try Practice.card(on: disk).resumeSession(named: name))
        let filed = try again.close(.stopped)
        #expect(disk.files()["/card/vir-log.txt"] != nil && disk.files()["/card/\(name)/thumbs/01.mp4"] != nil)
        #expect(filed.clips.allSatisfy { $0.file == file || CardLayout.isClipFile($0.file) })
        #expect(disk.files().values.count { (try? $0.isWholeClip) == true } == movies)
        #expect(filed.clips.count == 1 && filed.ends == record.ends)
        _ = try Practice.card(on: disk).recover()
        _ = try CardCheck.check("/card", files: disk)
    }
}

extension [UInt8] {
    fileprivate var isWholeClip: Bool {
        get throws {
            let disk = CrashDisk()
            try disk.makeFolder("/card")
            try disk.replace("/card/a.mp4", with: self)
            return (try? MP4Inspection(path: "/card/a.mp4", files: disk)) != nil
        }
    }
}
