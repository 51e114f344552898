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
    ///   - inset: a part of the area on which no number lies, except the first one if need be.
    /// - Returns: the numbers' rectangles in the order of the hits, `nil` for a number that is left out.
    static func places(
        of hits: [Point], sizes: [(width: Double, height: Double)], radius: Double, first: Int?, within area: Rect, clearOf inset: Rect? = nil
    ) -> [Rect?] {
        let numbers = HitNumbers(hits, distances: distances.map { radius + $0 }, directions: 16, turn: 22.5)
        return numbers.placed(first: first) { index, taken in
            let size = sizes[index]
            let candidates = numbers.centers(around: hits[index], half: (size.width / 2, size.height / 2)).lazy.map {
                Rect(x: $0.x - size.width / 2, y: $0.y - size.height / 2, width: size.width, height: size.height)
            }.filter { area.contains($0) && !taken.contains(where: $0.intersects) && inset?.intersects($0) != true }
            let free = candidates.first { candidate in !hits.contains { isNear($0, candidate, radius) } }
            return free ?? (index == first ? candidates.first { _ in true } ?? brought(hits[index], size, into: area) : nil)
        }
    }

    /// The distances of a number from its hit, from edge to edge.
    private static let distances = [24.0, 44, 72, 104, 140, 190]

    private static func isNear(_ hit: Point, _ rect: Rect, _ radius: Double) -> Bool {
        rect.inset(by: -radius).contains(hit)
    }

    private static func brought(_ hit: Point, _ size: (width: Double, height: Double), into area: Rect) -> Rect {
        Rect(
            x: (hit.x - size.width / 2).clamped(to: area.x...max(area.x, area.maxX - size.width)),
            y: (hit.y - size.height / 2).clamped(to: area.y...max(area.y, area.maxY - size.height)), width: size.width, height: size.height)
    }
}
