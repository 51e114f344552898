// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport

/// YUV pictures with known contents, and their RGB values by the standard.
enum TestPictures {
    /// Returns noise in brightness and slow ramps in colour; the padding between the rows is noise too.
    static func make(_ format: PixelFormat, _ size: VideoSize, seed: UInt64) -> MemoryPixelBuffer {
        var random = SeededGenerator(seed: seed)
        let buffer = MemoryPixelBuffer(format: format, size: size)
        for index in 0..<format.planeCount {
            let rows = index == 0 ? size.height : (size.height + 1) / 2
            for y in 0..<rows {
                for x in 0..<buffer.plane(index).pitch {
                    let column = format == .nv12 && index > 0 ? x / 2 : x
                    buffer.row(y, plane: index)[x] =
                        index == 0
                        ? .random(in: 16...235, using: &random)
                        : UInt8(clamping: (index == 2 || (format == .nv12 && x % 2 == 1)) ? 60 + y : 70 + column)
                }
            }
            let used = index == 0 ? size.width : format == .nv12 ? (size.width + 1) / 2 * 2 : (size.width + 1) / 2
            for y in 0..<rows {
                for x in used..<max(used, buffer.plane(index).pitch) {
                    buffer.row(y, plane: index)[x] = .random(in: 0...255, using: &random)
                }
            }
        }
        return buffer
    }

    /// BT.709, limited range; colour is interpolated between its samples.
    static func rgb(_ buffer: PixelBuffer, _ x: Int, _ y: Int) -> Pixel {
        let luma = (Double(buffer.row(y)[x]) - 16) / 219
        let u = (chroma(buffer, 0, x, y) - 128) / 224
        let v = (chroma(buffer, 1, x, y) - 128) / 224
        func byte(_ value: Double) -> Int { Int((min(max(value, 0), 1) * 255).rounded()) }
        return Pixel(
            red: byte(luma + 1.5748 * v), green: byte(luma - 0.1873 * u - 0.4681 * v), blue: byte(luma + 1.8556 * u),
            alpha: 255)
    }

    private static func chroma(_ buffer: PixelBuffer, _ component: Int, _ x: Int, _ y: Int) -> Double {
        let (width, height) = ((buffer.size.width + 1) / 2, (buffer.size.height + 1) / 2)
        func sample(_ column: Int, _ row: Int) -> Double {
            let (column, row) = (min(max(column, 0), width - 1), min(max(row, 0), height - 1))
            return buffer.format == .nv12
                ? Double(buffer.row(row, plane: 1)[2 * column + component])
                : Double(buffer.row(row, plane: 1 + component)[column])
        }
        let (atX, atY) = ((Double(x) + 0.5) / 2 - 0.5, (Double(y) + 0.5) / 2 - 0.5)
        let (column, row) = (atX.rounded(.down), atY.rounded(.down))
        let (right, down) = (atX - column, atY - row)
        let (left, top) = (Int(column), Int(row))
        return (sample(left, top) * (1 - right) + sample(left + 1, top) * right) * (1 - down)
            + (sample(left, top + 1) * (1 - right) + sample(left + 1, top + 1) * right) * down
    }
}
