// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The kernel's four-character codes of pixel layouts (drm_fourcc.h).
enum FourCC {
    static let yuv420 = code("YU12")
    static let nv12 = code("NV12")
    static let argb8888 = code("AR24")
    static let xrgb8888 = code("XR24")

    /// Returns the kernel's code of the box's pixel format.
    static func of(_ format: PixelFormat) -> UInt32 {
        switch format {
        case .yuv420p: yuv420
        case .nv12: nv12
        case .bgra: argb8888
        case .bgrx: xrgb8888
        }
    }

    static func text(_ code: UInt32) -> String {
        String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }, as: UTF8.self)
    }

    private static func code(_ text: StaticString) -> UInt32 {
        text.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }
}
