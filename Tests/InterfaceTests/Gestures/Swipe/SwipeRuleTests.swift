// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@testable import Core
@testable import Interface

@Suite struct SwipeRuleTests {
    @Test("A-03 the thresholds in canvas units: 1 pt is 1/393 of the short side")
    func theThresholdsInCanvasUnits() {
        #expect(abs(SwipeRule.review.threshold - 549.618) < 1e-3 && SwipeRule.review.slop == 20)
        #expect(abs(SwipeRule.carousel.threshold - 137.405) < 1e-3 && abs(SwipeRule.carousel.slop - 54.962) < 1e-3)
    }

    static let directions: [(degrees: Double, direction: SwipeDirection)] = [
        (0, .right), (44.9, .right), (45.1, .down), (90, .down), (134.9, .down), (135.1, .left), (180, .left), (-44.9, .right), (-45.1, .up),
        (-90, .up), (-134.9, .up), (-135.1, .left), (-179.9, .left),
    ]

    @Test("A-03 less than 45° is right, more than 135° left, the rest up or down", arguments: directions, [0.1, 20, 549, 5000])
    func theDirectionIsTheAngles(_ angle: (degrees: Double, direction: SwipeDirection), distance: Double) {
        let radians = angle.degrees * .pi / 180
        #expect(SwipeDirection(of: Point(cos(radians) * distance, sin(radians) * distance)) == angle.direction)
    }

    @Test func exactlyBetweenTwoItIsUpOrDownAndAtTheStartNothing() {
        #expect(SwipeDirection(of: Point(5, 5)) == .down && SwipeDirection(of: Point(-5, 5)) == .down)
        #expect(SwipeDirection(of: Point(5, -5)) == .up && SwipeDirection(of: Point(-5, -5)) == .up)
        #expect(SwipeDirection(of: Point(0, 0)) == nil && SwipeDirection(of: Point(.nan, 1)) == nil)
        for direction in SwipeDirection.allCases {
            #expect(SwipeDirection(of: direction.unit) == direction && direction.opposite.opposite == direction)
            #expect(direction.unit + direction.opposite.unit == Point(0, 0))
        }
        #expect([Control.left, .right, .up, .down].compactMap { SwipeDirection($0) } == [.left, .right, .up, .down])
        #expect(SwipeDirection(.knob) == nil && SwipeDirection(.mark) == nil && SwipeDirection(.stop) == nil)
    }

    @Test("A-04 the tilt is dx/20°: 6° where a held arrow waits")
    func theTiltIsATwentiethOfTheWay() {
        #expect(abs(SwipeRule.review.tilt(of: 0.6 * SwipeRule.review.threshold) - 6) < 1e-9)
        #expect(abs(SwipeRule.review.tilt(of: 938.9) - 17.08) < 0.005 && SwipeRule.review.tilt(of: -54.9618) < 0)
    }

    @Test("R-06 P-02 what is seen follows the finger at first, then less and less, and never turns back", arguments: [SwipeRule.review, .carousel])
    func whatIsSeenIsElasticTowardsTheThreshold(rule: SwipeRule) {
        let way = stride(from: 0.0, through: 4000, by: 1).map(rule.shown(ofDistance:))
        #expect(way[0] == 0 && abs(way[1] - 1) < 1e-9, "slope 1 at the start")
        #expect(zip(way, way.dropFirst()).allSatisfy { $0 < $1 })
        guard rule.isElastic else { return #expect(way.last == 4000) }
        #expect(zip(way, way.dropFirst()).allSatisfy { $1 - $0 <= 1 + 1e-9 })
        #expect(way[329] == 329 && way.allSatisfy { $0 < 1.6 * rule.threshold })
        #expect(abs(rule.shown(ofDistance: rule.threshold) / rule.threshold - 0.7803) < 1e-4)
    }

    @Test(arguments: UInt64(1)...50)
    func theFingersOffsetAndVelocityAreWhatIsSeenTheOtherWayRound(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for rule in [SwipeRule.review, .carousel] {
            let offset = Point(.random(in: -1500...1500, using: &random), .random(in: -900...900, using: &random))
            let velocity = Point(.random(in: -4000...4000, using: &random), .random(in: -4000...4000, using: &random))
            #expect((rule.origin(of: rule.shown(offset)) - offset).length < 1e-6)
            let seconds = 1e-6
            let measured = (rule.shown(offset + velocity * seconds) - rule.shown(offset)) * (1 / seconds)
            #expect((rule.shown(velocity: velocity, at: offset) - measured).length < 0.1)
        }
    }

    @Test func progressIsThePartOfTheThreshold() {
        let rule = SwipeRule.review
        for part in [0, 0.3, 0.6, 0.999] { #expect(abs(rule.progress(ofDistance: part * rule.threshold) - part) < 1e-12) }
        #expect(rule.progress(ofDistance: rule.threshold) == 1 && rule.progress(ofDistance: 3 * rule.threshold) == 1)
    }

    @Test("a thing is thrown only the way it lies already, and as far as 0.499 of its velocity says")
    func aThingIsThrownOnlyTheWayItLiesAlready() {
        let rule = SwipeRule.review
        let needed = (rule.threshold - 100) / 0.499
        for direction in SwipeDirection.allCases {
            let offset = direction.unit * 100
            #expect(rule.isThrown(offset, velocity: direction.unit * (needed + 1)))
            #expect(!rule.isThrown(offset, velocity: direction.unit * (needed - 1)))
            for other in SwipeDirection.allCases where other != direction { #expect(!rule.isThrown(offset, velocity: other.unit * 9000)) }
        }
    }
}
