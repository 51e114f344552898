// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@testable import Core
@testable import Interface

/// Each motion, compared with its formula and with an integration that knows only the forces.
@Suite struct SwipeMotionTests {
    private static func instant(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

    // MARK: By formula, at 60 Hz, to half a pixel

    @Test("R-07 A-05 the spring back, at 60 Hz", arguments: [(329.77, 0.0), (-329.77, 0), (200, -3000), (879, 2500), (12, 900)])
    func theSpringBackIsItsFormula(offset: Double, velocity: Double) {
        let motion = SwipeMotion.springBack(from: Momentum(offset: Point(offset, -offset), velocity: Point(velocity, -velocity)), at: .zero)
        for frame in 0..<90 {
            let t = Double(frame) / 60
            let x = exp(-5 * t) * (offset * cos(8.6602540 * t) + (velocity + 5 * offset) / 8.6602540 * sin(8.6602540 * t))
            let seen = motion.offset(at: Self.instant(t))
            #expect(abs(seen.x - x) < 0.5 && abs(seen.y + x) < 0.5)
        }
    }

    @Test("C-14 the leaving, at 60 Hz, all four ways", arguments: SwipeDirection.allCases, [0.0, 329.77, 500])
    func theLeavingIsItsFormula(_ direction: SwipeDirection, gone: Double) {
        let motion = SwipeMotion.leaving(direction, from: Momentum(offset: direction.unit * gone, velocity: Point(0, 0)), at: .zero)
        let way = SwipeMotion.distance(direction)
        #expect(way == (direction == .left || direction == .right ? 1920 : 1080))
        for frame in 0..<60 {
            let t = Double(frame) / 60
            let x = way - (way - gone) * (1 + 13.28 * t) * exp(-13.28 * t)
            #expect((motion.offset(at: Self.instant(t)) - direction.unit * x).length < 0.5)
        }
    }

    @Test("the numbers of review-3-like-film and review-5-delete-let-go")
    func theNumbersOfTheFilms() {
        let rest = 0.6 * SwipeRule.review.threshold
        let leaving = SwipeMotion.leaving(.right, from: Momentum(offset: Point(rest, 0), velocity: Point(0, 0)), at: .zero)
        #expect(abs(leaving.offset(at: Self.instant(0.1)).x - 938.9) < 0.5)
        let back = SwipeMotion.springBack(from: Momentum(offset: Point(-rest, 0), velocity: Point(0, 0)), at: .zero)
        for (t, x) in [(0.1, -217.5), (0.2, -49.7), (0.363, 53.8)] { #expect(abs(back.offset(at: Self.instant(t)).x - x) < 0.5) }
        // Within 1 % for good 0.878 s after the release.
        let late = stride(from: 0.878, through: 3, by: 0.001).map { abs(back.offset(at: Self.instant($0)).x) }
        #expect(late.allSatisfy { $0 <= rest * 0.0101 } && abs(back.offset(at: Self.instant(0.85)).x) > 0.0101 * rest)
    }

    // MARK: By force

    private struct Body {
        var x: Double
        var v: Double

        /// One fourth-order Runge-Kutta step.
        mutating func step(_ h: Double, stiffness k: Double, damping c: Double, target: Double) {
            func force(_ x: Double, _ v: Double) -> Double { -k * (x - target) - c * v }
            let (k1x, k1v) = (v, force(x, v))
            let (k2x, k2v) = (v + h / 2 * k1v, force(x + h / 2 * k1x, v + h / 2 * k1v))
            let (k3x, k3v) = (v + h / 2 * k2v, force(x + h / 2 * k2x, v + h / 2 * k2v))
            let (k4x, k4v) = (v + h * k3v, force(x + h * k3x, v + h * k3v))
            x += h / 6 * (k1x + 2 * k2x + 2 * k3x + k4x)
            v += h / 6 * (k1v + 2 * k2v + 2 * k3v + k4v)
        }
    }

    @Test(arguments: UInt64(1)...20)
    func theClosedFormsAreWhatTheForcesDo(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let momentum = Momentum(
            offset: Point(.random(in: 0...800, using: &random), .random(in: -200...200, using: &random)),
            velocity: Point(.random(in: 0...6000, using: &random), .random(in: -900...900, using: &random)))
        let back = SwipeMotion.springBack(from: momentum, at: .zero)
        let away = SwipeMotion.leaving(.right, from: momentum, at: .zero)
        var (one, other) = (Body(x: momentum.offset.x, v: momentum.velocity.x), Body(x: momentum.offset.x, v: momentum.velocity.x))
        for step in 1...1000 {
            one.step(0.001, stiffness: 100, damping: 10, target: 0)
            other.step(0.001, stiffness: 13.28 * 13.28, damping: 26.56, target: 1920)
            let now = Self.instant(Double(step) / 1000)
            #expect(abs(one.x - back.offset(at: now).x) < 0.01 && abs(one.v - back.velocity(at: now).x) < 0.1)
            #expect(abs(other.x - away.offset(at: now).x) < 0.01 && abs(other.v - away.velocity(at: now).x) < 0.1)
        }
    }

    // MARK: Laws

    @Test("what leaves keeps to its line, never turns round, and is out of the canvas in half a second", arguments: UInt64(1)...40)
    func whatLeavesNeverTurnsRound(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let direction = try #require(SwipeDirection.allCases.randomElement(using: &random))
        let side = direction.unit.x != 0 ? Point(0, 1) : Point(1, 0)
        let offset = direction.unit * .random(in: 50...800, using: &random) + side * .random(in: -49...49, using: &random)
        let velocity = direction.unit * .random(in: -3000...12_000, using: &random)
        let motion = SwipeMotion.leaving(direction, from: Momentum(offset: offset, velocity: velocity), at: .zero)
        #expect((motion.offset(at: .zero) - offset).length < 1e-9)
        let way = (0...500).map { motion.offset(at: .zero + .milliseconds($0)) }
        #expect(zip(way, way.dropFirst()).allSatisfy { direction.distance(of: $1) >= direction.distance(of: $0) - 1e-9 })
        let end = try #require(way.last)
        #expect(direction.distance(of: end) >= 0.98 * SwipeMotion.distance(direction))
        #expect(SwipeDirection(of: end) == direction && motion.isOver(at: Self.instant(0.5)) && motion.nextChange(after: Self.instant(0.5)) == nil)
    }

    @Test("A-07 what comes back doesn't swing past its place", arguments: SwipeDirection.allCases)
    func whatComesBackDoesntSwingPastItsPlace(_ direction: SwipeDirection) {
        let motion = SwipeMotion.comingBack(from: direction, at: .zero)
        #expect(motion.offset(at: .zero) == direction.unit * SwipeMotion.distance(direction))
        let way = (0...1500).map { direction.distance(of: motion.offset(at: .zero + .milliseconds($0))) }
        #expect(zip(way, way.dropFirst()).allSatisfy { $0 >= $1 } && way.allSatisfy { $0 >= 0 })
        #expect(way[500] < 0.011 * SwipeMotion.distance(direction) && motion.isOver(at: .zero + .milliseconds(1500)))
    }

    @Test("R-32 wherever a motion is caught, nothing jumps", arguments: UInt64(1)...40)
    func whereverAMotionIsCaughtNothingJumps(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var now = Timestamp.zero
        var motion = SwipeMotion.springBack(from: Momentum(offset: Point(700, -90), velocity: Point(-2000, 300)), at: now)
        for _ in 0..<20 {
            now = now + .milliseconds(Int.random(in: 0...400, using: &random))
            let momentum = motion.momentum(at: now)
            let isLeaving = random.chance(0.3)
            motion = isLeaving ? .leaving(.right, from: momentum, at: now) : .springBack(from: momentum, at: now)
            #expect((motion.offset(at: now) - momentum.offset).length < 1e-9)
            if !isLeaving { #expect((motion.velocity(at: now) - momentum.velocity).length < 1e-6) }
        }
    }

    @Test func itSaysWhenItMovesAndNotLonger() throws {
        let motion = SwipeMotion.springBack(from: Momentum(offset: Point(329.77, 0), velocity: Point(0, 0)), at: .zero)
        var now = Timestamp.zero
        while let next = motion.nextChange(after: now) {
            #expect(now < next && next <= now + Motion.step)
            now = next
            try #require(now < Self.instant(3))
        }
        #expect(motion.offset(at: now).length < 0.5 && motion.offset(at: now + .milliseconds(100)).length < 0.5)
    }
}
