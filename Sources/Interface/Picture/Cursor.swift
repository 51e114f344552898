// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A cross on the picture that the arrows and the knob move: a tap on an arrow is one unit, a held arrow moves it faster and faster, and
/// the knob is fine.
///
/// Its position is a closed form of time.
struct Cursor: Hashable, Sendable {
    /// One axis of the motion: left and right, or up and down.
    struct Axis: Hashable, Sendable {
        fileprivate var base: Double
        fileprivate var start: Timestamp?
        fileprivate var direction = 0.0

        fileprivate func position(at now: Timestamp) -> Double {
            guard let start else { return base }
            return base + direction * Cursor.way(after: start.duration(to: now).inSeconds)
        }
    }

    enum Direction: Hashable, Sendable {
        case across, down
    }

    /// The distance that it moves at once, and the time for which it then waits, so that a tap moves it no further.
    private static let (first, tapTime) = (1.0, 0.18)
    /// The speed after that, in units a second: at first, its gain in each second, and at most. It crosses the canvas in 1.8 s.
    private static let (slowest, gain, fastest) = (140.0, 1500.0, 1700.0)

    private var x: Axis
    private var y: Axis

    init(at point: Point) {
        (x, y) = (Axis(base: point.x), Axis(base: point.y))
    }

    /// Returns the distance that it moves if an arrow is held for this many seconds.
    static func way(after seconds: Double) -> Double {
        let run = max(0, seconds - tapTime)
        let gaining = min(run, (fastest - slowest) / gain)
        return first + slowest * gaining + gain * gaining * gaining / 2 + fastest * (run - gaining)
    }

    /// Returns the distance that the knob moves it: a careful detent is one unit, and 20 units are about a quarter of a turn.
    static func units(of detents: Int, _ speed: KnobSpeed) -> Double {
        let step: Double =
            switch speed {
            case .slow: 1
            case .steady: 3
            case .quick: 12
            }
        return Double(detents.clamped(to: -2000...2000)) * step
    }

    func position(at now: Timestamp) -> Point {
        let bounds = Canvas.bounds
        return Point(x.position(at: now).clamped(to: bounds.x...bounds.maxX), y.position(at: now).clamped(to: bounds.y...bounds.maxY))
    }

    var isMoving: Bool { x.start != nil || y.start != nil }

    mutating func go(_ arrow: Control, at now: Timestamp) {
        switch arrow {
        case .left: Self.go(&x, -1, at: now)
        case .right: Self.go(&x, 1, at: now)
        case .up: Self.go(&y, -1, at: now)
        case .down: Self.go(&y, 1, at: now)
        case .mark, .stop, .knob: break
        }
    }

    private static func go(_ axis: inout Axis, _ direction: Double, at now: Timestamp) {
        axis.base = axis.position(at: now)
        (axis.start, axis.direction) = (now, direction)
    }

    /// Notes that an arrow was let go; the opposite arrow may have taken over meanwhile.
    mutating func stop(_ arrow: Control, at now: Timestamp) {
        switch arrow {
        case .left where x.direction < 0, .right where x.direction > 0: halt(.across, at: now)
        case .up where y.direction < 0, .down where y.direction > 0: halt(.down, at: now)
        default: break
        }
    }

    mutating func halt(at now: Timestamp) {
        halt(.across, at: now)
        halt(.down, at: now)
    }

    /// Stops it on a whole unit.
    private mutating func halt(_ direction: Direction, at now: Timestamp) {
        let place = position(at: now)
        switch direction {
        case .across: x = Axis(base: x.start == nil ? x.base : place.x.rounded())
        case .down: y = Axis(base: y.start == nil ? y.base : place.y.rounded())
        }
    }

    mutating func move(to point: Point) { self = Cursor(at: point) }

    mutating func move(_ direction: Direction, by units: Double, at now: Timestamp) {
        halt(at: now)
        let bounds = Canvas.bounds
        switch direction {
        case .across: x.base = (x.base + units).clamped(to: bounds.x...bounds.maxX)
        case .down: y.base = (y.base + units).clamped(to: bounds.y...bounds.maxY)
        }
    }
}

extension Control {
    /// The axis along which an arrow moves the cursor; `nil` for controls that aren't arrows.
    var cursorDirection: Cursor.Direction? {
        switch self {
        case .left, .right: .across
        case .up, .down: .down
        case .mark, .stop, .knob: nil
        }
    }
}
