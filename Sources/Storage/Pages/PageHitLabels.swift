// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The positions of the numbers of hits: beside their arrows, and over no other arrow or number while there is room.
///
/// A number that has no room beside its arrow goes further out, on a line that leads back to the arrow.
struct PageHitLabels: Hashable {
    /// The centre of each hit's number.
    let places: [Point]
    /// The radius of a number's round plate.
    let radius: Double

    /// The distances at which a number may stand from its nearest position, in its own radii.
    private static let steps: [Double] = [0, 0.9, 1.8, 2.8, 4, 5.5, 7.5, 10]

    /// - Parameters:
    ///   - hits: the positions of the arrows, in the order of their numbers.
    ///   - hitRadius: the radius of a drawn arrow, with its light ring.
    ///   - radius: the radius of a number's plate.
    ///   - view: the visible part; no plate leaves it while there is room in it.
    init(_ hits: [Point], hitRadius: Double, radius: Double, within view: Rect) {
        self.radius = radius
        let room = view.inset(by: radius)
        let nearest = hitRadius + radius * 1.15
        let numbers = HitNumbers(
            hits, distances: Self.steps.map { nearest + $0 * radius }, directions: 24, turn: -15, middleRadius: radius / 4)
        places = numbers.placed { index, taken in
            let hit = hits[index]
            let free = numbers.centers(around: hit).first { place in
                room.contains(place) && hits.allSatisfy { Self.distance($0, place) >= hitRadius + radius * 1.05 }
                    && taken.allSatisfy { Self.distance($0, place) >= radius * 2.1 }
            }
            let outwards = numbers.outwards(hit)
            return free ?? Point(hit.x + nearest * outwards.right, hit.y - nearest * outwards.up)
        }.compactMap(\.self)
    }

    static func distance(_ one: Point, _ other: Point) -> Double {
        ((one.x - other.x) * (one.x - other.x) + (one.y - other.y) * (one.y - other.y)).squareRoot()
    }
}
