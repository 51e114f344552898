// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport

/// Pictures for displays under test, and a measure of their difference.
enum DisplayPictures {
    static let size = VideoSize.hd720

    /// Returns brightness with edges and slowly changing colours, different for each seed. Planes and GPUs interpolate colours in ways of
    /// their own, which would show at edges of colour.
    static func video(_ format: PixelFormat, seed: UInt64, size: VideoSize = size) -> MemoryPixelBuffer {
        var random = SeededGenerator(seed: seed)
        let buffer = MemoryPixelBuffer(format: format, size: size)
        let (slope, rise) = (Int.random(in: 1...5, using: &random), Int.random(in: 1...5, using: &random))
        for index in 0..<format.planeCount {
            let plane = buffer.plane(index)
            let rows = index == 0 ? size.height : (size.height + 1) / 2
            for row in 0..<rows {
                for column in 0..<plane.pitch {
                    let step = index == 0 ? 0 : format == .nv12 ? column / 2 : column
                    let value =
                        index == 0
                        ? 60 + (column * slope / 8 + row * rise / 8 + 64 * (column / 200 + row / 150)) % 120
                        : 108 + 10 * (format == .nv12 ? column % 2 : index) + (step * slope + row * rise) / 320
                    plane.base.storeBytes(of: UInt8(value), toByteOffset: row * plane.pitch + column, as: UInt8.self)
                }
            }
        }
        return buffer
    }

    /// Returns half-transparent bars in these areas, premultiplied; the rest is transparent.
    static func drawing(_ parts: [PixelRect]) -> PlacedPicture {
        let buffer = MemoryPixelBuffer(format: .bgra, size: size)
        let plane = buffer.plane(0)
        for part in parts {
            for row in part.top..<part.bottom {
                for column in part.left..<part.right {
                    let pixel: UInt32 = column % 64 < 32 ? 0x8040_2010 : 0xFF10_C0F0
                    plane.base.storeBytes(of: pixel, toByteOffset: row * plane.pitch + column * 4, as: UInt32.self)
                }
            }
        }
        return PlacedPicture(buffer: buffer, place: CanvasMapping(size: size).screen, used: parts)
    }

    /// Returns the largest difference of any colour of any pixel.
    static func difference(_ one: PixelBuffer, _ other: PixelBuffer) -> Int {
        var worst = 0
        for row in 0..<one.size.height {
            let (a, b) = (one.plane(0).base + row * one.plane(0).pitch, other.plane(0).base + row * other.plane(0).pitch)
            for byte in 0..<one.size.width * 4 where byte % 4 != 3 {
                worst = max(worst, abs(Int(a.load(fromByteOffset: byte, as: UInt8.self)) - Int(b.load(fromByteOffset: byte, as: UInt8.self))))
            }
        }
        return worst
    }
}
