// SPDX-License-Identifier: GPL-3.0-or-later

/// A rectangle of whole pixels with even corners, so that it covers whole chroma samples too.
package struct PixelArea: Hashable {
    package var left: Int
    package var top: Int
    package var right: Int
    package var bottom: Int

    package static let empty = PixelArea(left: 0, top: 0, right: 0, bottom: 0)

    package var isEmpty: Bool { left >= right || top >= bottom }

    /// Makes the smallest such rectangle around these bounds, inside a picture of this size.
    package init(minX: Double, minY: Double, maxX: Double, maxY: Double, in size: VideoSize) {
        func clamped(_ value: Double, _ limit: Int) -> Int { Int(min(max(value, 0), Double(limit))) }
        left = clamped(minX.rounded(.down), size.width) & ~1
        top = clamped(minY.rounded(.down), size.height) & ~1
        right = (clamped(maxX.rounded(.up), size.width) + 1) & ~1
        bottom = (clamped(maxY.rounded(.up), size.height) + 1) & ~1
    }

    package init(left: Int, top: Int, right: Int, bottom: Int) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    package mutating func formUnion(_ other: PixelArea) {
        guard !other.isEmpty else { return }
        guard !isEmpty else {
            self = other
            return
        }
        left = min(left, other.left)
        top = min(top, other.top)
        right = max(right, other.right)
        bottom = max(bottom, other.bottom)
    }
}
