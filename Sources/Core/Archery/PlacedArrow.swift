// SPDX-License-Identifier: GPL-3.0-or-later

/// One arrow of an end: where it hit, and which shot it was.
public struct PlacedArrow: Hashable, Sendable {
    /// Its place in the order of shooting, from 1.
    public var number: Int
    /// The spot it belongs to, from 0.
    public var spot: Int
    /// Its middle as seen from the spot's centre; `nil` for an arrow that hit nothing that scores and wasn't placed: an `M` by a press.
    public var place: FacePoint?
    /// The number of the clip that shows the shot; an arrow may have none.
    public var clip: Int?

    public init(number: Int, spot: Int = 0, place: FacePoint?, clip: Int? = nil) {
        self.number = number
        self.spot = spot
        self.place = place
        self.clip = clip
    }
}
