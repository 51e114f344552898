// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The rules of a swipe on one screen: how far it has to go, and how the finger is followed. All of it is arithmetic on an offset, which is
/// the way from where the finger went down to where it is, in canvas units.
struct SwipeRule: Hashable, Sendable {
    /// One point of the telephones that the gestures were designed on: 1/393 of the canvas's short side.
    static var point: Double { Canvas.shortSide / 393 }
    /// The rule that judges a clip of the review stack: 200 pt, of which the first 20 canvas units move nothing.
    static var review: SwipeRule { SwipeRule(threshold: 200 * point, slop: 20, isElastic: true) }
    /// The rule that moves the carousel by a clip, or leaves it: 50 pt, of which the first 20 move nothing.
    static let carousel = SwipeRule(threshold: 50 * point, slop: 20 * point, isElastic: false)

    /// A finger that strays no further than this, for no longer than `tapTime`, has tapped.
    static let tapDistance = 10 * point
    static let tapTime: Duration = .milliseconds(300)
    /// The least distance of a throw.
    static let shortest = 20 * point
    /// The least speed of a throw, a second: a hand that rests on a clip trembles, and throws nothing.
    static let slowest = 80 * point
    /// The extent of a hand's tremor. A finger that goes back further than this really goes back.
    static let tremor = 4 * point
    /// The distance that a thrown thing still goes, as a part of its velocity a second: 0.998 of that is left after each millisecond.
    static let projection = 0.499
    /// From this part of the threshold on, an elastic clip follows the finger less and less.
    static let elasticFrom = 0.6
    /// The highest velocity of a finger, in canvas units a second. Two reports that came almost together would give a higher one.
    static let topVelocity = 12_000.0

    /// The distance at which a swipe is full, in canvas units.
    let threshold: Double
    /// The distance within which a finger moves nothing.
    let slop: Double
    /// True if the clip resists the finger towards the threshold.
    let isElastic: Bool

    /// Returns the progress of a swipe of this length: 0…1, and 1 exactly where it commits.
    func progress(ofDistance distance: Double) -> Double { min(1, max(0, distance / threshold)) }

    /// Returns the tilt of a clip that lies this far beside its resting position, in degrees: dx/20 for a distance of dx points.
    func tilt(of x: Double) -> Double { x / Self.point / 20 }

    /// Returns the offset at which a thrown thing comes to rest.
    func projected(_ offset: Point, velocity: Point) -> Point { offset + velocity * Self.projection }

    /// Returns true if a finger that leaves with this velocity has thrown what it held: so far that it would lie beyond the threshold, and
    /// in the direction in which it lies already.
    func isThrown(_ offset: Point, velocity: Point) -> Bool {
        guard let direction = SwipeDirection(of: offset), SwipeDirection(of: velocity) == direction else { return false }
        return velocity.length >= Self.slowest && projected(offset, velocity: velocity).length >= threshold
    }

    // MARK: Elasticity

    /// The band beyond 60 % of the threshold; it gives way by another threshold at the very most.
    private var band: RubberBand { RubberBand(reach: threshold) }
    private var bandStart: Double { Self.elasticFrom * threshold }

    /// Returns the distance at which a clip is shown if the finger has gone this far.
    ///
    /// Up to 60 % of the threshold T it lies under the finger. What is more of the finger's distance r goes through a rubber band: 0.6 T +
    /// (1 − 1 ⁄ (0.55·(r − 0.6 T) ⁄ T + 1))·T. So at the threshold the clip is shown at 0.78 T, and never beyond 1.6 T.
    func shown(ofDistance distance: Double) -> Double {
        guard isElastic, distance > bandStart else { return distance }
        return bandStart + band.place(of: distance - bandStart)
    }

    /// Returns the part of the finger's next movement that the clip follows: 1 at the start.
    func slope(atDistance distance: Double) -> Double {
        guard isElastic, distance > bandStart else { return 1 }
        return band.slope(at: distance - bandStart, within: 0...0)
    }

    /// Returns the offset at which a clip is shown if the finger has this offset: in the same direction.
    func shown(_ offset: Point) -> Point {
        let distance = offset.length
        return distance > 0 ? offset * (shown(ofDistance: distance) / distance) : offset
    }

    /// Returns the velocity of the shown clip if the finger has this velocity at this offset.
    func shown(velocity: Point, at offset: Point) -> Point {
        let distance = offset.length
        guard distance > 0 else { return velocity }
        let radial = offset * ((offset.x * velocity.x + offset.y * velocity.y) / (distance * distance))
        return radial * slope(atDistance: distance) + (velocity - radial) * (shown(ofDistance: distance) / distance)
    }

    /// Returns the finger's offset at which a clip is shown there: the inverse of `shown`.
    func origin(of shown: Point) -> Point {
        let distance = shown.length
        guard isElastic, distance > bandStart else { return shown }
        return shown * ((bandStart + band.origin(of: distance - bandStart)) / distance)
    }
}
