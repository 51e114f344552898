// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Media

/// Clips as a viewer sees them, checked by two independent players.
@Suite struct ClipWriterTests {
    private static let writer = ClipWriter(parameters: EncodedFootage.small, encoderName: "libx264")

    private func write(_ plan: ClipPlan, _ line: DelayLine, sound: SoundLine? = nil) throws -> (WrittenClip, MemoryOutput) {
        let output = MemoryOutput()
        let clip = try Self.writer.write(plan, from: line, sound: sound, metadata: [:], to: output)
        return (clip, output)
    }

    /// Starts on a keyframe, just after one, in the middle and at the end of a GOP. GStreamer up to 1.22 shows nothing
    /// of a clip that is shorter than its decoder's lead-in, so only ffmpeg checks those.
    @Test(
        arguments: [
            (.ffmpeg, 15, 60), (.ffmpeg, 16, 44), (.ffmpeg, 23, 70), (.ffmpeg, 29, 75), (.ffmpeg, 0, 89),
            (.ffmpeg, 29, 30), (.ffmpeg, 44, 44), (.ffmpeg, 45, 45),
            (.gstreamer, 15, 60), (.gstreamer, 16, 44), (.gstreamer, 23, 70), (.gstreamer, 29, 75),
            (.gstreamer, 0, 89),
        ] as [(Player, Int64, Int64)])
    func aPlayerShowsExactlyThePlannedFrames(_ player: Player, _ from: Int64, _ through: Int64) throws {
        try #require(player.isInstalled, "make test installs \(player.rawValue)")
        let footage = try EncodedFootage.encode(frames: 90)
        let (clip, output) = try write(footage.plan(from: from, through: through), footage.line())
        let file = try TemporaryFile(output.bytes)
        let shown = try player.frames(in: file.path, size: footage.parameters.size)
        #expect(shown == Array(from...through))
        #expect(clip.firstFrame.frame == from)
        #expect(clip.lastFrame.frame == through)
        #expect(clip.frames == Int(through - from + 1))
        #expect(abs(clip.seconds - Double(clip.frames) / 30) < 1e-6)
        #expect(clip.bytes == Int64(output.bytes.count))
        #expect(!clip.startsLate)
    }

    @Test(arguments: [FrameRate(60), FrameRate(25), FrameRate(30_000, 1001)])
    func anyRateKeepsEveryFrame(_ rate: FrameRate) throws {
        let parameters = StreamParameters(size: EncodedFootage.small.size, rate: rate)
        let footage = try EncodedFootage.encode(frames: 80, parameters: parameters)
        let output = MemoryOutput()
        _ = try ClipWriter(parameters: parameters, encoderName: "libx264")
            .write(footage.plan(from: 17, through: 71), from: footage.line(), sound: nil, metadata: [:], to: output)
        let file = try TemporaryFile(output.bytes)
        #expect(try Player.ffmpeg.frames(in: file.path, size: parameters.size) == Array(17...71))
    }

    @Test func aPlanBetweenFramesTakesTheFramesInsideIt() throws {
        let footage = try EncodedFootage.encode(frames: 60)
        let plan = ClipPlan(
            number: 1, kind: .mark, from: EncodedFootage.time(20, footage.parameters.rate).advanced(by: .nanoseconds(1)),
            through: EncodedFootage.time(41, footage.parameters.rate).advanced(by: .zero - .nanoseconds(1)))
        let (clip, _) = try write(plan, footage.line())
        #expect(clip.firstFrame.frame == 21)
        #expect(clip.lastFrame.frame == 40)
    }

    @Test func everyFrameKeepsItsSensorTimeEvenAcrossLostOnes() throws {
        let footage = try EncodedFootage.encode(frames: 60, lost: [25, 26, 27])
        let (clip, output) = try write(footage.plan(from: 20, through: 40), footage.line())
        let file = try TemporaryFile(output.bytes)
        #expect(try Player.ffmpeg.frames(in: file.path, size: footage.parameters.size) == Array(20...24) + Array(28...40))
        #expect(clip.frames == 18)
        let times = try Tool.lines(
            "ffprobe",
            [
                "-v", "error", "-select_streams", "v", "-show_entries", "frame=pts_time",
                "-of", "csv=p=0", file.path,
            ]
        ).compactMap { Double($0.prefix { $0 != "," }) }
        let planned = (Array(20...24) + Array(28...40)).map { Double($0 - 20) / 30 }
        #expect(times.count == planned.count)
        #expect(zip(times, planned).allSatisfy { abs($0 - $1) < 1e-4 })
    }

    @Test func theIndexComesBeforeTheFootage() throws {
        let footage = try EncodedFootage.encode(frames: 90)
        let (_, output) = try write(footage.plan(from: 20, through: 80), footage.line())
        let boxes = output.boxes
        #expect(boxes.map(\.type).filter { $0 != "free" } == ["ftyp", "moov", "mdat"])
        #expect(boxes.map(\.size).reduce(0, +) == output.bytes.count)
    }

    @Test func anIndexThatDoesNotFitIsGivenMoreRoom() throws {
        let footage = try EncodedFootage.encode(frames: 1200)
        var tight = Self.writer
        tight.indexBytesPerUnit = 0
        let output = MemoryOutput()
        let clip = try tight.write(footage.plan(from: 7, through: 1190), from: footage.line(), sound: nil, metadata: [:], to: output)
        #expect(clip.frames == 1184)
        #expect(output.boxes.map(\.type).filter { $0 != "free" } == ["ftyp", "moov", "mdat"])
        let file = try TemporaryFile(output.bytes)
        #expect(try Player.ffmpeg.frames(in: file.path, size: footage.parameters.size) == Array(7...1190))
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func theRoomForTheIndexIsNeverTooSmall(_ seed: UInt64) throws {
        // The worst case for an index: no two frames are equally far apart, and every frame is a keyframe.
        var random = SeededGenerator(seed: seed)
        var footage = try EncodedFootage.encode(frames: 200, forced: Set(0..<200))
        var time = Timestamp(seconds: 5)
        for index in footage.units.indices {
            time = time.advanced(by: .microseconds(Int64.random(in: 1000...90_000, using: &random)))
            footage.units[index].stamp.timestamp = time
        }
        let plan = ClipPlan(number: 1, kind: .mark, from: footage.units[0].stamp.timestamp, through: time)
        let counter = MemoryOutput()
        let clip = try Self.writer.write(
            plan, from: footage.line(), sound: nil, metadata: ["comment": String(repeating: "ä", count: 3000)],
            to: counter)
        #expect(clip.frames == 200)
        // A second attempt would have left the first one's bytes in the file.
        #expect(counter.boxes.filter { $0.type == "moov" }.count == 1)
        #expect(counter.boxes.last?.type == "mdat")
    }

    @Test func theStreamIsWhatEveryPlayerTakes() throws {
        let footage = try EncodedFootage.encode(frames: 60)
        let output = MemoryOutput()
        _ = try Self.writer.write(
            footage.plan(from: 20, through: 50), from: footage.line(), sound: nil,
            metadata: ["title": "Arrow 3", "comment": "X, 12 mm right"], to: output)
        let file = try TemporaryFile(output.bytes)
        let facts = try Tool.lines(
            "ffprobe",
            [
                "-v", "error", "-show_entries",
                "stream=codec_name,pix_fmt,width,height,color_space,color_range:format_tags=title,comment",
                "-of", "default=nw=1", file.path,
            ])
        for fact in [
            "codec_name=h264", "pix_fmt=yuv420p", "width=320", "height=240", "color_space=bt709", "color_range=tv",
            "TAG:title=Arrow 3", "TAG:comment=X, 12 mm right",
        ] {
            #expect(facts.contains(fact), "\(fact) in \(facts)")
        }
    }

    @Test func theSameFootageMakesTheSameFile() throws {
        let footage = try EncodedFootage.encode(frames: 60)
        let first = try write(footage.plan(from: 20, through: 50), footage.line())
        let second = try write(footage.plan(from: 20, through: 50), footage.line())
        #expect(first.0 == second.0)
        #expect(first.1.bytes == second.1.bytes)
    }

    /// The pictures' bytes come from the delay line's own memory, many of them in one write.
    @Test func picturesAreWrittenFromWhereTheyLie() throws {
        let footage = try EncodedFootage.encode(frames: 90)
        let line = try footage.line()
        let output = PlacedOutput(memory: line.arena.base..<line.arena.base + line.arena.byteCount)
        let clip = try Self.writer.write(footage.plan(from: 0, through: 89), from: line, sound: nil, metadata: [:], to: output)
        #expect(output.lentPieces >= 90 && output.writes <= 1 + Int(clip.bytes >> 20))
        #expect(output.copiedBytes < 90 * 64)
        #expect(output.lentBytes + output.copiedBytes + output.otherBytes == clip.bytes)
    }

    @Test func footageThatIsGoneIsNoClip() throws {
        let footage = try EncodedFootage.encode(frames: 30)
        let line = try footage.line()
        #expect(throws: ClipError.noFootage) {
            _ = try write(footage.plan(from: 100, through: 200), line)
        }
        let empty = try DelayLine(capacityBytes: 1 << 20, parameters: footage.parameters)
        #expect(throws: ClipError.noFootage) {
            _ = try write(footage.plan(from: 0, through: 29), empty)
        }
    }

    @Test func aClipWhoseBeginningIsGoneStartsLateAndSaysSo() throws {
        let footage = try EncodedFootage.encode(frames: 300)
        // Room for a few GOPs only.
        let line = try footage.line(capacityBytes: 8 * 65_536)
        let oldest = try #require(line.status.oldest)
        try #require(oldest.frame > 20)
        let (clip, output) = try write(footage.plan(from: 10, through: 295), line)
        #expect(clip.startsLate)
        #expect(clip.firstFrame == oldest)
        let file = try TemporaryFile(output.bytes)
        #expect(try Player.ffmpeg.frames(in: file.path, size: footage.parameters.size) == Array(oldest.frame...295))
    }

    /// The line records on while a clip is written: the footage that is being written stays, and here all that follows is evicted except
    /// for the end.
    @Test func footageThatGoesWhileAClipIsWrittenLeavesAGap() throws {
        var footage = try EncodedFootage.encode(frames: 300)
        let later = footage.units[60...]
        footage.units.removeLast(240)
        let line = try footage.line(capacityBytes: 8 * 65_536)
        let output = EvictingOutput {
            for unit in later { EncodedFootage.append(unit, to: line) }
        }
        let clip = try Self.writer.write(footage.plan(from: 20, through: 295), from: line, sound: nil, metadata: [:], to: output)
        let gop = footage.parameters.framesPerGOP
        let first = try #require(later.first).stamp.timestamp
        let last = try #require(later.last).stamp.timestamp
        let oldest = try #require(line.stamps(from: first, through: last).first).frame
        #expect(clip.firstFrame.frame == 20 && !clip.startsLate)
        #expect(clip.bytes == Int64(output.file.bytes.count))
        #expect(output.file.boxes.map(\.size).reduce(0, +) == output.file.bytes.count)
        let file = try TemporaryFile(output.file.bytes)
        #expect(try Player.ffmpeg.frames(in: file.path, size: footage.parameters.size) == Array(20..<Int64(2 * gop)) + Array(oldest...295))
    }

    @Test(arguments: [1, 7, 8, 9, 500])
    func whatAnEarlierTryLeftBehindIsABoxThatPlayersSkip(_ rest: Int) throws {
        let output = MemoryOutput()
        let sink = ClipSink(output)
        for count in [1000 + rest, 1000] {
            sink.rewind()
            #expect([UInt8](repeating: 7, count: count).withUnsafeBytes(sink.write) && sink.flush())
        }
        let size = try sink.coverRest(from: 1000)
        #expect(Int(size) == output.bytes.count)
        #expect(output.bytes.count == 1000 + max(rest, 8))
        #expect(output.bytes[1000..<1008].elementsEqual([0, 0, UInt8(max(rest, 8) >> 8), UInt8(max(rest, 8) & 255)] + Array("free".utf8)))
    }

    @Test(arguments: [0, 100_000])
    func aFullCardIsReportedInItsOwnWords(_ room: Int) throws {
        let footage = try EncodedFootage.encode(frames: 60)
        let line = try footage.line()
        #expect(throws: ClipError.output("no space left on the card")) {
            _ = try Self.writer.write(
                footage.plan(from: 0, through: 59), from: line, sound: nil, metadata: [:],
                to: FullOutput(room: room))
        }
    }
}
