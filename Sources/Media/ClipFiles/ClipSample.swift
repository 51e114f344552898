// SPDX-License-Identifier: GPL-3.0-or-later

/// H.264 as MP4 files store it: with a length instead of a start code before each NAL unit (ISO/IEC 14496-15).
struct ClipSample {
    /// Returns the description of the stream for the file's head: its profile and its parameter sets; `nil` without usable parameter sets.
    ///
    /// The description says 8-bit 4:2:0, as the box's own streams are.
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
        // The High profiles add the chroma format (1 is 4:2:0), the bit depths above 8 and the number of extension sets (0).
        if [100, 110, 122, 144].contains(profile) { description += [0xfd, 0xf8, 0xf8, 0] as [UInt8] }
        return description
    }

    /// Returns an access unit in the file's form, in pieces that stay in their memory: no byte of a picture is copied.
    ///
    /// Parameter sets and delimiters are left out: the file's head has the parameter sets, and delimiters mean nothing in a file.
    /// - Parameters:
    ///   - keepsSets: true to keep the unit's parameter sets, because another encoder continued the stream and they differ from the head's.
    ///   - scratch: stores the length before each unit. The pieces are valid until it is reset.
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
