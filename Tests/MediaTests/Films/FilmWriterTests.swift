// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Media

/// A film that is made picture by picture: each picture is at its time, and so is its sound.
@Suite struct FilmWriterTests {
    private static let size = VideoSize(width: 320, height: 180)

    private func film(_ rate: FrameRate, frames: Int64, sound: FilmSound? = nil, skipping skipped: Set<Int64> = []) throws -> MemoryOutput {
        LibAVLog.quiet()
        let output = MemoryOutput()
        let writer = try FilmWriter(
            StreamParameters(size: Self.size, rate: rate), frames: Int(frames), sound: sound, metadata: ["title": "A film"], to: output)
        var last = Duration.zero
        for frame in 0..<frames where !skipped.contains(frame) {
            last = rate.offset(of: frame)
            try writer.add(NumberedPicture.make(frame, size: Self.size), at: last)
        }
        let result = try writer.finish()
        #expect(result.frames == Int(frames) - skipped.count && result.bytes == Int64(output.bytes.count))
        #expect(abs(result.seconds - (last + rate.interval).inSeconds) < 1e-9)
        return output
    }

    @Test(
        "V-53 each picture comes back with its number, at its time to a tick",
        arguments: [FrameRate(25), FrameRate(60_000, 1001), FrameRate(30), FrameRate(50)])
    func eachPictureComesBack(rate: FrameRate) throws {
        let skipped: Set<Int64> = [7, 8, 41]
        let output = try film(rate, frames: 61, skipping: skipped)
        let file = try TemporaryFile(output.bytes)
        let frames = try FootageFrames(file.path)
        var found: [Int64] = []
        while let frame = try frames.next() {
            let number = try #require(NumberedPicture.number(frame.buffer))
            let late = Timestamp.zero.advanced(by: rate.offset(of: number)).duration(to: frame.stamp.timestamp)
            #expect(abs(late.inSeconds) <= 0.5 / 90_000 + 1e-8, "\(number): \(late)")
            found.append(number)
        }
        #expect(found == (0..<61).filter { !skipped.contains($0) })
        #expect(output.boxes.map(\.type).prefix(2) == ["ftyp", "moov"], "the index is in front")
        #expect(!output.bytes.contains(Array("elst".utf8)), "nothing is hidden")
    }

    @Test("the same film is made of the same pictures, byte by byte")
    func itIsTheSameEachTime() throws {
        #expect(try film(FrameRate(30), frames: 20).bytes == film(FrameRate(30), frames: 20).bytes)
    }

    @Test("a picture is found by its place, with what comes before passed over")
    func aPictureIsFound() throws {
        let rate = FrameRate(60_000, 1001)
        let file = try TemporaryFile(try film(rate, frames: 100).bytes)
        let frames = try FootageFrames(file.path)
        try frames.go(to: rate.offset(of: 47))
        for number: Int64 in [47, 47, 48, 60, 99] {
            let frame = try #require(try frames.picture(at: rate.offset(of: number)))
            #expect(NumberedPicture.number(frame.buffer) == number)
        }
        #expect(try frames.picture(at: .seconds(60)).flatMap { NumberedPicture.number($0.buffer) } == 99)
    }

    // MARK: Sound

    /// Returns a tone that swells, so that a sample's position can be recognised.
    private static func tone(_ sample: Int64) -> Int16 {
        let part = Double(sample % 96) / 96
        let x = part < 0.5 ? part : part - 0.5
        return Int16((part < 0.5 ? 1 : -1) * 16 * x * (0.5 - x) * 12_000 * (0.2 + Double(sample) / 48_000 / 8))
    }

    private static func clip() throws -> [UInt8] {
        let footage = try EncodedFootage.encode(frames: 120)
        let encoder = try SoundEncoder(channels: 2)
        let line = SoundLine(format: encoder.format, maximumSeconds: 20)
        for block in 0..<Int64(400) {
            let samples = (0..<480).flatMap { [Int16](repeating: tone(block * 480 + $0), count: 2) }
            let time = EncodedFootage.time(0, footage.parameters.rate) + FrameRate(48_000).offset(of: block * 480)
            try encoder.encode(samples: samples, timestamp: time) { line.append($0) }
        }
        let output = MemoryOutput()
        _ = try ClipWriter(parameters: footage.parameters, encoderName: "libx264")
            .write(footage.plan(from: 0, through: 119), from: footage.line(), sound: line, metadata: [:], to: output)
        return output.bytes
    }

    private static func error(_ heard: [Int16], from first: Int64) -> Double {
        let errors = stride(from: 0, to: heard.count, by: 2).map { abs(Int(heard[$0]) - Int(tone(first + Int64($0 / 2)))) }
        return Double(errors.reduce(0, +)) / Double(errors.count)
    }

    @Test("V-53 sound plays, is silent for as long as the picture stands, and goes on at the very sample")
    func soundStands() throws {
        let clip = try TemporaryFile(try Self.clip())
        let sound = try #require(try FilmSound(of: [clip.path]))
        try sound.cue(clip.path, at: .zero)
        try sound.cue(nil, at: .seconds(1))
        try sound.cue(clip.path, from: .seconds(1), at: .milliseconds(2500))
        let file = try TemporaryFile(try film(FrameRate(30), frames: 130, sound: sound).bytes)
        let reader = try #require(try ClipSoundReader(file.path))
        let heard = try SoundFootage(reader)
        // One sample off, it would be 130 above and 210 below.
        #expect(Self.error(try heard.samples(from: 4800, count: 38_400), from: 4800) < 80)
        let standing = try heard.samples(from: 50_000, count: 68_000)
        #expect(standing.allSatisfy { abs(Int($0)) < 400 }, "the loudest is \(standing.map { abs(Int($0)) }.max() ?? 0)")
        #expect(Self.error(try heard.samples(from: 124_800, count: 40_000), from: 52_800) < 80)
    }

    /// The last picture ends in different parts of a unit of sound.
    @Test("V-53 what is heard lasts as long as what is seen", arguments: [31, 60, 64] as [Int64])
    func soundReachesTheEnd(frames: Int64) throws {
        let clip = try TemporaryFile(try Self.clip())
        let sound = try #require(try FilmSound(of: [clip.path]))
        try sound.cue(clip.path, at: .zero)
        let file = try TemporaryFile(try film(FrameRate(30), frames: frames, sound: sound).bytes)
        let reader = try #require(try ClipSoundReader(file.path))
        var end = Duration.zero
        while let unit = try reader.next() { end = unit.place + reader.format.unitDuration }
        let length = FrameRate(30).offset(of: frames)
        #expect(end >= length - .microseconds(1) && end < length + reader.format.unitDuration, "\(end) of \(length)")
        let heard = try SoundFootage(try #require(try ClipSoundReader(file.path)))
        let last = heard.index(of: length)
        // Missing sound would be some 2500 off.
        #expect(Self.error(try heard.samples(from: last - 2400, count: 2400), from: last - 2400) < 600)
    }

    @Test("clips without sound make a film without")
    func noSound() throws {
        let file = try TemporaryFile(try film(FrameRate(30), frames: 5).bytes)
        #expect(try FilmSound(of: [file.path]) == nil)
        #expect(try ClipSoundReader(file.path) == nil)
    }

    // MARK: Composing

    /// Returns a picture of one brightness and one colour.
    private static func plain(_ size: VideoSize, _ luma: UInt8, _ chroma: UInt8) -> MemoryPixelBuffer {
        let picture = MemoryPixelBuffer(format: .yuv420p, size: size)
        for index in 0..<3 {
            let rows = index == 0 ? size.height : (size.height + 1) / 2
            picture.plane(index).base.initializeMemory(
                as: UInt8.self, repeating: index == 0 ? luma : chroma, count: picture.plane(index).pitch * rows)
        }
        return picture
    }

    /// libswscale stores whole blocks: at the end of a row they overlap the picture beside it and the next row's beginning.
    @Test("V-53 pictures that are scaled side by side leave each other alone, and the gap between them", arguments: [956, 478, 102])
    func nothingSpills(width: Int) throws {
        let size = VideoSize(width: 1920, height: 180)
        let canvas = Self.plain(size, 16, 128)
        let places = [PixelRect(left: 0, top: 0, right: width, bottom: 180), PixelRect(left: 1920 - width, top: 0, right: 1920, bottom: 180)]
        try PictureComposer.draw(Self.plain(VideoSize(width: 640, height: 360), 200, 90), .upright, into: canvas, at: places[0])
        try PictureComposer.draw(Self.plain(Self.size, 100, 170), .upright, into: canvas, at: places[1])
        for index in 0..<3 {
            let (step, plane) = (index == 0 ? 1 : 2, canvas.plane(index))
            let wanted = index == 0 ? [200, 16, 100] : [90, 128, 170]
            for y in 0..<size.height / step {
                let spilt = (0..<size.width / step).first { x in
                    let area = x < width / step ? 0 : x < (size.width - width) / step ? 1 : 2
                    let value = plane.base.load(fromByteOffset: y * plane.pitch + x, as: UInt8.self)
                    return abs(Int(value) - wanted[area]) > (area == 1 ? 0 : 2)
                }
                #expect(spilt == nil, "plane \(index), row \(y)")
            }
        }
    }

    @Test("V-53 a part as large as its place is copied, wherever it begins", arguments: [32, 33, 34.5, 35])
    func partsAreNotScaledForNothing(first: Double) throws {
        let source = NumberedPicture.make(5, size: Self.size)
        let size = VideoSize(width: 100, height: Self.size.height)
        let target = MemoryPixelBuffer(format: .yuv420p, size: size)
        let crop = Rect(x: first / Double(Self.size.width), y: 0, width: 100 / Double(Self.size.width), height: 1)
        try PictureComposer.draw(source, .upright, crop: crop, into: target, at: PixelRect(size))
        let begin = Int(first) & ~1
        for y in 0..<size.height {
            let (row, other) = (target.plane(0).base + y * target.plane(0).pitch, source.plane(0).base + y * source.plane(0).pitch + begin)
            let wrong = (0..<size.width).first { row.load(fromByteOffset: $0, as: UInt8.self) != other.load(fromByteOffset: $0, as: UInt8.self) }
            #expect(wrong == nil, "row \(y)")
        }
    }

    /// Turned and mirrored in eight ways, whole and cropped: each sample is where it should be.
    @Test("V-53 a picture is laid as it is looked at", arguments: ClipOrientationTests.all)
    func itLiesAsItIsLookedAt(orientation: PictureOrientation) throws {
        let source = NumberedPicture.make(5, size: Self.size)
        let seen = orientation.size(of: Self.size)
        let whole = MemoryPixelBuffer(format: .yuv420p, size: seen)
        orientation.copy(source.plane(0), to: whole.plane(0), width: seen.width, height: seen.height)
        let target = MemoryPixelBuffer(format: .yuv420p, size: VideoSize(width: 400, height: 400))
        let place = PixelRect(left: 20, top: 40, right: 20 + seen.width, bottom: 40 + seen.height)
        try PictureComposer.draw(source, orientation, into: target, at: place)
        func luma(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> UInt8 {
            picture.plane(0).base.load(fromByteOffset: y * picture.plane(0).pitch + x, as: UInt8.self)
        }
        for (x, y) in [(0, 0), (seen.width - 1, 0), (3, seen.height - 1), (50, 60), (seen.width - 1, seen.height - 1)] {
            #expect(luma(target, 20 + x, 40 + y) == luma(whole, x, y), "\(x) \(y)")
        }
        // A quarter of the picture, at the same size: pixel by pixel again.
        let (width, height) = (seen.width / 2 & ~1, seen.height / 2 & ~1)
        let crop = Rect(
            x: Double(width / 2 & ~1) / Double(seen.width), y: Double(height / 2 & ~1) / Double(seen.height),
            width: Double(width) / Double(seen.width), height: Double(height) / Double(seen.height))
        try PictureComposer.draw(source, orientation, crop: crop, into: target, at: PixelRect(left: 0, top: 0, right: width, bottom: height))
        for (x, y) in [(4, 4), (width - 5, 4), (width / 2, height / 2), (4, height - 5)] {
            let wanted = luma(whole, x + (width / 2 & ~1), y + (height / 2 & ~1))
            #expect(abs(Int(luma(target, x, y)) - Int(wanted)) <= 40, "\(x) \(y)")
        }
    }
}

extension [UInt8] {
    fileprivate func contains(_ word: [UInt8]) -> Bool {
        indices.dropLast(word.count - 1).contains { self[$0] == word[0] && self[$0..<$0 + word.count].elementsEqual(word) }
    }
}
