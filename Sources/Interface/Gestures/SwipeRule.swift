// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The four ways in which a clip can be swiped.
enum SwipeDirection: Hashable, Sendable, CaseIterable {
    case left, right, up, down

    /// Less than 45° about the axis to the right or to the left is that way, and everything else is up or down. The start itself
    /// lies in no direction.
    init?(of offset: Point) {
        guard offset.x != 0 || offset.y != 0, offset.x.isFinite, offset.y.isFinite else { return nil }
        let isLevel = abs(offset.x) > abs(offset.y)
        self = isLevel ? (offset.x > 0 ? .right : .left) : (offset.y > 0 ? .down : .up)
    }

    /// The direction an arrow of the panel stands for.
    init?(_ control: Control) {
        switch control {
        case .left: self = .left
        case .right: self = .right
        case .up: self = .up
        case .down: self = .down
        case .mark, .stop, .knob: return nil
        }
    }

    /// The arrow of the panel that stands for it.
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

    /// How far a point lies in this direction.
    func distance(of point: Point) -> Double { point.x * unit.x + point.y * unit.y }
}

/// What a swipe is on one screen: how far it goes, and what is seen of the finger on the way. All of it is arithmetic on an offset, the way
/// from where the finger went down to where it is, in canvas units.
struct SwipeRule: Hashable, Sendable {
    /// One point of the telephones that the gestures were designed on: 1/393 of the canvas's short side.
    static let point = Canvas.bounds.height / 393
    /// A clip of the review stack is judged: 200 pt, and it may be looked at from 20 px on.
    static let review = SwipeRule(threshold: 200 * point, slop: 20, isElastic: true)
    /// The carousel goes one on or is left: 50 pt, of which the first 20 move nothing.
    static let carousel = SwipeRule(threshold: 50 * point, slop: 20 * point, isElastic: false)

    /// A finger that strays no further than this, and no longer than `tapTime`, has tapped.
    static let tapDistance = 10 * point
    static let tapTime: Duration = .milliseconds(300)
    /// A finger that throws goes at least as far as this.
    static let shortest = 20 * point
    /// And at least as fast, a second: a hand that rests on a clip trembles, and throws nothing.
    static let slowest = 80 * point
    /// A hand trembles by this much: what goes back further goes back.
    static let tremor = 4 * point
    /// How much of its velocity, a second, a thing that is thrown still goes: 0.998 of it is left after each millisecond.
    static let projection = 0.499
    /// From this part of the threshold on the finger is followed less and less, where a clip is elastic.
    static let elasticFrom = 0.6
    /// No finger is faster, in canvas units a second: two reports that came almost together say nothing else.
    static let topVelocity = 12_000.0

    /// Where a swipe is full, in canvas units.
    let threshold: Double
    /// As long as a finger strays no further than this, nothing moves.
    let slop: Double
    /// What is shown of the finger resists towards the threshold.
    let isElastic: Bool

    /// How full a swipe of this length is: 0…1, and 1 exactly where it commits.
    func progress(ofDistance distance: Double) -> Double { min(1, max(0, distance / threshold)) }

    /// How much a clip is turned that lies this far beside its place, in degrees: dx/20 of them for a point.
    func tilt(of x: Double) -> Double { x / Self.point / 20 }

    /// Where what is thrown comes to lie.
    func projected(_ offset: Point, velocity: Point) -> Point { offset + velocity * Self.projection }

    /// Whether a finger that leaves with this velocity has thrown what it held: so far that it would lie beyond the threshold, and in the
    /// direction in which it lies already.
    func isThrown(_ offset: Point, velocity: Point) -> Bool {
        guard let direction = SwipeDirection(of: offset), SwipeDirection(of: velocity) == direction else { return false }
        return velocity.length >= Self.slowest && projected(offset, velocity: velocity).length >= threshold
    }

    // MARK: Elastic

    /// The band beyond 60 % of the threshold; it gives way by another threshold at the very most.
    private var band: RubberBand { RubberBand(reach: threshold) }
    private var bandStart: Double { Self.elasticFrom * threshold }

    /// How far a clip is seen to lie for a finger that has gone this far.
    ///
    /// Up to 60 % of the threshold it lies under the finger. What is more goes through a rubber band: 0.6 T + (1 − 1 ⁄ (0.55·(r − 0.6 T) ⁄ T + 1))·T.
    /// So at the threshold 0.78 T is seen, and never more than 1.6 T.
    func shown(ofDistance distance: Double) -> Double {
        guard isElastic, distance > bandStart else { return distance }
        return bandStart + band.place(of: distance - bandStart)
    }

    /// How much of the next bit of the finger's way is seen: 1 at the start.
    func slope(atDistance distance: Double) -> Double {
        guard isElastic, distance > bandStart else { return 1 }
        return band.slope(at: distance - bandStart, within: 0...0)
    }

    /// What is seen of a finger at this offset: in the same direction.
    func shown(_ offset: Point) -> Point {
        let distance = offset.length
        return distance > 0 ? offset * (shown(ofDistance: distance) / distance) : offset
    }

    /// How fast what is seen moves for a finger there with this velocity.
    func shown(velocity: Point, at offset: Point) -> Point {
        let distance = offset.length
        guard distance > 0 else { return velocity }
        let radial = offset * ((offset.x * velocity.x + offset.y * velocity.y) / (distance * distance))
        return radial * slope(atDistance: distance) + (velocity - radial) * (shown(ofDistance: distance) / distance)
    }

    /// The finger's offset for which a clip is seen there: the other way round.
    func origin(of shown: Point) -> Point {
        let distance = shown.length
        guard isElastic, distance > bandStart else { return shown }
        return shown * ((bandStart + band.origin(of: distance - bandStart)) / distance)
    }
}

/// Where something is and how fast it moves: what a gesture takes over from the motion that it interrupts, and hands on to the next.
struct Momentum: Hashable, Sendable {
    static let none = Momentum(offset: Point(0, 0), velocity: Point(0, 0))

    /// Beside its place, in canvas units.
    var offset: Point
    /// A second.
    var velocity: Point
}
