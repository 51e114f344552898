// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

/// A rule that every encoder and decoder of the box must keep, whichever library or device is behind it.
public struct Law: Sendable {
    public var name: String
    /// Returns the violations, a line each; empty if the law holds.
    public var broken: @Sendable (Codecs) throws -> [String]

    init(_ name: String, _ broken: @escaping @Sendable (Codecs) throws -> [String]) {
        self.name = name
        self.broken = broken
    }

    public static var all: [Law] { encoderLaws + decoderLaws }
}

/// The codecs under test.
public struct Codecs: Sendable {
    public var encoder: String
    public var decoder: String
    /// The number of pictures that may be inside the encoder. A keyframe request may take effect on one of those.
    public var inside: Int64

    public init(encoder: String, decoder: String, inside: Int64) {
        self.encoder = encoder
        self.decoder = decoder
        self.inside = inside
    }

    public static let software = Codecs(encoder: "libx264", decoder: "h264", inside: 0)
    public static let hardware = Codecs(encoder: "h264_v4l2m2m", decoder: "h264_v4l2m2m", inside: 16)

    func openEncoder(_ parameters: StreamParameters) throws -> LibAVEncoder { try LibAVEncoder(codec: encoder, parameters: parameters) }
    func openDecoder(_ parameters: StreamParameters) throws -> LibAVDecoder { try LibAVDecoder(codec: decoder, parameters: parameters) }
}

/// An access unit with its own copy of the bytes.
struct Unit {
    var stamp: FrameStamp
    var isKeyframe: Bool
    var bytes: [UInt8]

    init(_ unit: AccessUnit) {
        stamp = unit.stamp
        isKeyframe = unit.isKeyframe
        bytes = Array(unit.bytes)
    }

    func decode(by decoder: any Decoder) throws -> VideoFrame? {
        try bytes.withUnsafeBytes { try decoder.decode(AccessUnit(stamp: stamp, isKeyframe: isKeyframe, bytes: $0)) }
    }

    /// The kinds of its NAL units, in order.
    var kinds: [UInt8] { starts.map { bytes[$0] & 0x1f } }

    /// True if one of its slices is a B slice: slice_type, the second number of the slice header, is 1 or 6.
    var hasBSlice: Bool {
        starts.contains { start in
            guard (1...5).contains(bytes[start] & 0x1f), start + 8 < bytes.count else { return false }
            var bits = Bits(bytes[(start + 1)..<(start + 9)])
            _ = bits.number()
            return [1, 6].contains(bits.number())
        }
    }

    private var starts: [Int] {
        (3..<max(3, bytes.count)).filter { bytes[$0 - 3] == 0 && bytes[$0 - 2] == 0 && bytes[$0 - 1] == 1 }
    }
}

/// Reads unsigned Exp-Golomb numbers (ISO/IEC 14496-10, 9.1).
private struct Bits {
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    private mutating func bit() -> Int {
        guard at < bytes.count * 8 else { return 1 }
        defer { at += 1 }
        return Int(bytes[at / 8] >> (7 - UInt8(at % 8)) & 1)
    }

    mutating func number() -> Int {
        var zeros = 0
        while bit() == 0 { zeros += 1 }
        var value = 0
        for _ in 0..<zeros { value = value << 1 | bit() }
        return (1 << zeros) - 1 + value
    }
}
