// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Interface

/// The closed form is compared with small steps of the same equation (fourth-order Runge-Kutta).
@Suite struct SpringTests {
    /// Underdamped and overdamped springs, and springs next to critical damping.
    static let springs = [
        Spring(stiffness: 180, damping: 12), Spring(stiffness: 400, damping: 40), Spring(mass: 2, stiffness: 300, damping: 90),
        Spring(stiffness: 100, damping: 20), Spring(stiffness: 100, damping: 20 + 1e-9), Spring(stiffness: 100, damping: 20 - 1e-9),
        Spring(stiffness: 100, damping: 20.001), Spring(stiffness: 50, damping: 0), Spring(mass: 0.5, stiffness: 900, damping: 300),
    ]

    private static func integrated(_ spring: Spring, seconds: Double, from offset: Double, velocity: Double) -> (offset: Double, velocity: Double) {
        let steps = max(1, Int(seconds * 40_000))
        let h = seconds / Double(steps)
        var (x, v) = (offset, velocity)
        func pull(_ x: Double, _ v: Double) -> Double { -(spring.stiffness * x + spring.damping * v) / spring.mass }
        for _ in 0..<steps {
            let (a1, b1) = (v, pull(x, v))
            let (a2, b2) = (v + h / 2 * b1, pull(x + h / 2 * a1, v + h / 2 * b1))
            let (a3, b3) = (v + h / 2 * b2, pull(x + h / 2 * a2, v + h / 2 * b2))
            let (a4, b4) = (v + h * b3, pull(x + h * a3, v + h * b3))
            x += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
            v += h / 6 * (b1 + 2 * b2 + 2 * b3 + b4)
        }
        return (x, v)
    }

    @Test(arguments: springs)
    func itMovesAsItsEquationSays(_ spring: Spring) {
        for seconds in [0, 0.001, 0.016, 0.1, 0.25, 0.9] {
            for (offset, velocity) in [(1, 0), (0, 5), (-1, 12), (0.3, -8)] as [(Double, Double)] {
                let ours = spring.state(after: seconds, from: offset, velocity: velocity)
                let theirs = Self.integrated(spring, seconds: seconds, from: offset, velocity: velocity)
                #expect(abs(ours.offset - theirs.offset) < 1e-9, "\(spring) after \(seconds) s")
                #expect(abs(ours.velocity - theirs.velocity) < 1e-7, "\(spring) after \(seconds) s")
            }
        }
    }

    /// A new target at any instant, any number of times, changes neither position nor velocity.
    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
    func anInterruptionIsNoJump(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for spring in Self.springs {
            var now = Timestamp(seconds: 3)
            var motion = SpringMotion(spring, at: 0, target: 1, since: now)
            var (value, velocity, target) = (0.0, 0.0, 1.0)
            for _ in 0..<12 {
                let wait = Double.random(in: 0.001...0.3, using: &random)
                let (offset, speed) = Self.integrated(spring, seconds: Duration.seconds(wait).inSeconds, from: value - target, velocity: velocity)
                (value, velocity) = (target + offset, speed)
                now = now + .seconds(wait)
                #expect(abs(motion.value(at: now) - value) < 1e-7)
                #expect(abs(motion.velocity(at: now) - velocity) < 1e-5)
                target = Double.random(in: -2...2, using: &random)
                motion.go(to: target, at: now)
            }
        }
    }

    @Test(arguments: springs.filter { $0.damping > 0 })
    func atRestItStaysAtRest(_ spring: Spring) {
        let motion = SpringMotion(spring, at: 100, target: 0, velocity: -900, since: .zero)
        #expect(!motion.isAtRest(at: .zero, within: 0.5))
        var wasAtRest = false
        for step in 0..<4000 {
            let now = Timestamp(seconds: Double(step) * 0.005)
            let isAtRest = motion.isAtRest(at: now, within: 0.5)
            #expect(isAtRest || !wasAtRest)
            if isAtRest { #expect(abs(motion.value(at: now)) <= 0.5) }
            wasAtRest = isAtRest
        }
        #expect(wasAtRest)
    }

    @Test func farBeyondItsTimeItIsWhereItWasPulled() {
        for spring in Self.springs where spring.damping > 0 {
            #expect(SpringMotion(spring, at: 5, target: 2, velocity: 1e6, since: .zero).value(at: Timestamp(seconds: 3600)) == 2)
        }
    }

    // MARK: Other motions

    @Test func aBandFollowsLessAndLessAndNeverBeyondItsReach() {
        let band = RubberBand(reach: 200)
        #expect(band.place(of: 0) == 0)
        let places = stride(from: 0.0, through: 20_000, by: 50).map(band.place)
        #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 } && places.allSatisfy { $0 < 200 })
        #expect(zip(places, places.dropFirst()).map { $1 - $0 }.max() == places[1])
        #expect(band.place(of: -300) == -band.place(of: 300))
        #expect(band.place(of: 40, within: 0...100) == 40)
        #expect(band.place(of: 160, within: 0...100) == 100 + band.place(of: 60))
        #expect(band.place(of: -60, within: 0...100) == -band.place(of: 60))
        for value in stride(from: -700.0, through: 800, by: 35) {
            #expect(abs(band.origin(of: band.place(of: value, within: 0...100), within: 0...100) - value) < 1e-6)
            let slope = (band.place(of: value + 1e-4, within: 0...100) - band.place(of: value - 1e-4, within: 0...100)) / 2e-4
            if value != 0 { #expect(abs(slope - band.slope(at: value, within: 0...100)) < 1e-4) }
        }
        #expect(band.origin(of: 1e9).isFinite && band.origin(of: -200) == -band.origin(of: 200))
    }

    @Test func whatIsThrownStopsWhereItSaysBeforehand() {
        let deceleration = Deceleration(rate: 0.998)
        let end = deceleration.distance(velocity: 1000)
        // At 1000 a second, each millisecond is 0.998 of the last: in all as much as about 1 / (1 − 0.998) milliseconds.
        #expect(abs(end - 499.5) < 0.1)
        #expect(abs(deceleration.distance(after: 30, velocity: 1000) - end) < 1e-6)
        let seconds = deceleration.seconds(untilLeft: 100, velocity: -1000)
        #expect(abs(end - 100 + deceleration.distance(after: seconds, velocity: -1000)) < 1e-6)
        #expect(deceleration.seconds(untilLeft: 600, velocity: 1000) == 0)
        #expect(abs(deceleration.velocity(after: 0.001, velocity: 1000) - 998) < 1e-9)
        let near = (deceleration.distance(after: 0.5001, velocity: 1000) - deceleration.distance(after: 0.4999, velocity: 1000)) / 0.0002
        #expect(abs(near - deceleration.velocity(after: 0.5, velocity: 1000)) < 1e-3)
    }
}
