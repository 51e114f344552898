// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport

@testable import Media

typealias NumberedPicture = TestSupport.NumberedPicture

/// Encoded pictures that carry their numbers; the tests cut clips from them.
struct EncodedFootage {
    struct Unit {
        var stamp: FrameStamp
        var isKeyframe: Bool
        var bytes: [UInt8]
    }

    var parameters: StreamParameters
    var units: [Unit] = []

    static let small = StreamParameters(size: VideoSize(width: 320, height: 240), rate: FrameRate(30))

    /// Returns the exposure time of a frame. The first isn't at zero, so that nothing can mistake the clock's zero for the beginning.
    static func time(_ frame: Int64, _ rate: FrameRate) -> Timestamp {
        Timestamp(seconds: 12.345).advanced(by: rate.offset(of: frame))
    }

    static func stamp(_ frame: Int64, _ rate: FrameRate) -> FrameStamp {
        FrameStamp(frame: frame, timestamp: time(frame, rate))
    }

    /// Encodes these frames; those in `lost` never reach the encoder, those in `forced` become keyframes.
    static func encode(
        frames: Int64, parameters: StreamParameters = small, format: PixelFormat = .yuv420p,
        lost: Set<Int64> = [], forced: Set<Int64> = [], seed: UInt64 = 1
    ) throws -> EncodedFootage {
        LibAVLog.quiet()
        let encoder = try LibAVEncoder(codec: "libx264", parameters: parameters)
        var footage = EncodedFootage(parameters: parameters)
        func keep(_ unit: AccessUnit) {
            footage.units.append(Unit(stamp: unit.stamp, isKeyframe: unit.isKeyframe, bytes: Array(unit.bytes)))
        }
        for number in 0..<frames where !lost.contains(number) {
            let picture = NumberedPicture.make(number, size: parameters.size, format: format, seed: seed)
            let frame = VideoFrame(buffer: picture, stamp: stamp(number, parameters.rate))
            try encoder.encode(frame, forcingKeyframe: forced.contains(number), output: keep)
        }
        try encoder.drain(output: keep)
        return footage
    }

    func line(capacityBytes: Int = 16 << 20) throws -> DelayLine {
        let line = try DelayLine(capacityBytes: capacityBytes, parameters: parameters)
        for unit in units { Self.append(unit, to: line) }
        return line
    }

    static func append(_ unit: Unit, to line: DelayLine) {
        _ = unit.bytes.withUnsafeBytes {
            line.append(AccessUnit(stamp: unit.stamp, isKeyframe: unit.isKeyframe, bytes: $0))
        }
    }

    /// Returns the plan for a clip from one frame through another.
    func plan(from first: Int64, through last: Int64) -> ClipPlan {
        ClipPlan(number: 1, kind: .mark, from: Self.time(first, parameters.rate), through: Self.time(last, parameters.rate))
    }
}

extension Decoder {
    /// Decodes one kept access unit.
    func decode(_ unit: EncodedFootage.Unit) throws -> VideoFrame? {
        try unit.bytes.withUnsafeBytes {
            try decode(AccessUnit(stamp: unit.stamp, isKeyframe: unit.isKeyframe, bytes: $0))
        }
    }
}
