// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The positions of the numbers of hits: beside their arrows, and over no other arrow or number while there is room.
///
/// A number that has no room beside its arrow goes further out, on a line that leads back to the arrow.
struct HitLabels: Hashable {
    /// The centre of each hit's number.
    let places: [Point]
    /// The radius of a number's round plate.
    let radius: Double

    private static let directions = 24
    /// The distances at which a number may stand from its nearest position, in its own radii.
    private static let steps: [Double] = [0, 0.9, 1.8, 2.8, 4, 5.5, 7.5, 10]

    /// - Parameters:
    ///   - hits: the positions of the arrows, in the order of their numbers.
    ///   - hitRadius: the radius of a drawn arrow, with its light ring.
    ///   - radius: the radius of a number's plate.
    ///   - view: the visible part; no plate leaves it while there is room in it.
    init(_ hits: [Point], hitRadius: Double, radius: Double, within view: Rect) {
        self.radius = radius
        let middle = Point(
            hits.reduce(0) { $0 + $1.x } / Double(max(1, hits.count)),
            hits.reduce(0) { $0 + $1.y } / Double(max(1, hits.count)))
        let room = view.inset(by: radius)
        let nearest = hitRadius + radius * 1.15
        var places: [Point] = []
        for hit in hits {
            // Away from the other arrows; in their middle, up and to the right.
            let isMiddle = abs(hit.x - middle.x) + abs(hit.y - middle.y) < radius / 4
            let outwards = isMiddle ? Angle(degrees: 45) : Angle(towardsX: hit.x - middle.x, y: middle.y - hit.y)
            let candidates = Self.steps.lazy.flatMap { step in
                (0..<Self.directions).lazy.map { turn -> Point in
                    // Outwards first, then further and further to both sides.
                    let side = Double((turn + 1) / 2) * (turn % 2 == 0 ? 1 : -1)
                    let angle = outwards + side * 360 / Double(Self.directions)
                    let distance = nearest + step * radius
                    return Point(hit.x + distance * angle.right, hit.y - distance * angle.up)
                }
            }
            let free = candidates.first { place in
                room.contains(place) && hits.allSatisfy { Self.distance($0, place) >= hitRadius + radius * 1.05 }
                    && places.allSatisfy { Self.distance($0, place) >= radius * 2.1 }
            }
            places.append(free ?? Point(hit.x + nearest * outwards.right, hit.y - nearest * outwards.up))
        }
        self.places = places
    }

    static func distance(_ one: Point, _ other: Point) -> Double {
        ((one.x - other.x) * (one.x - other.x) + (one.y - other.y) * (one.y - other.y)).squareRoot()
    }
}
