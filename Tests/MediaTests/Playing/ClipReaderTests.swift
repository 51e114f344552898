// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core
import TestSupport
import Testing

@testable import Media

/// A clip read back as the TV shows it, picture by picture.
@Suite struct ClipReaderTests {
    private static func clip(from first: Int64, through last: Int64, _ footage: EncodedFootage) throws -> TemporaryFile {
        let output = MemoryOutput()
        _ = try ClipWriter(parameters: footage.parameters, encoderName: "libx264")
            .write(footage.plan(from: first, through: last), from: footage.line(), sound: nil, metadata: [:], to: output)
        return try TemporaryFile(output.bytes)
    }

    /// Returns the rest of a clip: each picture's number and its position.
    private static func rest(of reader: ClipPictures) throws -> [(number: Int64?, place: Duration)] {
        var pictures: [(number: Int64?, place: Duration)] = []
        while let frame = try reader.next() {
            pictures.append((NumberedPicture.number(frame.buffer), Timestamp.zero.duration(to: frame.stamp.timestamp)))
        }
        return pictures
    }

    private static func isNear(_ a: Duration, _ b: Duration) -> Bool { abs((a - b).nanoseconds) <= 12_000 }

    /// Begins on a keyframe, just after one, in the middle and at the end of a GOP.
    @Test(arguments: [(15, 60), (16, 44), (23, 70), (29, 75), (0, 89), (29, 30), (44, 44), (45, 45)] as [(Int64, Int64)])
    func theFirstShownPictureIsAtZeroAndEachOtherAtItsOwnTime(_ from: Int64, _ through: Int64) throws {
        let footage = try EncodedFootage.encode(frames: 90)
        let file = try Self.clip(from: from, through: through, footage)
        let reader = try ClipPictures(file.path)
        let shown = try Self.rest(of: reader)
        #expect(shown.map(\.number) == Array(from...through))
        #expect(shown.first?.place == .zero)
        for (index, picture) in shown.enumerated() { #expect(Self.isNear(picture.place, footage.parameters.rate.offset(of: Int64(index)))) }
        #expect(abs(reader.reader.duration.inSeconds - Double(through - from + 1) / 30) < 1e-3)
        #expect(try reader.next() == nil, "the end stays the end")
        #expect(reader.failedUnits == 0)
        #expect(reader.reader.parameters.size == footage.parameters.size)
    }

    @Test(arguments: [FrameRate(60), FrameRate(25), FrameRate(30_000, 1001)])
    func anyRateKeepsItsPlaces(_ rate: FrameRate) throws {
        let footage = try EncodedFootage.encode(frames: 80, parameters: StreamParameters(size: EncodedFootage.small.size, rate: rate))
        let file = try Self.clip(from: 17, through: 71, footage)
        let shown = try Self.rest(of: try ClipPictures(file.path))
        #expect(shown.map(\.number) == Array(17...71))
        for (index, picture) in shown.enumerated() { #expect(Self.isNear(picture.place, rate.offset(of: Int64(index)))) }
    }

    @Test func lostFramesLeaveAGapInThePlaces() throws {
        let footage = try EncodedFootage.encode(frames: 60, lost: [25, 26, 27])
        let file = try Self.clip(from: 20, through: 40, footage)
        let shown = try Self.rest(of: try ClipPictures(file.path))
        #expect(shown.map(\.number) == Array(20...24) + Array(28...40))
        #expect(Self.isNear(shown[5].place, footage.parameters.rate.offset(of: 8)))
    }

    /// After a seek, the picture of that position comes within at most a GOP.
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func aJumpFindsThePictureOfItsPlace(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let footage = try EncodedFootage.encode(frames: 120)
        let first = Int64.random(in: 0..<40, using: &random)
        let last = Int64.random(in: 60..<120, using: &random)
        let file = try Self.clip(from: first, through: last, footage)
        let reader = try ClipPictures(file.path)
        for _ in 0..<40 {
            let wanted = Int64.random(in: first...last + 20, using: &random)
            // The middle of a picture's time, so that rounding doesn't matter.
            let position = footage.parameters.rate.offset(of: wanted - first) + .milliseconds(10)
            try reader.seek(to: position)
            var shown: Int64?
            var decoded = 0
            while let frame = try reader.next(), Timestamp.zero.duration(to: frame.stamp.timestamp) <= position {
                shown = NumberedPicture.number(frame.buffer)
                decoded += 1
            }
            #expect(shown == min(wanted, last))
            #expect(decoded <= footage.parameters.framesPerGOP)
        }
    }

    @Test func aKeyframeIsNamedBeforeItIsReadSoThatAJumpCanBeWeighed() throws {
        let footage = try EncodedFootage.encode(frames: 90)
        let file = try Self.clip(from: 20, through: 80, footage)
        let reader = try ClipPictures(file.path)
        for (frame, keyframe) in [(25, 15), (30, 30), (44, 30), (45, 45), (80, 75)] as [(Int64, Int64)] {
            let position = footage.parameters.rate.offset(of: frame - 20) + .milliseconds(10)
            let found = try #require(reader.reader.keyframe(notAfter: .zero + position))
            #expect(abs(found.seconds - Double(keyframe - 20) / 30) < 1e-4)
        }
    }

    /// The player asks in this way when it fetches the GOP before. Ticks and nanoseconds of a third of a second don't agree.
    @Test(arguments: [FrameRate(30), FrameRate(60), FrameRate(30_000, 1001)])
    func aNanosecondBeforeAKeyframeTheOneBeforeIsMeant(_ rate: FrameRate) throws {
        let footage = try EncodedFootage.encode(frames: 120, parameters: StreamParameters(size: EncodedFootage.small.size, rate: rate))
        let file = try Self.clip(from: 20, through: 110, footage)
        let reader = try ClipReader(file.path)
        var keyframe = try #require(reader.keyframe(notAfter: .zero + reader.duration))
        var seen = 1
        while keyframe > .zero {
            #expect(reader.keyframe(notAfter: keyframe) == keyframe)
            #expect(try reader.seek(to: keyframe)?.timestamp == keyframe)
            let before = try #require(reader.keyframe(notAfter: keyframe - .nanoseconds(1)))
            #expect(before < keyframe)
            if before > .zero { #expect(try reader.seek(to: keyframe - .nanoseconds(1))?.timestamp == before) }
            guard before < keyframe else { return }
            keyframe = before
            seen += 1
        }
        #expect(seen == 110 / footage.parameters.framesPerGOP - 20 / footage.parameters.framesPerGOP + 1)
    }

    /// Files of another program: B-frames, two seconds and more between keyframes, sound, an index at the end.
    @Test(arguments: [["-bf", "3"], ["-bf", "2", "-use_editlist", "0"], ["-bf", "3", "-x264-params", "b-pyramid=strict:open-gop=0"]])
    func aClipOfAnotherProgramPlaysInTheOrderOfTime(_ options: [String]) throws {
        let footage = try EncodedFootage.encode(frames: 150)
        let own = try Self.clip(from: 3, through: 140, footage)
        let foreign = try TemporaryFile([])
        _ = try Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-nostdin", "-y", "-i", own.path, "-f", "lavfi", "-i", "sine=frequency=440",
                "-shortest", "-c:v", "libx264", "-preset", "fast", "-g", "70",
            ] + options + ["-c:a", "aac", foreign.path])
        let reader = try ClipPictures(foreign.path)
        let shown = try Self.rest(of: reader)
        #expect(shown.map(\.number) == Array(3...140))
        for (index, picture) in shown.enumerated() { #expect(Self.isNear(picture.place, footage.parameters.rate.offset(of: Int64(index)))) }
        // After its end, pictures anywhere can be read again.
        for wanted in [0, 68, 69, 70, 71, 137, 30] as [Int64] {
            let position = footage.parameters.rate.offset(of: wanted) + .milliseconds(10)
            try reader.seek(to: position)
            var number: Int64?
            while let frame = try reader.next(), Timestamp.zero.duration(to: frame.stamp.timestamp) <= position {
                number = NumberedPicture.number(frame.buffer)
            }
            #expect(number == wanted + 3)
        }
    }

    @Test(
        "a rate that no clip has isn't believed",
        arguments: [
            (30, 1, true), (60_000, 1001, true), (1000, 1, true), (1, 10, true), (1001, 1, false), (.max, 1, false), (1, 11, false),
            (1, .max, false), (0, 1, false), (0, 0, false), (-30, -1, false),
        ] as [(Int32, Int32, Bool)])
    func rates(_ numerator: Int32, _ denominator: Int32, _ isBelieved: Bool) {
        #expect((FrameRate(libAV: AVRational(num: numerator, den: denominator)) != nil) == isBelieved)
    }

    @Test func whatIsNoClipIsNamedInOneLine() throws {
        LibAVLog.quiet()
        let text = try TemporaryFile(Array("not a clip".utf8))
        let missing = #expect(throws: ClipError.self) { _ = try ClipReader("/nonexistent/01.mp4") }
        let broken = #expect(throws: ClipError.self) { _ = try ClipReader(text.path) }
        for error in [missing, broken] {
            let words = try #require(error?.description)
            #expect(!words.contains("\n") && words.hasPrefix("/"))
        }
    }

    @Test func soundAloneIsNoClip() throws {
        let file = try TemporaryFile([])
        _ = try Tool.run("ffmpeg", ["-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", "sine=frequency=440", "-t", "1", file.path])
        #expect(throws: ClipError.unreadable(clip: file.path, operation: "open", reason: "there is no H.264 in it")) {
            _ = try ClipPictures(file.path)
        }
    }

    /// Returns a whole clip of 90 frames with some of its footage overwritten.
    private static func damagedClip(_ footage: EncodedFootage, from: Double, bytes count: Int) throws -> TemporaryFile {
        let output = MemoryOutput()
        _ = try ClipWriter(parameters: footage.parameters, encoderName: "libx264")
            .write(footage.plan(from: 0, through: 89), from: footage.line(), sound: nil, metadata: [:], to: output)
        var bytes = output.bytes
        let footageStart = bytes.count - (output.boxes.last?.size ?? 0) + 8
        let first = footageStart + Int(from * Double(bytes.count - footageStart))
        for index in first..<min(bytes.count, first + count) { bytes[index] = 0xff }
        return try TemporaryFile(bytes)
    }

    /// All pictures that can be decoded are shown, in order, each at its own position.
    @Test func aDamagedPictureIsLeftOutWithWhatBuildsOnIt() throws {
        let footage = try EncodedFootage.encode(frames: 90)
        let file = try Self.damagedClip(footage, from: 0.5, bytes: 3000)
        let reader = try ClipPictures(file.path)
        let shown = try Self.rest(of: reader)
        #expect(shown.count >= 60 && shown.count < 90)
        #expect(reader.failedUnits > 0)
        #expect(shown.first?.number == 0 && shown.last?.number == 89)
        for picture in shown { #expect(Self.isNear(picture.place, footage.parameters.rate.offset(of: picture.number ?? -1))) }
    }

    @Test func aClipWithoutOneGoodPictureIsRefused() throws {
        let footage = try EncodedFootage.encode(frames: 90)
        let file = try Self.damagedClip(footage, from: 0, bytes: .max / 2)
        let player = Media.Player(reader: try ClipReader(file.path), decoder: try DecoderChoice.openSoftware(footage.parameters))
        player.follow(Track(id: .replay, footage: .clip(ClipKey(session: "", number: 1)), timeline: Timeline(from: .zero)))
        #expect(throws: ClipError.unreadable(clip: file.path, operation: "decode", reason: "there is no picture in it")) {
            try player.advance(to: .zero)
        }
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func brokenFilesNeverTrap(_ seed: UInt64) throws {
        LibAVLog.quiet()
        var random = SeededGenerator(seed: seed)
        let footage = try EncodedFootage.encode(frames: 40)
        let output = MemoryOutput()
        _ = try ClipWriter(parameters: footage.parameters, encoderName: "libx264")
            .write(footage.plan(from: 3, through: 38), from: footage.line(), sound: nil, metadata: [:], to: output)
        for _ in 0..<10 {
            var bytes = output.bytes
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
            case 1:
                // The lengths, times and positions are in the header.
                for _ in 0..<Int.random(in: 1...30, using: &random) {
                    bytes[Int.random(in: 0..<min(2500, bytes.count), using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
            default:
                let from = Int.random(in: 0..<bytes.count, using: &random)
                for index in from..<min(bytes.count, from + 3000) { bytes[index] = UInt8.random(in: 0...255, using: &random) }
            }
            let file = try TemporaryFile(bytes)
            guard let reader = try? ClipPictures(file.path) else { continue }
            for _ in 0..<3 {
                var count = 0
                while let frame = try? reader.next() {
                    #expect(frame.stamp.timestamp >= .zero)
                    count += 1
                }
                #expect(count <= 1000)
                try? reader.seek(to: .milliseconds(Int.random(in: 0...3000, using: &random)))
            }
        }
    }
}
