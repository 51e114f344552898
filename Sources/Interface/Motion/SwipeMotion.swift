// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The motion of a swiped clip that nobody holds: it springs back, it leaves, or it comes back. All of them are closed forms of time, so
/// another finger catches it anywhere, with the velocity that it has there.
struct SwipeMotion: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case springBack
        case leaving(SwipeDirection)
        case comingBack(SwipeDirection)
    }

    /// Mass 1, stiffness 100, damping 10: it goes beyond its target by 16.3 %, and is there for good after 0.88 s.
    static let spring = Spring(stiffness: 100, damping: 10)
    /// Critically damped, ω = 13.28 a second: 1 % of the way is left after half a second.
    static let way = Spring(stiffness: frequency * frequency, damping: 2 * frequency)
    static let frequency = 13.28
    /// The time after which a clip that leaves is gone.
    static let leaveTime: Duration = .milliseconds(500)
    /// The distance from its target, half a pixel, within which a clip counts as there.
    static let grain = 0.5

    let kind: Kind
    let start: Timestamp
    private let x: SpringMotion
    private let y: SpringMotion

    private init(_ kind: Kind, _ spring: Spring, _ momentum: Momentum, to target: Point, at now: Timestamp) {
        self.kind = kind
        start = now
        x = SpringMotion(spring, at: momentum.offset.x, target: target.x, velocity: momentum.velocity.x, since: now)
        y = SpringMotion(spring, at: momentum.offset.y, target: target.y, velocity: momentum.velocity.y, since: now)
    }

    /// Returns the motion back to the clip's resting position: x(t) = e^(−5t)·[x₀ cos 8.660 t + ((v₀ + 5 x₀) ⁄ 8.660) sin 8.660 t], and y
    /// likewise.
    static func springBack(from momentum: Momentum, at now: Timestamp) -> SwipeMotion {
        SwipeMotion(.springBack, spring, momentum, to: Point(0, 0), at: now)
    }

    /// Returns the motion out of the canvas: x(t) = d − (d − x₀)(1 + ωt)e^(−ωt) + v₀ t e^(−ωt).
    ///
    /// d is the canvas's width or height in the direction, and as much to the side as keeps the clip on the straight line that it was
    /// dragged along. Of the velocity at release it takes the part that doesn't lead back, and no more than ω times the way that is left:
    /// so it never turns back.
    static func leaving(_ direction: SwipeDirection, from momentum: Momentum, at now: Timestamp) -> SwipeMotion {
        let target = direction.unit * Self.distance(direction)
        let gone = direction.distance(of: momentum.offset)
        let aside = momentum.offset - direction.unit * gone
        // An offset of less than a pixel says nothing about the line.
        let farther = gone > 1 ? min(Self.distance(direction) / gone, Self.distance(direction) / max(1, aside.length)) : 1
        let forward = direction.distance(of: momentum.velocity).clamped(to: 0...max(0, frequency * (Self.distance(direction) - gone)))
        let sideward = momentum.velocity - direction.unit * direction.distance(of: momentum.velocity)
        let velocity = direction.unit * forward + sideward
        return SwipeMotion(
            .leaving(direction), way, Momentum(offset: momentum.offset, velocity: velocity), to: target + aside * max(1, farther), at: now)
    }

    /// Returns the motion from where the clip left to its resting position, without going beyond that.
    /// - Parameter momentum: the clip's motion when it comes, if something has pulled it in already; `nil` if it is out of sight.
    static func comingBack(from direction: SwipeDirection, with momentum: Momentum? = nil, at now: Timestamp) -> SwipeMotion {
        let away = Momentum(offset: direction.unit * Self.distance(direction), velocity: Point(0, 0))
        return SwipeMotion(.comingBack(direction), way, momentum ?? away, to: Point(0, 0), at: now)
    }

    /// Returns the distance that a leaving clip goes: out of the canvas.
    static func distance(_ direction: SwipeDirection) -> Double {
        direction.unit.x != 0 ? Canvas.bounds.width : Canvas.bounds.height
    }

    func offset(at now: Timestamp) -> Point { momentum(at: now).offset }
    func velocity(at now: Timestamp) -> Point { momentum(at: now).velocity }

    func momentum(at now: Timestamp) -> Momentum {
        Momentum(offset: Point(x.value(at: now), y.value(at: now)), velocity: Point(x.velocity(at: now), y.velocity(at: now)))
    }

    /// Returns true if the clip is at its resting position, or is gone.
    func isOver(at now: Timestamp) -> Bool {
        if case .leaving = kind { return start + Self.leaveTime <= now }
        return x.isAtRest(at: now, within: Self.grain) && y.isAtRest(at: now, within: Self.grain)
    }

    /// Returns the next instant after `seen` at which the clip has moved; `nil` once the motion is over.
    func nextChange(after seen: Timestamp) -> Timestamp? { isOver(at: seen) ? nil : seen + Motion.step }
}
