// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Pictures laid over each other: each pixel has the darkest or the lightest value that it had in any of them.
///
/// A pixel has its own brightness and shares its colour with three others (4:2:0). The four take the colour from the picture in which they
/// were darkest, or lightest, together.
struct TrailPicture {
    let buffer: MemoryPixelBuffer
    private let side: Trail.Side
    /// For each colour, the sum of its four pixels' brightness in the picture that the colour was taken from.
    private var sums: [UInt16]

    /// - Parameter first: planar YUV; it isn't changed.
    init(_ first: PixelBuffer, _ side: Trail.Side) {
        self.side = side
        buffer = MemoryPixelBuffer(format: .yuv420p, size: first.size)
        let (width, height) = (Self.half(first.size.width), Self.half(first.size.height))
        for index in 0..<3 {
            let bytes = index == 0 ? first.size.width : width
            for row in 0..<(index == 0 ? first.size.height : height) {
                (buffer.plane(index).base + row * buffer.plane(index).pitch).copyMemory(
                    from: first.plane(index).base + row * first.plane(index).pitch, byteCount: bytes)
            }
        }
        sums = [UInt16](repeating: 0, count: width * height)
        for y in 0..<height {
            for x in 0..<width { sums[y * width + x] = Self.sum(of: first, x, y) }
        }
    }

    /// - Precondition: planar YUV of the first picture's size.
    mutating func add(_ picture: PixelBuffer) {
        precondition(picture.size == buffer.size && picture.format == .yuv420p, "a trail is made of pictures of one kind")
        let keepsDark = side == .darkest
        for row in 0..<buffer.size.height {
            let (mine, other) = (Self.row(row, of: buffer, 0), Self.row(row, of: picture, 0))
            for x in 0..<buffer.size.width { mine[x] = keepsDark ? min(mine[x], other[x]) : max(mine[x], other[x]) }
        }
        let (width, height) = (Self.half(buffer.size.width), Self.half(buffer.size.height))
        for y in 0..<height {
            let (blue, red) = (Self.row(y, of: buffer, 1), Self.row(y, of: buffer, 2))
            let (otherBlue, otherRed) = (Self.row(y, of: picture, 1), Self.row(y, of: picture, 2))
            for x in 0..<width {
                let sum = Self.sum(of: picture, x, y)
                guard keepsDark ? sum < sums[y * width + x] : sum > sums[y * width + x] else { continue }
                sums[y * width + x] = sum
                (blue[x], red[x]) = (otherBlue[x], otherRed[x])
            }
        }
    }

    private static func half(_ side: Int) -> Int { (side + 1) / 2 }

    private static func row(_ row: Int, of picture: PixelBuffer, _ index: Int) -> UnsafeMutablePointer<UInt8> {
        let plane = picture.plane(index)
        return (plane.base + row * plane.pitch).assumingMemoryBound(to: UInt8.self)
    }

    /// Returns the total brightness of the four pixels that share a colour; at an odd edge the last pixels count twice.
    private static func sum(of picture: PixelBuffer, _ x: Int, _ y: Int) -> UInt16 {
        let upper = row(2 * y, of: picture, 0)
        let lower = row(min(2 * y + 1, picture.size.height - 1), of: picture, 0)
        let next = min(2 * x + 1, picture.size.width - 1)
        return UInt16(upper[2 * x]) + UInt16(upper[next]) + UInt16(lower[2 * x]) + UInt16(lower[next])
    }
}
