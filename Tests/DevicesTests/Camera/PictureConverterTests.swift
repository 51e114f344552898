// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core
import Testing

@testable import Devices

/// The colours of decoders' and cameras' pictures after conversion to the box's own format.
@Suite struct PictureConverterTests {
    /// If full range is mistaken for limited range, 16 becomes 0 and 235 becomes 255.
    private static let patches: [[Double]] = [
        [0, 0, 0], [16, 16, 16], [64, 64, 64], [128, 128, 128], [192, 192, 192], [235, 235, 235], [255, 255, 255], [200, 60, 40], [40, 60, 200],
    ]
    private static let patchWidth = 16
    private static let size = VideoSize(width: patches.count * patchWidth, height: 160)

    struct Matrix: Sendable, CustomTestStringConvertible {
        var name: String
        var code: UInt32
        var red: Double
        var blue: Double

        static let bt709 = Matrix(name: "BT.709", code: AVCOL_SPC_BT709.rawValue, red: 0.2126, blue: 0.0722)
        static let all = [
            bt709, Matrix(name: "BT.601", code: AVCOL_SPC_SMPTE170M.rawValue, red: 0.299, blue: 0.114),
            Matrix(name: "BT.2020", code: AVCOL_SPC_BT2020_NCL.rawValue, red: 0.2627, blue: 0.0593),
        ]

        var testDescription: String { name }

        /// Returns the coded values of a colour, 0…255 in 8 bits.
        func coded(_ rgb: [Double], isFullRange: Bool) -> [Double] {
            let luma = red * rgb[0] + (1 - red - blue) * rgb[1] + blue * rgb[2]
            let differences = [(rgb[2] - luma) / (2 * (1 - blue)), (rgb[0] - luma) / (2 * (1 - red))]
            return isFullRange
                ? [luma] + differences.map { 128 + $0 } : [16 + luma * 219 / 255] + differences.map { 128 + $0 * 224 / 255 }
        }

        /// Returns the colour of limited-range values.
        func colour(_ coded: [Double]) -> [Double] {
            let luma = (coded[0] - 16) * 255 / 219
            let (blueness, redness) = ((coded[1] - 128) * 255 / 224, (coded[2] - 128) * 255 / 224)
            let (r, b) = (luma + redness * 2 * (1 - red), luma + blueness * 2 * (1 - blue))
            return [r, (luma - red * r - blue * b) / (1 - red - blue), b].map { min(max($0, 0), 255) }
        }
    }

    enum Format: CaseIterable {
        case yuv420, nv12, yuv422, yuyv, uyvy, yuv444, yuv420OfTenBits, jpeg420, jpeg422, rgb, bgr, bgrx

        var code: AVPixelFormat {
            switch self {
            case .yuv420: AV_PIX_FMT_YUV420P
            case .nv12: AV_PIX_FMT_NV12
            case .yuv422: AV_PIX_FMT_YUV422P
            case .yuyv: AV_PIX_FMT_YUYV422
            case .uyvy: AV_PIX_FMT_UYVY422
            case .yuv444: AV_PIX_FMT_YUV444P
            case .yuv420OfTenBits: AV_PIX_FMT_YUV420P10LE
            case .jpeg420: AV_PIX_FMT_YUVJ420P
            case .jpeg422: AV_PIX_FMT_YUVJ422P
            case .rgb: AV_PIX_FMT_RGB24
            case .bgr: AV_PIX_FMT_BGR24
            case .bgrx: AV_PIX_FMT_BGR0
            }
        }
        var isRGB: Bool { self == .rgb || self == .bgr || self == .bgrx }
        /// The old formats imply full range by their name.
        var ranges: [Bool] { isRGB ? [true] : self == .jpeg420 || self == .jpeg422 ? [true] : [false, true] }
    }

    /// Returns the largest distance of a patch from its colour.
    private static func worst(_ format: Format, isFullRange: Bool, _ matrix: Matrix, to size: VideoSize, isExact: Bool) throws -> Double {
        var frame = av_frame_alloc()
        defer { av_frame_free(&frame) }
        let source = try #require(frame)
        try fill(source, format, isFullRange: isFullRange, matrix)
        let converter = PictureConverter(size: size, isExact: isExact)
        let aspect = Double(self.size.width) / Double(self.size.height)
        let picture = try #require(converter.convert(source, aspect: aspect, orientation: .upright))
        return patches.indices.map { patch in
            let x = (patch * patchWidth + patchWidth / 2) * size.width / self.size.width
            let coded = (0..<3).map { index -> Double in
                let plane = picture.plane(index)
                let step = index == 0 ? 1 : 2
                return Double((plane.base + size.height / 2 / step * plane.pitch + x / step).load(as: UInt8.self))
            }
            return zip(Matrix.bt709.colour(coded), patches[patch]).map { abs($0 - $1) }.max() ?? 0
        }.max() ?? 0
    }

    private static func fill(_ frame: UnsafeMutablePointer<AVFrame>, _ format: Format, isFullRange: Bool, _ matrix: Matrix) throws {
        frame.pointee.width = Int32(size.width)
        frame.pointee.height = Int32(size.height)
        frame.pointee.format = format.code.rawValue
        frame.pointee.color_range = isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        frame.pointee.colorspace = format.isRGB ? AVCOL_SPC_RGB : AVColorSpace(rawValue: matrix.code)
        try #require(av_frame_get_buffer(frame, 0) == 0)
        let kind = try #require(av_pix_fmt_desc_get(format.code)).pointee
        let planes = [frame.pointee.data.0, frame.pointee.data.1, frame.pointee.data.2]
        let pitches = [frame.pointee.linesize.0, frame.pointee.linesize.1, frame.pointee.linesize.2]
        let colours = patches.map { format.isRGB ? $0 : matrix.coded($0, isFullRange: isFullRange) }
        for (index, part) in [kind.comp.0, kind.comp.1, kind.comp.2].enumerated() {
            let isSmall = index > 0 && !format.isRGB
            let (across, down) = (isSmall ? Int(kind.log2_chroma_w) : 0, isSmall ? Int(kind.log2_chroma_h) : 0)
            let plane = try #require(planes[Int(part.plane)])
            for x in 0..<size.width >> across {
                let value = (colours[(x << across) / patchWidth][index] * Double(1 << (part.depth - 8))).rounded()
                for y in 0..<size.height >> down {
                    let place = UnsafeMutableRawPointer(plane) + y * Int(pitches[Int(part.plane)]) + x * Int(part.step) + Int(part.offset)
                    if part.depth > 8 {
                        place.storeBytes(of: UInt16(value), as: UInt16.self)
                    } else {
                        place.storeBytes(of: UInt8(value), as: UInt8.self)
                    }
                }
            }
        }
    }

    /// A film's colours are the nearest that 8 bits allow.
    @Test(arguments: Format.allCases, Matrix.all)
    func aColourIsTheSameInEveryFormatRangeMatrixAndSize(format: Format, matrix: Matrix) throws {
        for isFullRange in format.ranges {
            for scale in [1, 2] {
                let size = VideoSize(width: Self.size.width * scale, height: Self.size.height * scale)
                let worst = try Self.worst(format, isFullRange: isFullRange, matrix, to: size, isExact: true)
                #expect(worst <= 3, "\(isFullRange ? "full" : "limited") range to \(size)")
                // A camera's pictures are converted by the fast path: each of the three values may be off by one step of 8 bits.
                let fast = try Self.worst(format, isFullRange: isFullRange, matrix, to: size, isExact: false)
                #expect(fast <= 4.1, "\(isFullRange ? "full" : "limited") range to \(size), fast")
            }
        }
    }
}
