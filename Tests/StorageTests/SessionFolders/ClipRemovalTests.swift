// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Storage

/// A deleted clip is on the card completely, or it is gone completely: never half.
@Suite struct ClipRemovalTests {
    private static let name = "2026-11-20_1403_S01"

    /// Returns a filed session: three scored clips with their stills, and a saved buffer.
    private static func filed() throws -> CrashDisk.Image {
        let disk = CrashDisk()
        let session = try Samples.scoredSession(on: disk)
        try session.writeClip(80_001, .buffer)
        for number in [1, 2, 3, 80_001] { try session.writeStill([0xFF, 0xD8, UInt8(truncatingIfNeeded: number), 0xFF, 0xD9], number: number) }
        try session.close(.stopped)
        return disk.image
    }

    private struct Acknowledged {
        var deleted: [Int: Bool] = [:]
        /// Clips whose decision was in progress at the cut: either result is right.
        var open: Set<Int> = []
        var mayBeRemoved = false
        var isRemoved = false
    }

    /// Deletes clip 2 and the buffer, restores 2 and deletes it again, then makes the deletions final.
    private static func work(on disk: CrashDisk, _ known: inout Acknowledged) throws(CardError) {
        let card = Practice.card(on: disk)
        for (number, isDeleted) in [(2, true), (80_001, true), (2, false), (2, true)] {
            known.open = [number]
            guard let session = try card.resumeSession(named: name) else {
                Issue.record("no session")
                return
            }
            try session.append(.judged(clip: number, ClipJudgement(isDeleted: isDeleted)))
            (known.deleted[number], known.open) = (isDeleted, [])
            try session.close(.stopped)
        }
        known.mayBeRemoved = true
        let gone = try card.removeDeletedClips(ofSession: name)
        #expect(gone?.clips.sorted() == [2, 80_001])
        known.isRemoved = true
    }

    private static func expectLaws(on disk: CrashDisk, _ known: Acknowledged, _ moment: Comment) throws {
        guard case .closed(let record)? = try Practice.card(on: disk).sessions().first?.state else {
            Issue.record("the session has no record: \(moment)")
            return
        }
        let files = disk.files()
        #expect(record.clips.map(\.number) == [1, 2, 3, 80_001], moment)
        for clip in record.clips {
            let isThere = files["/card/\(name)/\(clip.file)"] != nil
            let hasStill = files["/card/\(name)/\(CardLayout.stillFile(number: clip.number))"] != nil
            #expect(isThere == !clip.isRemoved && hasStill == isThere, moment)
            #expect(!clip.isRemoved || known.mayBeRemoved && clip.isDeleted, moment)
            if !known.open.contains(clip.number) { #expect(clip.isDeleted == known.deleted[clip.number] ?? false, moment) }
            if known.isRemoved { #expect(clip.isRemoved == [2, 80_001].contains(clip.number), moment) }
        }
        #expect(record.ends.first?.arrows.map(\.clip) == [1, 2, 3] && record.total == 20, "the arrow keeps its clip and its score")
        for file in files.keys { #expect(![".part", ".deleted", ".damaged", ".jsonl"].contains { file.hasSuffix($0) }, moment) }
        #expect(try CardCheck.check("/card", files: disk).faults == [], moment)
    }

    @Test(
        "14.7 wherever the plug is pulled, a deleted clip is there or gone, with everything",
        arguments: [
            CrashDisk.Survival.everything, .onlySynced, .names, .bytes, .torn(seed: 1), .torn(seed: 2), .torn(seed: 3),
        ])
    func aDeletionIsNeverHalf(survival: CrashDisk.Survival) throws {
        let start = try Self.filed()
        var cut = 0
        while true {
            var image = start
            image.cutStep = image.steps + cut
            let disk = CrashDisk(image)
            var known = Acknowledged()
            let isThrough = (try? Self.work(on: disk, &known)) != nil
            // A second cut, in the middle of the recovery.
            var again = disk.image.remounted(survival)
            again.cutStep = again.steps + cut % 7
            let second = CrashDisk(again)
            _ = try? Practice.card(on: second).recover()
            let found = CrashDisk(second.image.remounted(survival))
            _ = try Practice.card(on: found).recover()
            try Self.expectLaws(on: found, known, "cut before step \(cut), \(survival)")
            let steps = found.steps
            #expect(try Practice.card(on: found).recover() == RecoveryReport() && found.steps == steps, "cut before step \(cut)")
            if isThrough { break }
            cut += 1
        }
        #expect(cut > 40)
    }

    @Test func whatWasDeletedComesBackWithItsNameAndScore() throws {
        let disk = CrashDisk()
        let session = try Samples.scoredSession(on: disk, isDone: false)
        try session.append(.judged(clip: 2, ClipJudgement(isDeleted: true)))
        // The end is saved meanwhile: a clip that may be removed isn't copied for that.
        try session.append(.end(Samples.end(1, [0, 61, nil], clips: [1, 2, 3])))
        let record = try session.close(.stopped)
        #expect(record.clips.map(\.file) == ["clips/01_X.mp4", "clips/02.mp4", "clips/03_M.mp4"])
        #expect(try CardCheck.check("/card", files: disk).remarks == [])
        let again = try #require(try Practice.card(on: disk).resumeSession(named: session.name))
        try again.append(.judged(clip: 2, ClipJudgement()))
        #expect(try again.close(.stopped).clips.map(\.file) == ["clips/01_X.mp4", "clips/02_10.mp4", "clips/03_M.mp4"])
    }

    @Test func pagesTableAndIndexSayWhatIsDeleted() throws {
        let disk = CrashDisk(try Self.filed())
        let card = Practice.card(on: disk)
        let session = try #require(try card.resumeSession(named: Self.name))
        for number in [2, 80_001] { try session.append(.judged(clip: number, ClipJudgement(isDeleted: true))) }
        try session.close(.stopped)
        func text(_ file: String) -> String { String(decoding: disk.files()["/card/\(Self.name)/\(file)"] ?? [], as: UTF8.self) }
        for _ in 0..<2 {
            let page = text("index.html")
            #expect(page.contains("Deleted: Clip 2; Buffer 1, saved by hand") && page.contains("<td class=\"to-clip\">Clip 2, deleted</td>"))
            #expect(!page.contains("02_10.mp4") && page.contains("01_X.mp4") && !text("target.svg").contains("02_10.mp4"))
            #expect(!text("scores.csv").contains("02_10.mp4") && text("scores.csv").contains("01_X.mp4"))
            let found = try #require(try card.find(SessionQuery()).sessions.first)
            #expect(found.clips == 2)
            _ = try card.removeDeletedClips(ofSession: Self.name)
            _ = try CardCheck.rebuild("/card", files: disk, hasIndex: false)
        }
        #expect(try card.find(SessionQuery()).deletedClips == 0 && card.sessionsWithDeletedClips() == [])
    }

    @Test func whatSomebodyPutsBackByHandIsLeftAlone() throws {
        let disk = CrashDisk(try Self.filed())
        let card = Practice.card(on: disk)
        let session = try #require(try card.resumeSession(named: Self.name))
        try session.append(.judged(clip: 2, ClipJudgement(isDeleted: true)))
        #expect(try session.removeDeletedClips() == [2])
        #expect(try session.removeDeletedClips() == [], "twice is once")
        try session.append(.judged(clip: 2, ClipJudgement()))
        #expect(try session.close(.stopped).clips[1].isRemoved, "nothing brings it back")
        for file in ["02_10.mp4", "02.mp4"] { try disk.replace("/card/\(Self.name)/clips/\(file)", with: TinyMP4().bytes) }
        _ = try card.resumeSession(named: Self.name)
        _ = try card.recover()
        #expect(disk.files()["/card/\(Self.name)/clips/02_10.mp4"] == TinyMP4().bytes && disk.files()["/card/\(Self.name)/clips/02.mp4"] != nil)
        #expect(try card.sessions().first?.record?.clips[1].isRemoved == true)
        #expect(try CardCheck.check("/card", files: disk).isSound)
    }

    @Test func aFileThatIsGoneAlreadyIsNoObstacle() throws {
        let disk = CrashDisk(try Self.filed())
        let card = Practice.card(on: disk)
        let session = try #require(try card.resumeSession(named: Self.name))
        try session.append(.judged(clip: 2, ClipJudgement(isDeleted: true)))
        try session.close(.stopped)
        try disk.remove("/card/\(Self.name)/clips/02_10.mp4")
        #expect(try CardCheck.check("/card", files: disk).faults == [])
        #expect(try card.sessionsWithDeletedClips() == [Self.name])
        #expect(try card.removeDeletedClips(ofSession: Self.name)?.clips == [2])
        #expect(try card.sessionsWithDeletedClips() == [])
    }

    @Test func aTwentiethOfTheCardIsKeptFree() throws {
        let disk = CrashDisk(try Self.filed())
        let card = Practice.card(on: disk)
        #expect(try !card.needsRoom())
        disk.change { $0.capacity = $0.usedBytes * 100 / 96 }
        #expect(try card.needsRoom())
        disk.change { $0.capacity = $0.usedBytes * 100 / 94 }
        #expect(try !card.needsRoom())
    }
}
