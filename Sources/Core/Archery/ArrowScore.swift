// SPDX-License-Identifier: GPL-3.0-or-later

/// What one arrow scores.
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
    /// The spot nearest to a place on the sheet, from 0; of equally near ones the first.
    public func nearestSpot(to place: FacePoint) -> Int {
        spots.indices.min { place.relative(to: spots[$0]).distanceSquared < place.relative(to: spots[$1]).distanceSquared } ?? 0
    }

    /// What an arrow at this place of the sheet scores, in the spot nearest to it.
    public func score(at place: FacePoint, shaft: Length) -> ArrowScore {
        score(inSpot: place.relative(to: spots[nearestSpot(to: place)]), shaft: shaft)
    }

    /// What an arrow scores whose middle lies here, as seen from its spot's centre.
    public func score(inSpot place: FacePoint, shaft: Length) -> ArrowScore {
        ring(inSpot: place, shaft: shaft).map { ArrowScore(rings[$0]) } ?? .miss
    }

    /// The index of the ring that an arrow scores whose middle lies here, as seen from its spot's centre; `nil` for a miss.
    ///
    /// A shaft that touches a dividing line takes the higher ring: the line-cutter rule (World Archery Book 3, 12.2). So a
    /// ring counts when distance − shaft radius ≤ ring radius. Touching is decided within a micrometre, in whole numbers:
    /// (2 · distance)² ≤ (ring diameter + shaft diameter + 2 µm)².
    package func ring(inSpot place: FacePoint, shaft: Length) -> Int? {
        let distance = 4 * place.distanceSquared
        return rings.firstIndex { ring in
            let reach = ring.diameter.micrometres + shaft.micrometres + 2
            return distance <= reach * reach
        }
    }
}
