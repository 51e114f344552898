// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// Makes decoded pictures of any kind into the box's own: 8-bit planar YUV in BT.709, 16 to 235, at the size of the imported film.
///
/// A picture that is so already isn't copied. Colours beyond those of BT.709, as in HDR, are kept as they are coded, which looks paler.
/// Thread-bound.
final class FilmConverter {
    private struct Kind: Equatable {
        var width: Int32
        var height: Int32
        var format: Int32
        var isFullRange: Int32
        var matrix: Int32
    }

    private let size: VideoSize
    private let target: MemoryPixelBuffer
    private var kind: Kind?
    private var scaler: OpaquePointer?

    init(to size: VideoSize) {
        self.size = size
        target = MemoryPixelBuffer(format: .yuv420p, size: size)
    }

    deinit { sws_freeContext(scaler) }

    /// Returns the picture of a frame; `nil` if libswscale doesn't know its kind. The next call fills the same memory.
    func picture(_ frame: LibAVFrame) -> PixelBuffer? {
        let kind = Self.kind(of: frame.pointer.pointee)
        let isOurs = kind.format == AV_PIX_FMT_YUV420P.rawValue && kind.isFullRange == 0 && kind.matrix == SWS_CS_ITU709
        if isOurs, Int(kind.width) == size.width, Int(kind.height) == size.height { return LibAVPixelBuffer(frame) }
        if self.kind != kind {
            sws_freeContext(scaler)
            scaler = Self.scaler(from: kind, to: size)
            self.kind = kind
        }
        guard let scaler else { return nil }
        var planes: [UnsafeMutablePointer<UInt8>?] = [nil, nil, nil, nil]
        var pitches: [Int32] = [0, 0, 0, 0]
        for index in 0..<3 {
            planes[index] = target.plane(index).base.assumingMemoryBound(to: UInt8.self)
            pitches[index] = Int32(clamping: target.plane(index).pitch)
        }
        let picture = frame.pointer.pointee
        let data = picture.data
        let lines = picture.linesize
        let sources = [UnsafePointer(data.0), UnsafePointer(data.1), UnsafePointer(data.2), UnsafePointer(data.3)]
        let rows = sws_scale(scaler, sources, [lines.0, lines.1, lines.2, lines.3], 0, kind.height, planes, pitches)
        return rows == Int32(clamping: size.height) ? target : nil
    }

    private static func kind(of picture: AVFrame) -> Kind {
        // The J in these names means the full range, which libswscale wants to be told apart from the format.
        let (format, isJPEG): (AVPixelFormat, Bool) =
            switch AVPixelFormat(rawValue: picture.format) {
            case AV_PIX_FMT_YUVJ420P: (AV_PIX_FMT_YUV420P, true)
            case AV_PIX_FMT_YUVJ422P: (AV_PIX_FMT_YUV422P, true)
            case AV_PIX_FMT_YUVJ444P: (AV_PIX_FMT_YUV444P, true)
            case let other: (other, false)
            }
        let matrix: Int32 =
            switch picture.colorspace {
            case AVCOL_SPC_BT709: SWS_CS_ITU709
            case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: SWS_CS_BT2020
            case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: SWS_CS_ITU601
            // A film that doesn't say it is coded as television of its size was.
            default: picture.width >= 1280 || picture.height >= 720 ? SWS_CS_ITU709 : SWS_CS_ITU601
            }
        return Kind(
            width: picture.width, height: picture.height, format: format.rawValue,
            isFullRange: isJPEG || picture.color_range == AVCOL_RANGE_JPEG ? 1 : 0, matrix: matrix)
    }

    private static func scaler(from kind: Kind, to size: VideoSize) -> OpaquePointer? {
        guard kind.width > 0, kind.height > 0, sws_isSupportedInput(AVPixelFormat(rawValue: kind.format)) != 0 else { return nil }
        return vir_make_scaler(
            vir_scaler_side(
                width: kind.width, height: kind.height, format: kind.format, is_full_range: kind.isFullRange, matrix: kind.matrix),
            vir_scaler_side(
                width: Int32(clamping: size.width), height: Int32(clamping: size.height), format: AV_PIX_FMT_YUV420P.rawValue,
                is_full_range: 0, matrix: SWS_CS_ITU709),
            SWS_BICUBIC | SWS_ACCURATE_RND)
    }
}
