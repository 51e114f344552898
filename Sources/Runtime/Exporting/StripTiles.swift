// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The rectangles of a strip that is exported: the row of the TV, with every pixel that was recorded.
struct StripTiles: Hashable {
    /// A picture's width over its height, as on the TV at the usual text size, unless the clip's own is narrower: an athlete stands.
    private static let aspect = 208.0 / 298
    private static let tallest = 652
    private static let (margin, gap, head, foot) = (32, 16, 88, 56)

    /// The rectangles of the pictures, which all show the same part, turned as they are shown.
    let tiles: [PixelRect]
    let size: VideoSize
    /// The share of a picture's width that is visible, 0…1.
    let share: Double

    /// - Parameter seen: the picture's size, turned as it is shown.
    init(_ count: Int = StripRow.usualCount, seen: VideoSize) {
        let height = min(Self.tallest, max(2, seen.height)) & ~1
        let width = Int(Double(height) * min(Self.aspect, Double(max(1, seen.width)) / Double(max(1, seen.height)))) & ~1
        share = min(1, Double(width) / Double(height) / (Double(max(1, seen.width)) / Double(max(1, seen.height))))
        tiles = (0..<count).map { index in
            let left = Self.margin + index * (width + Self.gap)
            return PixelRect(left: left, top: Self.head, right: left + width, bottom: Self.head + height)
        }
        size = VideoSize(width: 2 * Self.margin + count * width + (count - 1) * Self.gap, height: Self.head + height + Self.foot + Self.margin / 2)
    }
}
