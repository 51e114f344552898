// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A cross on the picture that arrows and knob move to any place: a tap is one unit, a held arrow runs faster and faster, the knob is fine.
///
/// Where it is, is a closed form of time.
struct Cursor: Hashable, Sendable {
    /// Left and right, or up and down.
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

    /// So far at once, and no further for a tap's time.
    private static let (first, tapTime) = (1.0, 0.18)
    /// Then in units a second, and a second more each second, up to the fastest: across the canvas in 1.9 s.
    private static let (slowest, gain, fastest) = (140.0, 1500.0, 1700.0)

    private var x: Axis
    private var y: Axis

    init(at point: Point) {
        (x, y) = (Axis(base: point.x), Axis(base: point.y))
    }

    /// How far an arrow goes that is held for so long.
    static func way(after seconds: Double) -> Double {
        let run = max(0, seconds - tapTime)
        let gaining = min(run, (fastest - slowest) / gain)
        return first + slowest * gaining + gain * gaining * gaining / 2 + fastest * (run - gaining)
    }

    /// How far the knob moves it: a careful detent is one unit, and a place that is 20 units off is a quarter of a turn away.
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

    /// The arrow was let go; the other one of its pair may have taken over meanwhile.
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

    /// It stands on a whole unit.
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
    /// Along which axis an arrow moves the cursor; `nil` for what is none.
    var cursorDirection: Cursor.Direction? {
        switch self {
        case .left, .right: .across
        case .up, .down: .down
        case .mark, .stop, .knob: nil
        }
    }
}
