// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Pictures that carry their frame number, in the same strip as the synthetic camera's: 32 cells from 10 % to 90 % of the width and 80 % to
/// 84 %
/// of the height, the most significant bit first, white for 1.
public enum NumberedPicture {
    /// Returns a picture with moving texture, so that an encoder has work to do. The same number and seed make the same picture.
    public static func make(_ number: Int64, size: VideoSize, format: PixelFormat = .yuv420p, seed: UInt64 = 1) -> PixelBuffer {
        let buffer = MemoryPixelBuffer(format: format, size: size)
        let luma = buffer.plane(0)
        var noise = SeededGenerator(seed: seed &+ UInt64(bitPattern: number))
        for y in 0..<size.height {
            let row = (luma.base + y * luma.pitch).assumingMemoryBound(to: UInt8.self)
            for x in 0..<size.width {
                let wave = (x &* 3 &+ y &* 2 &+ Int(number) &* 5) & 127
                row[x] = UInt8(48 + wave)
            }
        }
        for _ in 0..<size.width {
            let x = Int.random(in: 0..<size.width, using: &noise)
            let y = Int.random(in: 0..<size.height, using: &noise)
            luma.base.storeBytes(of: UInt8.random(in: 16...235, using: &noise), toByteOffset: y * luma.pitch + x, as: UInt8.self)
        }
        for index in 1..<format.planeCount {
            let plane = buffer.plane(index)
            let rows = (size.height + 1) / 2
            plane.base.initializeMemory(as: UInt8.self, repeating: 128, count: plane.pitch * rows)
        }
        drawStrip(number, luma, size)
        return buffer
    }

    /// Returns the number that a picture's luma carries; `nil` if a cell is neither black nor white.
    public static func number(luma: UnsafeRawPointer, pitch: Int, size: VideoSize) -> Int64? {
        var number: Int64 = 0
        let y = size.height * 82 / 100
        for cell in 0..<32 {
            let (left, right) = columns(of: cell, size)
            let value = luma.load(fromByteOffset: y * pitch + (left + right) / 2, as: UInt8.self)
            guard value < 100 || value > 150 else { return nil }
            number = number << 1 | (value > 150 ? 1 : 0)
        }
        return number
    }

    public static func number(_ buffer: PixelBuffer) -> Int64? {
        number(luma: buffer.plane(0).base, pitch: buffer.plane(0).pitch, size: buffer.size)
    }

    private static func drawStrip(_ number: Int64, _ luma: PixelPlane, _ size: VideoSize) {
        for cell in 0..<32 {
            let (left, right) = columns(of: cell, size)
            let value: UInt8 = number >> (31 - cell) & 1 == 1 ? 235 : 16
            for y in size.height * 80 / 100..<size.height * 84 / 100 {
                (luma.base + y * luma.pitch + left).initializeMemory(as: UInt8.self, repeating: value, count: right - left)
            }
        }
    }

    private static func columns(of cell: Int, _ size: VideoSize) -> (left: Int, right: Int) {
        let left = size.width / 10
        let width = size.width * 8 / 10
        return (left + cell * width / 32, left + (cell + 1) * width / 32)
    }
}
