// SPDX-License-Identifier: GPL-3.0-or-later

/// One arrow of an end: its position on the face, and its number in the order of shooting.
public struct PlacedArrow: Hashable, Sendable {
    /// The arrow's number in the order of shooting, from 1.
    public var number: Int
    /// The index of the arrow's spot, from 0.
    public var spot: Int
    /// The position of the arrow's centre, relative to the spot's centre; `nil` if the arrow was scored by its ring or as a miss.
    public var place: FacePoint? { didSet { if place != nil { ring = nil } } }
    /// The ring of an arrow that was scored without a position: an index of the face's rings, 0 for the innermost. `nil` for an arrow with
    /// a position, and for a miss.
    public private(set) var ring: Int?
    /// The number of the clip that shows the shot; an arrow may have none.
    public var clip: Int?

    public init(number: Int, spot: Int = 0, place: FacePoint?, clip: Int? = nil) {
        self.number = number
        self.spot = spot
        self.place = place
        self.clip = clip
    }

    /// Creates an arrow that was scored by its ring alone. It counts points, but it has no position, so it belongs to no group.
    public init(number: Int, spot: Int = 0, ring: Int, clip: Int? = nil) {
        self.init(number: number, spot: spot, place: nil, clip: clip)
        self.ring = ring
    }

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
