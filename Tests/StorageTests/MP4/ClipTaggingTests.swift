// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import TestSupport
import Testing

@testable import Storage

/// Retagging changes a clip's metadata and nothing else.
@Suite struct ClipTaggingTests {
    @Test func aTaggedClipIsStillWholeAndItsPicturesAreUntouched() throws {
        for movie in [TinyMP4(), TinyMP4(isLong: true), TinyMP4(freeBytes: 0)] {
            let disk = CrashDisk()
            try disk.makeFolder("/card")
            try disk.replace("/card/old.mp4", with: movie.bytes)
            let retagging = try MP4Retagging(path: "/card/old.mp4", files: disk)
            var tags = ClipTags()
            tags.values = ["label": "X", "score": "10", "description": "Arrow 1: X ✓"]
            let new = try retagging.head(with: tags) + movie.bytes.dropFirst(Int(retagging.rest))
            try disk.replace("/card/new.mp4", with: new)
            #expect(try MP4Retagging(path: "/card/new.mp4", files: disk).current == tags)
            let (before, after) = (try MP4Inspection(path: "/card/old.mp4", files: disk), try MP4Inspection(path: "/card/new.mp4", files: disk))
            #expect(before == after)
            #expect(new.suffix(80) == movie.bytes.suffix(80))
            // With the tags removed it is the same file except for an empty list of items.
            let bare = try MP4Retagging(path: "/card/new.mp4", files: disk)
            try disk.replace("/card/bare.mp4", with: try bare.head(with: ClipTags()) + new.dropFirst(Int(bare.rest)))
            #expect(try MP4Retagging(path: "/card/bare.mp4", files: disk).current == ClipTags())
            #expect(try MP4Inspection(path: "/card/bare.mp4", files: disk) == before)
        }
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func nothingInAFileMakesTheTaggerFail(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var tags = ClipTags()
        tags.values = ["label": "X"]
        let disk = CrashDisk()
        try disk.makeFolder("/card")
        try disk.replace("/card/a.mp4", with: TinyMP4(isLong: seed % 2 == 0).bytes)
        let tagged = try MP4Retagging(path: "/card/a.mp4", files: disk).head(with: tags)
        for _ in 0..<40 {
            try disk.replace("/card/b.mp4", with: (tagged + [UInt8](repeating: 7, count: 90)).mutated(&random))
            _ = try? MP4Retagging(path: "/card/b.mp4", files: disk).head(with: ClipTags())
        }
    }

    /// 64 MiB of the smallest boxes would be eight million reads of a card.
    @Test func whatHasBoxesWithoutEndIsAFault() throws {
        let disk = CrashDisk()
        try disk.makeFolder("/card")
        let free: [UInt8] = [0, 0, 0, 8] + Array("free".utf8)
        func file(_ count: Int) -> [UInt8] { Array(repeatElement(free, count: count).joined()) + TinyMP4().bytes }
        try disk.replace("/card/a.mp4", with: file(MP4Inspection.mostBoxes))
        #expect(throws: MP4Fault("it has too many boxes")) { try MP4Retagging(path: "/card/a.mp4", files: disk) }
        try disk.replace("/card/a.mp4", with: file(MP4Inspection.mostBoxes - 100))
        #expect(throws: Never.self) { try MP4Retagging(path: "/card/a.mp4", files: disk) }
    }

    /// A real muxer's clip with sound, an edit list and a title: its pictures and times are the same before and after, and `ffprobe` reads
    /// the tags.
    @Test(
        "V-39 a real clip keeps every picture, its times and its title, and says what its arrow scored",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")),
        arguments: [["-movflags", "+faststart"], ["-moov_size", "20000"]])
    func aRealClipKeepsItsPictures(flags: [String]) throws {
        let folder = try TemporaryFolder()
        let (name, clips) = try Self.session(in: folder)
        _ = try Self.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=size=160x120:rate=30:duration=2",
                "-f", "lavfi", "-i", "sine=duration=2", "-c:v", "libx264", "-bf", "2", "-c:a", "aac",
                "-metadata", "title=a shot",
            ] + flags + ["\(clips)/01.mp4"])
        let before = try Self.pictures("\(clips)/01.mp4")
        let end = Samples.end(1, [61], clips: [1])
        let record = SessionRecord(header: Samples.header(), clips: [Samples.clip(1, file: "clips/01.mp4")], ends: [end], ending: .stopped)
        let card = Card(path: folder.path, files: POSIXFileSystem(), hasIndex: false)
        let filing = ClipFiling(card: card, folder: "\(folder.path)/\(name)", between: {})
        let filed = try filing.file(record.clips[0], of: record)
        #expect(filed.file == "clips/01_10.mp4")
        let said = try Self.tags("\(clips)/01_10.mp4")
        #expect(said.filter { ClipTags.isOurs($0.key) } == ClipTags(ofClip: 1, in: record).values)
        #expect(said["session"] == name && said["title"] == "a shot")
        #expect(try Self.pictures("\(clips)/01_10.mp4") == before)

        // Without its arrow it has no tags, as before.
        let bare = try filing.file(filed, of: SessionRecord(header: Samples.header(), ending: .stopped))
        #expect(bare.file == "clips/01.mp4")
        #expect(try Self.tags("\(clips)/01.mp4").keys.filter(ClipTags.isOurs) == [])
        #expect(try Self.pictures("\(clips)/01.mp4") == before)
    }

    @Test(
        "N-04 a clip that was turned is turned in its file, and every packet stays",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")))
    func aTurnedClipIsTurnedInItsFile() throws {
        let folder = try TemporaryFolder()
        let (name, clips) = try Self.session(in: folder)
        _ = try Self.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=size=160x120:rate=30:duration=1", "-c:v", "libx264", "-moov_size", "20000",
                "\(clips)/01.mp4",
            ])
        let before = try Self.run("ffmpeg", ["-v", "error", "-i", "\(clips)/01.mp4", "-c", "copy", "-f", "framemd5", "-"])
        let card = Card(path: folder.path, files: POSIXFileSystem(), hasIndex: false)
        let filing = ClipFiling(card: card, folder: "\(folder.path)/\(name)", between: {})
        let record = SessionRecord(header: Samples.header(), ending: .stopped)
        for wanted in [PictureOrientation(turn: .left), PictureOrientation(turn: .right, isMirrored: true), .upright] {
            var clip = Samples.clip(1, file: "clips/01.mp4")
            clip.judgement.orientation = wanted
            let filed = try filing.file(clip, of: record)
            #expect(filed.file == "clips/01.mp4")
            #expect(try MP4Retagging(path: "\(clips)/01.mp4", files: POSIXFileSystem()).orientation == wanted.unmirrored)
            #expect(try Self.run("ffmpeg", ["-v", "error", "-i", "\(clips)/01.mp4", "-c", "copy", "-f", "framemd5", "-"]) == before)
            let rotation = try Self.run(
                "ffprobe", ["-v", "error", "-show_entries", "stream_side_data=rotation", "-of", "csv=p=0", "\(clips)/01.mp4"])
            // ffprobe counts the other way round. The mirror is only in the record: without it, a mirrored right turn is a left turn.
            #expect(Int(rotation.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 == (wanted == .upright ? 0 : 90))
        }
    }

    /// Returns a session's folder with one for clips in it.
    private static func session(in folder: TemporaryFolder) throws -> (name: String, clips: String) {
        let name = CardLayout.sessionName(Samples.header())
        let clips = "\(folder.path)/\(name)/clips"
        try FileManager.default.createDirectory(atPath: clips, withIntermediateDirectories: true)
        return (name, clips)
    }

    /// Returns every packet's time, length and checksum, and those of every picture and sound that a player shows.
    private static func pictures(_ file: String) throws -> [String] {
        try ["copy", nil].map { codec in
            try run("ffmpeg", ["-v", "error", "-i", file] + (codec.map { ["-c", $0] } ?? []) + ["-f", "framemd5", "-"])
        }
    }

    private static func tags(_ file: String) throws -> [String: String] {
        let said = try run("ffprobe", ["-v", "error", "-show_entries", "format_tags", "-of", "json", file])
        let object = try JSONSerialization.jsonObject(with: Data(said.utf8)) as? [String: Any]
        return (object?["format"] as? [String: Any])?["tags"] as? [String: String] ?? [:]
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/\(program)")
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: said, as: UTF8.self)
    }
}
