// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// A position in a figure, in units of its own height: x to the right, y up, the origin on the ground between the feet.
typealias Spot = SIMD2<Double>

extension SIMD2<Double> {
    var length: Double { (x * x + y * y).squareRoot() }

    /// Returns the vector turned counter-clockwise, if y points up.
    func rotated(by angle: Double) -> Self {
        let (s, c) = (sin(angle), cos(angle))
        return Self(x * c - y * s, x * s + y * c)
    }

    func mixed(with other: Self, _ part: Double) -> Self { self + (other - self) * part }
}

/// Draws shapes given in figure units with a painter. Thread-bound; all shapes use the same path's memory.
final class FigureSketch {
    let painter: PolygonPainter
    /// The position of the figure's origin in the picture.
    let origin: Pixel
    /// The number of pixels in one unit.
    let scale: Double
    private var path: [Pixel] = []
    private var farSide: [Pixel] = []

    init(painter: PolygonPainter, origin: Pixel, scale: Double) {
        self.painter = painter
        self.origin = origin
        self.scale = scale
        path.reserveCapacity(128)
        farSide.reserveCapacity(64)
    }

    func pixel(_ spot: Spot) -> Pixel {
        Pixel(origin.x + spot.x * scale, origin.y - spot.y * scale)
    }

    /// Draws a closed shape through these spots, turned about a pivot.
    func polygon(_ spots: [Spot], _ paint: Paint, opacity: Double = 1, at pivot: Spot = .zero, angle: Double = 0) {
        path.removeAll(keepingCapacity: true)
        for spot in spots { path.append(pixel(pivot + (angle == 0 ? spot : spot.rotated(by: angle)))) }
        painter.fill(path, paint, opacity: opacity)
    }

    func ellipse(_ center: Spot, _ radii: Spot, _ paint: Paint, opacity: Double = 1, angle: Double = 0) {
        path.removeAll(keepingCapacity: true)
        let corners = max(12, min(64, Int(max(radii.x, radii.y) * scale * 0.8)))
        for corner in 0..<corners {
            let turn = 2 * Double.pi * Double(corner) / Double(corners)
            let spot = Spot(radii.x * cos(turn), radii.y * sin(turn))
            path.append(pixel(center + (angle == 0 ? spot : spot.rotated(by: angle))))
        }
        painter.fill(path, paint, opacity: opacity)
    }

    /// Draws a rounded bar that may taper: an arm, a leg, a shaft.
    func limb(
        _ start: Spot, _ startRadius: Double, _ end: Spot, _ endRadius: Double, _ paint: Paint,
        opacity: Double = 1
    ) {
        let along = end - start
        let heading = atan2(along.y, along.x)
        path.removeAll(keepingCapacity: true)
        for step in 0...8 {
            let turn = heading + .pi / 2 + .pi * Double(step) / 8
            path.append(pixel(start + Spot(cos(turn), sin(turn)) * startRadius))
        }
        for step in 0...8 {
            let turn = heading - .pi / 2 + .pi * Double(step) / 8
            path.append(pixel(end + Spot(cos(turn), sin(turn)) * endRadius))
        }
        painter.fill(path, paint, opacity: opacity)
    }

    /// Draws a straight line that is never thinner than a pixel can show.
    func line(_ start: Spot, _ end: Spot, width: Double, _ paint: Paint, opacity: Double = 1) {
        let radius = max(width / 2, 0.6 / scale)
        limb(start, radius, end, radius, paint, opacity: opacity)
    }

    /// Draws a band along a cubic curve. Its width goes evenly from the first end's to the other's.
    func curve(
        _ a: Spot, _ b: Spot, _ c: Spot, _ d: Spot, width startWidth: Double, to endWidth: Double,
        _ paint: Paint
    ) {
        path.removeAll(keepingCapacity: true)
        farSide.removeAll(keepingCapacity: true)
        let steps = 20
        for step in 0...steps {
            let t = Double(step) / Double(steps)
            let s = 1 - t
            // Term by term, because the compiler can't infer the types of a longer sum.
            let nearStart: Spot = a * (s * s * s) + b * (3 * s * s * t)
            let nearEnd: Spot = c * (3 * s * t * t) + d * (t * t * t)
            let spot = nearStart + nearEnd
            let slope: Spot = (b - a) * (s * s) + (c - b) * (2 * s * t)
            let along = slope + (d - c) * (t * t)
            let half = max(startWidth + (endWidth - startWidth) * t, 1 / scale) / 2
            let normal = Spot(-along.y, along.x) * (half / max(along.length, 1e-9))
            path.append(pixel(spot + normal))
            farSide.append(pixel(spot - normal))
        }
        for point in farSide.reversed() { path.append(point) }
        painter.fill(path, paint)
    }
}
