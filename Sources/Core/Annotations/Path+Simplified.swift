// SPDX-License-Identifier: GPL-3.0-or-later

extension [Point] {
    /// Returns the same path with fewer points: each point that is left out lies no further than `distance` from the remaining path (Ramer,
    /// 1972; Douglas and Peucker, 1973). The ends stay.
    public func simplified(within distance: Double) -> [Point] {
        guard count > 2 else { return self }
        var isKept = [Bool](repeating: false, count: count)
        (isKept[0], isKept[count - 1]) = (true, true)
        var open = [(0, count - 1)]
        while let (from, to) = open.popLast() {
            guard to - from > 1 else { continue }
            var (farthest, most) = (from, 0.0)
            for index in from + 1..<to {
                let away = self[index].distance(fromSegment: self[from], self[to])
                if away > most { (farthest, most) = (index, away) }
            }
            guard most > distance else { continue }
            isKept[farthest] = true
            open += [(from, farthest), (farthest, to)]
        }
        return indices.filter { isKept[$0] }.map { self[$0] }
    }
}

extension Point {
    /// Returns the distance to the nearest point of the line segment between two other points.
    package func distance(fromSegment from: Point, _ to: Point) -> Double {
        let way = to - from
        let square = way.x * way.x + way.y * way.y
        guard square > 0 else { return (self - from).length }
        let share = (((x - from.x) * way.x + (y - from.y) * way.y) / square).clamped(to: 0...1)
        return (self - (from + way * share)).length
    }
}
