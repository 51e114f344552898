// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Media

/// A peek is the picture that the player shows at the position of `ClipEntry`: for every clip, by the pictures' own numbers.
@Suite struct PeekTests {
    /// Returns the number of the picture that a player shows at a position.
    private static func played(_ path: String, at place: Duration) throws -> Int64? {
        let reader = try ClipReader(path)
        let player = Media.Player(reader: reader, decoder: try DecoderChoice.openSoftware(reader.parameters))
        let track = Track(
            id: .replay, footage: .clip(ClipKey(session: "", number: 1)), timeline: Timeline(from: .zero, position: place, rate: 0))
        player.follow(track)
        while try player.advance(to: .zero) {}
        let found = player.look(at: track, vblank: .zero)
        #expect(found.isDue && found.isSettled)
        return found.frame.flatMap { NumberedPicture.number($0.buffer) }
    }

    /// Compares the peeks at some positions, one decoding each, with the player's pictures.
    private static func check(_ path: String, _ words: Comment, showsKeyframe: Bool = true) throws {
        if let time = try ClipDemuxer(path).indexedFirstShownTime { #expect(try ClipDemuxer(path).firstShownTime() == time, words) }
        let reader = try ClipReader(path)
        let keyframes = reader.keyframes
        #expect(zip(keyframes, keyframes.dropFirst()).allSatisfy { $0 < $1 } && keyframes.allSatisfy { $0 >= .zero }, words)
        let round = keyframes.flatMap { [$0 - .nanoseconds(1), $0, $0 + .nanoseconds(1), $0 + .milliseconds(123)] }
        let places: [Duration?] = [nil, .zero, .milliseconds(5), reader.duration, reader.duration + .seconds(7)] + round.filter { $0 >= .zero }
        for place in places {
            let entry = ClipEntry.keyframe(for: place, among: keyframes)
            let (picture, _, decoded) = try #require(try StillReader.decodePicture(ofClip: path, at: place ?? .zero))
            #expect(NumberedPicture.number(picture) == (try played(path, at: entry)), "\(words), \(place?.inSeconds ?? -1) s")
            if showsKeyframe { #expect(decoded == 1, words) }
        }
    }

    private static func own(
        _ from: Int64, _ through: Int64, _ footage: EncodedFootage, _ orientation: PictureOrientation = .upright
    ) throws -> TemporaryFile {
        let output = MemoryOutput()
        var plan = footage.plan(from: from, through: through)
        plan.orientation = orientation
        _ = try ClipWriter(parameters: footage.parameters, encoderName: "libx264")
            .write(plan, from: footage.line(), sound: nil, metadata: [:], to: output)
        return try TemporaryFile(output.bytes)
    }

    /// Starts on a keyframe, behind one, in a GOP without a visible keyframe; one picture long; with keyframes of live marks.
    @Test(arguments: [(0, 89), (15, 60), (16, 50), (29, 75), (44, 44), (20, 24), (45, 45), (16, 30)] as [(Int64, Int64)])
    func aClipOfTheBoxComesUpWithItsPeek(_ from: Int64, _ through: Int64) throws {
        let footage = try EncodedFootage.encode(frames: 90, forced: [37, 38, 70])
        let file = try Self.own(from, through, footage)
        let units = footage.units.filter(\.isKeyframe).map(\.stamp.frame).filter { $0 >= from && $0 <= through }
        #expect(try ClipReader(file.path).keyframes.count == max(1, units.count), "\(units)")
        #expect(try ClipDemuxer(file.path).indexedFirstShownTime != nil, "no picture has to be read to know where it begins")
        if units.isEmpty { #expect(try ClipReader(file.path).keyframes == [.zero], "its first picture's place") }
        try Self.check(file.path, "from \(from)", showsKeyframe: !units.isEmpty)
    }

    @Test(arguments: [FrameRate(60), FrameRate(25), FrameRate(30_000, 1001)])
    func atAnyRate(_ rate: FrameRate) throws {
        let footage = try EncodedFootage.encode(frames: 80, parameters: StreamParameters(size: EncodedFootage.small.size, rate: rate))
        let file = try Self.own(17, 71, footage)
        try Self.check(file.path, "\(rate)")
    }

    /// Files of another program: B-frames, keyframes seconds apart, sound, an index at the end, a beginning that is cut by an edit list.
    @Test(arguments: [
        ["-bf", "3"], ["-bf", "2", "-use_editlist", "0"], ["-bf", "3", "-x264-params", "b-pyramid=strict:open-gop=0"], ["-bf", "0"],
    ])
    func aClipOfAnotherProgramComesUpWithItsPeek(_ options: [String]) throws {
        let footage = try EncodedFootage.encode(frames: 150)
        let own = try Self.own(3, 140, footage)
        let foreign = try TemporaryFile([])
        _ = try Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-nostdin", "-y", "-i", own.path, "-f", "lavfi", "-i", "sine=frequency=440", "-shortest", "-c:v", "libx264",
                "-preset", "fast", "-g", "33",
            ] + options + ["-c:a", "aac", foreign.path])
        try Self.check(foreign.path, "\(options)")
        let cut = try TemporaryFile([])
        _ = try Tool.run("ffmpeg", ["-v", "error", "-nostdin", "-y", "-ss", "0.4", "-i", foreign.path, "-c", "copy", cut.path])
        try Self.check(cut.path, "\(options), cut")
    }

    @Test func thePeekIsAsItWasRecordedAndSaysHowItIsLookedAt() throws {
        let footage = try EncodedFootage.encode(frames: 40, parameters: StreamParameters(size: .hd1080, rate: FrameRate(30)))
        let turned = PictureOrientation(turn: .left)
        let file = try Self.own(2, 30, footage, turned)
        let peek = try #require(try StillReader.peek(intoClip: file.path, at: .milliseconds(500)))
        #expect(peek.picture.size == .hd720 && peek.picture.format == .yuv420p && peek.orientation == turned)
        #expect(NumberedPicture.number(peek.picture) == 15)
    }

    /// Given up before anything is decoded, or before the decoded picture is scaled.
    @Test("a peek that nobody wants any more is given up", arguments: 1...2)
    func aPeekIsGivenUp(when: Int) throws {
        let footage = try EncodedFootage.encode(frames: 40)
        let file = try Self.own(2, 30, footage)
        var asked = 0
        let peek = try StillReader.peek(intoClip: file.path, at: .milliseconds(500)) {
            asked += 1
            return asked < when
        }
        #expect(peek == nil)
        #expect(asked == when, "it isn't asked again, nor does it go on")
    }

    /// Four minutes of pictures: none of the keyframes is read.
    @Test func aLongClipsKeyframesAreItsIndexs() throws {
        let parameters = StreamParameters(size: VideoSize(width: 160, height: 160), rate: FrameRate(30))
        let footage = try EncodedFootage.encode(frames: 15, parameters: parameters)
        let line = try DelayLine(capacityBytes: 64 << 20, parameters: footage.parameters)
        let count: Int64 = 7500
        for frame in 0..<count {
            let unit = footage.units[Int(frame % 15)]
            let stamp = EncodedFootage.stamp(frame, parameters.rate)
            EncodedFootage.append(.init(stamp: stamp, isKeyframe: unit.isKeyframe, bytes: unit.bytes), to: line)
        }
        let output = MemoryOutput()
        _ = try ClipWriter(parameters: footage.parameters, encoderName: "libx264")
            .write(footage.plan(from: 7, through: count - 1), from: line, sound: nil, metadata: [:], to: output)
        let file = try TemporaryFile(output.bytes)
        let keyframes = try ClipReader(file.path).keyframes
        #expect(keyframes.count == Int(count) / 15 - 1)
        for (index, place) in keyframes.enumerated() {
            #expect(abs((place - footage.parameters.rate.offset(of: Int64(15 * (index + 1) - 7))).nanoseconds) <= 12_000)
        }
    }
}
