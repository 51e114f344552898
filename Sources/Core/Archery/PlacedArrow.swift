// SPDX-License-Identifier: GPL-3.0-or-later

/// One arrow of an end: its position on the face, and its number in the order of shooting.
public struct PlacedArrow: Hashable, Sendable {
    /// The arrow's number in the order of shooting, from 1.
    public var number: Int
    /// The index of the arrow's spot, from 0.
    public var spot: Int
    /// The position of the arrow's centre, relative to the spot's centre; `nil` if the arrow was scored by its ring or as a miss. A
    /// position that is set is a measured one.
    public var place: FacePoint? {
        didSet {
            if place != nil { ring = nil }
            isByHour = false
        }
    }
    /// True if only the arrow's ring and hour are known. The position is then the middle of the ring at that hour.
    private var isByHour = false
    /// The ring of an arrow that was scored without a position: an index of the face's rings, 0 for the innermost. `nil` for an arrow with
    /// a position, and for a miss.
    public private(set) var ring: Int?
    /// The number of the clip that shows the shot; an arrow may have none.
    public var clip: Int?

    /// The means by which somebody said where an arrow hit. The raw values are those of the record.
    public enum Placing: String, Hashable, Sendable {
        /// By its ring: the arrow has no position.
        case ring
        /// By its ring and its hour: the position is the middle of the ring at that hour, so nobody measured its millimetres.
        case hour
        /// By a point of the face.
        case point
    }

    /// - Parameter isByHour: true if `place` is the middle of a ring at the arrow's hour.
    public init(number: Int, spot: Int = 0, place: FacePoint?, isByHour: Bool = false, clip: Int? = nil) {
        self.number = number
        self.spot = spot
        self.place = place
        self.isByHour = isByHour && place != nil
        self.clip = clip
    }

    /// Creates an arrow that was scored by its ring alone. It counts points, but it has no position, so it belongs to no group.
    public init(number: Int, spot: Int = 0, ring: Int, clip: Int? = nil) {
        self.init(number: number, spot: spot, place: nil, clip: clip)
        self.ring = ring
    }

    /// The means by which its position was given; `nil` for an arrow that was called a miss.
    public var placedBy: Placing? { place == nil ? ring.map { _ in .ring } : isByHour ? .hour : .point }
    /// The position, if somebody measured it; `nil` for an arrow that was placed by its hour.
    public var measured: FacePoint? { isByHour ? nil : place }

    /// True if the arrow has a position or a ring. A position outside the rings still scores a miss.
    public var isHit: Bool { place != nil || ring != nil }

    /// Returns the arrow's own score.
    /// - Precondition: the arrow's ring, if it has one, exists on the face.
    func score(on face: Face, shaft: Length) -> ArrowScore {
        if let place { return face.score(inSpot: place, shaft: shaft) }
        guard let ring else { return .miss }
        precondition(face.rings.indices.contains(ring), "\(face.id) has no ring \(ring)")
        return ArrowScore(face.rings[ring])
    }
}
