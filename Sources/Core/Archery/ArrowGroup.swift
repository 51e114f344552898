// SPDX-License-Identifier: GPL-3.0-or-later

/// The size and the position of a group of arrows. On a face with several spots, the arrows are grouped as if all had been shot at one
/// spot.
public struct ArrowGroup: Hashable, Sendable {
    /// The mean position of the arrows' centres, in millimetres from the spot's centre, x to the right, y up.
    public var centreX: Double
    public var centreY: Double
    /// The mean distance of an arrow's centre from the group's centre, in millimetres.
    public var meanRadius: Double
    /// The greatest distance between the centres of two arrows, in millimetres.
    public var extremeSpread: Double
    /// True if one of the arrows was placed by its hour. The group's figures are then estimates.
    public var isByHour: Bool

    /// The fewest arrows with a position that form a group.
    public static let leastArrows = 3

    /// Returns `nil` if fewer than `leastArrows` have a position.
    public init?(_ arrows: [PlacedArrow]) {
        let places = arrows.compactMap(\.place).map { (x: $0.x.millimetres, y: $0.y.millimetres) }
        guard places.count >= Self.leastArrows else { return nil }
        func distance(_ dx: Double, _ dy: Double) -> Double { (dx * dx + dy * dy).squareRoot() }
        let count = Double(places.count)
        let middle = (x: places.reduce(0) { $0 + $1.x } / count, y: places.reduce(0) { $0 + $1.y } / count)
        isByHour = arrows.contains { $0.placedBy == .hour }
        centreX = middle.x
        centreY = middle.y
        meanRadius = places.reduce(0) { $0 + distance($1.x - middle.x, $1.y - middle.y) } / count
        extremeSpread = places.indices.reduce(0) { spread, index in
            places[(index + 1)...].reduce(spread) { max($0, distance($1.x - places[index].x, $1.y - places[index].y)) }
        }
    }

    /// The distance of the group's centre from the spot's centre, in millimetres.
    public var offset: Double { (centreX * centreX + centreY * centreY).squareRoot() }
    /// The direction of the group's centre from the spot's centre.
    public var direction: Angle { Angle(towardsX: centreX, y: centreY) }
}
