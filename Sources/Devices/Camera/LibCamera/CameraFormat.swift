// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// A layout of pixels that a camera may give. Formats that need no conversion come first.
enum CameraFormat: String, CaseIterable {
    case yuv420 = "YU12"
    case nv12 = "NV12"
    case yuyv = "YUYV"
    case uyvy = "UYVY"
    // The kernel's test camera claims to have `bgr` too, but doesn't stream it.
    case rgb = "BG24"
    case bgr = "RG24"
    case bgrx = "XR24"
    case rgbx = "XB24"
    case bgra = "AR24"
    case rgba = "AB24"
    case jpeg = "MJPG"

    /// The kernel's code (drm_fourcc.h). Its names of RGB formats begin with the last byte in memory, ours with the first.
    var fourcc: UInt32 { rawValue.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) } }

    init?(fourcc: UInt32) {
        guard let format = Self.allCases.first(where: { $0.fourcc == fourcc }) else { return nil }
        self = format
    }

    /// The same format as a buffer of the box; `nil` if it must be converted.
    var pixelFormat: PixelFormat? {
        switch self {
        case .yuv420: .yuv420p
        case .nv12: .nv12
        default: nil
        }
    }

    /// The format as libswscale names it; `nil` for JPEG, whose decoder says.
    var scalerFormat: AVPixelFormat? {
        switch self {
        case .yuv420: AV_PIX_FMT_YUV420P
        case .nv12: AV_PIX_FMT_NV12
        case .yuyv: AV_PIX_FMT_YUYV422
        case .uyvy: AV_PIX_FMT_UYVY422
        case .bgr: AV_PIX_FMT_BGR24
        case .rgb: AV_PIX_FMT_RGB24
        case .bgrx: AV_PIX_FMT_BGR0
        case .rgbx: AV_PIX_FMT_RGB0
        case .bgra: AV_PIX_FMT_BGRA
        case .rgba: AV_PIX_FMT_RGBA
        case .jpeg: nil
        }
    }

    var bitsPerPixel: Int {
        switch self {
        case .yuv420, .nv12: 12
        case .yuyv, .uyvy: 16
        case .bgr, .rgb: 24
        case .bgrx, .rgbx, .bgra, .rgba: 32
        case .jpeg: 2
        }
    }
}

/// A format in one size, or in every size of a range.
struct CameraOffer: Hashable {
    var format: CameraFormat
    var smallest: VideoSize
    var largest: VideoSize
    /// The pixels from one width, and from one height, to the next; 0 if there is only one size.
    var widthStep = 0
    var heightStep = 0

    /// Returns the size of this offer that is nearest to another, rounded down to a step.
    func nearest(to size: VideoSize) -> VideoSize {
        func nearest(_ length: Int, _ smallest: Int, _ largest: Int, _ step: Int) -> Int {
            guard step > 0 else { return smallest }
            let inside = min(max(length, smallest), largest)
            return smallest + (inside - smallest) / step * step
        }
        return VideoSize(
            width: nearest(size.width, smallest.width, largest.width, widthStep),
            height: nearest(size.height, smallest.height, largest.height, heightStep))
    }
}

/// The format and the size that a camera is asked for.
struct CameraChoice: Hashable {
    var format: CameraFormat
    var size: VideoSize

    /// The capacity of a USB 2 cable, in bits a second: for a size that needs more, a camera lowers its rate.
    private static let cable = 280_000_000

    /// Chooses the nearest size that can be recorded, in the best format that has it; `nil` if nothing can be used.
    init?(of offers: [CameraOffer], nearest wanted: VideoSize, isUSB: Bool) {
        var best: (choice: Self, rank: (Int, Int, Int))?
        for offer in offers {
            let size = offer.nearest(to: wanted)
            guard VideoLimits.objection(to: size.even) == nil else { continue }
            let distance = abs(size.width - wanted.width) + abs(size.height - wanted.height)
            let isTooMuch = isUSB && size.width * size.height * offer.format.bitsPerPixel * 30 > Self.cable
            let rank = (distance, isTooMuch ? 1 : 0, CameraFormat.allCases.firstIndex(of: offer.format) ?? 0)
            if best.map({ rank < $0.rank }) ?? true { best = (Self(format: offer.format, size: size), rank) }
        }
        guard let best else { return nil }
        self = best.choice
    }

    private init(format: CameraFormat, size: VideoSize) {
        self.format = format
        self.size = size
    }

    /// The same choice in the size that the camera made of it.
    init(_ choice: CameraChoice, size: VideoSize) {
        self.init(format: choice.format, size: size)
    }
}

extension VideoSize {
    /// This size without an odd last column and row, which 4:2:0 can't have.
    var even: VideoSize { VideoSize(width: width & ~1, height: height & ~1) }
}
