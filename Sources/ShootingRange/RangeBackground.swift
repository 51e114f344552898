// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// Paints everything that doesn't move: sky, hills, trees and the mown grass of the range. This is done once for a size.
struct RangeBackground {
    let layout: RangeLayout
    let painter: PolygonPainter

    /// A colour while it is mixed, each part 0…1.
    private typealias RGB = SIMD3<Double>

    func draw(into buffer: PixelBuffer) {
        shadeSkyAndGrass(buffer)
        painter.begin(buffer)
        hills()
        trees()
        fence()
        shootingLine()
    }

    private static func rgb(_ hex: UInt32) -> RGB {
        RGB(Double(hex >> 16 & 0xFF), Double(hex >> 8 & 0xFF), Double(hex & 0xFF)) / 255
    }

    private func shadeSkyAndGrass(_ buffer: PixelBuffer) {
        let size = layout.size
        let luma = buffer.plane(0)
        let u = buffer.plane(1)
        let v = buffer.plane(2)
        let dither = GridNoise(seed: 7)
        // Blocks of four pixels have one colour, as in chroma; the grass gets its blades pixel by pixel.
        for row in stride(from: 0, to: size.height, by: 2) {
            let isSky = Double(row) < layout.horizon
            for column in stride(from: 0, to: size.width, by: 2) {
                let color = isSky ? sky(column, row) : grass(column, row)
                let light = 0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
                for (x, y) in [(column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)] {
                    let texture = isSky ? 1 : 0.945 + 0.11 * blades(x, y)
                    // A little noise hides the steps of a gradient.
                    let value = 16 + 219 * light * texture + dither.value(x, y)
                    luma.base.storeBytes(of: UInt8(min(max(value, 16), 235)), toByteOffset: y * luma.pitch + x, as: UInt8.self)
                }
                let blue = 128.5 + 224 * (color.z - light) / 1.8556
                let red = 128.5 + 224 * (color.x - light) / 1.5748
                u.base.storeBytes(of: UInt8(min(max(blue, 16), 240)), toByteOffset: row / 2 * u.pitch + column / 2, as: UInt8.self)
                v.base.storeBytes(of: UInt8(min(max(red, 16), 240)), toByteOffset: row / 2 * v.pitch + column / 2, as: UInt8.self)
            }
        }
    }

    private func sky(_ column: Int, _ row: Int) -> RGB {
        let x = Double(column) / layout.height
        let y = Double(row) / layout.horizon
        let high = Self.rgb(0x3F86D2)
        let middle = Self.rgb(0x86BCEB)
        let low = Self.rgb(0xE4EFF2)
        let base = y < 0.55 ? high + (middle - high) * (y / 0.55) : middle + (low - middle) * ((y - 0.55) / 0.45)
        // Flat clouds: stretched noise, thicker in the middle of the sky.
        let noise = GridNoise(seed: 41).cloudy(x * 2.6 + 3, y * 5.2)
        let cover = min(max((noise - 0.52) * 4.2, 0), 1) * min(max(1.25 - abs(y - 0.42) * 2, 0), 1)
        guard cover > 0 else { return base }
        let shade = GridNoise(seed: 41).cloudy(x * 2.6 + 3.05, y * 5.2 - 0.35)
        let cloud = Self.rgb(0xFFFFFF) * (0.90 + 0.10 * min(max((shade - 0.3) * 2, 0), 1))
        return base + (cloud - base) * (cover * 0.82)
    }

    private func grass(_ column: Int, _ row: Int) -> RGB {
        let depth = (Double(row) - layout.horizon) / (layout.height - layout.horizon)
        let near = max(depth, 0.004)
        let across = (Double(column) / layout.width - 0.62) / (near + 0.10)
        let far = Self.rgb(0xA9C76B)
        let close = Self.rgb(0x3E7F33)
        var color = far + (close - far) * pow(depth, 0.55)
        // Mown lanes run to the vanishing point.
        let lane = sin(across * 5.2 * layout.width / layout.height)
        color *= 1 + 0.055 * max(-1, min(1, lane * 6)) * min(1, near * 6)
        let patches = GridNoise(seed: 5).cloudy(across * 1.6, 1 / (near + 0.05))
        color *= 0.965 + 0.10 * patches
        // Evening light from the left, and a soft vignette below.
        return color * (1.05 - 0.13 * Double(column) / layout.width - 0.12 * depth * depth)
    }

    /// Returns the texture of the grass, 0…1, finer with distance.
    private func blades(_ column: Int, _ row: Int) -> Double {
        let depth = max((Double(row) - layout.horizon) / (layout.height - layout.horizon), 0.004)
        let scale = layout.height / 1080
        return GridNoise(seed: 3).smoothValue(Double(column) / (1.1 * scale) / (0.45 + depth), Double(row) / (2.6 * scale) / (0.35 + depth))
    }

    private func hills() {
        for (index, hill) in [(0.058, 0xA8C4CF), (0.040, 0x8DB0A8)].enumerated() {
            var path = [Pixel(layout.width + 2, layout.horizon + 2), Pixel(-2, layout.horizon + 2)]
            for step in 0...96 {
                let x = Double(step) / 96
                let noise = GridNoise(seed: UInt64(11 + index)).cloudy(x * 3.1 * layout.width / layout.height, 0.5)
                path.append(Pixel(x * (layout.width + 4) - 2, layout.horizon - layout.height * hill.0 * (0.4 + 1.6 * noise)))
            }
            painter.fill(path, Paint(UInt32(hill.1)))
        }
    }

    /// Draws a wood at the end of the range: crowns from the back to the front, each a little darker and sharper.
    private func trees() {
        let rows: [(height: Double, size: Double, count: Double, paint: UInt32, light: UInt32)] = [
            (0.062, 0.026, 44, 0x6F9A6B, 0x8BB07C), (0.044, 0.024, 52, 0x4F8150, 0x6E9E62), (0.026, 0.020, 64, 0x386B3E, 0x568B4D),
        ]
        for (index, row) in rows.enumerated() {
            let noise = GridNoise(seed: UInt64(101 + index))
            let count = Int(row.count * layout.width / layout.height)
            let base = layout.horizon + layout.height * 0.012 * Double(index)
            painter.fill(
                [
                    Pixel(0, base), Pixel(layout.width, base), Pixel(layout.width, base - layout.height * row.height * 0.55),
                    Pixel(0, base - layout.height * row.height * 0.55),
                ], Paint(row.paint))
            for tree in 0..<count {
                let place = (Double(tree) + noise.value(tree, 0)) / Double(max(count, 1))
                let tall = noise.smoothValue(Double(tree) / 5, 9)
                let radius = layout.height * row.size * (0.65 + 0.7 * noise.value(tree, 1))
                let top = base - layout.height * row.height * (0.35 + 0.9 * tall)
                crown(Pixel(place * layout.width, top), radius, Paint(row.paint), Paint(row.light), noise, tree)
            }
        }
        // The shade under the wood.
        painter.fill(
            [
                Pixel(0, layout.horizon + layout.height * 0.020), Pixel(layout.width, layout.horizon + layout.height * 0.020),
                Pixel(layout.width, layout.horizon + layout.height * 0.030), Pixel(0, layout.horizon + layout.height * 0.030),
            ],
            Paint(0x4B7A3A), opacity: 0.45)
    }

    private func crown(_ center: Pixel, _ radius: Double, _ paint: Paint, _ light: Paint, _ noise: GridNoise, _ tree: Int) {
        disc(center, radius, paint)
        for leaf in 0..<5 {
            let turn = 2 * Double.pi * noise.value(tree, 10 + leaf)
            let off = radius * (0.3 + 0.5 * noise.value(tree, 20 + leaf))
            let place = center + Pixel(cos(turn) * off, sin(turn) * off * 0.8)
            disc(place, radius * 0.5, paint)
            disc(place + Pixel(-radius * 0.12, -radius * 0.16), radius * 0.32, light, opacity: 0.28)
        }
    }

    private func disc(_ center: Pixel, _ radius: Double, _ paint: Paint, opacity: Double = 1) {
        var path: [Pixel] = []
        for corner in 0..<20 {
            let turn = 2 * Double.pi * Double(corner) / 20
            path.append(center + Pixel(cos(turn), sin(turn)) * radius)
        }
        painter.fill(path, paint, opacity: opacity)
    }

    /// Draws white posts and a rope behind the targets.
    private func fence() {
        let foot = layout.horizon + layout.height * 0.040
        let tall = layout.height * 0.022
        let step = layout.height * 0.085
        for index in 0...Int(layout.width / step) {
            let x = (Double(index) + 0.5) * step
            let half = max(layout.height * 0.0011, 0.5)
            painter.fill(
                [Pixel(x - half, foot - tall), Pixel(x + half, foot - tall), Pixel(x + half, foot), Pixel(x - half, foot)],
                Paint(0xF0F0EA), opacity: 0.85)
        }
        let rope = max(layout.height * 0.0006, 0.35)
        for y in [foot - tall * 0.85, foot - tall * 0.4] {
            painter.fill(
                [Pixel(0, y - rope), Pixel(layout.width, y - rope), Pixel(layout.width, y + rope), Pixel(0, y + rope)],
                Paint(0xF0F0EA), opacity: 0.6)
        }
    }

    /// Draws the line that the archer stands astride, going away into the picture.
    private func shootingLine() {
        let feet = layout.archerFeet
        let unit = layout.figureHeight
        painter.fill(
            [
                feet + Pixel(-0.055, 0.42) * unit, feet + Pixel(-0.020, 0.42) * unit, feet + Pixel(0.088, -0.165) * unit,
                feet + Pixel(0.079, -0.165) * unit,
            ], Paint(0xF4F6EE), opacity: 0.85)
    }
}
