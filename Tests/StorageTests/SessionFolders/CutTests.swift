// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Storage

/// The plug is pulled before every single step of two sessions, and before every step of the recovery after it.
@Suite struct CutTests {
    private static let stepsOfPractice: Int = {
        let disk = CrashDisk()
        var practice = Practice()
        practice.run(on: disk)
        return disk.steps
    }()

    private static let survivals: [CrashDisk.Survival] =
        [.everything, .onlySynced, .names, .bytes]
        + (1...6).map { .torn(seed: $0) }

    @Test func aPracticeWithoutACutIsAllThere() throws {
        let disk = CrashDisk()
        var practice = Practice()
        practice.run(on: disk)
        #expect(practice.acknowledged.count == 2)
        #expect(practice.acknowledged["2026-11-20_1403_S01"]?.isClosed == true)
        #expect(practice.acknowledged["2026-11-20_1403_S02"]?.marks.count == 1)
        _ = try Practice.card(on: disk).recover()
        try expectLaws(on: disk, practice.acknowledged, "no cut")
    }

    @Test(arguments: survivals)
    func whatWasAcknowledgedOutlastsACutBeforeAnyStep(survival: CrashDisk.Survival) throws {
        for cut in 0...Self.stepsOfPractice {
            let (image, acknowledged) = practice(cutBefore: cut)
            let disk = CrashDisk(image.remounted(survival))
            guard try disk.isFolder("/card") else {
                #expect(acknowledged.isEmpty)
                continue
            }
            _ = try Practice.card(on: disk).recover()
            try expectLaws(on: disk, acknowledged, "cut before step \(cut), \(survival)")
        }
    }

    @Test(arguments: [.everything, .onlySynced, .torn(seed: 11), .torn(seed: 12)] as [CrashDisk.Survival])
    func aSecondCutDuringRecoveryDoesNoHarm(survival: CrashDisk.Survival) throws {
        for cut in 0...Self.stepsOfPractice {
            let (image, acknowledged) = practice(cutBefore: cut)
            let found = image.remounted(survival)
            guard try CrashDisk(found).isFolder("/card") else { continue }
            var second = 0
            while true {
                var cutting = found
                cutting.cutStep = second
                let disk = CrashDisk(cutting)
                let isThrough = (try? Practice.card(on: disk).recover()) != nil
                let again = CrashDisk(disk.image.remounted(survival))
                _ = try Practice.card(on: again).recover()
                try expectLaws(on: again, acknowledged, "cut before step \(cut) and recovery's step \(second), \(survival)")
                if isThrough { break }
                second += 1
            }
        }
    }

    @Test(arguments: survivals)
    func recoveringTwiceIsRecoveringOnce(survival: CrashDisk.Survival) throws {
        for cut in 0...Self.stepsOfPractice {
            let disk = CrashDisk(practice(cutBefore: cut).image.remounted(survival))
            guard try disk.isFolder("/card") else { continue }
            let card = Practice.card(on: disk)
            _ = try card.recover()
            let once = disk.files()
            let steps = disk.steps
            #expect(try card.recover() == RecoveryReport(), "cut before step \(cut), \(survival)")
            #expect(disk.files() == once, "cut before step \(cut), \(survival)")
            #expect(disk.steps == steps, "the second time there is nothing to write")
        }
    }

    @Test func aClipThatWasFiledButNotJournalledIsAdopted() throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        let session = try card.openSession(Samples.header())
        try session.append(.marked(Samples.mark(1)))
        for (number, kind) in [(1, ClipPlan.Kind.mark), (2, .tail), (3, .buffer)] {
            let clip = try session.beginClip(number: number, kind: kind)
            try clip.write(TinyMP4().bytes, at: 0)
            _ = try clip.commit()
        }
        disk.endPrograms()
        let report = try card.recover()
        #expect(report.adoptedClips == ["clips/01.mp4", "clips/02.mp4", "clips/buffer_03.mp4"].map { "\(session.name)/\($0)" })
        let record = try #require(try card.sessions().first?.record)
        #expect(record.clips.map(\.kind) == [.mark, .tail, .buffer])
        #expect(record.clips.map(\.seconds) == [3, 3, 3])
        #expect(record.clips.allSatisfy { $0.firstFrame == ClipRecord.unknownFrame })
        #expect(record.ending == .recovered)
    }

    @Test func aBrokenFileUnderAClipsNameIsKeptUnderAnother() throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        let session = try card.openSession(Samples.header())
        let clip = try session.beginClip(number: 1, kind: .mark)
        try clip.write(Array(TinyMP4().bytes.dropLast(20)), at: 0)
        _ = try clip.commit()
        disk.endPrograms()
        let report = try card.recover()
        #expect(report.problems.count == 1)
        let names = disk.files().keys.sorted().map { $0.split(separator: "/").last }
        #expect(names == ["01.mp4.damaged", "index.html", "session.json", "READ ME.txt", "card.json", "help.html", "index.html"])
    }

    @Test func aRecordOfALaterVIRIsLeftAlone() throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        let session = try card.openSession(Samples.header())
        try disk.replace("/card/\(session.name)/session.json", with: Array(#"{"version": 99, "rounds": []}"#.utf8))
        let before = disk.files()
        #expect(try card.recover().problems.count == 1)
        #expect(disk.files() == before)
    }

    // MARK: The laws

    private func practice(cutBefore step: Int) -> (image: CrashDisk.Image, [String: Practice.Acknowledged]) {
        let disk = CrashDisk()
        disk.change { $0.cutStep = step }
        var practice = Practice()
        practice.run(on: disk)
        return (disk.image, practice.acknowledged)
    }

    private func expectLaws(
        on disk: CrashDisk, _ acknowledged: [String: Practice.Acknowledged],
        _ moment: Comment
    ) throws {
        let sessions = Dictionary(uniqueKeysWithValues: try Practice.card(on: disk).sessions().map { ($0.name, $0) })
        let files = disk.files()
        for (name, known) in acknowledged {
            guard case .closed(let record)? = sessions[name]?.state else {
                Issue.record("\(name) has no record: \(moment)")
                continue
            }
            for mark in known.marks where !known.taken.contains(mark.number) {
                #expect(record.marks.contains(mark), moment)
            }
            #expect(!record.marks.contains { known.withdrawn.contains($0.number) }, moment)
            for (file, bytes) in known.clips {
                #expect(record.clips.contains { $0.file == file }, moment)
                #expect(files["/card/\(name)/\(file)"] == bytes, moment)
            }
            if known.isClosed { #expect(record.ending == .stopped, moment) }
        }
        for session in sessions.values {
            guard case .closed = session.state else {
                Issue.record("\(session.name) isn't closed: \(moment)")
                continue
            }
        }
        for file in files.keys {
            #expect(!file.hasSuffix(".part") && !file.hasSuffix("journal.jsonl") && !file.hasSuffix(".damaged"), moment)
        }
        #expect(try CardCheck.check("/card", files: disk).faults == [], moment)
    }
}
