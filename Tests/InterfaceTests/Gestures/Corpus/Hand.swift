// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport

@testable import Core
@testable import Interface

/// A person's hand, as the panel and the touchscreen report it: it trembles, never moves quite straight, and is never quite on time.
///
/// The numbers are this corpus's parameters (docs/gestures.md); the gesture's seed decides the rest.
struct Hand {
    enum Tool: String, CaseIterable {
        case finger, mouse, arrow, knob
    }

    /// A report that the box gets: the time of the action, and how much later it arrives.
    struct Report: Hashable {
        enum Deed: Hashable {
            case down(Point)
            case move(Point)
            case up
            case press(SwipeDirection)
            case release(SwipeDirection)
            case turn(Int)
        }

        var seconds: Double
        var deed: Deed
        var lateness = 0.0
    }

    /// Reports a second, then the standard deviations of the tremor in canvas units and of a report's time in seconds.
    static let reports = (finger: 60.0...120.0, mouse: 125.0...250.0)
    static let tremor = (finger: 1.0...3.0, mouse: 0.2...1.0)
    static let timing = 0.0015
    /// The largest deviation from the direction in degrees, and the bend of the path as a fraction of its length.
    static let astray = 12.0
    static let bend = -0.06...0.06
    /// A button's report arrives this many seconds after the press.
    static let lateness = 0...0.03

    var random: SeededGenerator
    let tool: Tool
    private(set) var reports: [Report] = []
    private(set) var seconds = 0.0
    private var place = Point(0, 0)
    private var shake = Point(0, 0)
    private let rate: Double
    private let sigma: Double

    init(_ tool: Tool, seed: UInt64) {
        self.tool = tool
        random = SeededGenerator(seed: seed)
        let isMouse = tool == .mouse
        rate = Double.random(in: isMouse ? Self.reports.mouse : Self.reports.finger, using: &random)
        sigma = Double.random(in: isMouse ? Self.tremor.mouse : Self.tremor.finger, using: &random)
    }

    mutating func within(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    mutating func within(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    /// Returns a standard normal number (Box and Muller's).
    private mutating func normal() -> Double {
        let radius = (-2 * log(Double.random(in: 1e-12...1, using: &random))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0...1, using: &random))
    }

    mutating func wait(_ range: ClosedRange<Double>) { seconds += within(range) }

    // MARK: A finger, a mouse

    mutating func down() {
        place = Point(within(700...1200), within(400...700))
        reports.append(Report(seconds: seconds, deed: .down(place)))
    }

    mutating func up() { reports.append(Report(seconds: seconds, deed: .up)) }

    /// Returns the end of a movement of this length, relative to the hand, including its deviation.
    mutating func aim(_ direction: SwipeDirection, _ length: Double, astray: Double? = nil) -> Point {
        let degrees = astray ?? within(-Self.astray...Self.astray)
        let (unit, angle) = (direction.unit, degrees * .pi / 180)
        return Point(unit.x * cos(angle) - unit.y * sin(angle), unit.x * sin(angle) + unit.y * cos(angle)) * length
    }

    /// Moves by this vector. A movement that ends at rest has the least jerk; a throw is fastest at its end.
    mutating func go(_ way: Point, in time: Double, isThrown: Bool = false) {
        let (start, begin) = (place, seconds)
        let bend = within(Self.bend)
        let exponent = within(1.4...2)
        let steps = max(2, Int((time * rate).rounded()))
        for step in 1...steps {
            let part = Double(step) / Double(steps)
            let share = isThrown ? pow(part, exponent) : part * part * part * (10 - 15 * part + 6 * part * part)
            let bow = bend * sin(.pi * share)
            place = start + Point(way.x * share - way.y * bow, way.y * share + way.x * bow)
            seconds = begin + time * part
            tremble()
        }
    }

    /// Stays in place, as well as a hand can.
    mutating func rest(_ time: Double) {
        let begin = seconds
        let steps = max(1, Int(time * rate))
        for step in 1...steps {
            seconds = begin + time * Double(step) / Double(steps)
            tremble()
        }
    }

    /// Adds a tremor that comes and goes: three quarters of it carry over from report to report.
    private mutating func tremble() {
        shake = shake * 0.75 + Point(normal(), normal()) * (sigma * 0.66)
        let last = reports.last?.seconds ?? 0
        let instant = max(last + 0.0005, seconds + normal() * Self.timing)
        seconds = max(seconds, instant)
        let seen = place + shake
        reports.append(Report(seconds: instant, deed: .move(Point(seen.x.rounded(), seen.y.rounded()))))
    }

    // MARK: Buttons, knob

    /// Presses and releases an arrow; another press may come in between.
    mutating func press(_ direction: SwipeDirection, for time: Double) {
        reports.append(Report(seconds: seconds, deed: .press(direction), lateness: within(0...0.03)))
        reports.append(Report(seconds: seconds + time, deed: .release(direction), lateness: within(0...0.03)))
    }

    /// Turns by single detents.
    mutating func turn(_ direction: SwipeDirection, _ detents: Int, every pause: ClosedRange<Double>) {
        for _ in 0..<detents {
            reports.append(Report(seconds: seconds, deed: .turn(direction == .right ? 1 : -1), lateness: within(0...0.02)))
            seconds += within(pause)
        }
    }
}
