// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A position in the picture, in pixels, x to the right, y down.
typealias Pixel = SIMD2<Double>

/// Fills antialiased polygons into a yuv420p picture.
///
/// The coverage of a pixel is exact: each edge adds the area it cuts off to an accumulation buffer, and a running sum along each row gives
/// the part of every pixel that is inside. Chroma takes the mean of its four pixels. Thread-bound. Once its buffers have grown to the
/// largest polygon, nothing is allocated.
final class PolygonPainter {
    /// The three planes of the buffer that is painted into.
    private struct Target {
        let luma: UnsafeMutablePointer<UInt8>
        let u: UnsafeMutablePointer<UInt8>
        let v: UnsafeMutablePointer<UInt8>
        let lumaPitch: Int
        let chromaPitch: Int
    }

    private var target: Target?
    private let size: VideoSize
    /// The signed areas of the polygon that is being filled; all zero between polygons.
    private let areas: UnsafeMutablePointer<Float>
    private let areaCount: Int
    /// The coverage of two rows, 0…256.
    private let coverage: UnsafeMutablePointer<Int32>
    /// The area that has been painted since `begin` or `takePainted`.
    private(set) var painted = PixelArea.empty

    init(size: VideoSize) {
        self.size = size
        areaCount = (size.width + 4) * (size.height + 2)
        areas = .allocate(capacity: areaCount)
        areas.initialize(repeating: 0, count: areaCount)
        coverage = .allocate(capacity: 2 * (size.width + 4))
        coverage.initialize(repeating: 0, count: 2 * (size.width + 4))
    }

    deinit {
        areas.deallocate()
        coverage.deallocate()
    }

    /// Paints into this buffer from now on; the caller keeps it alive.
    /// - Precondition: a yuv420p buffer of the painter's size.
    func begin(_ buffer: PixelBuffer) {
        precondition(buffer.format == .yuv420p && buffer.size == size, "the painter paints its own size")
        target = Target(
            luma: buffer.plane(0).base.assumingMemoryBound(to: UInt8.self),
            u: buffer.plane(1).base.assumingMemoryBound(to: UInt8.self),
            v: buffer.plane(2).base.assumingMemoryBound(to: UInt8.self),
            lumaPitch: buffer.plane(0).pitch, chromaPitch: buffer.plane(1).pitch)
        painted = .empty
    }

    /// Ends a part of the picture and returns the area that was painted.
    func takePainted() -> PixelArea {
        defer { painted = .empty }
        return painted
    }

    /// Fills a closed polygon. Parts that overlap are filled once.
    /// - Parameter opacity: 0…1.
    func fill(_ points: [Pixel], _ paint: Paint, opacity: Double = 1) {
        guard let target else { preconditionFailure("a painter begins with a buffer") }
        guard points.count > 2 else { return }
        var low = points[0]
        var high = points[0]
        for point in points {
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        guard low.x.isFinite, low.y.isFinite, high.x.isFinite, high.y.isFinite else { return }
        let area = PixelArea(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y, in: size)
        guard !area.isEmpty else { return }
        let stride = area.right - area.left + 2
        let origin = Pixel(Double(area.left), Double(area.top))
        var from = points[points.count - 1] - origin
        for point in points {
            let to = point - origin
            addEdge(from, to, width: area.right - area.left, height: area.bottom - area.top, stride: stride)
            from = to
        }
        blend(paint, opacity: Float(min(max(opacity, 0), 1)), into: target, area, stride: stride)
        painted.formUnion(area)
    }

    private func addEdge(_ start: Pixel, _ end: Pixel, width: Int, height: Int, stride: Int) {
        guard start.y != end.y else { return }
        let direction: Float = start.y < end.y ? 1 : -1
        let (top, bottom) = start.y < end.y ? (start, end) : (end, start)
        let slope = (bottom.x - top.x) / (bottom.y - top.y)
        let limit = Double(width)
        var y = max(top.y, 0)
        var x = top.x + (y - top.y) * slope
        let lastY = min(bottom.y, Double(height))
        while y < lastY {
            let row = Int(y)
            let nextY = min(Double(row + 1), lastY)
            let nextX = x + (nextY - y) * slope
            // An edge left of the area counts in full, an edge right of it not at all.
            addSpan(
                areas + row * stride, Float(min(max(min(x, nextX), 0), limit)),
                Float(min(max(max(x, nextX), 0), limit)), Float(nextY - y) * direction)
            y = nextY
            x = nextX
        }
    }

    /// Adds an edge's piece within one row: from column `x0` to `x1`, covering `height` of the row, signed.
    @inline(__always)
    private func addSpan(_ row: UnsafeMutablePointer<Float>, _ x0: Float, _ x1: Float, _ height: Float) {
        let first = Int(x0)
        let last = Int(x1.rounded(.up))
        let start = x0 - Float(first)
        if last <= first + 1 {
            let mean = 0.5 * (x0 + x1) - Float(first)
            row[first] += height * (1 - mean)
            row[first + 1] += height * mean
            return
        }
        let perColumn = 1 / (x1 - x0)
        let end = x1 - Float(last) + 1
        let headArea = 0.5 * perColumn * (1 - start) * (1 - start)
        let tailArea = 0.5 * perColumn * end * end
        row[first] += height * headArea
        if last == first + 2 {
            row[first + 1] += height * (1 - headArea - tailArea)
        } else {
            let second = perColumn * (1.5 - start)
            row[first + 1] += height * (second - headArea)
            for column in (first + 2)..<(last - 1) { row[column] += height * perColumn }
            let beforeLast = second + Float(last - first - 3) * perColumn
            row[last - 1] += height * (1 - beforeLast - tailArea)
        }
        row[last] += height * tailArea
    }

    private func blend(_ paint: Paint, opacity: Float, into target: Target, _ area: PixelArea, stride: Int) {
        let width = area.right - area.left
        let scale = opacity * 256
        for top in Swift.stride(from: area.top, to: area.bottom, by: 2) {
            var first = width
            var last = -1
            for line in 0..<2 {
                let sums = areas + (top - area.top + line) * stride
                let row = coverage + line * width
                var sum: Float = 0
                for column in 0..<width {
                    sum += sums[column]
                    sums[column] = 0
                    let covered = Int32(min(abs(sum), 1) * scale + 0.5)
                    row[column] = covered
                    if covered != 0 {
                        first = min(first, column)
                        last = max(last, column)
                    }
                }
                sums[width] = 0
                sums[width + 1] = 0
            }
            guard last >= first else { continue }
            blendRows(paint, into: target, top: top, left: area.left, width: width, columns: (first & ~1)..<(last + 1))
        }
    }

    /// Blends two rows of luma and the row of chroma that lies under them.
    private func blendRows(_ paint: Paint, into target: Target, top: Int, left: Int, width: Int, columns: Range<Int>) {
        let upper = coverage
        let lower = coverage + width
        for (line, row) in [upper, lower].enumerated() {
            let pixels = target.luma + (top + line) * target.lumaPitch + left
            for column in columns {
                let old = Int32(pixels[column])
                pixels[column] = UInt8(truncatingIfNeeded: old + ((paint.y - old) * row[column] + 128) >> 8)
            }
        }
        let u = target.u + (top / 2) * target.chromaPitch + left / 2
        let v = target.v + (top / 2) * target.chromaPitch + left / 2
        for column in (columns.lowerBound / 2)..<((columns.upperBound + 1) / 2) {
            let covered = (upper[2 * column] + upper[2 * column + 1] + lower[2 * column] + lower[2 * column + 1]) >> 2
            guard covered != 0 else { continue }
            let oldU = Int32(u[column])
            let oldV = Int32(v[column])
            u[column] = UInt8(truncatingIfNeeded: oldU + ((paint.u - oldU) * covered + 128) >> 8)
            v[column] = UInt8(truncatingIfNeeded: oldV + ((paint.v - oldV) * covered + 128) >> 8)
        }
    }
}
