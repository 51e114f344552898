// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Storage

/// A session that a crashed run left open stays open for the next one, and nothing of it is lost.
@Suite struct ContinuingTests {
    /// Leaves marks 1 to 5: the first with a clip, the second lost, the third with a clip that isn't journalled, the fourth taken back, the
    /// fifth with half a clip.
    private func left(on disk: CrashDisk) throws -> String {
        let card = Practice.card(on: disk)
        try card.prepare()
        let session = try card.openSession(Samples.header())
        for number in 1...5 { try session.append(.marked(Samples.mark(number))) }
        try session.writeClip(1)
        try session.append(.lostClip(number: 2, reason: "its footage was gone"))
        try session.append(.withdrawn(mark: 4))
        let pending = try session.beginClip(number: 3, kind: .mark)
        try pending.write(TinyMP4().bytes, at: 0)
        _ = try pending.commit()
        let half = try session.beginClip(number: 5, kind: .mark)
        try half.write([1, 2, 3], at: 0)
        return session.name
    }

    private func expectWhole(_ record: SessionRecord?, _ comment: Comment? = nil) throws {
        let record = try #require(record, comment)
        #expect(record.marks.map(\.number) == [1, 2, 3, 5], comment)
        #expect(record.clips.map(\.number) == [1, 3] && record.lostClips == [2, 5], comment)
    }

    @Test func itStaysOpenWithEverythingSettled() throws {
        let disk = CrashDisk()
        let name = try left(on: disk)
        let report = try Practice.card(on: disk).recover(leavingOpen: Samples.header())
        try expectWhole(report.continued?.record)
        #expect(report.recovered.isEmpty && report.removed == ["\(name)/clips/05.mp4.part"])
        guard case .open(let record)? = try Practice.card(on: disk).sessions().first?.state else {
            Issue.record("it was closed")
            return
        }
        try expectWhole(record)
    }

    @Test func doingItTwiceIsDoingItOnce() throws {
        let disk = CrashDisk()
        _ = try left(on: disk)
        let once = try Practice.card(on: disk).recover(leavingOpen: Samples.header()).continued
        let files = disk.files()
        #expect(try Practice.card(on: disk).recover(leavingOpen: Samples.header()).continued == once)
        #expect(disk.files() == files)
    }

    /// The state that the next run takes over is enough to go on with the folder, and to close it.
    @Test func itIsGoneOnWithAndClosed() throws {
        let disk = CrashDisk()
        _ = try left(on: disk)
        let card = Practice.card(on: disk)
        let continued = try #require(try card.recover(leavingOpen: Samples.header()).continued)
        let session = try #require(try card.reopenSession(continued.record.header, entries: continued.journal).folder)
        try session.append(.marked(Samples.mark(6)))
        try session.append(.lostClip(number: 6, reason: "gone"))
        let record = try session.close(.stopped)
        #expect(record.marks.map(\.number) == [1, 2, 3, 5, 6] && record.lostClips == [2, 5, 6] && record.clips.map(\.number) == [1, 3])
        #expect(try CardCheck.check("/card", files: disk).isSound)
    }

    @Test func oneThatWasFiledAndGoneOnWithIsKnownByItsRecord() throws {
        let disk = CrashDisk()
        let session = try Samples.scoredSession(on: disk)
        let record = try session.close(.stopped)
        let files = disk.files()
        let continued = try #require(try Practice.card(on: disk).recover(leavingOpen: record.header).continued)
        #expect(continued.record == record && continued.journal == record.journal && disk.files() == files)
    }

    @Test(arguments: ["camera", "number", "started"]) func anyOtherSessionIsFiledAsEver(difference: String) throws {
        let disk = CrashDisk()
        _ = try left(on: disk)
        var header = Samples.header()
        switch difference {
        case "camera": header.camera = "another"
        case "number": header.number = .min
        default: header.started = "../../etc"
        }
        let report = try Practice.card(on: disk).recover(leavingOpen: header)
        #expect(report.continued == nil && report.recovered.count == 1)
        guard case .closed? = try Practice.card(on: disk).sessions().first?.state else {
            Issue.record("it was left open")
            return
        }
    }

    /// A cut before each step, then the next start, with or without a trace.
    @Test(arguments: [.onlySynced, .everything, .torn(seed: 1), .torn(seed: 2)] as [CrashDisk.Survival])
    func aCutInTheMiddleOfItLosesNothing(survival: CrashDisk.Survival) throws {
        let base = CrashDisk()
        _ = try left(on: base)
        var cut = 0
        while true {
            let disk = CrashDisk(base.image)
            disk.change { $0.cutStep = $0.steps + cut }
            let isThrough = (try? Practice.card(on: disk).recover(leavingOpen: Samples.header())) != nil
            let found = CrashDisk(disk.image.remounted(survival))
            let again = try Practice.card(on: found).recover(leavingOpen: cut % 2 == 0 ? Samples.header() : nil)
            let record = try #require(try Practice.card(on: found).sessions().first?.record)
            #expect(record.marks.map(\.number) == [1, 2, 3, 5] && record.clips.map(\.number) == [1, 3], "cut before \(cut)")
            if cut % 2 == 0 { try expectWhole(again.continued?.record, "cut before \(cut)") }
            if isThrough { break }
            cut += 1
        }
        #expect(cut > 4)
    }
}
