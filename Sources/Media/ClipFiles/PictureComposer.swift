// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// Draws pictures, oriented for viewing, into another picture, as planar YUV.
public enum PictureComposer {
    /// Fills a part of a picture with a part of another one, turned, mirrored and scaled.
    /// - Parameters:
    ///   - crop: the visible part of the picture oriented for viewing, 0…1 both ways.
    ///   - target: planar YUV.
    ///   - place: the rectangle to fill, reduced to even pixels.
    ///   - opacity: 0 leaves what is there, 1 replaces it.
    public static func draw(
        _ source: PixelBuffer, _ orientation: PictureOrientation, crop: Rect = .unit, into target: PixelBuffer, at place: PixelRect,
        opacity: Double = 1
    ) throws(ClipError) {
        let place = place.even.intersection(PixelRect(target.size))
        guard !place.isEmpty, target.format == .yuv420p, opacity > 0 else { return }
        if opacity < 1 {
            let over = MemoryPixelBuffer(format: .yuv420p, size: place.size)
            try draw(source, orientation, crop: crop, into: over, at: PixelRect(place.size))
            return blend(over, over: PicturePart(target, place), opacity)
        }
        let part = seen(Placement().placing(orientation).inMemory(crop), of: source.size)
        guard !part.isEmpty else { return }
        let size = orientation.size(of: place.size)
        let cut = PicturePart(source, part)
        let goal = PicturePart(target, place)
        guard part.size != size || source.format != .yuv420p else { return turn(cut, orientation, into: goal) }
        // swscale stores whole blocks of samples. Only the rows of a `MemoryPixelBuffer` have room for the excess of the last block; beside
        // a part of a picture lies another part.
        if orientation == .upright, place == PixelRect(target.size), target is MemoryPixelBuffer { return try scale(cut, to: target) }
        let scaled = MemoryPixelBuffer(format: .yuv420p, size: size)
        try scale(cut, to: scaled)
        turn(scaled, orientation, into: goal)
    }

    /// Returns the visible part of a picture. It begins on even pixels, because colours have half the width and height. Its size doesn't
    /// depend on its position, so that a part that needs no scaling isn't scaled.
    private static func seen(_ crop: Rect, of size: VideoSize) -> PixelRect {
        let meant = PixelRect(crop: crop, of: size)
        func span(_ first: Int, _ low: Double, _ high: Double, _ count: Int) -> (Int, Int) {
            let length = Int(((min(1, high) - max(0, low)).clamped(to: 0...1) * Double(count)).rounded()) & ~1
            let begin = min(first, count - length) & ~1
            return (begin, begin + length)
        }
        let (left, right) = span(meant.left, crop.x, crop.maxX, size.width)
        let (top, bottom) = span(meant.top, crop.y, crop.maxY, size.height)
        return PixelRect(left: left, top: top, right: right, bottom: bottom)
    }

    private static func scale(_ source: PixelBuffer, to target: PixelBuffer) throws(ClipError) {
        try PictureScaler.draw(
            source, isFine: true,
            into: PictureScaler.Target(size: target.size, format: AV_PIX_FMT_YUV420P, coding: .video, planes: (0..<3).map(target.plane)))
    }

    /// Lays a picture over another one of its size, both planar YUV.
    private static func blend(_ source: PixelBuffer, over target: PixelBuffer, _ opacity: Double) {
        let part = Int((opacity.clamped(to: 0...1) * 256).rounded())
        for index in 0..<3 {
            let (above, below) = (source.plane(index), target.plane(index))
            let (width, height) = index == 0 ? (source.size.width, source.size.height) : (source.size.width / 2, source.size.height / 2)
            for row in 0..<height {
                let from = (above.base + row * above.pitch).assumingMemoryBound(to: UInt8.self)
                let to = (below.base + row * below.pitch).assumingMemoryBound(to: UInt8.self)
                for column in 0..<width { to[column] = UInt8((Int(from[column]) * part + Int(to[column]) * (256 - part) + 128) >> 8) }
            }
        }
    }

    /// Copies a picture, turned, into a picture that has its size after turning. Both are planar YUV.
    static func turn(_ source: PixelBuffer, _ orientation: PictureOrientation, into target: PixelBuffer) {
        for index in 0..<3 {
            let step = index == 0 ? 1 : 2
            orientation.copy(
                source.plane(index), to: target.plane(index), width: (target.size.width + step - 1) / step,
                height: (target.size.height + step - 1) / step)
        }
    }
}

/// A part of a picture as a picture of its own, in the same memory.
private final class PicturePart: PixelBuffer, @unchecked Sendable {
    // Kept alive for its memory; the reference never changes.
    private let whole: PixelBuffer

    /// - Parameter part: on even pixels, inside the picture.
    init(_ whole: PixelBuffer, _ part: PixelRect) {
        self.whole = whole
        func plane(_ index: Int) -> PixelPlane {
            let plane = whole.plane(index)
            let (column, row) =
                switch (whole.format, index) {
                case (.bgra, _), (.bgrx, _): (part.left * 4, part.top)
                case (_, 0): (part.left, part.top)
                case (.nv12, _): (part.left, part.top / 2)
                case (.yuv420p, _): (part.left / 2, part.top / 2)
                }
            return PixelPlane(base: plane.base + row * plane.pitch + column, pitch: plane.pitch)
        }
        let count = whole.format.planeCount
        super.init(
            format: whole.format, size: part.size, planes: plane(0), count > 1 ? plane(1) : nil, count > 2 ? plane(2) : nil)
    }
}

extension PixelRect {
    /// The part of the rectangle on even pixels, because colours have half the width and height.
    fileprivate var even: PixelRect {
        PixelRect(left: (left + 1) & ~1, top: (top + 1) & ~1, right: right & ~1, bottom: bottom & ~1)
    }
}
