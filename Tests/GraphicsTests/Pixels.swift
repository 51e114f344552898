// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// The colour of one pixel of an RGB buffer; components 0…255 as in memory.
struct Pixel: Hashable, CustomStringConvertible {
    var red: Int
    var green: Int
    var blue: Int
    var alpha: Int

    var description: String { "(\(red) \(green) \(blue) \(alpha))" }

    /// The largest difference in a colour component.
    func distance(to other: Pixel) -> Int {
        max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue))
    }
}

extension PixelBuffer {
    /// The bytes of a row.
    func row(_ y: Int, plane index: Int = 0) -> UnsafeMutablePointer<UInt8> {
        (plane(index).base + y * plane(index).pitch).assumingMemoryBound(to: UInt8.self)
    }

    func pixel(_ x: Int, _ y: Int) -> Pixel {
        let bytes = row(y) + 4 * x
        return Pixel(red: Int(bytes[2]), green: Int(bytes[1]), blue: Int(bytes[0]), alpha: Int(bytes[3]))
    }

    /// All pixels, row by row, without the padding.
    var allPixels: [UInt8] {
        (0..<size.height).flatMap { y in UnsafeBufferPointer(start: row(y), count: 4 * size.width) }
    }

    /// The smallest rectangle that holds all pixels that aren't transparent; `nil` if all are.
    var inkedPixels: (left: Int, top: Int, right: Int, bottom: Int)? {
        var result: (left: Int, top: Int, right: Int, bottom: Int)?
        let blank = [UInt8](repeating: 0, count: 4 * size.width)
        for y in 0..<size.height where memcmp(row(y), blank, blank.count) != 0 {
            let inked = (0..<size.width).filter { row(y)[4 * $0 + 3] != 0 }
            guard let first = inked.first, let last = inked.last else { continue }
            let old = result ?? (first, y, last, y)
            result = (min(old.left, first), old.top, max(old.right, last), y)
        }
        return result
    }

    /// Returns the first pixel that differs from another buffer's, for the message of a failed test.
    func firstDifference(from other: PixelBuffer) -> String? {
        guard size == other.size else { return "\(size) is not \(other.size)" }
        for y in 0..<size.height where memcmp(row(y), other.row(y), 4 * size.width) != 0 {
            for x in 0..<size.width where pixel(x, y) != other.pixel(x, y) {
                return "at \(x), \(y): \(pixel(x, y)) is not \(other.pixel(x, y))"
            }
        }
        return nil
    }
}
