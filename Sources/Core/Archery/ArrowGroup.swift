// SPDX-License-Identifier: GPL-3.0-or-later

/// How close together arrows hit, and where: on faces with several spots, as if all had been shot at one.
public struct ArrowGroup: Hashable, Sendable {
    /// The mean place of the arrows' middles, in millimetres from the spot's centre, x to the right, y up.
    public var centreX: Double
    public var centreY: Double
    /// The mean distance of an arrow's middle from the group's centre, in millimetres.
    public var meanRadius: Double
    /// The greatest distance between the middles of two arrows, in millimetres.
    public var extremeSpread: Double

    /// `nil` without a placed arrow.
    public init?(_ arrows: [PlacedArrow]) {
        let places = arrows.compactMap(\.place).map { (x: $0.x.millimetres, y: $0.y.millimetres) }
        guard !places.isEmpty else { return nil }
        func distance(_ dx: Double, _ dy: Double) -> Double { (dx * dx + dy * dy).squareRoot() }
        let count = Double(places.count)
        let middle = (x: places.reduce(0) { $0 + $1.x } / count, y: places.reduce(0) { $0 + $1.y } / count)
        centreX = middle.x
        centreY = middle.y
        meanRadius = places.reduce(0) { $0 + distance($1.x - middle.x, $1.y - middle.y) } / count
        extremeSpread = places.indices.reduce(0) { spread, index in
            places[(index + 1)...].reduce(spread) { max($0, distance($1.x - places[index].x, $1.y - places[index].y)) }
        }
    }

    /// How far the group's centre lies from the spot's, in millimetres.
    public var offset: Double { (centreX * centreX + centreY * centreY).squareRoot() }
    /// Where the group's centre lies from the spot's.
    public var direction: Angle { Angle(towardsX: centreX, y: centreY) }
}
