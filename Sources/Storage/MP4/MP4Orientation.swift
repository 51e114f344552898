// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The orientation for viewing that an MP4's index gives its pictures: the display matrix in the head of its video track (ISO/IEC 14496-12,
/// 8.3.2). The matrices of older versions may mirror too.
struct MP4Orientation {
    let orientation: PictureOrientation
    /// The range of the matrix's bytes in the index.
    private let place: Range<Int>
    /// The size of the pictures as they lie in the file.
    let size: VideoSize

    private static let bytes = 36

    /// - Parameter boxes: the index.
    /// - Returns: `nil` if the file has no video track with a head.
    init?(in boxes: MP4Boxes, inside: Range<Int>) throws(MP4Fault) {
        for track in try boxes.children(.trak, of: inside) {
            let handler = try boxes.child(.hdlr, of: try boxes.child(.mdia, of: track))
            guard try boxes.uint32(at: handler.lowerBound + 8, within: handler) == BoxType.vide.rawValue,
                let head = try boxes.children(.tkhd, of: track).first
            else { continue }
            // In version 1, the head's times and its duration are 64 bits wide.
            let from = head.lowerBound + (try boxes.uint32(at: head.lowerBound, within: head) >> 24 == 1 ? 52 : 40)
            let matrix = try (0..<9).map { index throws(MP4Fault) in
                Int32(bitPattern: try boxes.uint32(at: from + 4 * index, within: head))
            }
            // Sizes are 16.16 fixed point; the fraction is ignored.
            size = VideoSize(
                width: Int(try boxes.uint32(at: from + Self.bytes, within: head) >> 16),
                height: Int(try boxes.uint32(at: from + Self.bytes + 4, within: head) >> 16))
            place = from..<from + Self.bytes
            orientation = PictureOrientation(matrix: matrix)
            return
        }
        return nil
    }

    /// Writes this rotation into the index, without mirroring; the index keeps its length.
    func write(_ orientation: PictureOrientation, into index: inout [UInt8]) {
        let bytes = orientation.unmirrored.matrix(for: size).flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: UInt32(bitPattern: number) >> (24 - 8 * $0)) }
        }
        index.replaceSubrange(place, with: bytes)
    }
}
