// SPDX-License-Identifier: GPL-3.0-or-later

/// The part of a picture that is shown. Live, replays and films have it in common, so two moments are seen through the same window.
public struct Zoom: Hashable, Sendable {
    package static let factors = [1.0, 1.5, 2, 3, 4]
    /// The share of the visible part by which a tap of an arrow moves it.
    package static let panStep = 0.05

    public private(set) var factor = 1.0
    /// The part's middle, 0…1 both ways, in the picture as it is displayed.
    private var center = Point(0.5, 0.5)
    /// True if somebody moved the part by hand. It stays there then, wherever the person is.
    private(set) var isPlaced = false

    public init() {}

    /// Shows the whole picture. If there is no room for the whole width, the part around this point is kept, 0…1 of the width.
    public init(around x: Double) {
        center = Point(x.clamped(to: 0...1), 0.5)
    }

    /// Returns the zoom with the person in the middle of the part, unless the part was moved by hand.
    /// - Parameter person: 0…1 both ways of the picture as it is displayed; `nil` if nobody was found.
    public func aimed(at person: Point?) -> Zoom {
        guard let person, !isPlaced else { return self }
        var zoom = self
        zoom.center = Point(person.x.clamped(to: 0...1), person.y.clamped(to: 0...1))
        return zoom
    }

    package var isOn: Bool { factor > 1 }

    /// The part that fills the picture's rectangle. It never leaves the picture.
    package var crop: Rect { crop(width: 1 / factor) }

    /// Returns the part if there is room for only this share of the picture's width.
    package func crop(width: Double) -> Rect {
        let side = 1 / factor
        let width = min(width, side)
        return Rect(
            x: (center.x - width / 2).clamped(to: 0...1 - width), y: (center.y - side / 2).clamped(to: 0...1 - side), width: width, height: side)
    }

    package mutating func change(by steps: Int) {
        factor = factor.moved(by: steps, in: Self.factors)
        center = crop.center
    }

    /// Moves the part by shares of what is visible. Travel beyond an edge isn't remembered, so turning back moves at once.
    /// - Parameter share: the share of the part's width that is visible.
    package mutating func pan(_ x: Double, _ y: Double, share: Double = 1) {
        guard x.isFinite, y.isFinite else { return }
        center = Point(center.x + x / factor, center.y + y / factor)
        center = crop(width: share / factor).center
        // A picture that is seen whole can't be moved.
        if share / factor < 1 { isPlaced = true }
    }

    package mutating func reset() { self = Zoom() }
}
