// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import Media
import TestSupport

/// The pictures that go into the codecs under test, and the results.
enum Material {
    /// Neither a multiple of 64 wide nor of 16 high, so that rounding of pitches and heights by a device shows.
    static let odd = StreamParameters(size: VideoSize(width: 664, height: 364), rate: FrameRate(30))
    static let fast = StreamParameters(size: VideoSize(width: 640, height: 360), rate: FrameRate(60))

    static func stamp(_ frame: Int64, _ rate: FrameRate) -> FrameStamp {
        FrameStamp(frame: frame, timestamp: Timestamp(seconds: 12.345).advanced(by: rate.offset(of: frame)))
    }

    /// Returns a picture that carries its number in its luma. Its chroma tells U from V and the upper half from the lower, so misplaced
    /// planes show.
    static func frame(_ number: Int64, _ parameters: StreamParameters, format: PixelFormat = .yuv420p) -> VideoFrame {
        let buffer = NumberedPicture.make(number, size: parameters.size, format: format)
        let rows = (parameters.size.height + 1) / 2
        let columns = (parameters.size.width + 1) / 2
        for row in 0..<rows {
            for column in 0..<columns {
                let (u, v) = chroma(row: row, of: rows)
                if format == .nv12 {
                    let at = buffer.plane(1).base + row * buffer.plane(1).pitch + column * 2
                    at.storeBytes(of: u, as: UInt8.self)
                    (at + 1).storeBytes(of: v, as: UInt8.self)
                } else {
                    (buffer.plane(1).base + row * buffer.plane(1).pitch + column).storeBytes(of: u, as: UInt8.self)
                    (buffer.plane(2).base + row * buffer.plane(2).pitch + column).storeBytes(of: v, as: UInt8.self)
                }
            }
        }
        return VideoFrame(buffer: buffer, stamp: stamp(number, parameters.rate))
    }

    private static func chroma(row: Int, of rows: Int) -> (u: UInt8, v: UInt8) { row < rows / 2 ? (90, 170) : (150, 110) }

    /// Returns the differences between a decoded picture and the expected one.
    static func faults(_ frame: VideoFrame, _ parameters: StreamParameters) -> [String] {
        let buffer = frame.buffer
        let number = frame.stamp.frame
        guard buffer.size == parameters.size else { return ["picture \(number) is \(buffer.size)"] }
        var faults: [String] = []
        let seen = NumberedPicture.number(buffer)
        if seen != number { faults.append("picture \(number) shows \(seen.map(String.init) ?? "no number")") }
        let rows = (parameters.size.height + 1) / 2
        let column = parameters.size.width / 4
        for row in [rows / 4, rows * 3 / 4] {
            let (u, v) = chroma(row: row, of: rows)
            let at = row * buffer.plane(1).pitch + (buffer.format == .nv12 ? column * 2 : column)
            let seenU = buffer.plane(1).base.load(fromByteOffset: at, as: UInt8.self)
            let seenV =
                buffer.format == .nv12
                ? buffer.plane(1).base.load(fromByteOffset: at + 1, as: UInt8.self)
                : buffer.plane(2).base.load(fromByteOffset: row * buffer.plane(2).pitch + column, as: UInt8.self)
            if abs(Int(seenU) - Int(u)) > 12 || abs(Int(seenV) - Int(v)) > 12 {
                faults.append("picture \(number) has the chroma \(seenU) \(seenV) in row \(row), not \(u) \(v)")
            }
        }
        return faults
    }

    /// Encodes pictures with these numbers, and drains.
    static func encode(
        _ numbers: [Int64], by encoder: any Encoder, _ parameters: StreamParameters, format: PixelFormat = .yuv420p,
        forced: Set<Int64> = []
    ) throws -> [Unit] {
        var units: [Unit] = []
        for number in numbers {
            try encoder.encode(frame(number, parameters, format: format), forcingKeyframe: forced.contains(number)) { units.append(Unit($0)) }
        }
        try encoder.drain { units.append(Unit($0)) }
        return units
    }

    static func encodeInSoftware(_ count: Int64, _ parameters: StreamParameters) throws -> [Unit] {
        try encode(Array(0..<count), by: try LibAVEncoder(codec: "libx264", parameters: parameters), parameters)
    }

    /// The properties of a decoded picture that the laws check.
    struct Decoded {
        var stamp: FrameStamp
        var faults: [String]
    }

    /// Decodes these units and returns all pictures. Each picture is checked and given back at once: a hardware decoder has some twenty
    /// buffers and waits for ever while all of them are held.
    /// - Parameter owed: the number of pictures to wait for, ten seconds at most; a device on a busy machine delivers them late.
    static func decode(_ units: [Unit], by decoder: any Decoder, _ parameters: StreamParameters, owed: Int = 0) throws -> [Decoded] {
        var result: [Decoded] = []
        func look(at frame: VideoFrame) { result.append(Decoded(stamp: frame.stamp, faults: faults(frame, parameters))) }
        for unit in units {
            if let frame = try unit.decode(by: decoder) { look(at: frame) }
            while let frame = try decoder.next() { look(at: frame) }
        }
        for _ in 0..<1_000 where result.count < owed {
            while let frame = try decoder.next() { look(at: frame) }
            usleep(10_000)
        }
        return result
    }
}
