// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Where an MP4's index says how its pictures are turned to be looked at: the display matrix in the head of its video track
/// (ISO/IEC 14496-12, 8.3.2). Older versions' matrices may mirror too.
struct MP4Orientation {
    let orientation: PictureOrientation
    /// The matrix's bytes in the index.
    private let place: Range<Int>
    /// As the pictures lie in the file.
    let size: VideoSize

    private static let bytes = 36

    /// - Parameter boxes: the index.
    /// - Returns: `nil` for a file without a video track that has a head.
    init?(in boxes: MP4Boxes, inside: Range<Int>) throws(MP4Fault) {
        for track in try boxes.children(.trak, of: inside) {
            let handler = try boxes.child(.hdlr, of: try boxes.child(.mdia, of: track))
            guard try boxes.uint32(at: handler.lowerBound + 8, within: handler) == FourCC.vide.rawValue,
                let head = try boxes.children(.tkhd, of: track).first
            else { continue }
            // Its times and its duration are 64 bits wide in version 1.
            let from = head.lowerBound + (try boxes.uint32(at: head.lowerBound, within: head) >> 24 == 1 ? 52 : 40)
            let matrix = try (0..<9).map { index throws(MP4Fault) in
                Int32(bitPattern: try boxes.uint32(at: from + 4 * index, within: head))
            }
            // 16.16, and what is beyond the point is nothing in a size.
            size = VideoSize(
                width: Int(try boxes.uint32(at: from + Self.bytes, within: head) >> 16),
                height: Int(try boxes.uint32(at: from + Self.bytes + 4, within: head) >> 16))
            place = from..<from + Self.bytes
            orientation = PictureOrientation(matrix: matrix)
            return
        }
        return nil
    }

    /// Has the index say this turn instead, without a mirror; the index stays as long as it is.
    func write(_ orientation: PictureOrientation, into index: inout [UInt8]) {
        let bytes = orientation.unmirrored.matrix(for: size).flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: UInt32(bitPattern: number) >> (24 - 8 * $0)) }
        }
        index.replaceSubrange(place, with: bytes)
    }
}
