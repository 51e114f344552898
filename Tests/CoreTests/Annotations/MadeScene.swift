// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport

/// Ten seconds of synthetic pictures: a textured background, noise, and moving things.
struct MadeScene {
    static let size = VideoSize(width: 320, height: 180)
    static let rate = 30
    static let pictures = 10 * rate

    /// A patch that is lighter or darker than the background, at a position that depends on the time.
    struct Thing {
        var width: Double
        var height: Double
        /// The difference from the background in grey levels.
        var difference: Double
        /// The position of its top left corner in pixels, or `nil` while it is absent.
        var place: (_ seconds: Double) -> (x: Double, y: Double)?
    }

    var things: [Thing] = []
    /// The brightness factor at a horizontal position (0…1); 1 leaves the picture as it is.
    var light: (_ seconds: Double, _ x: Double) -> Double = { _, _ in 1 }
    /// The camera's displacement in pixels.
    var shake: (_ seconds: Double) -> (x: Int, y: Int) = { _ in (0, 0) }
    /// Blocks in which each pixel flickers independently by this number of levels, like leaves in the wind.
    var leaves: (columns: Range<Int>, rows: Range<Int>, levels: Double)?

    /// Noise of σ 4, the same for every scene.
    private static let noise: [Int] = {
        var random = SeededGenerator(seed: 7)
        return (0..<8192).map { _ in Int((0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) } * 4) }
    }()

    /// Returns the motion grid of each picture.
    func grids() -> [MotionGrid] {
        var rule = MotionRule()
        let picture = MemoryPixelBuffer(format: .yuv420p, size: Self.size)
        return (0..<Self.pictures).map { index in
            draw(index, into: picture)
            return BlockMeans(of: picture).map { rule.take($0, at: .seconds(index) / Self.rate) } ?? .still
        }
    }

    private func draw(_ index: Int, into picture: PixelBuffer) {
        let seconds = Double(index) / Double(Self.rate)
        let plane = picture.plane(0)
        let shift = shake(seconds)
        let start = (index * 4099) % 8192
        let across = (0..<Self.size.width).map { light(seconds, Double($0) / Double(Self.size.width)) }
        let seen = things.compactMap { thing in thing.place(seconds).map { (thing, $0) } }
        for y in 0..<Self.size.height {
            let row = plane.base.advanced(by: y * plane.pitch).assumingMemoryBound(to: UInt8.self)
            for x in 0..<Self.size.width {
                // Stripes and a gradient, so that the background has edges.
                let (gx, gy) = (x + shift.x, y + shift.y)
                var value = Double(60 + gy / 2 + ((gx / 11 + gy / 17) % 2) * 40)
                for (thing, place) in seen {
                    if Double(x) >= place.x, Double(x) < place.x + thing.width, Double(y) >= place.y, Double(y) < place.y + thing.height {
                        value += thing.difference
                    }
                }
                if let leaves, leaves.columns.contains(x * BlockMeans.columns / Self.size.width),
                    leaves.rows.contains(y * BlockMeans.rows / Self.size.height)
                {
                    value += leaves.levels * (((index / 4 + x / 8) % 2 == 0) ? 1 : -1) * (1 + Double((index / 7) % 3)) / 2
                }
                value = value * across[x] + Double(Self.noise[(start + y * 331 + x) & 8191])
                row[x] = UInt8(min(255, max(0, value)))
            }
        }
    }
}
