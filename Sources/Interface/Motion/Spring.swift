// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import RealModule

/// A mass on a spring with a damper: things on the screen move as if they hung on one.
///
/// It solves m·x″ = −k·x − c·x′ in closed form (x is the distance from the target), so nothing is stepped from frame to frame. See any text
/// on the damped harmonic oscillator; the three cases are the signs of c² − 4·m·k.
struct Spring: Hashable, Sendable {
    /// m, greater than 0.
    let mass: Double
    /// k, greater than 0, in mass a second squared.
    let stiffness: Double
    /// c, at least 0, in mass a second. Less than 2·√(k·m) swings past the target, more creeps towards it.
    let damping: Double

    /// - Precondition: a mass and a stiffness above 0, a damping of at least 0, all finite.
    init(mass: Double = 1, stiffness: Double, damping: Double) {
        precondition(mass > 0 && stiffness > 0 && damping >= 0 && (mass + stiffness + damping).isFinite, "this is no spring")
        self.mass = mass
        self.stiffness = stiffness
        self.damping = damping
    }

    /// The frequency without the damper, in radians a second.
    private var frequency: Double { (stiffness / mass).squareRoot() }
    /// The rate at which the damper takes it to rest, a second.
    private var decay: Double { damping / (2 * mass) }

    /// Returns its distance from the target, and its velocity, some seconds after it was let go.
    /// - Parameters:
    ///   - offset: its distance from the target at the start.
    ///   - velocity: its velocity at the start, a second.
    func state(after seconds: Double, from offset: Double, velocity: Double) -> (offset: Double, velocity: Double) {
        let push = velocity + decay * offset
        let square = frequency * frequency - decay * decay
        let rate = abs(square).squareRoot()
        let fading = Double.exp(-decay * seconds)
        // x = e^(−decay·t)·(offset·C + push·S); C and S are cosine and sine, 1 and t, or hyperbolic cosine and sine.
        let (c, s): (Double, Double)
        if rate * seconds < 1e-4 {
            // Near the critical case the sine is divided by next to nothing: its series has no such division.
            let turn = (square < 0 ? 1 : -1) * rate * rate * seconds * seconds
            (c, s) = (1 + turn / 2, seconds * (1 + turn / 6))
        } else if square > 0 {
            (c, s) = (.cos(rate * seconds), .sin(rate * seconds) / rate)
        } else {
            // The growing exponential is taken together with the decay, which is larger: neither overflows alone.
            let slow = Double.exp((rate - decay) * seconds)
            let fast = Double.exp((-rate - decay) * seconds)
            let x = offset * (slow + fast) / 2 + push * (slow - fast) / (2 * rate)
            let grown = square * (slow - fast) / (2 * rate)
            return (x, push * (slow + fast) / 2 - offset * grown - decay * x)
        }
        let x = fading * (offset * c + push * s)
        return (x, fading * (push * c - offset * square * s) - decay * x)
    }
}

/// A value that a spring pulls to a target. Its position is known at any instant, and it can be sent elsewhere from there, with the
/// velocity it has.
struct SpringMotion: Hashable, Sendable {
    let spring: Spring
    private(set) var target: Double
    private var start: Timestamp
    private var offset: Double
    private var startVelocity: Double

    /// Creates the value; it is at rest if `value` is the target and the velocity is 0.
    init(_ spring: Spring, at value: Double, target: Double, velocity: Double = 0, since instant: Timestamp) {
        self.spring = spring
        self.target = target
        start = instant
        offset = value - target
        startVelocity = velocity
    }

    func value(at now: Timestamp) -> Double { target + state(at: now).offset }

    /// Returns the velocity, a second.
    func velocity(at now: Timestamp) -> Double { state(at: now).velocity }

    /// Pulls the value to another target from now on. Its position and velocity go on without a jump.
    mutating func go(to target: Double, at now: Timestamp) {
        let (value, velocity) = (value(at: now), velocity(at: now))
        self = SpringMotion(spring, at: value, target: target, velocity: velocity, since: now)
    }

    /// Returns true if it is within `distance` of its target and can't leave that any more.
    ///
    /// Its energy only shrinks, so once that is too small for the distance, it stays so.
    func isAtRest(at now: Timestamp, within distance: Double) -> Bool {
        let (offset, velocity) = state(at: now)
        return spring.stiffness * offset * offset + spring.mass * velocity * velocity <= spring.stiffness * distance * distance
    }

    private func state(at now: Timestamp) -> (offset: Double, velocity: Double) {
        spring.state(after: max(0, start.duration(to: now).inSeconds), from: offset, velocity: startVelocity)
    }
}
