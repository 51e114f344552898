// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of a strip: eight pictures of a clip around its moment, in one row.
struct StripTiles: Hashable {
    static let count = 8
    /// The range of the step from one picture to the next, in seconds: from a frame at 120 frames a second to half a second.
    static let steps = 1.0 / 120...0.5
    static let usualStep = 0.2
    /// The index of the moment if the clip is long enough: one more picture comes before the moment than after.
    private static let middle = 4
    /// A picture's width over its height, unless the clip's own is narrower: an athlete stands.
    private static let aspect = 208.0 / 298
    private static let tallest = 652
    private static let (margin, gap, head, foot) = (32, 16, 88, 56)

    /// The time of each picture, in seconds after the clip's first.
    let times: [Double]
    /// The index of the picture that shows the moment.
    let moment: Int
    /// The rectangles of the pictures, which all show the same part, turned as they are shown.
    let tiles: [PixelRect]
    let size: VideoSize
    /// The share of a picture's width that is visible, 0…1.
    let share: Double

    /// - Parameters:
    ///   - moment: in seconds after the clip's first picture.
    ///   - last: the time of the last picture, in seconds after the first.
    ///   - seen: the picture's size, turned as it is shown.
    init(moment: Double, step: Double, last: Double, seen: VideoSize) {
        let last = max(0, last)
        let step = min(step.clamped(to: Self.steps), last / Double(Self.count - 1))
        let before = step > 0 ? Int((moment / step + 1e-6).rounded(.down)) : 0
        let after = step > 0 ? Int(((last - moment) / step + 1e-6).rounded(.down)) : 0
        // As near to the middle as both ends of the clip allow.
        let index = min(max(Self.middle, Self.count - 1 - max(0, after)), max(0, min(before, Self.count - 1)))
        self.moment = index
        let first = (moment - Double(index) * step).clamped(to: 0...max(0, last - Double(Self.count - 1) * step))
        times = (0..<Self.count).map { first + Double($0) * step }
        let height = min(Self.tallest, max(2, seen.height)) & ~1
        let width = Int(Double(height) * min(Self.aspect, Double(max(1, seen.width)) / Double(max(1, seen.height)))) & ~1
        share = min(1, Double(width) / Double(height) / (Double(max(1, seen.width)) / Double(max(1, seen.height))))
        tiles = (0..<Self.count).map { index in
            let left = Self.margin + index * (width + Self.gap)
            return PixelRect(left: left, top: Self.head, right: left + width, bottom: Self.head + height)
        }
        size = VideoSize(
            width: 2 * Self.margin + Self.count * width + (Self.count - 1) * Self.gap, height: Self.head + height + Self.foot + Self.margin / 2)
    }
}
