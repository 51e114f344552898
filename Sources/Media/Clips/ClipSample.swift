// SPDX-License-Identifier: GPL-3.0-or-later

/// H.264 as MP4 files have it: the length before each NAL unit and not a start code (ISO/IEC 14496-15).
struct ClipSample {
    /// The head's description of the stream: its profile and its parameter sets; `nil` when there are none.
    ///
    /// The box's own streams are 8-bit 4:2:0, and so the description says.
    /// - Parameter parameterSets: in Annex B form.
    static func description(of parameterSets: UnsafeRawBufferPointer) -> [UInt8]? {
        var sequenceSets: [[UInt8]] = []
        var pictureSets: [[UInt8]] = []
        AnnexB.forEachUnit(in: parameterSets) { unit in
            switch unit.first.map({ $0 & 0x1f }) {
            case AnnexB.UnitType.sequenceParameters: sequenceSets.append(Array(unit))
            case AnnexB.UnitType.pictureParameters: pictureSets.append(Array(unit))
            default: break
            }
        }
        guard let first = sequenceSets.first, first.count >= 4, !pictureSets.isEmpty,
            sequenceSets.count < 32, pictureSets.count < 256
        else { return nil }
        let profile = first[1]
        var description: [UInt8] = [1, profile, first[2], first[3], 0xff, 0xe0 | UInt8(sequenceSets.count)]
        func append(_ set: [UInt8]) {
            description += [UInt8(truncatingIfNeeded: set.count >> 8), UInt8(truncatingIfNeeded: set.count)] + set
        }
        sequenceSets.forEach(append)
        description.append(UInt8(pictureSets.count))
        pictureSets.forEach(append)
        // The High profiles say their chroma format (1 is 4:2:0) and their depths above 8 bits, then no extension sets.
        if [100, 110, 122, 144].contains(profile) { description += [0xfd, 0xf8, 0xf8, 0] as [UInt8] }
        return description
    }

    /// An access unit as the file has it, in pieces that lie where they are: no byte of a picture is copied.
    ///
    /// Parameter sets and delimiters are left out: the file's head has the former, and the latter mean nothing in a file.
    /// - Parameters:
    ///   - keepsSets: its parameter sets are others than the head's, and stay where they are: another encoder had to go on with the stream.
    ///   - scratch: keeps the length before each unit; the pieces are good as long as it keeps them.
    /// - Returns: `nil` if the scratch has no room for the lengths.
    static func pieces(
        of bytes: UnsafeRawBufferPointer, keepsSets: Bool = false, lengthsIn scratch: ClipScratch
    ) -> [UnsafeRawBufferPointer]? {
        var pieces: [UnsafeRawBufferPointer] = []
        var hasRoom = true
        AnnexB.forEachUnit(in: bytes) { unit in
            switch unit.first.map({ $0 & 0x1f }) {
            case nil, AnnexB.UnitType.delimiter: return
            case AnnexB.UnitType.sequenceParameters, AnnexB.UnitType.pictureParameters: if !keepsSets { return }
            default: break
            }
            hasRoom = hasRoom && scratch.room >= lengthBytes
            guard hasRoom else { return }
            pieces.append(withUnsafeBytes(of: UInt32(truncatingIfNeeded: unit.count).bigEndian, scratch.keep))
            pieces.append(unit)
        }
        return hasRoom ? pieces : nil
    }

    static let lengthBytes = 4
}
