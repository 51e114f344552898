// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Makes small RGB pictures of planar YUV: every new pixel is the mean of the pixels that it covers.
enum StillScaling {
    /// Returns the whole picture at this size.
    /// - Precondition: planar YUV, and a size that isn't empty.
    static func rgb(_ source: PixelBuffer, size: VideoSize) -> PixelBuffer {
        precondition(source.format == .yuv420p, "a still is planar YUV")
        let target = MemoryPixelBuffer(format: .bgrx, size: size)
        let halves = VideoSize(width: (source.size.width + 1) / 2, height: (source.size.height + 1) / 2)
        var luma = PlaneMeans(source.plane(0), source.size, to: size)
        var blue = PlaneMeans(source.plane(1), halves, to: size)
        var red = PlaneMeans(source.plane(2), halves, to: size)
        for y in 0..<size.height {
            luma.makeRow(y)
            blue.makeRow(y)
            red.makeRow(y)
            let plane = target.plane(0)
            let row = (plane.base + y * plane.pitch).assumingMemoryBound(to: UInt8.self)
            for x in 0..<size.width {
                // BT.709 from 16 to 235.
                let (light, u, v) = ((luma.row[x] - 16) * (255 / 219), blue.row[x] - 128, red.row[x] - 128)
                row[4 * x] = byte(light + 2.112402 * u)
                row[4 * x + 1] = byte(light - 0.213249 * u - 0.532909 * v)
                row[4 * x + 2] = byte(light + 1.792741 * v)
                row[4 * x + 3] = 255
            }
        }
        return target
    }

    private static func byte(_ value: Float) -> UInt8 { UInt8(min(max(value, 0), 255) + 0.5) }
}

/// One plane at another size, row by row.
private struct PlaneMeans {
    /// The part of a line of samples that one new sample covers: whole samples, and shares of those at its ends.
    private struct Span {
        var first: Int
        var last: Int
        var head: Float
        var tail: Float

        init(_ index: Int, of count: Int, in samples: Int) {
            let from = Double(index * samples) / Double(count)
            let to = Double((index + 1) * samples) / Double(count)
            first = min(Int(from), samples - 1)
            // A span that ends on a sample's edge has nothing of that sample.
            last = min(max(Int((to - 1e-9).rounded(.up)) - 1, first), samples - 1)
            head = Float(min(to, Double(first + 1)) - from)
            tail = first == last ? head : Float(to - Double(last))
        }

        func share(of sample: Int) -> Float { sample == first ? head : sample == last ? tail : 1 }
    }

    private let plane: PixelPlane
    private let source: VideoSize
    private let height: Int
    private let columns: [Span]
    private let inverseArea: Float
    private var sums: [Float]
    /// The row that was made last.
    private(set) var row: [Float]

    init(_ plane: PixelPlane, _ source: VideoSize, to target: VideoSize) {
        self.plane = plane
        self.source = source
        height = target.height
        columns = (0..<target.width).map { Span($0, of: target.width, in: source.width) }
        inverseArea = Float(Double(target.width * target.height) / Double(source.width * source.height))
        sums = Array(repeating: 0, count: source.width)
        row = Array(repeating: 0, count: target.width)
    }

    mutating func makeRow(_ y: Int) {
        let lines = Span(y, of: height, in: source.height)
        for line in lines.first...lines.last {
            let samples = (plane.base + line * plane.pitch).assumingMemoryBound(to: UInt8.self)
            let share = lines.share(of: line) * inverseArea
            if line == lines.first {
                for x in 0..<source.width { sums[x] = Float(samples[x]) * share }
            } else {
                for x in 0..<source.width { sums[x] += Float(samples[x]) * share }
            }
        }
        for (x, span) in columns.enumerated() {
            var sum = sums[span.first] * span.head
            if span.last > span.first {
                for column in span.first + 1..<span.last { sum += sums[column] }
                sum += sums[span.last] * span.tail
            }
            row[x] = sum
        }
    }
}
