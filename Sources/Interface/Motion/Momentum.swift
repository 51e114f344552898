// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The four directions in which a clip can be swiped.
enum SwipeDirection: Hashable, Sendable, CaseIterable {
    case left, right, up, down

    /// An offset less than 45° from the horizontal is right or left, and every other one is up or down. The start itself lies in no
    /// direction.
    init?(of offset: Point) {
        guard offset.x != 0 || offset.y != 0, offset.x.isFinite, offset.y.isFinite else { return nil }
        let isLevel = abs(offset.x) > abs(offset.y)
        self = isLevel ? (offset.x > 0 ? .right : .left) : (offset.y > 0 ? .down : .up)
    }

    /// The direction of an arrow of the panel.
    init?(_ control: Control) {
        switch control {
        case .left: self = .left
        case .right: self = .right
        case .up: self = .up
        case .down: self = .down
        case .mark, .stop, .knob: return nil
        }
    }

    /// The arrow of the panel for this direction.
    var control: Control {
        switch self {
        case .left: .left
        case .right: .right
        case .up: .up
        case .down: .down
        }
    }

    /// One canvas unit in this direction.
    var unit: Point {
        switch self {
        case .left: Point(-1, 0)
        case .right: Point(1, 0)
        case .up: Point(0, -1)
        case .down: Point(0, 1)
        }
    }

    var opposite: SwipeDirection {
        switch self {
        case .left: .right
        case .right: .left
        case .up: .down
        case .down: .up
        }
    }

    /// Returns the distance of a point in this direction.
    func distance(of point: Point) -> Double { point.x * unit.x + point.y * unit.y }
}

/// An offset and a velocity: what a gesture takes over from the motion that it interrupts, and hands on to the next.
struct Momentum: Hashable, Sendable {
    static let none = Momentum(offset: Point(0, 0), velocity: Point(0, 0))

    /// The distance from the resting position, in canvas units.
    var offset: Point
    /// In canvas units a second.
    var velocity: Point
}
