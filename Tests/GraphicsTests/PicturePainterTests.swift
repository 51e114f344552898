// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Graphics

/// Drawings over planar YUV look like drawings over RGB.
@Suite struct PicturePainterTests {
    private static let size = VideoSize(width: 192, height: 108)

    private func gray(_ level: UInt8) -> MemoryPixelBuffer {
        let picture = MemoryPixelBuffer(format: .yuv420p, size: Self.size)
        for index in 0..<3 {
            let plane = picture.plane(index)
            plane.base.initializeMemory(
                as: UInt8.self, repeating: index == 0 ? level : 128, count: plane.pitch * (index == 0 ? Self.size.height : Self.size.height / 2))
        }
        return picture
    }

    private func sample(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> [Int] {
        (0..<3).map { index in
            let (plane, half) = (picture.plane(index), index == 0 ? 1 : 2)
            return Int(plane.base.load(fromByteOffset: y / half * plane.pitch + x / half, as: UInt8.self))
        }
    }

    /// BT.709, limited range (16 to 235).
    private func coded(_ red: Double, _ green: Double, _ blue: Double) -> [Double] {
        let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        return [16 + 219 * luma, 128 + 224 * (blue - luma) / 1.8556, 128 + 224 * (red - luma) / 1.5748]
    }

    @Test(
        "V-53 a colour becomes what BT.709 says, mixed by its opacity",
        arguments: [
            Color(hex: 0xFF453A), Color(hex: 0x30D158), Color(hex: 0x64D2FF), Color(hex: 0xFFD60A), Color(hex: 0xFFFFFF), Color(hex: 0x000000),
            Color(hex: 0x808080), Color(hex: 0x0000FF),
        ], [1, 0.5, 0.1])
    func coloursAreMixed(color: Color, opacity: Double) {
        let picture = gray(90)
        let painter = PicturePainter(size: Self.size)
        painter.paint([.fill(Rect(x: 200, y: 200, width: 1000, height: 600), cornerRadius: 0, color.opacity(opacity))], over: picture)
        let wanted = zip(coded(color.red, color.green, color.blue), [90.0, 128, 128]).map { $0 * opacity + $1 * (1 - opacity) }
        for (value, wanted) in zip(sample(picture, 60, 50), wanted) { #expect(abs(Double(value) - wanted) <= 1.5) }
        #expect(sample(picture, 4, 4) == [90, 128, 128] && sample(picture, 188, 104) == [90, 128, 128], "nothing else is touched")
    }

    @Test("what isn't drawn any more is gone from the next picture, and the same drawing is the same")
    func nothingStays() {
        let painter = PicturePainter(size: Self.size)
        let line = DrawingCommand.line([Point(100, 100), Point(1800, 900)], width: 20, Color(hex: 0xFF0000))
        let disc = DrawingCommand.disc(center: Point(1600, 200), radius: 80, Color(hex: 0x00FF00))
        func painted(_ commands: [DrawingCommand], by painter: PicturePainter) -> [UInt8] {
            let picture = gray(100)
            painter.paint(commands, over: picture)
            return (0..<3).flatMap { index in
                let plane = picture.plane(index)
                return UnsafeRawBufferPointer(start: plane.base, count: plane.pitch * Self.size.height / (index == 0 ? 1 : 2))
            }
        }
        for commands in [[line], [line, disc], [disc], [disc], [], [line]] as [[DrawingCommand]] {
            #expect(painted(commands, by: painter) == painted(commands, by: PicturePainter(size: Self.size)))
        }
        #expect(painted([], by: painter) == painted([], by: PicturePainter(size: Self.size)))
    }

    @Test("a still has every pixel of its picture, with what is drawn on it")
    func aStill() {
        let painter = PicturePainter(size: Self.size)
        let still = painter.still(of: gray(126), with: [.fill(Rect(x: 0, y: 0, width: 100, height: 100), cornerRadius: 0, Color(hex: 0xFF0000))])
        #expect(still.size == Self.size && still.format == .bgrx)
        #expect(still.pixel(5, 5).distance(to: Pixel(red: 255, green: 0, blue: 0, alpha: 255)) <= 2)
        #expect(still.pixel(180, 100).distance(to: Pixel(red: 128, green: 128, blue: 128, alpha: 255)) <= 2)
    }

    @Test("odd sizes are painted to their last whole pair of pixels")
    func oddSizes() {
        let size = VideoSize(width: 33, height: 21)
        let picture = MemoryPixelBuffer(format: .yuv420p, size: size)
        let painter = PicturePainter(size: size)
        painter.paint([.fill(painter.bounds, cornerRadius: 0, Color(hex: 0xFFFFFF))], over: picture)
        #expect(sample(picture, 31, 19)[0] == 235)
    }
}
