/// H.264 as a stream of bytes: NAL units with a start code (00 00 01) before each (ISO/IEC 14496-10, Annex B).
enum AnnexB {
    enum UnitType {
        static let firstSlice: UInt8 = 1
        static let idrSlice: UInt8 = 5
        static let sequenceParameters: UInt8 = 7
        static let pictureParameters: UInt8 = 8
        static let delimiter: UInt8 = 9
    }

    /// What lies in front of a picture: its parameter sets and where the rest begins.
    struct Preamble {
        /// The sequence and picture parameter sets, start codes included.
        var parameterSets: Range<Int>?
        /// Where the first NAL unit begins that is neither a parameter set nor a delimiter: SEI or a slice.
        var pictureStart: Int
        /// There is a slice, so it is a picture and not parameter sets alone.
        var hasPicture: Bool
    }

    /// Looks at the NAL units in front of the first slice. Only the front of the bytes is read.
    static func preamble(of bytes: UnsafeRawBufferPointer) -> Preamble {
        var setsStart: Int?
        var setsEnd = 0
        var pictureStart: Int?
        var position = 0
        while let unit = nextUnit(in: bytes, from: position) {
            let type = bytes[unit.payload] & 0x1f
            position = unit.payload
            switch type {
            case UnitType.sequenceParameters, UnitType.pictureParameters:
                if setsStart == nil { setsStart = unit.start }
                setsEnd = nextUnit(in: bytes, from: unit.payload)?.start ?? bytes.count
            case UnitType.delimiter:
                break
            case UnitType.firstSlice...UnitType.idrSlice:
                return Preamble(parameterSets: setsStart.map { $0..<setsEnd }, pictureStart: pictureStart ?? unit.start,
                                hasPicture: true)
            default:
                if pictureStart == nil { pictureStart = unit.start }
            }
        }
        return Preamble(parameterSets: setsStart.map { $0..<setsEnd }, pictureStart: pictureStart ?? bytes.count,
                        hasPicture: false)
    }

    /// The next start code at or after `position`: where it starts (its leading zero included) and where its unit's
    /// first byte is.
    private static func nextUnit(in bytes: UnsafeRawBufferPointer, from position: Int) -> (start: Int, payload: Int)? {
        var at = position
        while at + 3 < bytes.count {
            if bytes[at + 2] > 1 {
                at += 3
            } else if bytes[at] == 0, bytes[at + 1] == 0, bytes[at + 2] == 1 {
                let start = at > position && bytes[at - 1] == 0 ? at - 1 : at
                return (start, at + 3)
            } else {
                at += 1
            }
        }
        return nil
    }
}
