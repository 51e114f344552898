// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// Converts pictures to another size, pixel format or range of values with libswscale.
///
/// It keeps what it has computed for one kind of picture and reuses it for the next picture of that kind. Thread-bound.
final class PictureScaler {
    /// The values that stand for black and white, and the colour matrix.
    enum Coding {
        /// BT.709 from 16 to 235: the coding of the box's own pictures.
        case video
        /// BT.601 from 0 to 255: the coding of JPEG files.
        case jpeg

        fileprivate var range: Int32 { self == .jpeg ? 1 : 0 }
        fileprivate var matrix: Int32 { self == .jpeg ? SWS_CS_ITU601 : SWS_CS_ITU709 }
    }

    private struct Side: Equatable {
        var size: VideoSize
        var format: AVPixelFormat
        var coding: Coding

        var described: vir_scaler_side {
            vir_scaler_side(
                width: Int32(clamping: size.width), height: Int32(clamping: size.height), format: format.rawValue, is_full_range: coding.range,
                matrix: coding.matrix)
        }
    }

    /// The properties that a scaler is made for.
    private struct Kind: Equatable {
        var source: Side
        var target: Side
        var isFine: Bool
    }

    private var kind: Kind?
    private var scaler: OpaquePointer?

    deinit { sws_freeContext(scaler) }

    /// Returns the largest size with these proportions that fits in `limit`, never larger than `size`. A reduced size is even.
    static func size(of size: VideoSize, fitting limit: VideoSize) -> VideoSize {
        let scale = min(1, Double(limit.width) / Double(size.width), Double(limit.height) / Double(size.height))
        func even(_ side: Int) -> Int { max(2, Int(Double(side) * scale / 2 + 0.5) * 2) }
        return scale == 1 ? size : VideoSize(width: even(size.width), height: even(size.height))
    }

    /// Draws a picture that is the only one of its kind.
    static func draw(_ source: PixelBuffer, coding: Coding = .video, isFine: Bool = false, into target: Target) throws(ClipError) {
        try PictureScaler().draw(source, coding: coding, isFine: isFine, into: target)
    }

    /// Fills the planes of `target` with the whole of `source`. The rows of `target` need room up to the next 64 bytes, because libswscale
    /// stores whole blocks.
    /// - Parameters:
    ///   - coding: the coding of the source, if it is YUV.
    ///   - isFine: true for the best quality, for pictures that are made once; false for the highest speed.
    func draw(_ source: PixelBuffer, coding: Coding = .video, isFine: Bool = false, into target: Target) throws(ClipError) {
        let wanted = Kind(
            source: Side(size: source.size, format: LibAV.pixelFormat(source.format), coding: coding),
            target: Side(size: target.size, format: target.format, coding: target.coding), isFine: isFine)
        if kind != wanted {
            sws_freeContext(scaler)
            let flags = isFine ? SWS_BICUBIC | SWS_ACCURATE_RND : SWS_FAST_BILINEAR
            scaler = vir_make_scaler(wanted.source.described, wanted.target.described, flags)
            kind = wanted
        }
        guard let scaler else { throw .picture(operation: "scale", reason: "\(source.size) to \(target.size) is not possible") }
        var sources: [UnsafePointer<UInt8>?] = [nil, nil, nil, nil]
        var sourcePitches: [Int32] = [0, 0, 0, 0]
        for index in 0..<source.format.planeCount {
            sources[index] = UnsafePointer(source.plane(index).base.assumingMemoryBound(to: UInt8.self))
            sourcePitches[index] = Int32(clamping: source.plane(index).pitch)
        }
        var planes: [UnsafeMutablePointer<UInt8>?] = [nil, nil, nil, nil]
        var pitches: [Int32] = [0, 0, 0, 0]
        for (index, plane) in target.planes.enumerated() {
            planes[index] = plane.base.assumingMemoryBound(to: UInt8.self)
            pitches[index] = Int32(clamping: plane.pitch)
        }
        let rows = sws_scale(scaler, sources, sourcePitches, 0, Int32(clamping: source.size.height), planes, pitches)
        guard rows == Int32(clamping: target.size.height) else {
            throw .picture(operation: "scale", reason: rows < 0 ? Message(LibAV.text(of: rows)) : "only \(rows) rows came out")
        }
    }

    /// The planes to fill: three for 4:2:0, one for RGB.
    struct Target {
        var size: VideoSize
        var format: AVPixelFormat
        var coding: Coding
        var planes: [PixelPlane]
    }
}
