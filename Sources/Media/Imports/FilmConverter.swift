// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// Makes decoded pictures of any kind into the box's own: 8-bit planar YUV in BT.709, 16 to 235, at the size of the imported film.
///
/// A picture that is so already isn't copied. Colours beyond those of BT.709, as in HDR, are kept as they are coded, which looks paler.
/// Thread-bound.
final class FilmConverter {
    private let size: VideoSize
    private let target: MemoryPixelBuffer
    private var kind: vir_scaler_side?
    private var scaler: OpaquePointer?

    init(to size: VideoSize) {
        self.size = size
        target = MemoryPixelBuffer(format: .yuv420p, size: size)
    }

    deinit { sws_freeContext(scaler) }

    /// Returns the picture of a frame; `nil` if libswscale doesn't know its kind. The next call fills the same memory.
    func picture(_ frame: LibAVFrame) -> PixelBuffer? {
        let kind = vir_scaler_side_of_frame(frame.pointer)
        let ours = vir_scaler_side_of_box(Int32(clamping: size.width), Int32(clamping: size.height))
        if vir_scaler_sides_are_equal(kind, ours) != 0 { return LibAVPixelBuffer(frame) }
        if self.kind.map({ vir_scaler_sides_are_equal($0, kind) != 0 }) != true {
            sws_freeContext(scaler)
            let isKnown = kind.width > 0 && kind.height > 0 && sws_isSupportedInput(AVPixelFormat(rawValue: kind.format)) != 0
            scaler = isKnown ? vir_make_scaler(kind, ours, SWS_BICUBIC | SWS_ACCURATE_RND) : nil
            self.kind = kind
        }
        guard let scaler else { return nil }
        let (y, u, v) = (target.plane(0), target.plane(1), target.plane(2))
        let rows = vir_scale_frame(scaler, frame.pointer, y.base, Int32(y.pitch), u.base, Int32(u.pitch), v.base, Int32(v.pitch))
        return rows == Int32(clamping: size.height) ? target : nil
    }
}
