// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The cross that arrows and knob move.
@Suite struct CursorTests {
    private static func seconds(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

    @Test("V-21 a tap is one unit, whichever way")
    func aTapIsOneUnit() {
        for (arrow, x, y) in [(Control.left, -1.0, 0.0), (.right, 1, 0), (.up, 0, -1), (.down, 0, 1)] {
            var cursor = Cursor(at: Point(500, 500))
            for tap in 1...7 {
                cursor.go(arrow, at: Self.seconds(Double(tap)))
                cursor.stop(arrow, at: Self.seconds(Double(tap) + 0.1))
                #expect(cursor.position(at: Self.seconds(Double(tap) + 0.5)) == Point(500 + x * Double(tap), 500 + y * Double(tap)))
            }
        }
    }

    @Test("V-21 held it runs faster and faster, across the canvas in 2 s, and its way is never longer by asking more often")
    func heldItRuns() {
        #expect((1900.0...2300).contains(Cursor.way(after: 1.95)))
        var last = 0.0
        for step in 0...400 {
            let way = Cursor.way(after: Double(step) / 100)
            #expect(way >= last)
            last = way
        }
        var (once, often) = (Cursor(at: Point(0, 500)), Cursor(at: Point(0, 500)))
        once.go(.right, at: .zero)
        often.go(.right, at: .zero)
        for step in 1...90 { _ = often.position(at: Self.seconds(Double(step) / 60)) }
        once.stop(.right, at: Self.seconds(1.5))
        often.stop(.right, at: Self.seconds(1.5))
        #expect(once == often)
        let place = once.position(at: Self.seconds(9))
        #expect(place.x == place.x.rounded() && place.y == 500)
    }

    @Test("V-21 two arrows at once go at an angle, and it never leaves the canvas")
    func twoArrowsAtOnce() {
        var cursor = Cursor(at: Point(960, 540))
        cursor.go(.right, at: .zero)
        cursor.go(.down, at: .zero)
        let place = cursor.position(at: Self.seconds(0.4))
        #expect(abs(place.x - 960 - (place.y - 540)) < 1e-9 && place.x > 960)
        #expect(cursor.position(at: Self.seconds(60)) == Point(1920, 1080))
        cursor.stop(.right, at: Self.seconds(60))
        cursor.go(.left, at: Self.seconds(60))
        #expect(cursor.position(at: Self.seconds(60.1)).x == 1919)
    }

    /// A person's hands: a press takes 0.35 s and a detent 0.11 s, a careful one comes after a rest, and an arrow is released up to 50 ms
    /// too early or too late.
    private struct Hands {
        var now = 0.0
        var cursor: Cursor
        var random: SeededGenerator
        var presses = 0
        var detents = 0

        mutating func reach(_ target: Point) {
            for direction in [Cursor.Direction.across, .down] { reach(direction, target) }
        }

        private func left(_ direction: Cursor.Direction, _ target: Point) -> Double {
            let place = cursor.position(at: CursorTests.seconds(now))
            return direction == .across ? target.x - place.x : target.y - place.y
        }

        private mutating func reach(_ direction: Cursor.Direction, _ target: Point) {
            let way = left(direction, target)
            guard way != 0 else { return }
            let arrow: Control = direction == .across ? (way > 0 ? .right : .left) : (way > 0 ? .down : .up)
            if abs(way) > 40 {
                var time = 0.18
                while Cursor.way(after: time) < abs(way) { time += 0.01 }
                cursor.go(arrow, at: CursorTests.seconds(now))
                now += time + Double.random(in: -0.05...0.05, using: &random)
                cursor.stop(arrow, at: CursorTests.seconds(now))
                now += 0.25
            } else {
                cursor.go(arrow, at: CursorTests.seconds(now))
                cursor.stop(arrow, at: CursorTests.seconds(now + 0.1))
                now += 0.35
            }
            presses += 1
            // From here on the knob moves the cross.
            while left(direction, target) != 0 {
                let left = left(direction, target)
                let isSteady = abs(left) >= 3
                let speed: KnobSpeed = isSteady ? .steady : .slow
                now += isSteady ? 0.11 : 0.26
                cursor.move(direction, by: Cursor.units(of: left > 0 ? 1 : -1, speed), at: CursorTests.seconds(now))
                detents += 1
            }
        }
    }

    @Test("V-24 a three-point angle lies on given pixels by arrows and knob in under 12 s of hands, and on those very pixels")
    func anAngleTakesUnderTwelveSeconds() {
        var (times, presses, detents) = ([Double](), 0, 0)
        for seed in 1...200 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            // The arm of a person in the picture: elbow and wrist are some 60 to 260 units apart.
            let vertex = Point(
                Double.random(in: 300...1600, using: &random).rounded(), Double.random(in: 300...700, using: &random).rounded())
            func arm() -> Point {
                let (x, y) = (Double.random(in: -260...260, using: &random), Double.random(in: -260...260, using: &random))
                return Point((vertex.x + x).rounded(), (vertex.y + y).rounded())
            }
            let targets = [arm(), vertex, arm()]
            var hands = Hands(cursor: Cursor(at: Point(960, 540)), random: random)
            for target in targets {
                hands.reach(target)
                #expect(hands.cursor.position(at: Self.seconds(hands.now)) == target)
                hands.now += 0.35
                hands.presses += 1
            }
            times.append(hands.now)
            presses += hands.presses
            detents += hands.detents
        }
        times.sort()
        let median = times[times.count / 2]
        print(
            "angle by knob: median \(median) s, 90 % \(times[times.count * 9 / 10]) s, \(Double(presses) / 200) presses, \(Double(detents) / 200) detents"
        )
        #expect(median < 12)
    }
}
