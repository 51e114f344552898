// SPDX-License-Identifier: GPL-3.0-or-later

/// H.264 as a stream of bytes: NAL units with a start code (00 00 01) before each (ISO/IEC 14496-10, Annex B).
enum AnnexB {
    enum UnitType {
        static let firstSlice: UInt8 = 1
        static let idrSlice: UInt8 = 5
        static let sequenceParameters: UInt8 = 7
        static let pictureParameters: UInt8 = 8
        static let delimiter: UInt8 = 9
    }

    /// The NAL units in front of a picture.
    struct Preamble {
        /// The sequence and picture parameter sets, start codes included.
        var parameterSets: Range<Int>?
        /// True if there is a slice, so the bytes are a picture and not parameter sets alone.
        var hasPicture: Bool
        /// True if the picture is an IDR: decoding may begin with it.
        var isIDR = false
    }

    /// Examines the NAL units in front of the first slice. Only the front of the bytes is read.
    static func preamble(of bytes: UnsafeRawBufferPointer) -> Preamble {
        var setsStart: Int?
        var setsEnd = 0
        var current = nextUnit(in: bytes, from: 0)
        while let unit = current {
            switch bytes[unit.payload] & 0x1f {
            case UnitType.firstSlice...UnitType.idrSlice:
                return Preamble(
                    parameterSets: setsStart.map { $0..<setsEnd }, hasPicture: true,
                    isIDR: bytes[unit.payload] & 0x1f == UnitType.idrSlice)
            case UnitType.sequenceParameters, UnitType.pictureParameters:
                current = nextUnit(in: bytes, from: unit.payload)
                if setsStart == nil { setsStart = unit.start }
                setsEnd = current?.start ?? bytes.count
            default:
                current = nextUnit(in: bytes, from: unit.payload)
            }
        }
        return Preamble(parameterSets: setsStart.map { $0..<setsEnd }, hasPicture: false)
    }

    /// Calls `body` with each NAL unit in order, without its start code.
    static func forEachUnit(in bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        var current = nextUnit(in: bytes, from: 0)
        while let unit = current {
            current = nextUnit(in: bytes, from: unit.payload)
            body(UnsafeRawBufferPointer(rebasing: bytes[unit.payload..<(current?.start ?? bytes.count)]))
        }
    }

    /// Finds the next start code at or after `position`: the position of its start (its leading zero included) and of its unit's first
    /// byte.
    private static func nextUnit(in bytes: UnsafeRawBufferPointer, from position: Int) -> (start: Int, payload: Int)? {
        var at = position
        while let zeros = twoZeros(in: bytes, from: at), zeros + 3 < bytes.count {
            if bytes[zeros + 2] == 1 {
                let isLong = zeros > position && bytes[zeros - 1] == 0
                return (isLong ? zeros - 1 : zeros, zeros + 3)
            }
            at = zeros + 1
        }
        return nil
    }

    /// Returns the position of the next two zeros in a row.
    ///
    /// Clips are copied at the speed of memory, so sixteen positions are examined at a time. Coded pictures have two zeros once in 65,536
    /// bytes, but a single zero, or a 1, every 256.
    private static func twoZeros(in bytes: UnsafeRawBufferPointer, from position: Int) -> Int? {
        var at = position
        while at + 17 <= bytes.count {
            let first = bytes.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
            let second = bytes.loadUnaligned(fromByteOffset: at + 1, as: SIMD16<UInt8>.self)
            let found = unsafeBitCast((first | second) .== .zero, to: SIMD2<UInt64>.self)
            if found.x != 0 { return at + UInt64(littleEndian: found.x).trailingZeroBitCount / 8 }
            if found.y != 0 { return at + 8 + UInt64(littleEndian: found.y).trailingZeroBitCount / 8 }
            at += 16
        }
        while at + 1 < bytes.count {
            if bytes[at] == 0, bytes[at + 1] == 0 { return at }
            at += 1
        }
        return nil
    }
}
