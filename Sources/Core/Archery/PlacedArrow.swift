// SPDX-License-Identifier: GPL-3.0-or-later

/// One arrow of an end: where it hit, and which shot it was.
public struct PlacedArrow: Hashable, Sendable {
    /// Its place in the order of shooting, from 1.
    public var number: Int
    /// The spot it belongs to, from 0.
    public var spot: Int
    /// Its middle as seen from the spot's centre; `nil` for an arrow that was scored by its ring, or by a press for a miss.
    public var place: FacePoint? { didSet { if place != nil { ring = nil } } }
    /// The ring that an arrow without a place was called as: an index of the face's rings, 0 for the innermost. `nil` for an arrow
    /// with a place, and for a miss.
    public private(set) var ring: Int?
    /// The number of the clip that shows the shot; an arrow may have none.
    public var clip: Int?

    public init(number: Int, spot: Int = 0, place: FacePoint?, clip: Int? = nil) {
        self.number = number
        self.spot = spot
        self.place = place
        self.clip = clip
    }

    /// An arrow that was scored by its ring alone: it counts in points and has no place, so it is in no group.
    public init(number: Int, spot: Int = 0, ring: Int, clip: Int? = nil) {
        self.init(number: number, spot: spot, place: nil, clip: clip)
        self.ring = ring
    }

    /// It lies somewhere on the face, whether it is known where or not.
    public var isHit: Bool { place != nil || ring != nil }

    /// What the arrow scores by itself.
    /// - Precondition: its ring is one of the face's.
    func score(on face: Face, shaft: Length) -> ArrowScore {
        if let place { return face.score(inSpot: place, shaft: shaft) }
        guard let ring else { return .miss }
        precondition(face.rings.indices.contains(ring), "\(face.id) has no ring \(ring)")
        return ArrowScore(face.rings[ring])
    }
}
