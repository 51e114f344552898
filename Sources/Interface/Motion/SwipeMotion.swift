// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What a swiped clip does once nobody holds it: it springs back, it leaves, or it comes back. Both ways are closed forms of time, so
/// another finger catches it anywhere, with the velocity that it has there.
struct SwipeMotion: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case springBack
        case leaving(SwipeDirection)
        case comingBack(SwipeDirection)
    }

    /// Mass 1, stiffness 100, damping 10: it swings past its place by 16.3 %, and is there for good after 0.88 s.
    static let spring = Spring(stiffness: 100, damping: 10)
    /// Critically damped, ω = 13.28 a second: 1 % of the way is left after half a second.
    static let way = Spring(stiffness: frequency * frequency, damping: 2 * frequency)
    static let frequency = 13.28
    /// After this long what leaves is gone.
    static let leaveTime: Duration = .milliseconds(500)
    /// Nearer to its place than half a pixel, it lies there.
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

    /// Back to its place: x(t) = e^(−5t)·[x₀ cos 8.660 t + ((v₀ + 5 x₀) ⁄ 8.660) sin 8.660 t], and y likewise.
    static func springBack(from momentum: Momentum, at now: Timestamp) -> SwipeMotion {
        SwipeMotion(.springBack, spring, momentum, to: Point(0, 0), at: now)
    }

    /// Out of the canvas: x(t) = d − (d − x₀)(1 + ωt)e^(−ωt) + v₀ t e^(−ωt).
    ///
    /// d is the canvas's width or height in the direction, and as much to the side as keeps the clip on the straight line that it was dragged
    /// along. Of the velocity at release it takes what doesn't lead back, and no more than ω times the way that is left: so it never turns round.
    static func leaving(_ direction: SwipeDirection, from momentum: Momentum, at now: Timestamp) -> SwipeMotion {
        let target = direction.unit * Self.distance(direction)
        let gone = direction.distance(of: momentum.offset)
        let aside = momentum.offset - direction.unit * gone
        // Less than a pixel says nothing about the line.
        let farther = gone > 1 ? min(Self.distance(direction) / gone, Self.distance(direction) / max(1, aside.length)) : 1
        let forward = direction.distance(of: momentum.velocity).clamped(to: 0...max(0, frequency * (Self.distance(direction) - gone)))
        let sideward = momentum.velocity - direction.unit * direction.distance(of: momentum.velocity)
        let velocity = direction.unit * forward + sideward
        return SwipeMotion(
            .leaving(direction), way, Momentum(offset: momentum.offset, velocity: velocity), to: target + aside * max(1, farther), at: now)
    }

    /// From where it left to, to its place, without swinging past it.
    /// - Parameter momentum: what it has when it comes, if something pulled it in already; `nil`: it is out of sight.
    static func comingBack(from direction: SwipeDirection, with momentum: Momentum? = nil, at now: Timestamp) -> SwipeMotion {
        let away = Momentum(offset: direction.unit * Self.distance(direction), velocity: Point(0, 0))
        return SwipeMotion(.comingBack(direction), way, momentum ?? away, to: Point(0, 0), at: now)
    }

    /// How far what leaves goes: out of the canvas.
    static func distance(_ direction: SwipeDirection) -> Double {
        direction.unit.x != 0 ? Canvas.bounds.width : Canvas.bounds.height
    }

    func offset(at now: Timestamp) -> Point { momentum(at: now).offset }
    func velocity(at now: Timestamp) -> Point { momentum(at: now).velocity }

    func momentum(at now: Timestamp) -> Momentum {
        Momentum(offset: Point(x.value(at: now), y.value(at: now)), velocity: Point(x.velocity(at: now), y.velocity(at: now)))
    }

    /// It lies in its place, or it is gone.
    func isOver(at now: Timestamp) -> Bool {
        if case .leaving = kind { return start + Self.leaveTime <= now }
        return x.isAtRest(at: now, within: Self.grain) && y.isAtRest(at: now, within: Self.grain)
    }

    /// The next instant after `seen` at which it is elsewhere; `nil` once it is over.
    func nextChange(after seen: Timestamp) -> Timestamp? { isOver(at: seen) ? nil : seen + Motion.step }
}
