// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Media

/// Clips and parts of them, copied into other files and checked by two independent players.
@Suite struct ClipRemuxerTests {
    /// Returns a clip of these frames, as the box writes it.
    private func clip(_ from: Int64, _ through: Int64, of footage: EncodedFootage, sound: SoundLine? = nil) throws -> TemporaryFile {
        let output = MemoryOutput()
        _ = try ClipWriter(parameters: footage.parameters, encoderName: "libx264")
            .write(footage.plan(from: from, through: through), from: footage.line(), sound: sound, metadata: [:], to: output)
        return try TemporaryFile(output.bytes)
    }

    private func place(_ picture: Int64, _ rate: FrameRate = FrameRate(30)) -> Duration { rate.interval * Int(picture) + rate.interval / 2 }

    @Test(
        "V-22 a part shows exactly its pictures, wherever it begins",
        arguments: [(.ffmpeg, 3, 40), (.ffmpeg, 0, 55), (.ffmpeg, 13, 13), (.ffmpeg, 14, 31), (.gstreamer, 3, 40), (.gstreamer, 14, 31)]
            as [(Player, Int64, Int64)])
    func aPartShowsItsPictures(_ player: Player, _ from: Int64, _ through: Int64) throws {
        try #require(player.isInstalled, "make test installs \(player.rawValue)")
        let footage = try EncodedFootage.encode(frames: 90)
        let whole = try clip(17, 72, of: footage)
        let output = MemoryOutput()
        let remuxer = try ClipRemuxer(whole.path, span: place(from)...place(through), metadata: ["title": "a part"])
        let result = try remuxer.write(to: output)
        let file = try TemporaryFile(output.bytes)
        #expect(try player.frames(in: file.path, size: footage.parameters.size) == Array(17 + from...17 + through))
        #expect(result.skipped == Int(from) && result.frames == Int(through - from) + 1)
        #expect(abs(result.seconds - Double(result.frames) / 30) < 1e-3)
        #expect(abs(result.start.inSeconds - Double(from) / 30) < 1e-3)
        #expect(result.bytes == Int64(output.bytes.count))
        // A part of a part is exact too.
        guard result.frames > 12 else { return }
        let again = MemoryOutput()
        _ = try ClipRemuxer(file.path, span: place(5)...place(11), metadata: [:]).write(to: again)
        let second = try TemporaryFile(again.bytes)
        #expect(try Player.ffmpeg.frames(in: second.path, size: footage.parameters.size) == Array(22 + from...28 + from))
    }

    @Test(
        "V-52 for anybody: it begins at a keyframe, hides nothing, and has no edit list",
        arguments: [Player.ffmpeg, .gstreamer])
    func forAnybody(_ player: Player) throws {
        let footage = try EncodedFootage.encode(frames: 90)
        let whole = try clip(23, 72, of: footage)
        let output = MemoryOutput()
        let result = try ClipRemuxer(forAnybody: [whole.path], metadata: [:]).write(to: output)
        let file = try TemporaryFile(output.bytes)
        #expect(try player.frames(in: file.path, size: footage.parameters.size) == Array(15...72))
        #expect(result.frames == 58)
        #expect(!String(decoding: output.bytes, as: Unicode.ASCII.self).contains("elst"))
    }

    @Test("V-52 slow motion is another time base: every packet is the original's", arguments: [2, 4, 8])
    func slowMotion(_ slowness: Int) throws {
        let footage = try EncodedFootage.encode(frames: 60)
        let whole = try clip(15, 50, of: footage)
        let output = MemoryOutput()
        let result = try ClipRemuxer(forAnybody: [whole.path], slowness: slowness, metadata: [:]).write(to: output)
        let file = try TemporaryFile(output.bytes)
        func packets(_ path: String, _ entry: String) throws -> [String] {
            try Tool.lines(
                "ffprobe",
                ["-v", "error", "-select_streams", "v", "-show_data_hash", "md5", "-show_entries", "packet=\(entry)", "-of", "csv=p=0", path])
        }
        #expect(try packets(file.path, "size,data_hash") == packets(whole.path, "size,data_hash"))
        let times = try packets(file.path, "pts_time").compactMap { Double($0.prefix { $0 != "," }) }
        #expect(times.count == 36)
        #expect(times.enumerated().allSatisfy { abs($0.element - Double($0.offset * slowness) / 30) < 1e-3 })
        #expect(abs(result.seconds - 36.0 / 30 * Double(slowness)) < 1e-3)
    }

    @Test("V-52 clips joined into one play one after the other", arguments: [Player.ffmpeg, .gstreamer])
    func theBestOf(_ player: Player) throws {
        let footage = try EncodedFootage.encode(frames: 120)
        let first = try clip(15, 40, of: footage)
        let second = try clip(60, 80, of: footage)
        let third = try clip(45, 59, of: footage)
        let output = MemoryOutput()
        let result = try ClipRemuxer(forAnybody: [first.path, second.path, third.path], metadata: [:]).write(to: output)
        let file = try TemporaryFile(output.bytes)
        #expect(try player.frames(in: file.path, size: footage.parameters.size) == Array(15...40) + Array(60...80) + Array(45...59))
        #expect(result.frames == 62)
    }

    @Test("a part's sound begins with its pictures, on a keyframe and between two, and ends with them", arguments: [15, 22])
    func aPartIsHeard(_ from: Int64) throws {
        let whole = try TemporaryFile([])
        _ = try Tool.lines(
            "ffmpeg",
            [
                "-y", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=320x240:rate=30:duration=3", "-f", "lavfi", "-i", "sine=duration=3",
                "-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "0", "-g", "15", "-c:a", "aac", whole.path,
            ])
        let output = MemoryOutput()
        _ = try ClipRemuxer(whole.path, span: place(from)...place(from + 40), metadata: [:]).write(to: output)
        let file = try TemporaryFile(output.bytes)
        let units = try Tool.lines(
            "ffprobe", ["-v", "error", "-select_streams", "a", "-show_entries", "packet=pts_time", "-of", "csv=p=0", file.path]
        ).compactMap { Double($0.prefix { $0 != "," }) }
        let unit = 1024.0 / 44_100
        let (first, last) = (try #require(units.first), try #require(units.last))
        #expect(first <= 0 && first > -2 * unit)
        #expect(abs(last + unit - 41.0 / 30) <= unit)
    }

    @Test func clipsOfOtherSettingsAreNotJoined() throws {
        let small = try clip(0, 30, of: try EncodedFootage.encode(frames: 40))
        let parameters = StreamParameters(size: VideoSize(width: 320, height: 192), rate: FrameRate(30))
        let large = try clip(0, 30, of: try EncodedFootage.encode(frames: 40, parameters: parameters))
        #expect(throws: ClipError.unreadable(clip: large.path, operation: "join", reason: .isOfAnotherStream)) {
            try ClipRemuxer(forAnybody: [small.path, large.path], metadata: [:])
        }
    }

    @Test("whatever a file is, it ends in a clip or in a reason", arguments: 1...40 as ClosedRange<UInt64>)
    func anyFile(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let footage = try EncodedFootage.encode(frames: 40)
        let output = MemoryOutput()
        _ = try ClipWriter(parameters: footage.parameters, encoderName: "libx264")
            .write(footage.plan(from: 7, through: 36), from: footage.line(), sound: nil, metadata: [:], to: output)
        var bytes = output.bytes
        for _ in 0..<Int.random(in: 1...40, using: &random) {
            bytes[Int.random(in: 0..<min(bytes.count, 3000), using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        let file = try TemporaryFile(bytes)
        let copy = MemoryOutput()
        do throws(ClipError) {
            _ = try ClipRemuxer(file.path, span: Duration.seconds(0.2)...Duration.seconds(0.9), metadata: [:]).write(to: copy)
        } catch {
            #expect(!error.description.isEmpty)
        }
    }
}
