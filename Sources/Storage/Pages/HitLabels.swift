// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Where the numbers of hits stand: beside their arrows, over no other arrow and no other number while there is room.
///
/// A number that doesn't find room beside its arrow goes further out, on a line that leads back to it.
struct HitLabels: Hashable {
    /// Where each hit's number has its middle.
    let places: [Point]
    /// Of a number's round plate.
    let radius: Double

    private static let directions = 24
    /// How far out a number may stand, in its own radii from its nearest place.
    private static let steps: [Double] = [0, 0.9, 1.8, 2.8, 4, 5.5, 7.5, 10]

    /// - Parameters:
    ///   - hits: where the arrows lie, in the order of their numbers.
    ///   - hitRadius: of a drawn arrow, with its light ring.
    ///   - radius: of a number's plate.
    ///   - view: what is seen; no plate leaves it while there is room in it.
    init(_ hits: [Point], hitRadius: Double, radius: Double, within view: Rect) {
        self.radius = radius
        let middle = Point(
            hits.reduce(0) { $0 + $1.x } / Double(max(1, hits.count)),
            hits.reduce(0) { $0 + $1.y } / Double(max(1, hits.count)))
        let room = view.inset(by: radius)
        let nearest = hitRadius + radius * 1.15
        var places: [Point] = []
        for hit in hits {
            // Away from the other arrows, and where it lies among them, up and to the right.
            let isMiddle = abs(hit.x - middle.x) + abs(hit.y - middle.y) < radius / 4
            let outwards = isMiddle ? Angle(degrees: 45) : Angle(towardsX: hit.x - middle.x, y: middle.y - hit.y)
            let candidates = Self.steps.lazy.flatMap { step in
                (0..<Self.directions).lazy.map { turn -> Point in
                    // Outwards first, then more and more to both sides.
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
