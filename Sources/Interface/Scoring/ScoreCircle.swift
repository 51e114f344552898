// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The black circle that is put where an arrow hit: the spot it belongs to, and its place there as archers say it, how far out
/// and at which hour.
struct ScoreCircle: Hashable, Sendable {
    /// What a turn of the knob changes.
    enum Axis: Hashable, Sendable, CaseIterable {
        case radius, angle
        /// On faces that have several.
        case spot
    }

    /// From 0.
    private(set) var spot: Int
    /// From the spot's centre.
    private(set) var place = FacePoint.centre
    private(set) var distance = Length(micrometres: 0)
    /// Kept while the circle lies in the very centre, which has no direction of its own.
    private(set) var direction = Angle.twelve

    /// In the centre of a spot.
    init(inSpot spot: Int) {
        self.spot = spot
    }

    /// Where an arrow was placed; a miss without a place is in the centre of its spot.
    init(_ arrow: PlacedArrow, on face: Face) {
        self.init(inSpot: arrow.spot)
        if let place = arrow.place { put(at: place, on: face) }
    }

    // MARK: By the knob

    /// - Parameter detents: outwards, clockwise, or to the next spot.
    mutating func turn(_ axis: Axis, by detents: Int, _ speed: KnobSpeed, on face: Face) {
        // More than this goes round or to the edge anyhow.
        let detents = detents.clamped(to: -1000...1000)
        switch axis {
        case .radius:
            let moved = distance.micrometres + Int64(detents) * face.step(speed).micrometres
            point(distance: Length(micrometres: moved), towards: direction, on: face)
        case .angle:
            point(distance: distance, towards: direction + Double(detents) * Self.degrees(speed), on: face)
        case .spot:
            let count = face.spots.count
            spot = ((spot + detents) % count + count) % count
        }
    }

    private static func degrees(_ speed: KnobSpeed) -> Double {
        switch speed {
        case .quick: 30
        case .steady: 6
        case .slow: 1
        }
    }

    // MARK: By the arrows and by hand

    /// Up by so many of the finest steps; down where it is negative.
    mutating func nudge(up steps: Int64, on face: Face) {
        let up = place.y.micrometres + steps * face.step(.slow).micrometres
        put(at: FacePoint(x: place.x, y: Length(micrometres: up)), on: face)
    }

    /// To a place of the sheet, in the spot that is nearest to it.
    mutating func put(onSheet place: FacePoint, on face: Face) {
        spot = face.nearestSpot(to: place)
        put(at: place.relative(to: face.spots[spot]), on: face)
    }

    private mutating func put(at place: FacePoint, on face: Face) {
        self.place = place
        distance = place.distance
        if place != .centre { direction = place.direction }
        // A place at the very edge is found again a micrometre beyond it.
        if distance.micrometres > face.reach.micrometres + 1 { point(distance: face.reach, towards: direction, on: face) }
    }

    private mutating func point(distance: Length, towards direction: Angle, on face: Face) {
        self.distance = distance.clamped(to: Length(micrometres: 0)...face.reach)
        self.direction = direction
        place = FacePoint(distance: self.distance, towards: direction)
    }

    // MARK: What it would score

    func score(on face: Face, shaft: Length) -> ArrowScore { face.score(inSpot: place, shaft: shaft) }

    /// Whether the shaft's inner edge, which decides, is within 3 mm of a ring's outer edge.
    func isNearLine(on face: Face, shaft: Length) -> Bool {
        let edge = 2 * distance.micrometres - shaft.micrometres
        return face.rings.contains { abs(edge - $0.diameter.micrometres) < 2 * Self.nearMicrometres }
    }

    private static let nearMicrometres: Int64 = 3000
}

extension ScoreCircle.Axis {
    /// What the knob's push goes to next.
    func next(on face: Face) -> ScoreCircle.Axis {
        switch self {
        case .radius: .angle
        case .angle: face.spots.count > 1 ? .spot : .radius
        case .spot: .radius
        }
    }
}

extension Face {
    /// How far from a spot's centre the circle goes: an arrow beside the face has a place too.
    var reach: Length { Length(micrometres: scoringDiameter.micrometres * 3 / 5) }

    /// How far a detent of the knob moves the circle: a tenth, a fiftieth or a 250th of the scoring radius.
    func step(_ speed: KnobSpeed) -> Length {
        let share: Int64 =
            switch speed {
            case .quick: 20
            case .steady: 100
            case .slow: 500
            }
        return Length(micrometres: max(1, scoringDiameter.micrometres / share))
    }
}
