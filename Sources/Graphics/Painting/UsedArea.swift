// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The parts of a picture that have something painted in them, as a few rectangles: each of them costs a display one plane.
struct UsedArea {
    /// The most rectangles: few displays have more planes than this to spare.
    static let limit = 4

    /// Disjoint rectangles, at most `limit` and none of them empty; everything that was added lies inside.
    private(set) var rects: [PixelRect] = []

    /// Adds a rectangle, and joins those whose union wastes least until they are few enough and don't overlap.
    mutating func add(_ rect: PixelRect) {
        guard !rect.isEmpty else { return }
        rects.append(rect)
        while let pair = worthJoining {
            let joined = rects[pair.first].union(rects[pair.second])
            rects.remove(at: pair.second)
            rects[pair.first] = joined
        }
    }

    /// The pair with the least waste, if it has to be joined or is as good as one rectangle.
    private var worthJoining: (first: Int, second: Int)? {
        var best: (first: Int, second: Int, waste: Int)?
        for second in rects.indices {
            for first in rects.indices.prefix(upTo: second) {
                let (one, other) = (rects[first], rects[second])
                if one.intersects(other) { return (first, second) }
                let waste = one.union(other).area - one.area - other.area
                if waste < best?.waste ?? .max { best = (first, second, waste) }
            }
        }
        guard let best else { return nil }
        let isAsGoodAsOne = best.waste * 8 <= rects[best.first].union(rects[best.second]).area
        return rects.count > Self.limit || isAsGoodAsOne ? (best.first, best.second) : nil
    }
}

extension PixelRect {
    /// The number of its pixels.
    var area: Int { size.width * size.height }
}
