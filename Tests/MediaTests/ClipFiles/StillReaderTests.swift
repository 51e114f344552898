// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Media

@Suite struct StillReaderTests {
    private func clip(
        from first: Int64, through last: Int64, _ footage: EncodedFootage, _ orientation: PictureOrientation = .upright
    ) throws -> [UInt8] {
        let output = MemoryOutput()
        var plan = footage.plan(from: first, through: last)
        plan.orientation = orientation
        _ = try ClipWriter(parameters: footage.parameters, encoderName: "libx264")
            .write(plan, from: footage.line(), sound: nil, metadata: [:], to: output)
        return output.bytes
    }

    @Test(arguments: [(15, 15), (16, 30), (29, 30), (0, 0)] as [(Int64, Int64)])
    func theStillIsTheFirstShownKeyframeAndOnePictureIsDecoded(_ start: Int64, _ keyframe: Int64) throws {
        let footage = try EncodedFootage.encode(frames: 60)
        let file = try TemporaryFile(try clip(from: start, through: 50, footage))
        let (picture, _, decoded) = try #require(try StillReader.decodePicture(ofClip: file.path))
        #expect(NumberedPicture.number(picture) == keyframe)
        #expect(decoded == 1)
    }

    /// A GOP of 15 that is visible from 16 on, so the keyframe 15 is hidden.
    @Test(arguments: [(0.0, 30), (0.4, 30), (0.6, 30), (0.99, 45), (5, 45)] as [(Double, Int64)])
    func theStillOfAMomentIsTheKeyframeBeforeIt(_ seconds: Double, _ keyframe: Int64) throws {
        let footage = try EncodedFootage.encode(frames: 60)
        let file = try TemporaryFile(try clip(from: 16, through: 58, footage))
        let (picture, _, decoded) = try #require(try StillReader.decodePicture(ofClip: file.path, at: .seconds(seconds)))
        #expect(NumberedPicture.number(picture) == keyframe && decoded == 1)
    }

    @Test func aClipWithoutAShownKeyframeGivesItsFirstShownPicture() throws {
        let footage = try EncodedFootage.encode(frames: 60)
        let file = try TemporaryFile(try clip(from: 20, through: 24, footage))
        #expect(NumberedPicture.number(try StillReader.picture(ofClip: file.path)) == 20)
    }

    @Test func aLargePictureIsScaledToFitTheCard() throws {
        let parameters = StreamParameters(size: .hd1080, rate: FrameRate(30))
        let footage = try EncodedFootage.encode(frames: 2, parameters: parameters)
        let file = try TemporaryFile(try clip(from: 0, through: 1, footage))
        let still = try StillReader.picture(ofClip: file.path)
        #expect(still.size == .hd720)
        #expect(still.format == .yuv420p)
        #expect(NumberedPicture.number(still) == 0)
    }

    @Test func scalingKeepsProportionsAndNeverEnlarges() {
        func fitted(_ width: Int, _ height: Int) -> VideoSize {
            PictureScaler.size(of: VideoSize(width: width, height: height), fitting: .hd720)
        }
        #expect(fitted(1920, 1080) == .hd720)
        #expect(fitted(640, 480) == .vga)
        #expect(fitted(1440, 1080) == VideoSize(width: 960, height: 720))
        #expect(fitted(1080, 1920) == VideoSize(width: 406, height: 720))
        #expect(fitted(2000, 200) == VideoSize(width: 1280, height: 128))
    }

    @Test(arguments: [PixelFormat.yuv420p, .nv12])
    func aJPEGIsThePictureOverTheWholeRange(_ format: PixelFormat) throws {
        let picture = NumberedPicture.make(0x5a5a, size: EncodedFootage.small.size, format: format)
        let best = try StillReader.jpeg(picture, quality: 95)
        let small = try StillReader.jpeg(picture, quality: 20)
        #expect(small.count < best.count)
        let file = try TemporaryFile(best, suffix: ".jpg")
        let luma = try Tool.run("ffmpeg", ["-v", "error", "-nostdin", "-i", file.path, "-f", "rawvideo", "-pix_fmt", "gray", "-"])
        let size = picture.size
        let number = luma.withUnsafeBytes { bytes in
            bytes.baseAddress.flatMap { NumberedPicture.number(luma: $0, pitch: size.width, size: size) }
        }
        #expect(number == 0x5a5a)
        // White is 235 in the box's pictures and 255 in a JPEG.
        #expect(try #require(luma.max()) > 248)
        #expect(try #require(luma.min()) < 8)
    }

    @Test(arguments: [EncodedFootage.small.size, VideoSize(width: 322, height: 182), .hd720])
    func aStillIsReadBackAsItWasWritten(_ size: VideoSize) throws {
        let picture = NumberedPicture.make(0x5a5a, size: size, format: .yuv420p)
        let file = try TemporaryFile(try StillReader.jpeg(picture, quality: 90), suffix: ".jpg")
        let still = try StillReader.picture(ofJPEG: file.path)
        #expect(still.size == size && still.format == .yuv420p)
        #expect(NumberedPicture.number(still) == 0x5a5a)
        // Black and white are 16 and 235 again, as in the box's pictures.
        let luma = Self.luma(of: still)
        let (darkest, lightest) = (try #require(luma.min()), try #require(luma.max()))
        #expect((10...22).contains(darkest) && (229...241).contains(lightest))
    }

    @Test func aStillIsMadeSmallerOnRequestAndNeverLarger() throws {
        let picture = NumberedPicture.make(0x1234, size: .hd720, format: .yuv420p)
        let file = try TemporaryFile(try StillReader.jpeg(picture, quality: 90), suffix: ".jpg")
        let small = try StillReader.picture(ofJPEG: file.path, fitting: VideoSize(width: 640, height: 640))
        #expect(small.size == VideoSize(width: 640, height: 360))
        #expect(NumberedPicture.number(small) == 0x1234)
        #expect(try StillReader.picture(ofJPEG: file.path, fitting: .hd1080).size == .hd720)
    }

    @Test func aJPEGThatPromisesTooManyPixelsIsRefusedBeforeTheyAreReserved() throws {
        LibAVLog.quiet()
        var bytes = try StillReader.jpeg(NumberedPicture.make(1, size: EncodedFootage.small.size, format: .yuv420p), quality: 50)
        let head = try #require(bytes.indices.dropLast(9).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        for (offset, byte) in [UInt8](arrayLiteral: 0xFF, 0xFE, 0xFF, 0xFE).enumerated() { bytes[head + 5 + offset] = byte }
        let file = try TemporaryFile(bytes, suffix: ".jpg")
        #expect(throws: ClipError.self) { _ = try StillReader.picture(ofJPEG: file.path) }
    }

    @Test(arguments: [2, 3])
    func aStillThatIsCutOffIsRefused(part: Int) throws {
        LibAVLog.quiet()
        let bytes = try StillReader.jpeg(NumberedPicture.make(0x5a5a, size: .hd720, format: .yuv420p), quality: 90)
        let file = try TemporaryFile(Array(bytes.prefix(bytes.count / part)), suffix: ".jpg")
        #expect(throws: ClipError.self) { _ = try StillReader.picture(ofJPEG: file.path) }
    }

    @Test func aFileTooLongForAStillIsNotRead() throws {
        let file = try TemporaryFile(Array(repeating: 0xFF, count: Int(StillReader.longestJPEG) + 1), suffix: ".jpg")
        do {
            _ = try StillReader.picture(ofJPEG: file.path)
            Issue.record("16 MB gave a still")
        } catch {
            #expect(error.description.hasPrefix(file.path) && error.description.hasSuffix("bytes are no still"))
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func brokenJPEGsNeverTrap(_ seed: UInt64) throws {
        LibAVLog.quiet()
        var random = SeededGenerator(seed: seed)
        let picture = NumberedPicture.make(Int64(seed), size: VideoSize(width: 320, height: 180), format: .yuv420p)
        let whole = try StillReader.jpeg(picture, quality: 60)
        for _ in 0..<10 {
            var bytes = whole
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
            case 1:
                for _ in 0..<Int.random(in: 1...30, using: &random) {
                    bytes[Int.random(in: 0..<min(700, bytes.count), using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
            default:
                bytes = (0..<Int.random(in: 0...5000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            }
            let file = try TemporaryFile(bytes, suffix: ".jpg")
            let still = try? StillReader.picture(ofJPEG: file.path)
            #expect(still.map { $0.size.width <= 1280 && $0.size.height <= 720 && $0.format == .yuv420p } ?? true)
        }
    }

    private static func luma(of picture: PixelBuffer) -> [UInt8] {
        let plane = picture.plane(0)
        return (0..<picture.size.height).flatMap { row in
            UnsafeRawBufferPointer(start: plane.base + row * plane.pitch, count: picture.size.width)
        }
    }

    @Test func whatIsNoClipIsNamedInOneLine() throws {
        LibAVLog.quiet()
        #expect(throws: ClipError.self) { _ = try StillReader.picture(ofClip: "/nonexistent/01.mp4") }
        #expect(throws: ClipError.self) { _ = try StillReader.picture(ofJPEG: "/nonexistent/01.jpg") }
        let text = try TemporaryFile(Array("not a clip".utf8))
        do {
            _ = try StillReader.picture(ofClip: text.path)
            Issue.record("a text file gave a picture")
        } catch {
            #expect(error.description.hasPrefix(text.path))
            #expect(!error.description.contains("\n"))
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func brokenFilesNeverTrap(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let footage = try EncodedFootage.encode(frames: 20)
        let orientations = ClipOrientationTests.all
        let whole = try clip(from: 3, through: 18, footage, orientations[Int(seed) % orientations.count])
        for _ in 0..<10 {
            var bytes = whole
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
            case 1:
                // The lengths and positions are in the header.
                for _ in 0..<Int.random(in: 1...30, using: &random) {
                    bytes[Int.random(in: 0..<min(2500, bytes.count), using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
            case 2:
                bytes = (0..<Int.random(in: 0...5000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            default:
                let from = Int.random(in: 0..<bytes.count, using: &random)
                for index in from..<min(bytes.count, from + 3000) { bytes[index] = UInt8.random(in: 0...255, using: &random) }
            }
            let file = try TemporaryFile(bytes)
            let still = try? StillReader.picture(ofClip: file.path)
            #expect(still.map { $0.size.width <= 1280 && $0.size.height <= 720 } ?? true)
        }
    }
}
