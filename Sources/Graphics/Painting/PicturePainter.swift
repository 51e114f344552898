// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Paints drawings over the pictures of a film, and over stills.
///
/// The canvas is always the wide one, whatever the picture's shape, so that a film looks the same from every box. Thread-bound.
public final class PicturePainter {
    public let size: VideoSize
    /// The area of the whole picture, in canvas units.
    public var bounds: Rect { Self.mapping(size).screen }
    private let painter: Painter
    private let overlay: MemoryPixelBuffer
    /// The commands that are painted on the overlay, and their area.
    private var painted: [DrawingCommand] = []
    private var used: PixelRect?

    /// Returns the mapping of the canvas to pictures of this size.
    public static func mapping(_ size: VideoSize) -> CanvasMapping { CanvasMapping(size: size, canvas: .wide) }

    /// - Parameter size: the size of the pictures.
    public init(size: VideoSize) {
        self.size = size
        painter = Painter(size: size, canvas: .wide)
        overlay = MemoryPixelBuffer(format: .bgra, size: size)
    }

    /// Paints over a picture.
    /// - Precondition: planar YUV of the painter's size.
    public func paint(_ commands: [DrawingCommand], over picture: PixelBuffer) {
        precondition(picture.size == size && picture.format == .yuv420p, "a painter of \(size) can't paint \(picture.format) \(picture.size)")
        if commands != painted { repaint(commands) }
        if let used { Self.blend(overlay.plane(0), over: picture, within: used) }
    }

    /// Returns every pixel of a picture as RGB, with drawings over it.
    /// - Precondition: planar YUV of the painter's size.
    public func still(of picture: PixelBuffer, with commands: [DrawingCommand]) -> PixelBuffer {
        precondition(picture.size == size, "a painter of \(size) can't paint \(picture.size)")
        let still = StillScaling.rgb(picture, size: size)
        painter.paint(Drawing(commands), into: still)
        return still
    }

    private func repaint(_ commands: [DrawingCommand]) {
        let plane = overlay.plane(0)
        if let used {
            for row in used.top..<used.bottom {
                (plane.base + row * plane.pitch + used.left * 4).initializeMemory(as: UInt8.self, repeating: 0, count: (used.right - used.left) * 4)
            }
        }
        painted = commands
        let bounds = painter.bounds(of: Drawing(commands))
        guard bounds.width > 0, bounds.height > 0 else {
            used = nil
            return
        }
        let touched = painter.pixels(bounds)
        // Chroma has half the width and height, so the area has to be even.
        let even = PixelRect(
            left: touched.left & ~1, top: touched.top & ~1, right: min((touched.right + 1) & ~1, size.width & ~1),
            bottom: min((touched.bottom + 1) & ~1, size.height & ~1))
        used = even.isEmpty ? nil : even
        painter.paint(Drawing(commands), into: overlay)
    }

    /// Lays premultiplied BGRA over planar YUV (BT.709 from 16 to 235); its chroma is the mean of four pixels.
    /// - Parameter area: its edges are on even pixels.
    private static func blend(_ source: PixelPlane, over picture: PixelBuffer, within area: PixelRect) {
        let (luma, blue, red) = (picture.plane(0), picture.plane(1), picture.plane(2))
        for top in stride(from: area.top, to: area.bottom, by: 2) {
            let first = (source.base + top * source.pitch).assumingMemoryBound(to: UInt32.self)
            let second = (source.base + (top + 1) * source.pitch).assumingMemoryBound(to: UInt32.self)
            let upper = (luma.base + top * luma.pitch).assumingMemoryBound(to: UInt8.self)
            let lower = (luma.base + (top + 1) * luma.pitch).assumingMemoryBound(to: UInt8.self)
            let blues = (blue.base + top / 2 * blue.pitch).assumingMemoryBound(to: UInt8.self)
            let reds = (red.base + top / 2 * red.pitch).assumingMemoryBound(to: UInt8.self)
            for left in stride(from: area.left, to: area.right, by: 2) {
                let (a, b, c, d) = (first[left], first[left + 1], second[left], second[left + 1])
                guard a | b | c | d != 0 else { continue }
                let ink = Ink(a) + Ink(b) + Ink(c) + Ink(d)
                upper[left] = Ink(a).luma(over: upper[left])
                upper[left + 1] = Ink(b).luma(over: upper[left + 1])
                lower[left] = Ink(c).luma(over: lower[left])
                lower[left + 1] = Ink(d).luma(over: lower[left + 1])
                (blues[left / 2], reds[left / 2]) = ink.colours(over: blues[left / 2], reds[left / 2])
            }
        }
    }
}

/// The premultiplied parts of one pixel, 0…255, or the sum of four pixels.
private struct Ink {
    var red: Int32
    var green: Int32
    var blue: Int32
    var alpha: Int32

    @inline(__always) init(_ pixel: UInt32) {
        (red, green, blue, alpha) = (Int32(pixel >> 16 & 0xFF), Int32(pixel >> 8 & 0xFF), Int32(pixel & 0xFF), Int32(pixel >> 24))
    }

    @inline(__always) static func + (a: Ink, b: Ink) -> Ink {
        var sum = a
        sum.red += b.red
        sum.green += b.green
        sum.blue += b.blue
        sum.alpha += b.alpha
        return sum
    }

    /// The luma in 65536ths: BT.709's weights times 219/255.
    @inline(__always) private var light: Int32 { red * 11_966 + green * 40_254 + blue * 4064 }

    @inline(__always) func luma(over old: UInt8) -> UInt8 {
        guard alpha > 0 else { return old }
        let under = (Int32(old) * (255 - alpha) + 16 * alpha) * 257
        return UInt8(clamping: (light + under + 32_768) >> 16)
    }

    /// Returns the chroma of a sum of four pixels over what is there: B − Y and R − Y, as 224 steps.
    @inline(__always) func colours(over blue: UInt8, _ red: UInt8) -> (UInt8, UInt8) {
        let left = 1020 - alpha
        func mixed(_ old: UInt8, _ own: Int32) -> UInt8 {
            // A quarter of the sum's 255ths; 257 / 4 of 65536ths for each.
            let under = (Int32(old) * left + 128 * alpha) * 64
            return UInt8(clamping: (under + own / 4 + 32_640) / 65_280)
        }
        return (
            mixed(blue, self.blue * 28_672 - self.red * 6570 - self.green * 22_102),
            mixed(red, self.red * 28_672 - self.green * 26_043 - self.blue * 2629)
        )
    }
}
