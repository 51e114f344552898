// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Storage

/// A session's clips, record and names agree, whatever is scored, corrected and cut off.
@Suite struct FilingTests {
    private func names(on disk: CrashDisk) -> [String] {
        disk.files().keys.filter { $0.contains("/clips/") }.map { String($0.split(separator: "/").last ?? "") }.sorted()
    }

    private func tags(_ name: String, of session: String, on disk: CrashDisk) throws -> [String: String] {
        try MP4Retagging(path: "/card/\(session)/clips/\(name)", files: disk).current.values
    }

    @Test("V-39 a clip's name, its metadata and the record carry score, ring and position")
    func nameMetadataAndRecordSayTheSame() throws {
        let disk = CrashDisk()
        let session = try Samples.scoredSession(on: disk)
        let record = try session.close(.stopped)
        #expect(names(on: disk) == ["01_X.mp4", "02_10.mp4", "03_M.mp4"])
        #expect(record.clips.map(\.file) == ["clips/01_X.mp4", "clips/02_10.mp4", "clips/03_M.mp4"])
        let second = try tags("02_10.mp4", of: session.name, on: disk)
        #expect(second["score"] == "10" && second["label"] == "10" && second["ring"] == "10")
        #expect(second["x_mm"] == "61.000" && second["y_mm"] == "0.000" && second["x"] == "0.550000")
        #expect(second["description"] == "Arrow 2: 10, 61.000 mm towards 3 o'clock, WA 122 cm")
        let miss = try tags("03_M.mp4", of: session.name, on: disk)
        #expect(miss["score"] == "0" && miss["x"] == nil)
        #expect(try Practice.card(on: disk).sessions().first?.record == record)
    }

    @Test func aClosedSessionIsTakenUpAgainAndFiledAnew() throws {
        let disk = CrashDisk()
        let name = try Samples.scoredSession(on: disk).name
        let card = Practice.card(on: disk)
        _ = try card.recover()
        #expect(names(on: disk) == ["01_X.mp4", "02_10.mp4", "03_M.mp4"], "recovering files it too")
        let again = try #require(try card.resumeSession(named: name))
        // The first two swap their clips, and the third arrow has no clip any more.
        var end = Samples.end(1, [0, 61, nil], clips: [2, 1])
        end.clips = [1, 2, 3]
        try again.append(.end(end))
        try again.append(.notes("windy"))
        try again.close(.stopped)
        #expect(names(on: disk) == ["01_10.mp4", "02_X.mp4", "03.mp4"])
        #expect(try tags("03.mp4", of: name, on: disk).isEmpty)
        let record = try #require(try card.sessions().first?.record)
        #expect(record.notes == "windy" && record.ends == [end] && record.marks.count == 3)
    }

    @Test func anEndThatIsntSavedIsNoScore() throws {
        let disk = CrashDisk()
        let session = try Samples.scoredSession(on: disk, isDone: false)
        let record = try session.close(.stopped)
        #expect(names(on: disk) == ["01.mp4", "02.mp4", "03.mp4"] && record.ends.first?.arrows.count == 3)
    }

    @Test func whatIsFiledAlreadyIsNotWrittenAgain() throws {
        let disk = CrashDisk()
        let session = try Samples.scoredSession(on: disk)
        try session.close(.stopped)
        let clips = disk.files().filter { $0.key.contains("/clips/") }
        let again = try #require(try Practice.card(on: disk).resumeSession(named: session.name))
        let steps = disk.steps
        try again.close(.stopped)
        #expect(disk.files().filter { $0.key.contains("/clips/") } == clips)
        #expect(disk.steps - steps < 30)
    }

    @Test func aCardWithoutRoomForACopyKeepsTheClipAsItIs() throws {
        let disk = CrashDisk()
        let session = try Samples.scoredSession(on: disk)
        disk.change { $0.capacity = 16 << 20 }
        let record = try session.close(.stopped)
        #expect(record.clips.map(\.file) == ["clips/01.mp4", "clips/02.mp4", "clips/03.mp4"])
        #expect(record.ends.first?.score.total == 20)
    }

    @Test func whatIsScoredWhileAClipIsCopiedCounts() throws {
        let disk = CrashDisk()
        let session = try Samples.scoredSession(on: disk)
        let corrected = Samples.end(1, [0, 61, nil], clips: [3, 1, 2])
        var isCorrected = false
        let record = try session.close(.stopped) { () throws(CardError) in
            guard !isCorrected else { return }
            isCorrected = true
            try session.append(.end(corrected))
        }
        #expect(record.ends == [corrected] && isCorrected)
        #expect(names(on: disk) == ["01_10.mp4", "02_M.mp4", "03_X.mp4"])
        #expect(try tags("03_X.mp4", of: session.name, on: disk) == ClipTags(ofClip: 3, in: record).values)
    }

    @Test func labelsThatDifferByCaseAloneMakeOneName() throws {
        let face = Face(
            id: "club", name: "Club",
            rings: [
                Ring("Kill", points: 11, diameter: Length(millimetres: 50), color: .red),
                Ring("kill", points: 8, diameter: Length(millimetres: 150), color: .white),
            ])
        let disk = CrashDisk()
        let session = try Samples.scoredSession(on: disk, [0, 60, nil], face: face)
        try session.close(.stopped)
        #expect(names(on: disk) == ["01_KILL.mp4", "02_KILL.mp4", "03_M.mp4"])
        let again = try #require(try Practice.card(on: disk).resumeSession(named: session.name))
        try again.append(.end(Samples.end(1, [60, 0, nil], clips: [1, 2, 3], face: face)))
        try again.close(.stopped)
        #expect(names(on: disk) == ["01_KILL.mp4", "02_KILL.mp4", "03_M.mp4"])
        #expect(try tags("01_KILL.mp4", of: session.name, on: disk)["label"] == "kill")
    }

    @Test(arguments: ["X", "10", "M"], ["X/?", "CON", "a b", "", "é", String(repeating: "9", count: 10_000), "..", "\u{202E}x"])
    func aLabelMakesASafeName(plain: String, hostile: String) {
        #expect(CardLayout.word(plain) == plain)
        let name = CardLayout.clipFile(number: 7, kind: .mark, label: hostile)
        #expect(name.utf8.allSatisfy { $0 < 0x80 } && name.utf8.count < 40 && !name.dropFirst(6).contains("/") && !name.contains("?"))
        #expect(CardLayout.clip(named: String(name.dropFirst(6)))?.number == 7)
    }

    // MARK: Cuts

    /// Filing, then resuming with the first two arrows' clips swapped: cut before every step.
    @Test(arguments: [.everything, .onlySynced, .names, .bytes, .torn(seed: 1), .torn(seed: 2), .torn(seed: 3)] as [CrashDisk.Survival])
    func aCutAnywhereLeavesNamesTagsAndRecordInAgreement(survival: CrashDisk.Survival) throws {
        var cut = 0
        while true {
            let disk = CrashDisk()
            let session = try Samples.scoredSession(on: disk)
            disk.change { $0.cutStep = $0.steps + cut }
            var acknowledged = [Samples.end(1, [0, 61, nil], clips: [1, 2, 3])]
            var isThrough = false
            do throws(CardError) {
                try session.close(.stopped)
                let swapped = Samples.end(1, [0, 61, nil], clips: [2, 1, 3])
                if let again = try Practice.card(on: disk).resumeSession(named: session.name) {
                    acknowledged.append(swapped)
                    try again.append(.end(swapped))
                    acknowledged.removeFirst()
                    try again.close(.stopped)
                }
                isThrough = true
            } catch {}
            let found = CrashDisk(disk.image.remounted(survival))
            _ = try Practice.card(on: found).recover()
            try expectAgreement(on: found, acknowledged, "cut before step \(cut), \(survival)")
            if isThrough { break }
            cut += 1
        }
        #expect(cut > 40)
    }

    @Test func aSecondCutDuringTheRecoveryDoesNoHarm() throws {
        for cut in stride(from: 0, to: 60, by: 3) {
            let disk = CrashDisk()
            let session = try Samples.scoredSession(on: disk)
            disk.change { $0.cutStep = $0.steps + cut }
            _ = try? session.close(.stopped)
            let found = disk.image.remounted(.onlySynced)
            var second = 0
            while true {
                var cutting = found
                cutting.cutStep = second
                let cutDisk = CrashDisk(cutting)
                let isThrough = (try? Practice.card(on: cutDisk).recover()) != nil
                let again = CrashDisk(cutDisk.image.remounted(.torn(seed: UInt64(second))))
                _ = try Practice.card(on: again).recover()
                try expectAgreement(on: again, [Samples.end(1, [0, 61, nil], clips: [1, 2, 3])], "cut before \(cut), then before \(second)")
                if isThrough { break }
                second += 1
            }
        }
    }

    /// - Parameter acknowledged: the possible states of the end; several if it isn't known whether the last line was written.
    private func expectAgreement(on disk: CrashDisk, _ acknowledged: [EndRecord], _ moment: Comment) throws {
        let session = try #require(try Practice.card(on: disk).sessions().first, moment)
        guard case .closed(let record) = session.state else {
            Issue.record("it isn't closed: \(moment)")
            return
        }
        #expect(acknowledged.contains { record.ends == [$0] }, moment)
        #expect(record.marks.count == 3 && record.clips.map(\.number) == [1, 2, 3], moment)
        #expect(names(on: disk) == record.clips.map { String($0.file.dropFirst("clips/".count)) }.sorted(), moment)
        for clip in record.clips {
            _ = try MP4Inspection(path: "/card/\(session.name)/\(clip.file)", files: disk)
            let tags = try tags(String(clip.file.dropFirst("clips/".count)), of: session.name, on: disk)
            #expect(tags == ClipTags(ofClip: clip.number, in: record).values, moment)
            let label = record.arrow(ofClip: clip.number)?.entry.score.label ?? "none"
            #expect(clip.file == CardLayout.clipFile(number: clip.number, kind: .mark, label: label), moment)
        }
        let page = String(decoding: try disk.contents(of: "/card/\(session.name)/index.html"), as: UTF8.self)
        #expect(Set(page.matches(of: /clips\/[0-9A-Z_a-z-]+\.mp4/).map { String($0.output) }) == Set(record.clips.map(\.file)), moment)
    }
}
