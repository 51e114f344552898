// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Storage

/// No clip's file is mirrored: the record says so, also for a clip that an older version wrote.
@Suite struct MirroredClipTests {
    private static let mirrored = PictureOrientation.Turn.allCases.map { PictureOrientation(turn: $0, isMirrored: true) }

    private static func session(_ orientation: PictureOrientation, on disk: CrashDisk) throws(CardError) -> SessionFolder {
        let card = Practice.card(on: disk)
        try card.prepare()
        let session = try card.openSession(Samples.header())
        try session.writeClip(1, bytes: TinyMP4(picture: RecordedPicture(size: .hd720, orientation: orientation)).bytes)
        return session
    }

    private static func file(_ record: SessionRecord, _ name: String, on disk: CrashDisk) throws -> MP4Retagging {
        try MP4Retagging(path: "/card/\(name)/\(record.clips[0].file)", files: disk)
    }

    @Test("V-27 V-28 the file of an older version loses its mirror, and the record has it", arguments: mirrored)
    func anOlderFile(orientation: PictureOrientation) throws {
        let disk = CrashDisk()
        let session = try Self.session(orientation, on: disk)
        let before = try Self.file(try #require(SessionRecord(journal: session.entries, ending: .stopped)), session.name, on: disk)
        #expect(before.orientation == orientation, "so older versions wrote it")
        let record = try session.close(.stopped)
        #expect(record.clips[0].orientation == orientation && record.clips[0].judgement.orientation == nil)
        #expect(try Self.file(record, session.name, on: disk).orientation == orientation.unmirrored)
        let filed = try Practice.card(on: disk).session(named: session.name).record
        #expect(filed == record, "what is read back is what was filed")
    }

    @Test(
        "a power cut before any step leaves a clip that is looked at mirrored, once",
        arguments: [.everything, .onlySynced, .torn(seed: 3)] as [CrashDisk.Survival])
    func anyCut(survival: CrashDisk.Survival) throws {
        let orientation = PictureOrientation(turn: .right, isMirrored: true)
        let disk = CrashDisk()
        let name = try Self.session(orientation, on: disk).name
        disk.endPrograms()
        let image = disk.image
        var (cut, turned) = (image.steps, 0)
        while true {
            var cutting = image
            cutting.cutStep = cut
            let first = CrashDisk(cutting)
            let isThrough = (try? Practice.card(on: first).recover()) != nil
            let again = CrashDisk(first.image.remounted(survival))
            let record = try #require(try Practice.card(on: again).session(named: name).record, "cut before step \(cut)")
            // The orientation as the box uses it: the record's, else the file's.
            let path = try #require(try Practice.card(on: again).file(ofClip: ClipKey(session: name, number: 1)))
            let said = try MP4Retagging(path: path, files: again).orientation
            #expect((record.clips.first?.orientation ?? said) == orientation, "cut before step \(cut), \(survival)")
            if said == orientation.unmirrored { turned += 1 }
            if isThrough { break }
            cut += 1
        }
        #expect(turned > 0 && cut > image.steps + 3, "some cuts came before the file was made anew, some after")
    }

    @Test("a clip whose journal line a cut took is mirrored, because its comment says so", arguments: [true, false])
    func adopted(isMirrored: Bool) throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        let session = try card.openSession(Samples.header())
        let clip = try session.beginClip(number: 1, kind: .mark)
        let turned = PictureOrientation(turn: .left)
        try clip.write(
            TinyMP4(picture: RecordedPicture(size: .hd720, orientation: turned), comment: ClipComment.words(["a camera"], isMirrored: isMirrored))
                .bytes,
            at: 0)
        _ = try clip.commit()
        disk.endPrograms()
        _ = try card.recover()
        let record = try #require(try card.session(named: session.name).record)
        #expect(record.clips.map(\.orientation) == [isMirrored ? turned.mirrored() : nil])
        #expect(try Self.file(record, session.name, on: disk).orientation == turned)
    }

    @Test("the page says that the film isn't mirrored, and shows it before as it will be played")
    func thePage() throws {
        var record = SamplePages.clipsOnly
        record.clips[1].recorded = PictureOrientation(isMirrored: true)
        func page(_ unmirrored: Set<Int>) throws -> String {
            let files = try Scorebook.files(of: record, named: "a", stills: [1, 2, 3], unmirrored: unmirrored)
            return String(decoding: try #require(files.first).bytes, as: UTF8.self)
        }
        let whole = try page([2])
        #expect(whole.contains("poster=\"thumbs/01.jpg\"") && whole.contains("poster=\"thumbs/02_unmirrored.jpg\""))
        #expect(!whole.contains("thumbs/02.jpg") && whole.ranges(of: Strings.Page.mirroredOnTheTV).count == 1)
        #expect(!whole.contains("preload=\"metadata\""))
        // If a still is missing, the film's own first picture is shown.
        let without = try page([])
        #expect(!without.contains("thumbs/02") && without.ranges(of: "preload=\"metadata\"").count == 1)
        // Somebody removed the mirror.
        record.clips[1].judgement.orientation = .upright
        #expect(try page([2]).contains("thumbs/02.jpg") && !page([2]).contains(Strings.Page.mirroredOnTheTV))
    }

    @Test("what was deleted for good leaves no still, mirrored or not")
    func deleted() throws {
        let disk = CrashDisk()
        let session = try Self.session(.upright, on: disk)
        try session.writeStill([0xFF, 0xD8, 1], number: 1)
        try session.writeStill([0xFF, 0xD8, 2], number: 1, isUnmirrored: true)
        #expect(disk.files().keys.count { $0.contains("thumbs/") } == 2)
        try session.append(.judged(clip: 1, ClipJudgement(isDeleted: true)))
        #expect(try session.removeDeletedClips() == [1])
        #expect(!disk.files().keys.contains { $0.contains("thumbs/") })
    }
}
