// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of the numbers of hits: each near its hit, and none on another number or on a hit.
///
/// The chosen hit's number comes first and always gets a position, on a hit if need be. In a crowd, numbers without room are left out.
enum HitLabels {
    /// - Parameters:
    ///   - hits: the positions of the hits.
    ///   - sizes: the size of each number.
    ///   - radius: the radius of a drawn hit.
    ///   - first: the index of the chosen hit.
    ///   - area: the area within which the numbers stay.
    /// - Returns: the numbers' rectangles in the order of the hits, `nil` for a number that is left out.
    static func places(of hits: [Point], sizes: [(width: Double, height: Double)], radius: Double, first: Int?, within area: Rect) -> [Rect?] {
        var places = [Rect?](repeating: nil, count: hits.count)
        let count = Double(max(1, hits.count))
        let middle = Point(hits.reduce(0) { $0 + $1.x } / count, hits.reduce(0) { $0 + $1.y } / count)
        let order = (first.map { [$0] } ?? []) + hits.indices.filter { $0 != first }
        for index in order {
            let taken = places.compactMap { $0 }
            let candidates = candidates(around: hits[index], from: middle, sizes[index], radius).filter {
                area.contains($0) && !taken.contains(where: $0.intersects)
            }
            let free = candidates.first { candidate in !hits.contains { isNear($0, candidate, radius) } }
            places[index] = free ?? (index == first ? candidates.first ?? brought(hits[index], sizes[index], into: area) : nil)
        }
        return places
    }

    /// Returns the candidates: near the hit first, then in wider and wider circles; in each circle away from the other hits first, then
    /// turning to both sides.
    private static func candidates(around hit: Point, from middle: Point, _ size: (width: Double, height: Double), _ radius: Double) -> [Rect] {
        let outwards = Angle(towardsX: hit.x - middle.x, y: middle.y - hit.y)
        return [24.0, 44, 72, 104, 140, 190].flatMap { distance in
            [0.0, 22.5, -22.5, 45, -45, 67.5, -67.5, 90, -90, 112.5, -112.5, 135, -135, 157.5, -157.5, 180].map { turn in
                let angle = outwards + turn
                // The rectangle's half in that direction is added, so that it comes no nearer on the diagonal than beside the hit.
                let x = hit.x + angle.right * (radius + distance + size.width / 2)
                let y = hit.y - angle.up * (radius + distance + size.height / 2)
                return Rect(x: x - size.width / 2, y: y - size.height / 2, width: size.width, height: size.height)
            }
        }
    }

    private static func isNear(_ hit: Point, _ rect: Rect, _ radius: Double) -> Bool {
        rect.inset(by: -radius).contains(hit)
    }

    private static func brought(_ hit: Point, _ size: (width: Double, height: Double), into area: Rect) -> Rect {
        Rect(
            x: (hit.x - size.width / 2).clamped(to: area.x...max(area.x, area.maxX - size.width)),
            y: (hit.y - size.height / 2).clamped(to: area.y...max(area.y, area.maxY - size.height)), width: size.width, height: size.height)
    }
}
