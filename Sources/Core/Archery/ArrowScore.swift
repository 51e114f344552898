// SPDX-License-Identifier: GPL-3.0-or-later

/// The score of one arrow.
public struct ArrowScore: Hashable, Sendable {
    /// `X`, `10` … or `M`.
    public var label: String
    public var points: Int
    /// The ring's code: 0 for a miss, 1–10, 11 for the inner ring.
    public var ring: Int

    public static let miss = ArrowScore(label: "M", points: 0, ring: 0)

    public init(label: String, points: Int, ring: Int) {
        self.label = label
        self.points = points
        self.ring = ring
    }

    public init(_ ring: Ring) {
        self.init(label: ring.label, points: ring.points, ring: ring.code)
    }
}

extension Face {
    /// Returns the index of the spot nearest to a position on the sheet; if several are equally near, the first of them.
    public func nearestSpot(to place: FacePoint) -> Int {
        spots.indices.min { place.relative(to: spots[$0]).distanceSquared < place.relative(to: spots[$1]).distanceSquared } ?? 0
    }

    /// Returns the score of an arrow at this position on the sheet, in the nearest spot.
    public func score(at place: FacePoint, shaft: Length) -> ArrowScore {
        score(inSpot: place.relative(to: spots[nearestSpot(to: place)]), shaft: shaft)
    }

    /// Returns the score of an arrow whose centre has this position, relative to its spot's centre.
    public func score(inSpot place: FacePoint, shaft: Length) -> ArrowScore {
        ring(inSpot: place, shaft: shaft).map { ArrowScore(rings[$0]) } ?? .miss
    }

    /// Returns the index of the ring that an arrow scores; `nil` for a miss.
    ///
    /// A shaft that touches a dividing line takes the higher ring: the line-cutter rule (World Archery Book 3, 12.2). So a ring counts if
    /// distance − shaft radius ≤ ring radius. Touching is decided within a micrometre, in whole numbers: (2 · distance)² ≤ (ring diameter +
    /// shaft diameter + 2 µm)².
    /// - Parameter place: the position of the arrow's centre, relative to its spot's centre.
    package func ring(inSpot place: FacePoint, shaft: Length) -> Int? {
        let distance = 4 * place.distanceSquared
        return rings.firstIndex { ring in
            let reach = ring.diameter.micrometres + shaft.micrometres + 2
            return distance <= reach * reach
        }
    }
}
