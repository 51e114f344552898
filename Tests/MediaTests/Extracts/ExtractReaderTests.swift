// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Media

/// Pictures that are extracted from clips and from the delay line.
@Suite struct ExtractReaderTests {
    private static let size = VideoSize(width: 320, height: 180)
    private static let frames: Int64 = 90

    /// Returns a clip of numbered pictures, in which a dark square moves from left to right.
    private func clip(_ rate: FrameRate, size: VideoSize = Self.size, square: Bool = false) throws -> TemporaryFile {
        try TemporaryFile(try bytes(rate, size: size, square: square))
    }

    private func bytes(_ rate: FrameRate, size: VideoSize = Self.size, square: Bool = false) throws -> [UInt8] {
        LibAVLog.quiet()
        let output = MemoryOutput()
        let writer = try FilmWriter(
            StreamParameters(size: size, rate: rate), frames: Int(Self.frames), sound: nil, metadata: [:], to: output)
        for frame in 0..<Self.frames {
            let picture = square ? Self.picture(frame, size) : NumberedPicture.make(frame, size: size)
            try writer.add(picture, at: rate.offset(of: frame))
        }
        _ = try writer.finish()
        return output.bytes
    }

    private static let side = 16

    /// Returns a grey picture with a black square of 16 pixels that moves 2 pixels a picture.
    private static func picture(_ number: Int64, _ size: VideoSize) -> PixelBuffer {
        let picture = MemoryPixelBuffer(format: .yuv420p, size: size)
        for index in 0..<3 {
            let rows = index == 0 ? size.height : (size.height + 1) / 2
            picture.plane(index).base.initializeMemory(as: UInt8.self, repeating: index == 0 ? 150 : 128, count: picture.plane(index).pitch * rows)
        }
        for y in 40..<40 + side {
            let row = picture.plane(0).base + y * picture.plane(0).pitch
            for x in 0..<side { row.storeBytes(of: 20, toByteOffset: 20 + 2 * Int(number) + x, as: UInt8.self) }
        }
        return picture
    }

    private func luma(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> Int {
        Int(picture.plane(0).base.load(fromByteOffset: y * picture.plane(0).pitch + x, as: UInt8.self))
    }

    @Test(
        "X-08 a frame is the one that is shown at its place, in whatever order they are asked for",
        arguments: [FrameRate(25), FrameRate(60_000, 1001), FrameRate(30)], [1, 2] as [UInt64])
    func framesAreExact(rate: FrameRate, seed: UInt64) throws {
        let file = try clip(rate)
        let reader = ExtractReader(try FootageFrames(file.path))
        var random = SeededGenerator(seed: seed)
        var near: Int64 = 0
        for step in 0..<60 {
            // Mostly close to each other, as in a strip.
            near =
                step % 9 == 0
                ? Int64.random(in: 0..<Self.frames, using: &random) : min(Self.frames - 1, near + Int64.random(in: 0...7, using: &random))
            let within = rate.interval * Double.random(in: 0..<0.9, using: &random)
            let picture = try #require(try reader.frame(at: rate.offset(of: near) + within))
            #expect(NumberedPicture.number(picture.buffer) == near)
        }
        #expect(try reader.frame(at: .seconds(100)).flatMap { NumberedPicture.number($0.buffer) } == Self.frames - 1, "the last one stands")
    }

    @Test("V-26 a trail has the darkest, or the lightest, of the last pictures, and of no other", arguments: [2, 5, 15, 60])
    func trails(count: Int) throws {
        let file = try clip(FrameRate(30), square: true)
        let reader = ExtractReader(try FootageFrames(file.path))
        let last: Int64 = 70
        let dark = try #require(try reader.trail(Trail(.darkest, count: count), at: FrameRate(30).offset(of: last))).buffer
        let light = try #require(try reader.trail(Trail(.lightest, count: count), at: FrameRate(30).offset(of: last))).buffer
        let first = Int(last) - count + 1
        // The square has been everywhere from its first position to its last: the trail is dark there and nowhere else.
        for x in stride(from: 4, to: Self.size.width, by: 4) {
            let wasThere = (20 + 2 * first..<20 + 2 * Int(last) + Self.side).contains(x)
            let isNear = abs(x - (20 + 2 * first)) < 4 || abs(x - (20 + 2 * Int(last) + Self.side)) < 4
            if !isNear { #expect((luma(dark, x, 48) < 80) == wasThere, "\(x)") }
            // Positions that the square covers in all pictures are dark in the lightest trail too.
            let alwaysThere = x >= 20 + 2 * Int(last) && x < 20 + 2 * first + Self.side
            let isEdge = abs(x - (20 + 2 * Int(last))) < 4 || abs(x - (20 + 2 * first + Self.side)) < 4
            if !isEdge { #expect((luma(light, x, 48) < 80) == alwaysThere, "\(x)") }
            #expect(abs(luma(dark, x, 120) - 150) < 12 && abs(luma(light, x, 120) - 150) < 12)
        }
    }

    /// A damaged clip may change the size of its pictures in the middle.
    @Test("a trail over pictures of two sizes has the later ones")
    func anotherSize() throws {
        let first = try EncodedFootage.encode(frames: 20)
        let other = StreamParameters(size: VideoSize(width: 240, height: 160), rate: FrameRate(30))
        let second = try EncodedFootage.encode(frames: 40, parameters: other, lost: Set(0..<20))
        let line = try first.line()
        for unit in second.units { EncodedFootage.append(unit, to: line) }
        let reader = ExtractReader(try FootageFrames(line, parameters: first.parameters))
        func size(_ frame: Int64) throws -> VideoSize? {
            try reader.trail(Trail(count: 10), at: Timestamp.zero.duration(to: EncodedFootage.time(frame, FrameRate(30))))?.buffer.size
        }
        #expect(try size(15) == first.parameters.size)
        for frame: Int64 in [20, 24, 35] { #expect(try size(frame) == other.size, "\(frame)") }
    }

    @Test("a trail at the beginning has what there is, and one that is given up is none")
    func trailsAtTheEdge() throws {
        let file = try clip(FrameRate(30), square: true)
        let reader = ExtractReader(try FootageFrames(file.path))
        let dark = try #require(try reader.trail(Trail(count: 60), at: FrameRate(30).offset(of: 3))).buffer
        #expect(luma(dark, 30, 48) < 80 && luma(dark, 60, 48) > 120)
        var asked = 0
        let none = try reader.trail(Trail(count: 60), at: .seconds(2)) {
            asked += 1
            return asked < 5
        }
        #expect(none == nil)
    }

    @Test("what is larger comes smaller: 960 by 540 for a trail, 640 by 360 for a frame; nothing is made larger")
    func sizes() throws {
        let largeFile = try clip(FrameRate(30), size: .hd720)
        let smallFile = try clip(FrameRate(30))
        let large = ExtractReader(try FootageFrames(largeFile.path))
        #expect(try large.trail(Trail(count: 3), at: .seconds(1))?.buffer.size == VideoSize(width: 960, height: 540))
        #expect(try large.frame(at: .seconds(1))?.buffer.size == VideoSize(width: 640, height: 360))
        #expect(try large.frame(at: .seconds(1)).flatMap { NumberedPicture.number($0.buffer) } == 30)
        let small = ExtractReader(try FootageFrames(smallFile.path))
        #expect(try small.trail(Trail(count: 3), at: .seconds(1))?.buffer.size == Self.size)
    }

    @Test("V-26 what moves in a part has a grid for each of its pictures, the same whenever it is asked for")
    func motion() throws {
        let file = try clip(FrameRate(30), square: true)
        let reader = ExtractReader(try FootageFrames(file.path))
        let first = try #require(try reader.motion(in: MotionPart(.line, number: 0)))
        let second = try #require(try reader.motion(in: MotionPart(.line, number: 1)))
        #expect(first.places.count == 60 && second.places.count == 30)
        #expect(try reader.motion(in: MotionPart(.line, number: 0)) == first)
        #expect(try reader.motion(in: MotionPart(.line, number: 7))?.places.isEmpty == true, "there is no such part")
        #expect(try reader.motion(in: MotionPart(.line, number: 0), goesOn: { false }) == nil)
        // The square is in the third row of blocks, and moves on.
        for index in 45..<60 {
            let levels = first.grid(ofPicture: index).levels
            #expect(levels.contains { $0 > 0 }, "\(index)")
            #expect(levels.indices.allSatisfy { levels[$0] == 0 || $0 / BlockMeans.columns == 2 })
        }
    }

    @Test("the delay line gives the same pictures as a clip of it, and what it has no more isn't given")
    func theLine() throws {
        let footage = try EncodedFootage.encode(frames: 90)
        let line = try footage.line()
        let reader = ExtractReader(try FootageFrames(line, parameters: footage.parameters))
        for frame: Int64 in [0, 7, 8, 44, 12, 89] {
            let place = Timestamp.zero.duration(to: EncodedFootage.time(frame, FrameRate(30)))
            let picture = try #require(try reader.frame(at: place + .milliseconds(5)))
            #expect(NumberedPicture.number(picture.buffer) == frame)
        }
        let trail = try reader.trail(Trail(count: 10), at: Timestamp.zero.duration(to: EncodedFootage.time(50, FrameRate(30))))
        #expect(trail != nil)
        let empty = try DelayLine(capacityBytes: 1 << 20, parameters: footage.parameters)
        let nothing = ExtractReader(try FootageFrames(empty, parameters: footage.parameters))
        #expect(try nothing.frame(at: .seconds(1)) == nil && nothing.trail(Trail(), at: .seconds(1)) == nil)
    }

    @Test("of the delay line that has grown since the newest picture is given, and not the one that was the newest")
    func theLineGoesOn() throws {
        let footage = try EncodedFootage.encode(frames: 60)
        let line = try DelayLine(capacityBytes: 16 << 20, parameters: footage.parameters)
        let reader = ExtractReader(try FootageFrames(line, parameters: footage.parameters))
        func number(_ frame: Int64) throws -> Int64? {
            let place = Timestamp.zero.duration(to: EncodedFootage.time(frame, FrameRate(30)))
            return try reader.frame(at: place).flatMap { NumberedPicture.number($0.buffer) }
        }
        #expect(try number(10) == nil)
        for unit in footage.units.prefix(20) { EncodedFootage.append(unit, to: line) }
        #expect(try number(10) == 10)
        #expect(try number(19) == 19)
        #expect(try number(25) == 19, "there is no newer one yet")
        for unit in footage.units.dropFirst(20) { EncodedFootage.append(unit, to: line) }
        #expect(try number(26) == 26)
    }

    @Test("a file that is no clip is refused, and a damaged one ends in an error or in fewer pictures", arguments: 0..<30 as Range<UInt64>)
    func damagedClips(seed: UInt64) throws {
        LibAVLog.quiet()
        var random = SeededGenerator(seed: seed)
        var bytes = try bytes(FrameRate(30))
        for _ in 0..<Int.random(in: 1...40, using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        let file = try TemporaryFile(bytes)
        do throws(ClipError) {
            let reader = ExtractReader(try FootageFrames(file.path))
            _ = try reader.frame(at: .seconds(1))
            _ = try reader.trail(Trail(count: 20), at: .seconds(2))
            _ = try reader.motion(in: MotionPart(.line, number: 0))
        } catch {
            #expect(!error.message.description.isEmpty)
        }
    }
}
