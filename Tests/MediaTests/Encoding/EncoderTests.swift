// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Media

@Suite struct EncoderTests {
    @Test(arguments: [FrameRate(30), FrameRate(60), FrameRate(30_000, 1001)])
    func everyHalfSecondBeginsWithAKeyframe(_ rate: FrameRate) throws {
        let parameters = StreamParameters(size: EncodedFootage.small.size, rate: rate)
        let footage = try EncodedFootage.encode(frames: 100, parameters: parameters)
        let keyframes = footage.units.filter(\.isKeyframe).map(\.stamp.frame)
        #expect(keyframes == Array(stride(from: Int64(0), to: 100, by: parameters.framesPerGOP)))
    }

    @Test func everyFrameComesOutAtOnceWithItsOwnStamp() throws {
        let parameters = EncodedFootage.small
        let encoder = try LibAVEncoder(codec: "libx264", parameters: parameters)
        // Lost frames leave gaps in the numbers, and no frame may be mistaken for its neighbour.
        for number in [0, 1, 2, 7, 8, 300, 301] as [Int64] {
            let stamp = EncodedFootage.stamp(number, parameters.rate)
            var stamps: [FrameStamp] = []
            let picture = NumberedPicture.make(number, size: parameters.size)
            try encoder.encode(VideoFrame(buffer: picture, stamp: stamp), forcingKeyframe: false) { stamps.append($0.stamp) }
            #expect(stamps == [stamp])
        }
    }

    @Test func aForcedKeyframeIsAnIDRWithParameterSets() throws {
        let footage = try EncodedFootage.encode(frames: 40, forced: [7, 8, 21])
        let keyframes = footage.units.filter(\.isKeyframe)
        #expect(Set([0, 7, 8, 21]).isSubset(of: keyframes.map(\.stamp.frame)))
        for unit in keyframes {
            let types = nalTypes(unit.bytes)
            #expect(types.contains(7) && types.contains(8) && types.contains(5), "frame \(unit.stamp.frame): \(types)")
        }
        for unit in footage.units where !unit.isKeyframe {
            #expect(Set(nalTypes(unit.bytes)) == [1], "frame \(unit.stamp.frame)")
        }
    }

    @Test func aPictureHasFourSlices() throws {
        // libx264 gives a slice at least four rows of macroblocks, so small pictures have fewer slices.
        let parameters = StreamParameters(size: VideoSize(width: 640, height: 360), rate: FrameRate(30))
        let footage = try EncodedFootage.encode(frames: 5, parameters: parameters)
        for unit in footage.units {
            #expect(nalTypes(unit.bytes).count { $0 == 1 || $0 == 5 } == 4)
        }
    }

    @Test func theSamePicturesMakeTheSameBytes() throws {
        // Large enough for four slices on threads of their own, each with its share of the bits.
        let parameters = StreamParameters(size: VideoSize(width: 640, height: 360), rate: FrameRate(30))
        let first = try EncodedFootage.encode(frames: 45, parameters: parameters, seed: 3)
        let second = try EncodedFootage.encode(frames: 45, parameters: parameters, seed: 3)
        let other = try EncodedFootage.encode(frames: 45, parameters: parameters, seed: 4)
        #expect(first.units.map(\.bytes) == second.units.map(\.bytes))
        #expect(first.units.map(\.bytes) != other.units.map(\.bytes))
    }

    @Test func bothLayoutsOfChromaAreTaken() throws {
        let footage = try EncodedFootage.encode(frames: 20, format: .nv12)
        let decoder = try LibAVDecoder(codec: "h264", parameters: footage.parameters)
        for unit in footage.units {
            let frame = try #require(try decoder.decode(unit))
            #expect(NumberedPicture.number(frame.buffer) == unit.stamp.frame)
        }
    }

    @Test func aChangeOfLayoutBeginsANewGOP() throws {
        let parameters = EncodedFootage.small
        let encoder = try LibAVEncoder(codec: "libx264", parameters: parameters)
        var keyframes: [Int64] = []
        for number in 0..<6 as Range<Int64> {
            let picture = NumberedPicture.make(number, size: parameters.size, format: number < 3 ? .yuv420p : .nv12)
            let frame = VideoFrame(buffer: picture, stamp: EncodedFootage.stamp(number, parameters.rate))
            try encoder.encode(frame, forcingKeyframe: false) { if $0.isKeyframe { keyframes.append($0.stamp.frame) } }
        }
        #expect(keyframes == [0, 3])
    }

    @Test func afterADrainEncodingGoesOnFromAKeyframe() throws {
        let parameters = EncodedFootage.small
        let encoder = try LibAVEncoder(codec: "libx264", parameters: parameters)
        var units: [(frame: Int64, isKeyframe: Bool)] = []
        for number in 0..<4 as Range<Int64> {
            if number == 2 { try encoder.drain { _ in } }
            let picture = NumberedPicture.make(number, size: parameters.size)
            try encoder.encode(VideoFrame(buffer: picture, stamp: EncodedFootage.stamp(number, parameters.rate)), forcingKeyframe: false) {
                units.append(($0.stamp.frame, $0.isKeyframe))
            }
        }
        #expect(units.map(\.frame) == [0, 1, 2, 3])
        #expect(units.map(\.isKeyframe) == [true, false, true, false])
    }

    @Test func theEncoderLetsGoOfEveryPicture() throws {
        let parameters = EncodedFootage.small
        let encoder = try LibAVEncoder(codec: "libx264", parameters: parameters)
        weak var lent: PixelBuffer?
        for number in 0..<3 as Range<Int64> {
            let picture = NumberedPicture.make(number, size: parameters.size)
            lent = picture
            try encoder.encode(VideoFrame(buffer: picture, stamp: EncodedFootage.stamp(number, parameters.rate)), forcingKeyframe: false) { _ in }
        }
        try encoder.drain { _ in }
        #expect(lent == nil)
    }

    @Test func whatIsNotThePlannedPictureIsRefused() throws {
        let encoder = try LibAVEncoder(codec: "libx264", parameters: EncodedFootage.small)
        let wrong = NumberedPicture.make(0, size: VideoSize(width: 640, height: 480))
        let drawing = MemoryPixelBuffer(format: .bgra, size: EncodedFootage.small.size)
        for buffer in [wrong, drawing] as [PixelBuffer] {
            #expect(throws: CodecError.self) {
                try encoder.encode(VideoFrame(buffer: buffer, stamp: EncodedFootage.stamp(0, FrameRate(30))), forcingKeyframe: false) { _ in }
            }
        }
    }

    @Test func anUnknownEncoderOrSizeIsRefusedInOneLine() throws {
        #expect(throws: CodecError(codec: "h265_magic", operation: "find", reason: "this libavcodec has no such codec")) {
            _ = try LibAVEncoder(codec: "h265_magic", parameters: EncodedFootage.small)
        }
        let odd = StreamParameters(size: VideoSize(width: 321, height: 240), rate: FrameRate(30))
        #expect(throws: CodecError.self) { _ = try LibAVEncoder(codec: "libx264", parameters: odd) }
    }

    @Test func theChoiceNamesAnEncoderThatWorks() throws {
        LibAVLog.quiet()
        let encoder = try EncoderChoice.open(EncodedFootage.small)
        let probed = [EncoderChoice.hardware, EncoderChoice.software].map { EncoderChoice.probe($0, size: EncodedFootage.small.size) }
        #expect(probed.map(\.name) == ["h264_v4l2m2m", "libx264"])
        #expect(probed.contains { $0.name == encoder.name && $0.isUsable })
        #expect(probed.allSatisfy { !$0.detail.isEmpty })
    }

    @Test func theBitRateStaysWithinItsBounds() throws {
        let parameters = StreamParameters(size: VideoSize(width: 640, height: 360), rate: FrameRate(30))
        let footage = try EncodedFootage.encode(frames: 150, parameters: parameters)
        let bitsPerSecond = Double(footage.units.reduce(0) { $0 + $1.bytes.count }) * 8 / 5
        #expect(bitsPerSecond < Double(parameters.bitRate) * 1.5)
        #expect(bitsPerSecond > Double(parameters.bitRate) * 0.3)
    }

    private func nalTypes(_ bytes: [UInt8]) -> [UInt8] {
        (3..<max(3, bytes.count)).filter { bytes[$0 - 3] == 0 && bytes[$0 - 2] == 0 && bytes[$0 - 1] == 1 }.map { bytes[$0] & 0x1f }
    }
}
