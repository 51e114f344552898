// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV

/// H.264 as a stream of bytes: NAL units with a start code (00 00 01) before each (ISO/IEC 14496-10, Annex B).
enum AnnexB {
    enum UnitType {
        static let firstSlice: UInt8 = 1
        static let idrSlice: UInt8 = 5
        static let sequenceParameters: UInt8 = 7
        static let pictureParameters: UInt8 = 8
        static let delimiter: UInt8 = 9
    }

    /// What lies in front of a picture.
    struct Preamble {
        /// The sequence and picture parameter sets, start codes included.
        var parameterSets: Range<Int>?
        /// There is a slice, so it is a picture and not parameter sets alone.
        var hasPicture: Bool
        /// The picture is an IDR: decoding may begin with it.
        var isIDR = false
    }

    /// Looks at the NAL units in front of the first slice. Only the front of the bytes is read.
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

    /// Each NAL unit in order, without its start code.
    static func forEachUnit(in bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        var current = nextUnit(in: bytes, from: 0)
        while let unit = current {
            current = nextUnit(in: bytes, from: unit.payload)
            body(UnsafeRawBufferPointer(rebasing: bytes[unit.payload..<(current?.start ?? bytes.count)]))
        }
    }

    /// The next start code at or after `position`: where it starts (its leading zero included) and where its unit's
    /// first byte is.
    ///
    /// Clips are copied at the speed of memory, so it looks for the rare byte 1 and not for the zeros.
    private static func nextUnit(in bytes: UnsafeRawBufferPointer, from position: Int) -> (start: Int, payload: Int)? {
        guard let base = bytes.baseAddress else { return nil }
        var at = position + 2
        while at < bytes.count - 1, let one = memchr(base + at, 1, bytes.count - 1 - at) {
            let found = base.distance(to: UnsafeRawPointer(one))
            if bytes[found - 1] == 0, bytes[found - 2] == 0 {
                let isLong = found - 3 >= position && bytes[found - 3] == 0
                return (isLong ? found - 3 : found - 2, found + 1)
            }
            at = found + 1
        }
        return nil
    }
}
