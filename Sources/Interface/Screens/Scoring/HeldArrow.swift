// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The arrow that is being scored: first only its ring, and once somebody says where in the ring it lies, its position.
///
/// The position is known as long as the knob holds the hour or the fine radius. So the axis says which of the two kinds of arrow it is.
struct HeldArrow: Hashable, Sendable {
    /// The value that a turn of the knob changes. A push goes on to the next.
    enum Axis: Hashable, Sendable, CaseIterable {
        case ring, hour, fine
    }

    /// The spot's index, from 0.
    private(set) var spot: Int
    private(set) var axis = Axis.ring
    /// An index of the face's rings, 0 for the innermost; the number of rings means a miss.
    private(set) var ring: Int
    /// The position relative to the spot's centre; `nil` for an arrow that is scored by its ring alone.
    private(set) var place: FacePoint?
    /// The direction from the centre. It is kept while the position isn't known, and in the very centre, which has no direction of its own.
    private(set) var direction = Angle.twelve
    /// The distance from the centre when the position was known last.
    private var distance: Length?
    /// True if somebody said the distance from the centre too: in fine, by a finger or with a nudge. Otherwise the position is the middle of
    /// the ring at the hour.
    private var isMeasured = false
    /// True if the last detent of the hour came alone, with a rest before it and after it.
    private var wasCareful = false

    /// Creates the next arrow. It begins in the last one's ring and at its hour, because arrows of an end lie near each other.
    /// - Parameter last: the arrow before, of this end or of the end before it. If `nil`, the arrow begins in the ring outside the inner
    ///   ten, so that three rings are no more than a detent away.
    init(after last: PlacedArrow?, inSpot spot: Int, of end: EndRecord) {
        self.spot = spot
        ring = last.map(end.ring) ?? (end.face.hasInnerTen && end.face.rings.count > 1 ? 1 : 0)
        if let place = last?.place, place != .centre { direction = place.direction.nearestHour }
    }

    /// Takes up an arrow that is scored already, as it is.
    init(_ arrow: PlacedArrow, of end: EndRecord) {
        spot = arrow.spot
        ring = end.ring(of: arrow)
        guard let place = arrow.place else { return }
        put(at: place, in: end)
        isMeasured = arrow.placedBy == .point
        axis = .hour
    }

    // MARK: The knob

    /// - Parameter detents: positive outwards, or clockwise.
    mutating func turn(by detents: Int, _ speed: KnobSpeed, in end: EndRecord) {
        // More than this goes round or to the edge anyhow.
        let detents = detents.clamped(to: -1000...1000)
        switch axis {
        case .ring:
            ring = (ring + (speed == .quick ? 2 : 1) * detents).clamped(to: 0...end.face.rings.count)
            distance = nil
            isMeasured = false
        case .hour:
            // One careful detent may mean an hour. A second one in a row means less.
            let isCareful = speed == .slow
            let isFine = isCareful && wasCareful
            wasCareful = isCareful
            let towards = isFine ? direction + Self.finestDegrees * Double(detents) : direction.nearestHour + Self.hourDegrees * Double(detents)
            lie(at: distance ?? end.middle(ofRing: ring), towards: towards, in: end)
        case .fine:
            isMeasured = true
            let distance = (distance ?? .zero).micrometres + Int64(detents) * end.face.step(speed).micrometres
            lie(at: Length(micrometres: distance).clamped(to: .zero...end.reach), towards: direction, in: end)
        }
    }

    static let hourDegrees = 30.0
    /// Ten minutes of the clock.
    static let finestDegrees = 5.0

    /// Goes on to the next axis. From the ring to the hour the arrow gets a position, in the middle of its ring; back at the ring it loses
    /// the position.
    mutating func push(in end: EndRecord) {
        wasCareful = false
        switch axis {
        case .ring:
            axis = .hour
            lie(at: distance ?? end.middle(ofRing: ring), towards: direction, in: end)
        case .hour:
            axis = .fine
        case .fine:
            axis = .ring
            place = nil
        }
    }

    /// Goes on until the knob holds this axis.
    mutating func hold(_ axis: Axis, in end: EndRecord) {
        while self.axis != axis { push(in: end) }
    }

    // MARK: Arrow buttons and touch

    /// Goes to the spot before or after, on a face with several.
    mutating func changeSpot(by steps: Int, in end: EndRecord) {
        let count = end.face.spots.count
        spot = ((spot + steps.clamped(to: -1000...1000)) % count + count) % count
    }

    /// Moves the arrow up by this number of the finest steps; down if negative. It only works with a known position.
    mutating func nudge(up steps: Int64, in end: EndRecord) {
        guard let place else { return }
        isMeasured = true
        let up = place.y.micrometres + steps * end.face.step(.slow).micrometres
        put(at: FacePoint(x: place.x, y: Length(micrometres: up)), in: end)
    }

    /// Puts the arrow at a point of the sheet, in the spot that is nearest to it.
    mutating func put(onSheet place: FacePoint, in end: EndRecord) {
        spot = end.face.nearestSpot(to: place)
        isMeasured = true
        put(at: place.relative(to: end.face.spots[spot]), in: end)
        axis = .fine
    }

    private mutating func put(at place: FacePoint, in end: EndRecord) {
        if place != .centre { direction = place.direction }
        // A position at the very edge may come out a micrometre beyond it.
        if place.distance.micrometres > end.reach.micrometres + 1 { return lie(at: end.reach, towards: direction, in: end) }
        distance = place.distance
        self.place = place
        ring = end.ring(at: place)
    }

    private mutating func lie(at distance: Length, towards direction: Angle, in end: EndRecord) {
        self.distance = distance
        self.direction = direction
        let place = FacePoint(distance: distance, towards: direction)
        self.place = place
        ring = end.ring(at: place)
    }

    // MARK: State

    /// Returns the score. The label shows the score that is placed.
    func score(in end: EndRecord) -> ArrowScore {
        if let place { return end.face.score(inSpot: place, shaft: end.shaft) }
        return end.face.rings.indices.contains(ring) ? ArrowScore(end.face.rings[ring]) : .miss
    }

    func arrow(number: Int, clip: Int?, in end: EndRecord) -> PlacedArrow {
        if place == nil, end.face.rings.indices.contains(ring) { return PlacedArrow(number: number, spot: spot, ring: ring, clip: clip) }
        return PlacedArrow(number: number, spot: spot, place: place, isByHour: !isMeasured, clip: clip)
    }

    /// The distance from the centre; `nil` while the position isn't known.
    var distanceOut: Length? { place?.distance }

    /// Returns true if the shaft's inner edge, which decides, is within 3 mm of a ring's outer edge.
    func isNearLine(in end: EndRecord) -> Bool {
        guard let place else { return false }
        let edge = 2 * place.distance.micrometres - end.shaft.micrometres
        return end.face.rings.contains { abs(edge - $0.diameter.micrometres) < 2 * Self.nearMicrometres }
    }

    private static let nearMicrometres: Int64 = 3000
}

extension EndRecord {
    /// Returns the ring that an arrow scores: an index of the face's rings, or the number of rings for a miss.
    func ring(of arrow: PlacedArrow) -> Int { arrow.place.map(ring(at:)) ?? arrow.ring ?? face.rings.count }

    func ring(at place: FacePoint) -> Int { face.ring(inSpot: place, shaft: shaft) ?? face.rings.count }

    /// Returns the distance at which an arrow lies that is known by its ring only: as far from the arrows of the ring inside as from those
    /// of the ring outside. A miss lies beside the face.
    func middle(ofRing ring: Int) -> Length {
        let edges = face.rings.map { $0.diameter.micrometres + shaft.micrometres }
        let inner = ring == 0 ? 0 : edges[ring - 1]
        guard edges.indices.contains(ring) else { return Length(micrometres: (inner / 2 + reach.micrometres) / 2) }
        return Length(micrometres: (inner + edges[ring]) / 4)
    }

    /// The greatest distance from a spot's centre at which an arrow can be put. It includes some room beside the face.
    var reach: Length {
        let beside = (face.scoringDiameter.micrometres + shaft.micrometres) / 2 + face.step(.steady).micrometres
        return Length(micrometres: max(face.scoringDiameter.micrometres * 3 / 5, beside))
    }
}

extension Face {
    /// Returns the distance by which a detent moves the fine radius: a tenth, a fiftieth or a 250th of the scoring radius.
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

extension Angle {
    fileprivate var nearestHour: Angle { Angle(degrees: Double(hour) * HeldArrow.hourDegrees) }
}

extension Length {
    static let zero = Length(micrometres: 0)
}

extension Strings.Score {
    static func name(of axis: HeldArrow.Axis) -> String {
        switch axis {
        case .ring: Strings.Score.ring
        case .hour: Strings.Score.hour
        case .fine: Strings.Score.fine
        }
    }
}
