// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds positions for the numbers beside hits. Positions near the hit are tried first, then those on wider and wider circles. On each circle
/// the first position points away from the middle of all hits, and the others follow to both sides of it.
///
/// The TV and the pages share this rule. Each of them decides how a number looks and how much room it needs.
package struct HitNumbers {
    package let hits: [Point]
    private let middle: Point
    private let distances: [Double]
    private let directions: Int
    private let turn: Double
    private let middleRadius: Double

    /// - Parameters:
    ///   - distances: the radii of the circles.
    ///   - directions: the number of places in a circle.
    ///   - turn: the degrees from one direction to the next, to the first side; negative if the other side comes first.
    ///   - middleRadius: a hit that is nearer than this to the middle, horizontally and vertically together, has its number up and to the
    ///     right.
    package init(_ hits: [Point], distances: [Double], directions: Int, turn: Double, middleRadius: Double = 0) {
        (self.hits, self.distances, self.directions, self.turn, self.middleRadius) = (hits, distances, directions, turn, middleRadius)
        let count = Double(max(1, hits.count))
        middle = Point(hits.reduce(0) { $0 + $1.x } / count, hits.reduce(0) { $0 + $1.y } / count)
    }

    /// Returns the direction from the middle of all hits to this one.
    package func outwards(_ hit: Point) -> Angle {
        let isMiddle = abs(hit.x - middle.x) + abs(hit.y - middle.y) < middleRadius
        return isMiddle ? Angle(degrees: 45) : Angle(towardsX: hit.x - middle.x, y: middle.y - hit.y)
    }

    /// Returns the centres at which a number may stand, the best first.
    /// - Parameter half: half the number's width and height. They are added in each direction, so that a wide number comes no nearer on the
    ///   diagonal than beside the hit.
    package func centers(around hit: Point, half: (width: Double, height: Double) = (0, 0)) -> some Sequence<Point> {
        let outwards = outwards(hit)
        return distances.lazy.flatMap { distance in
            (0..<directions).lazy.map { index in
                let angle = outwards + Double((index + 1) / 2) * (index % 2 == 0 ? -turn : turn)
                return Point(hit.x + angle.right * (distance + half.width), hit.y - angle.up * (distance + half.height))
            }
        }
    }

    /// Returns a position for each hit's number.
    /// - Parameters:
    ///   - first: the index of the hit whose number is placed before the others.
    ///   - place: returns the position of a hit's number beside those that are placed already, or `nil` to leave the number out.
    package func placed<Place>(first: Int? = nil, _ place: (_ index: Int, _ taken: [Place]) -> Place?) -> [Place?] {
        var places = [Place?](repeating: nil, count: hits.count)
        for index in (first.map { [$0] } ?? []) + hits.indices.filter({ $0 != first }) {
            places[index] = place(index, places.compactMap { $0 })
        }
        return places
    }
}
