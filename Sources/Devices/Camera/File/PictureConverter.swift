// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// Converts any picture of a decoder to yuv420p of one size, BT.709 limited range. The picture is scaled with its aspect kept, and black
/// surrounds it if it doesn't fill the size. Thread-bound.
final class PictureConverter {
    let size: VideoSize
    private let flags: Int32
    private var scaler: OpaquePointer?
    private var source: Source?
    private var pool: PixelBufferPool<Void>
    /// The scaled picture, if it must be turned or is smaller than the whole one. The scaler writes up to 64 bytes beyond the end of a row,
    /// so it may not write beside the black.
    private var inner: MemoryPixelBuffer?

    /// The source that the scaler was set up for.
    private struct Source: Equatable {
        var pictures: vir_scaler_side
        var place: PixelArea
        var orientation: PictureOrientation

        static func == (left: Source, right: Source) -> Bool {
            vir_scaler_sides_are_equal(left.pictures, right.pictures) != 0 && left.place == right.place && left.orientation == right.orientation
        }
    }

    /// - Parameter isExact: rounds each value to the nearest one, which takes three times as long if the matrix changes. Otherwise a value
    ///   may be one step off.
    init(size: VideoSize, isExact: Bool) {
        self.size = size
        flags = isExact ? SWS_BICUBIC | SWS_ACCURATE_RND : SWS_BICUBIC
        pool = PixelBufferPool(size: size, emptyNote: ())
    }

    deinit { sws_freeContext(scaler) }

    /// Converts a decoded picture.
    /// - Parameters:
    ///   - aspect: the width of the picture as seen over its height.
    ///   - orientation: the turn and the mirroring that make the decoded picture upright.
    /// - Returns: `nil` if the scaler doesn't know the picture's format.
    func convert(_ frame: UnsafePointer<AVFrame>, aspect: Double, orientation: PictureOrientation) -> PixelBuffer? {
        let wanted = Source(pictures: vir_scaler_side_of_frame(frame), place: place(aspect: aspect), orientation: orientation)
        if wanted != source { setUp(wanted) }
        guard let scaler, let place = source?.place else { return nil }
        var isDone = false
        let buffer = pool.take { buffer, _ in
            isDone = Self.scale(frame, with: scaler, into: inner ?? buffer)
            if let inner { Self.letterbox(inner, orientation, at: place, into: buffer) }
        }
        return isDone ? buffer : nil
    }

    /// Returns the area of the picture in the output: even, and the full width or height if less than four pixels of it would stay black.
    private func place(aspect: Double) -> PixelArea {
        let whole = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        let fitted = whole.fitted(aspect: aspect)
        func even(_ length: Double, _ whole: Int) -> Int {
            let even = max(2, Int((length / 2).rounded()) * 2)
            return whole - even < 4 ? whole : even
        }
        let width = even(fitted.width, size.width)
        let height = even(fitted.height, size.height)
        let left = (size.width - width) / 2 & ~1
        let top = (size.height - height) / 2 & ~1
        return PixelArea(left: left, top: top, right: left + width, bottom: top + height)
    }

    private func setUp(_ wanted: Source) {
        sws_freeContext(scaler)
        let shown = VideoSize(width: wanted.place.right - wanted.place.left, height: wanted.place.bottom - wanted.place.top)
        let scaled = wanted.orientation.size(of: shown)
        source = wanted
        scaler = vir_make_scaler(wanted.pictures, vir_scaler_side_of_box(Int32(scaled.width), Int32(scaled.height)), flags)
        let isWhole = shown == size && wanted.orientation == .upright
        inner = isWhole ? nil : MemoryPixelBuffer(format: .yuv420p, size: scaled)
    }

    private static func scale(_ frame: UnsafePointer<AVFrame>, with scaler: OpaquePointer, into buffer: PixelBuffer) -> Bool {
        let (y, u, v) = (buffer.plane(0), buffer.plane(1), buffer.plane(2))
        return vir_scale_frame(scaler, frame, y.base, Int32(y.pitch), u.base, Int32(u.pitch), v.base, Int32(v.pitch)) > 0
    }

    /// Copies the picture to its area, with black around it.
    private static func letterbox(_ inner: MemoryPixelBuffer, _ orientation: PictureOrientation, at place: PixelArea, into buffer: PixelBuffer) {
        for index in 0..<3 {
            let to = buffer.plane(index)
            let step = index == 0 ? 1 : 2
            let black: UInt8 = index == 0 ? 16 : 128
            let width = buffer.size.width / step
            let (left, right, top, bottom) = (place.left / step, place.right / step, place.top / step, place.bottom / step)
            for row in 0..<(buffer.size.height / step) {
                let line = to.base + row * to.pitch
                if row < top || row >= bottom {
                    line.initializeMemory(as: UInt8.self, repeating: black, count: width)
                } else {
                    line.initializeMemory(as: UInt8.self, repeating: black, count: left)
                    (line + right).initializeMemory(as: UInt8.self, repeating: black, count: width - right)
                }
            }
            let target = PixelPlane(base: to.base + top * to.pitch + left, pitch: to.pitch)
            orientation.copy(inner.plane(index), to: target, width: right - left, height: bottom - top)
        }
    }
}
