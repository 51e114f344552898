// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Storage

@Suite struct CardCheckTests {
    /// Returns a card with one session of two marks and their clips.
    private static func disk() throws -> CrashDisk {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        let session = try card.openSession(Samples.header())
        for number in 1...2 {
            try session.append(.marked(Samples.mark(number)))
            try session.writeClip(number)
        }
        try session.close(.stopped)
        return disk
    }

    private static let folder = "/card/2026-11-20_1403_S01"

    @Test func aCardOnWhichAllIsWellSaysSo() throws {
        let report = try CardCheck.check("/card", files: try Self.disk())
        #expect(report.isSound)
        #expect(report.lines == ["1 session, 2 marks, 2 clips: all is well"])
    }

    @Test func aMissingClipIsAFault() throws {
        let disk = try Self.disk()
        try disk.remove("\(Self.folder)/clips/02.mp4")
        #expect(try CardCheck.check("/card", files: disk).faults == ["2026-11-20_1403_S01: clips/02.mp4: it is not there"])
    }

    @Test func aTornClipIsAFault() throws {
        let disk = try Self.disk()
        try disk.replace("\(Self.folder)/clips/02.mp4", with: Array(TinyMP4().bytes.dropLast()))
        #expect(try CardCheck.check("/card", files: disk).faults == ["2026-11-20_1403_S01: clips/02.mp4: it is cut off"])
    }

    @Test func aMarkWithoutAClipIsAFault() throws {
        let disk = try Self.disk()
        guard case .record(var record) = SessionFile.content(try disk.contents(of: "\(Self.folder)/session.json")) else {
            Issue.record("the record can't be read")
            return
        }
        record.clips.removeLast()
        try disk.replace("\(Self.folder)/session.json", with: try SessionFile.bytes(of: record))
        let report = try CardCheck.check("/card", files: disk)
        #expect(report.faults == ["2026-11-20_1403_S01: mark 2 has no clip"])
        #expect(report.remarks == ["2026-11-20_1403_S01: clips/02.mp4 is whole, but the session doesn't know it"])
    }

    @Test func anUnreadableRecordIsAFault() throws {
        let disk = try Self.disk()
        try disk.replace("\(Self.folder)/session.json", with: [1, 2, 3])
        #expect(try CardCheck.check("/card", files: disk).faults == ["2026-11-20_1403_S01: session.json: it is not JSON"])
    }

    @Test func aRecordMustNotLeadOutOfItsFolder() throws {
        let disk = try Self.disk()
        let record = SessionRecord(header: Samples.header(), clips: [Samples.clip(1, file: "clips/../../secret.mp4")], ending: .stopped)
        try disk.replace("\(Self.folder)/session.json", with: try SessionFile.bytes(of: record))
        #expect(try CardCheck.check("/card", files: disk).faults.first?.contains("is said to be at") == true)
    }

    @Test func aCutSessionIsARemarkUntilItIsRecovered() throws {
        let disk = try Self.disk()
        let session = try Practice.card(on: disk).openSession(Samples.header(2))
        try session.append(.marked(Samples.mark(1)))
        try session.beginClip(number: 1, kind: .mark).write([1, 2, 3], at: 0)
        disk.endPrograms()
        let report = try CardCheck.check("/card", files: disk)
        #expect(report.isSound)
        #expect(report.remarks.count == 3)
        #expect(report.marks == 3)
        _ = try CardCheck.rebuild("/card", files: disk, hasIndex: false)
        let after = try CardCheck.check("/card", files: disk)
        #expect(after.isSound)
        #expect(after.lines.first?.hasPrefix("note: ") == true && after.lines.last?.hasSuffix(": all is well, 1 note") == true)
        #expect(after.remarks == ["\(session.name): mark 1 has no clip; the run ended before it was written"])
    }

    @Test func checkingAndListingChangeNothing() throws {
        let disk = try Self.disk()
        _ = try Practice.card(on: disk).openSession(Samples.header(2))
        disk.change { $0.isReadOnly = true }
        let before = disk.files()
        _ = try CardCheck.check("/card", files: disk)
        #expect(
            SessionTable.lines(try CardCheck.list("/card", files: disk)) == [
                "session              started              marks  clips  liked  seconds  face  arrows  total  X  round  archer  notes",
                "2026-11-20_1403_S01  2026-11-20T14:03:00  2      2             6.2",
                "2026-11-20_1403_S02  2026-11-20T14:03:00  0      0             0.0                                                    open",
            ])
        #expect(disk.files() == before)
    }

    @Test func aScoredSessionIsListedWithItsTotalAndItsNamesAreLookedAt() throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        let session = try card.openSession(Samples.header())
        try session.writeClip(1)
        try session.append(.end(Samples.end(1, [0, 61], clips: [1, 7])))
        try session.close(.stopped)
        #expect(SessionTable.lines(try CardCheck.list("/card", files: disk)).last?.hasSuffix("wa_122  2       20     1") == true)
        let report = try CardCheck.check("/card", files: disk)
        #expect(report.isSound && report.arrows == 2)
        #expect(report.remarks == ["\(session.name): arrow 2 of end 1 is linked to clip 7, which there isn't"])
        try disk.rename("/card/\(session.name)/clips/01_X.mp4", to: "/card/\(session.name)/clips/01_M.mp4")
        #expect(try !CardCheck.check("/card", files: disk).isSound)
    }

    @Test func aFolderThatIsNotThereIsSaidToBeNone() {
        #expect(throws: CardError.failed(operation: "read the card", subject: "/none", reason: "it is not a folder")) {
            try CardCheck.check("/none", files: CrashDisk())
        }
    }
}
