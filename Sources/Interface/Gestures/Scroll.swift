// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The scroll position of a list, in rows: it lies still on a whole row, follows a finger, or moves by itself to the row where it will lie.
///
/// A list that is thrown slows down and stops on a row. Beyond its ends it follows a finger less and less, and springs back. All of it is a
/// closed form of time, so a finger can catch the list anywhere. `last` is always the last row that can be at the top, at least 0.
struct Scroll: Hashable, Sendable {
    private enum State: Hashable {
        case still(Int)
        /// Under a finger, at this position; beyond the ends the list follows a part of the way only.
        case held(Double, last: Int, isElastic: Bool)
        case moving(Course)
    }

    /// The list's own motion from where it was let go: it slows down first, and then a spring pulls it.
    private struct Course: Hashable {
        let start: Timestamp
        let place: Double
        /// In rows a second.
        let velocity: Double
        /// The time at which it has slowed down, or is at an end of the list.
        let slowed: Timestamp
        let spring: SpringMotion?
        /// The row on which it comes to lie.
        let row: Int
    }

    /// The distance from a row, less than a pixel, within which the list lies on it.
    private static let grain = 0.004
    /// The highest velocity of a finger, in rows a second. Two reports that came almost together would give a higher one.
    private static let topVelocity = 100.0
    private static let band = RubberBand(reach: 2)
    private static let deceleration = Deceleration()
    /// The spring doesn't overshoot, and is there in half a second. Thrown against an end at the top velocity, the list stays within the
    /// band's reach.
    private static let spring = Spring(stiffness: 400, damping: 40)

    private var state: State

    init(at row: Int = 0) {
        state = .still(row)
    }

    /// The row at the top, now or once the list lies still; under a finger the nearest one.
    var row: Int {
        switch state {
        case .still(let row): row
        case .held(let place, let last, _): Self.row(near: place, last: last)
        case .moving(let course): course.row
        }
    }

    /// Returns the number of rows above the visible part, with the fraction of a row. For a moment it may be less than 0 or more than the
    /// last row.
    func position(at now: Timestamp) -> Double {
        switch state {
        case .still(let row): return Double(row)
        case .held(let place, let last, let isElastic):
            return isElastic ? Self.band.place(of: place, within: 0...Double(last)) : place.clamped(to: 0...Double(last))
        case .moving(let course):
            guard isMoving(at: now) else { return Double(course.row) }
            if let spring = course.spring, course.slowed <= now { return spring.value(at: now) }
            let seconds = max(0, course.start.duration(to: now).inSeconds)
            return course.place + Self.deceleration.distance(after: seconds, velocity: course.velocity)
        }
    }

    /// Returns true if it moves by itself.
    func isMoving(at now: Timestamp) -> Bool {
        guard case .moving(let course) = state else { return false }
        return now < course.slowed || course.spring.map { !$0.isAtRest(at: now, within: Self.grain) } ?? false
    }

    /// Returns the next instant after `seen` at which it has moved by itself.
    func nextChange(after seen: Timestamp) -> Timestamp? { isMoving(at: seen) ? seen + Motion.step : nil }

    // MARK: Touch

    /// Puts a finger down on the list.
    /// - Parameter isElastic: true if the list follows beyond its ends.
    mutating func hold(last: Int, isElastic: Bool, at now: Timestamp) {
        let place = position(at: now)
        state = .held(isElastic ? Self.band.origin(of: place, within: 0...Double(last)) : place, last: last, isElastic: isElastic)
    }

    /// The position at which the finger holds it, for `drag`; `nil` without a finger.
    var heldPlace: Double? { if case .held(let place, _, _) = state { place } else { nil } }

    /// Drags the list to a position, in rows from the list's beginning.
    mutating func drag(to place: Double) {
        guard case .held(_, let last, let isElastic) = state, place.isFinite else { return }
        state = .held(place, last: last, isElastic: isElastic)
    }

    /// Lifts the finger.
    /// - Parameters:
    ///   - velocity: rows a second, positive towards the list's end.
    ///   - isThrown: true if the list goes on by itself; otherwise it takes the nearest row.
    mutating func letGo(velocity: Double, isThrown: Bool, at now: Timestamp) {
        guard case .held(let dragged, let last, let isElastic) = state else { return }
        let place = position(at: now)
        guard isElastic else { return state = .still(Self.row(near: place, last: last)) }
        // Beyond an end the list is slower than the finger.
        let velocity =
            velocity.clamped(to: -Self.topVelocity...Self.topVelocity) * Self.band.slope(at: dragged, within: 0...Double(last))
        state = isThrown ? thrown(from: place, velocity, last: last, at: now) : Self.pulled(from: place, velocity, last: last, at: now)
    }

    /// Moves the list by itself to a row.
    mutating func go(to row: Int, last: Int, at now: Timestamp) {
        let place = position(at: now)
        let row = row.clamped(to: 0...max(0, last))
        let spring = SpringMotion(Self.spring, at: place, target: Double(row), velocity: 0, since: now)
        state = .moving(Course(start: now, place: place, velocity: 0, slowed: now, spring: spring, row: row))
    }

    /// Stops the list where it is, on the nearest row.
    mutating func stop(last: Int, at now: Timestamp) {
        if case .still = state { return }
        state = .still(Self.row(near: position(at: now), last: last))
    }

    // MARK: Courses

    private static func row(near place: Double, last: Int) -> Int { Int(place.rounded().clamped(to: 0...Double(last))) }

    private static func pulled(from place: Double, _ velocity: Double, last: Int, at now: Timestamp) -> State {
        let row = row(near: place, last: last)
        let spring = SpringMotion(spring, at: place, target: Double(row), velocity: velocity, since: now)
        return .moving(Course(start: now, place: place, velocity: velocity, slowed: now, spring: spring, row: row))
    }

    private func thrown(from place: Double, _ velocity: Double, last: Int, at now: Timestamp) -> State {
        let distance = Self.deceleration.distance(velocity: velocity)
        guard place >= 0, place <= Double(last), distance != 0 else { return Self.pulled(from: place, velocity, last: last, at: now) }
        let row = Self.row(near: place + distance, last: last)
        let end = place + distance
        if end < 0 || end > Double(last) {
            // The list still has a velocity when it is at its end, and the spring takes that over.
            let seconds = Self.deceleration.seconds(untilLeft: abs(end - Double(row)), velocity: velocity)
            let slowed = now + .seconds(seconds)
            let spring = SpringMotion(
                Self.spring, at: Double(row), target: Double(row), velocity: Self.deceleration.velocity(after: seconds, velocity: velocity),
                since: slowed)
            return .moving(Course(start: now, place: place, velocity: velocity, slowed: slowed, spring: spring, row: row))
        }
        // A little faster or slower, so that the list stops on a row.
        let fitting = (Double(row) - place) / distance
        guard fitting > 0.5, fitting < 2 else { return Self.pulled(from: place, velocity, last: last, at: now) }
        let seconds = Self.deceleration.seconds(untilLeft: Self.grain, velocity: velocity * fitting)
        return .moving(
            Course(start: now, place: place, velocity: velocity * fitting, slowed: now + .seconds(seconds), spring: nil, row: row))
    }
}
