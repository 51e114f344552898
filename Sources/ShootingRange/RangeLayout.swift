// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The positions of things in the synthetic scene, for any size, upright or wide.
struct RangeLayout {
    let size: VideoSize
    var width: Double { Double(size.width) }
    var height: Double { Double(size.height) }

    /// The archer's height in pixels. It depends on the picture's height in wide pictures, and on its width in upright ones. In between,
    /// the bow stays either beside the clock or below it.
    var figureHeight: Double { min(0.545 * height, 0.66 * width, max(0.466 * height, 0.385 * width)) }
    /// The ground between the archer's feet, above the strip, which begins at 80 % of the height.
    var archerFeet: Pixel { Pixel(max(0.215 * width, 0.34 * figureHeight), 0.778 * height) }
    /// The row of the horizon.
    var horizon: Double { 0.50 * height }
    /// The face's centre and its radius.
    var targetCenter: Pixel { Pixel(0.845 * width, horizon - 0.30 * targetRadius) }
    var targetRadius: Double { 0.205 * figureHeight }
    /// The row in which the target stands on the grass.
    var targetFoot: Double { targetCenter.y + 2.15 * targetRadius }
}

/// Noise that is the same on every run: a number 0…1 for a position on a grid of whole numbers.
struct GridNoise {
    let seed: UInt64

    func value(_ x: Int, _ y: Int) -> Double {
        var bits = UInt64(bitPattern: Int64(x)) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: Int64(y)) &* 0xC2B2_AE3D_27D4_EB4F ^ seed
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return Double((bits ^ bits >> 31) >> 11) / Double(UInt64(1) << 53)
    }

    /// Returns noise between the grid's numbers, without edges.
    func smoothValue(_ x: Double, _ y: Double) -> Double {
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (column, row) = (Int(left), Int(top))
        let u = softStep(x - left)
        let v = softStep(y - top)
        let upper = value(column, row) * (1 - u) + value(column + 1, row) * u
        let lower = value(column, row + 1) * (1 - u) + value(column + 1, row + 1) * u
        return upper * (1 - v) + lower * v
    }

    /// Returns several sizes of noise added up, 0…1 with a mean near 0.5.
    func cloudy(_ x: Double, _ y: Double) -> Double {
        0.53 * smoothValue(x, y) + 0.27 * smoothValue(2 * x + 31, 2 * y) + 0.13 * smoothValue(4 * x, 4 * y + 17)
            + 0.07 * smoothValue(8 * x + 5, 8 * y)
    }

    private func softStep(_ t: Double) -> Double { t * t * (3 - 2 * t) }
}
