// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The strip from which a program reads the frame's number: 32 cells, most significant bit first, white is 1.
///
/// It spans 10 % to 90 % of the width and 80 % to 84 % of the height of the picture.
public struct FrameStrip: Sendable {
    static let cellCount = 32
    private let size: VideoSize
    /// The rows, and the cells' edges from left to right, in pixels.
    let rows: Range<Int>
    let edges: [Int]

    /// Makes the strip of a picture of this size.
    public init(size: VideoSize) {
        self.size = size
        func part(_ length: Int, _ part: Double) -> Int { Int((Double(length) * part).rounded()) }
        rows = part(size.height, 0.80)..<part(size.height, 0.84)
        edges = (0...Self.cellCount).map { part(size.width, 0.1 + 0.8 * Double($0) / Double(Self.cellCount)) }
    }

    /// Draws a number, modulo 2³², into a yuv420p picture.
    func draw(_ number: Int64, into buffer: PixelBuffer) {
        let bits = UInt32(truncatingIfNeeded: number)
        let luma = buffer.plane(0)
        for cell in 0..<Self.cellCount {
            let isOne = bits >> UInt32(Self.cellCount - 1 - cell) & 1 == 1
            let width = edges[cell + 1] - edges[cell]
            for row in rows {
                (luma.base + row * luma.pitch + edges[cell]).initializeMemory(as: UInt8.self, repeating: isOne ? 235 : 16, count: width)
            }
        }
    }

    /// Takes the colour out of the strip's area, once for each picture; `draw` then changes only its luma.
    func clearColour(in buffer: PixelBuffer) {
        guard let left = edges.first, let right = edges.last else { return }
        for index in 1...2 {
            let plane = buffer.plane(index)
            for row in (rows.lowerBound / 2)..<((rows.upperBound + 1) / 2) {
                (plane.base + row * plane.pitch + left / 2).initializeMemory(as: UInt8.self, repeating: 128, count: (right + 1) / 2 - left / 2)
            }
        }
    }

    /// Reads the number from a picture, even after H.264. Returns `nil` if a cell is neither black nor white, and for a picture of another
    /// size or in RGB.
    public func read(_ buffer: PixelBuffer) -> UInt32? {
        guard buffer.format.isYUV, buffer.size == size else { return nil }
        let luma = buffer.plane(0)
        var bits: UInt32 = 0
        for cell in 0..<Self.cellCount {
            // The middle of the cell: its borders are soft after coding.
            let inset = (edges[cell + 1] - edges[cell]) / 4
            let columns = (edges[cell] + inset)..<(edges[cell + 1] - inset)
            let margin = rows.count / 4
            var sum = 0
            var count = 0
            for row in (rows.lowerBound + margin)..<(rows.upperBound - margin) {
                for column in columns {
                    sum += Int((luma.base + row * luma.pitch + column).load(as: UInt8.self))
                    count += 1
                }
            }
            guard count > 0 else { return nil }
            let mean = sum / count
            guard mean < 90 || mean > 160 else { return nil }
            bits = bits << 1 | (mean > 160 ? 1 : 0)
        }
        return bits
    }
}
