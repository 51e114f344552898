// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A picture that consists only of its number, and whether it has been through the codecs.
final class NumberedPicture: PixelBuffer, @unchecked Sendable {
    // Its pixels are never written, so all pictures may share the same memory.
    let frame: Int64
    let isDecoded: Bool

    static let size = VideoSize(width: 2, height: 2)
    private static let plane = PixelPlane(base: .allocate(byteCount: 64, alignment: 64), pitch: 8)

    init(_ frame: Int64, isDecoded: Bool) {
        self.frame = frame
        self.isDecoded = isDecoded
        super.init(format: .bgrx, size: Self.size, planes: Self.plane)
    }
}
