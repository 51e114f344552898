// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Media

@Suite struct DecoderTests {
    @Test func everyAccessUnitGivesItsOwnPictureAtOnce() throws {
        let footage = try EncodedFootage.encode(frames: 50, lost: [11, 12])
        let decoder = try LibAVDecoder(codec: "h264", parameters: footage.parameters)
        for unit in footage.units {
            let frame = try #require(try decoder.decode(unit))
            #expect(frame.stamp == unit.stamp)
            #expect(NumberedPicture.number(frame.buffer) == unit.stamp.frame)
            #expect(frame.buffer.size == footage.parameters.size)
        }
    }

    @Test func aSizeThatIsNoMultipleOfAMacroblockIsCropped() throws {
        let parameters = StreamParameters(size: VideoSize(width: 362, height: 202), rate: FrameRate(30))
        let footage = try EncodedFootage.encode(frames: 3, parameters: parameters)
        let decoder = try LibAVDecoder(codec: "h264", parameters: parameters)
        let frame = try #require(try decoder.decode(footage.units[0]))
        #expect(frame.buffer.size == parameters.size)
        #expect(NumberedPicture.number(frame.buffer) == 0)
    }

    @Test func aPictureOutlivesItsDecoder() throws {
        let footage = try EncodedFootage.encode(frames: 30)
        var decoder: LibAVDecoder? = try LibAVDecoder(codec: "h264", parameters: footage.parameters)
        var held: [VideoFrame] = []
        for unit in footage.units {
            if let frame = try decoder?.decode(unit) { held.append(frame) }
        }
        decoder = nil
        #expect(held.map { NumberedPicture.number($0.buffer) } == Array(0..<30))
    }

    @Test func decodingBeginsAtAKeyframeAndAfterAFlushAgain() throws {
        let footage = try EncodedFootage.encode(frames: 40)
        let decoder = try LibAVDecoder(codec: "h264", parameters: footage.parameters)
        #expect(try decoder.decode(footage.units[5]) == nil)
        #expect(try decoder.decode(footage.units[15])?.stamp.frame == 15)
        decoder.flush()
        #expect(try decoder.decode(footage.units[16]) == nil)
        #expect(try decoder.decode(footage.units[30])?.stamp.frame == 30)
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func aDamagedUnitNeverTrapsAndTheNextKeyframeIsWhole(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let footage = try EncodedFootage.encode(frames: 46)
        let decoder = try LibAVDecoder(codec: "h264", parameters: footage.parameters)
        for unit in footage.units {
            var sent = unit
            if unit.stamp.frame < 30 { sent.bytes = damaged(unit.bytes, &random) }
            let frame = try? decoder.decode(sent)
            guard unit.stamp.frame >= 30 else { continue }
            #expect(frame?.stamp == unit.stamp)
            #expect(frame.flatMap { NumberedPicture.number($0.buffer) } == unit.stamp.frame)
        }
    }

    @Test func nothingAndNoiseAreNoPictures() throws {
        let decoder = try LibAVDecoder(codec: "h264", parameters: EncodedFootage.small)
        LibAVLog.quiet()
        var random = SeededGenerator(seed: 9)
        for count in [0, 1, 3, 100, 5000] {
            let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let unit = EncodedFootage.Unit(stamp: EncodedFootage.stamp(0, FrameRate(30)), isKeyframe: true, bytes: noise)
            #expect((try? decoder.decode(unit)) == nil)
        }
    }

    @Test func theChoiceNamesADecoderThatWorks() throws {
        LibAVLog.quiet()
        let decoder = try DecoderChoice.open(EncodedFootage.small)
        let probed = [DecoderChoice.hardware, DecoderChoice.software].map { DecoderChoice.probe($0, size: EncodedFootage.small.size) }
        #expect(probed.map(\.name) == ["h264_v4l2m2m", "h264"])
        #expect(probed.contains { $0.name == decoder.name && $0.isUsable })
        #expect(throws: CodecError.self) { _ = try LibAVDecoder(codec: "h265_magic", parameters: EncodedFootage.small) }
    }

    private func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            return Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
        case 1:
            for _ in 0..<20 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random) }
            return bytes
        case 2:
            return bytes.map { _ in UInt8.random(in: 0...255, using: &random) }
        default:
            return bytes
        }
    }
}
