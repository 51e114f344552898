// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The motion of the row of clips by itself: its states, springs, ends and exit.
@Suite struct CarouselMotionTests {
    private static func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }
    private static let layout = CarouselLayout(Theme(Settings()))
    private static let pitch = layout.pitch

    private func row(_ index: Int, of count: Int) -> CarouselMotion { CarouselMotion(index: index, of: count, in: Self.layout, at: .zero) }

    /// Drags a finger from 0 by this vector in this time, at 125 reports a second.
    private func drag(_ row: inout CarouselMotion, by way: Point, in seconds: Double, from start: Double = 0) {
        row.touch(at: Point(960, 400), onMiddle: true, at: Self.at(start))
        let steps = max(1, Int(seconds * 125))
        for step in 1...steps {
            let share = Double(step) / Double(steps)
            if row.move(to: Point(960, 400) + way * share, at: Self.at(start + seconds * share)) { return }
        }
    }

    // MARK: States

    @Test("C-17 C-18 five states and five transitions, and no more")
    func fiveStatesAndFiveTransitions() {
        let all = CarouselState.Kind.allCases.flatMap { from in from.next.map { "\(from) → \($0)" } }
        #expect(
            Set(all) == [
                "idle → dragging", "dragging → decelerating", "dragging → exiting", "decelerating → settling", "settling → idle",
            ])
    }

    /// Gestures on the middle of a row of five, and the expected states.
    static let gestures: [(name: String, way: Point, seconds: Double, rest: Double, states: [CarouselState.Kind])] = [
        ("thrown on", Point(-300, 10), 0.15, 0, [.idle, .dragging, .decelerating, .settling, .idle]),
        ("dragged back", Point(400, 0), 0.8, 0.3, [.idle, .dragging, .decelerating, .settling, .idle]),
        ("looked at", Point(-110, 0), 0.5, 0.4, [.idle, .dragging, .decelerating, .settling, .idle]),
        ("nearly nothing", Point(-58, 0), 0.5, 0.4, [.idle, .dragging, .decelerating, .settling, .idle]),
        ("out", Point(20, 300), 0.4, 0, [.idle, .dragging, .exiting]),
        ("up, where nothing is", Point(0, -300), 0.4, 0.2, [.idle, .dragging, .idle]),
        ("within the slop", Point(30, 0), 0.3, 0.1, [.idle]),
    ]

    @Test(arguments: gestures)
    func theStatesOfAGesture(_ gesture: (name: String, way: Point, seconds: Double, rest: Double, states: [CarouselState.Kind])) {
        var row = row(2, of: 5)
        var seen: [CarouselState.Kind] = [row.state(at: .zero).kind]
        func look(_ row: CarouselMotion, _ t: Double) {
            let kind = row.state(at: Self.at(t)).kind
            if kind != seen.last { seen.append(kind) }
        }
        row.touch(at: Point(960, 400), onMiddle: true, at: .zero)
        let steps = Int(gesture.seconds * 125)
        for step in 1...steps {
            let share = Double(step) / Double(steps)
            _ = row.move(to: Point(960, 400) + gesture.way * share, at: Self.at(gesture.seconds * share))
            look(row, gesture.seconds * share)
        }
        let end = gesture.seconds + gesture.rest
        _ = row.letGo(at: Self.at(end))
        for step in 0..<400 { look(row, end + Double(step) * 0.005) }
        #expect(seen == gesture.states)
        let steps2 = zip(seen, seen.dropFirst()).filter { !$0.next.contains($1) }
        // A row that is dragged up doesn't move, so states without a duration aren't seen.
        #expect(steps2.isEmpty || gesture.name.hasPrefix("up"))
    }

    @Test("it never goes back to a state in one gesture, whatever the gesture", arguments: UInt64(1)...80)
    func itNeverGoesBackToAState(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var row = row(Int.random(in: 0...4, using: &random), of: 5)
        drag(
            &row, by: Point(.random(in: -900...900, using: &random), .random(in: -60...100, using: &random)),
            in: .random(in: 0.05...0.6, using: &random))
        let end = Self.at(1)
        _ = row.letGo(at: end)
        let order: [CarouselState.Kind] = [.decelerating, .settling, .idle]
        let seen = (0..<600).compactMap { order.firstIndex(of: row.state(at: end + .milliseconds($0 * 5)).kind) }
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 <= $1 })
        if row.exit == nil { #expect(row.state(at: end + .seconds(3)) == .idle) }
    }

    // MARK: Sideways

    @Test(
        "C-01 20 pt move nothing, 50 pt are a clip, and less is none",
        arguments: [(50.0, 2, 0.0), (-130, 2, 0.4), (-140, 3, 0.4), (140, 1, 0.4), (-700, 3, 0.4)])
    func howFarAClipIs(x: Double, index: Int, rest: Double) {
        var row = row(2, of: 5)
        drag(&row, by: Point(x, 0), in: 0.8)
        if abs(x) < 54 { #expect(row.x(at: Self.at(0.8)) == 0) }
        _ = row.letGo(at: Self.at(0.8 + rest))
        #expect(row.index == index)
        #expect(abs(row.x(at: Self.at(4))) < 0.5)
    }

    @Test("C-03 it moves on the spring m 1, k 100, c 10, with the velocity at release")
    func itMovesOnTheSpring() {
        var row = row(2, of: 5)
        drag(&row, by: Point(-300, 0), in: 0.2)
        let (x, velocity) = (row.x(at: Self.at(0.2)), row.xVelocity(at: Self.at(0.2)))
        #expect(x == -300 && abs(velocity + 1500) < 20)
        _ = row.letGo(at: Self.at(0.2))
        for frame in 0..<90 {
            let t = Double(frame) / 60
            let x0 = x + Self.pitch
            let expected = exp(-5 * t) * (x0 * cos(8.6602540 * t) + (velocity + 5 * x0) / 8.6602540 * sin(8.6602540 * t))
            #expect(abs(row.x(at: Self.at(0.2 + t)) - expected) < 0.5)
        }
    }

    @Test("C-04 beyond its ends it follows less and less, and never by more than 30 % of a clip's width")
    func beyondItsEndsItFollowsLess() {
        var row = row(0, of: 5)
        drag(&row, by: Point(600, 0), in: 1)
        #expect(abs(row.x(at: Self.at(1.2)) - 168.8) < 0.5)
        drag(&row, by: Point(40_000, 0), in: 1, from: 2)
        #expect(row.x(at: Self.at(3.2)) < 0.3 * 1152)
        _ = row.letGo(at: Self.at(3.3))
        let back = (0...400).map { row.x(at: Self.at(3.3) + .milliseconds($0)) }
        #expect(zip(back, back.dropFirst()).allSatisfy { $0 >= $1 } && back[400] == 0 && row.index == 0)
        #expect(row.state(at: Self.at(3.71)) == .idle)
    }

    @Test("the curve back from an end begins with the row's own velocity, and never goes further out", arguments: UInt64(1)...40)
    func theCurveBackBeginsWithTheVelocity(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let from = Double.random(in: 20...570, using: &random)
        let velocity = Double.random(in: -10 * from...3000, using: &random)
        let back = CarouselReturn(from: from, velocity: velocity, at: .zero)
        #expect(back.value(at: .zero) == from && back.value(at: Self.at(0.4)) == 0)
        let way = (0...400).map { back.value(at: .zero + .milliseconds($0)) }
        #expect(zip(way, way.dropFirst()).allSatisfy { $0 >= $1 - 1e-9 })
        if velocity < 0, velocity > -4 * from / 0.4 { #expect(abs(back.velocity(at: .zero) - velocity) < abs(velocity) * 0.02 + 1) }
        let t = Double.random(in: 0.02...0.38, using: &random)
        let measured = (back.value(at: Self.at(t + 1e-5)) - back.value(at: Self.at(t - 1e-5))) / 2e-5
        #expect(abs(back.velocity(at: Self.at(t)) - measured) < abs(measured) * 0.01 + 2)
    }

    @Test("R-32 C-03 whoever goes on quickly loses nothing, and nothing jumps", arguments: UInt64(1)...40)
    func whoeverGoesOnQuicklyLosesNothing(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var row = row(50, of: 100)
        var now = 0.0
        var expected = 50
        for _ in 0..<25 {
            let isOn = random.chance(0.7)
            let before = row.x(at: Self.at(now))
            if random.chance(0.5) {
                _ = row.press(isOn ? .left : .right, at: Self.at(now))
                #expect(abs(row.x(at: Self.at(now)) - before) < 1e-6)
                now += .random(in: 0.03...0.25, using: &random)
            } else {
                drag(&row, by: Point(isOn ? -260 : 260, 0), in: 0.1, from: now)
                now += 0.1
            }
            let place = row.x(at: Self.at(now)) - Double(row.index) * Self.pitch
            _ = row.letGo(at: Self.at(now))
            expected += isOn ? 1 : -1
            #expect(row.index == expected)
            #expect(abs(row.x(at: Self.at(now)) - Double(row.index) * Self.pitch - place) < 1e-6)
            now += .random(in: 0.02...0.5, using: &random)
        }
        #expect(abs(row.x(at: Self.at(now + 3))) < 0.5)
    }

    @Test("five detents, or three quick ones, are a clip; two never are", arguments: [(1, 0), (2, 0), (3, 1), (5, 1), (-5, -1), (-2, 0), (40, 1)])
    func detentsAreAClip(detents: Int, steps: Int) {
        var row = row(2, of: 5)
        _ = row.turn(detents, at: .zero)
        for step in 1...100 { _ = row.advance(to: .zero + .milliseconds(step * 8)) }
        #expect(row.index == 2 + steps)
    }

    @Test("a held arrow waits at 60 % of the threshold, the ring fills, and then it goes")
    func aHeldArrowWaits() {
        var row = row(2, of: 5)
        _ = row.press(.left, at: .zero)
        #expect(abs(row.x(at: Self.at(0.5)) + 0.6 * SwipeRule.carousel.threshold) < 0.5)
        #expect(abs((row.ring(at: Self.at(0.48))?.filling ?? 0) - 0.5) < 1e-9)
        for step in 1...99 { _ = row.advance(to: .zero + .milliseconds(step * 8)) }
        #expect(row.index == 3 && row.letGo(at: Self.at(0.9)) == nil)
    }

    // MARK: Out

    @Test("C-06 C-08 C-13 C-15 C-16 the numbers of carousel-3-exit-film")
    func theNumbersOfTheExitFilm() {
        let exit = CarouselExit(from: 0, velocity: 0, at: .zero)
        let film: [(t: Double, way: Double, tilt: Double, opacity: Double, scale: Double, blur: Double)] = [
            (0, 0, 0, 1, 1, 0), (0.03, 95.2, 0.92, 0.939, 0.988, 8.7), (0.05, 223.4, 2.15, 0.857, 0.971, 11.1),
            (0.07, 371.3, 3.58, 0.762, 0.952, 12.0), (0.1, 596.7, 5.75, 0.617, 0.923, 11.5), (0.14, 863.8, 8.32, 0.445, 0.889, 9.4),
        ]
        for frame in film {
            let look = exit.look(at: Self.at(frame.t))
            #expect(abs(look.way - frame.way) < 0.5 && abs(look.tilt - frame.tilt) < 0.006 && abs(look.opacity - frame.opacity) < 0.0006)
            #expect(abs(look.scale - frame.scale) < 0.0006 && abs(look.blur - frame.blur) < 0.06)
        }
        for frame in 0...30 {
            let t = Double(frame) / 60
            let q = 1 - (1 + 13.28 * t) * exp(-13.28 * t)
            #expect(abs(exit.look(at: Self.at(t)).way - 1557.7 * q) < 0.5)
        }
        #expect(abs(CarouselExit.way * 2.0.squareRoot() - 2202.9) < 0.05)
    }

    @Test("C-05 C-07 a finger takes it out as it crosses 50 pt, the faster the sooner it is gone")
    func aFingerTakesItOut() throws {
        var shares: [Double] = []
        for seconds in [0.8, 0.2, 0.05] {
            var row = row(2, of: 5)
            drag(&row, by: Point(0, 160), in: seconds)
            let exit = try #require(row.exit)
            #expect(row.state(at: Self.at(seconds)) == .exiting && row.index == 2)
            let start = exit.share(at: exit.start)
            // With a quick finger, the row hasn't caught up yet.
            #expect(start * CarouselExit.way >= (seconds > 0.1 ? 136 : 80) && start * CarouselExit.way < 165, "it goes on from where it was")
            shares.append(exit.share(at: exit.start + .milliseconds(60)))
            let way = (0...500).map { exit.share(at: exit.start + .milliseconds($0)) }
            #expect(zip(way, way.dropFirst()).allSatisfy { $0 <= $1 } && way[500] > 0.98 && way[500] <= 1)
            #expect(exit.cover(at: exit.start + .milliseconds(500)) == 0 && exit.look(at: exit.start).blur <= 12)
        }
        #expect(shares[0] < shares[1] && shares[1] < shares[2])
    }

    @Test("C-10 on the way out the clips beside keep their places to the one in the middle")
    func theClipsBesideKeepTheirPlaces() {
        let exit = CarouselExit(from: 0, velocity: 0, at: .zero)
        let middle = RowPiece(
            layer: Layer(.still(ClipKey(session: "s", number: 1)), place: Rect(x: 384, y: 120, width: 1152, height: 648)), isMiddle: true)
        let beside = RowPiece(
            layer: Layer(.still(ClipKey(session: "s", number: 2)), place: Rect(x: 1489.6, y: 120, width: 1152, height: 648)), isMiddle: false)
        for step in 0...25 {
            let look = exit.look(at: .zero + .milliseconds(step * 20))
            let (one, other) = (middle.placed(look), beside.placed(look))
            #expect(abs(other.place.x - one.place.x - 1105.6) < 1e-9 && other.place.y == one.place.y)
            #expect(one.placement.opacity == other.placement.opacity && other.transform.isIdentity)
            #expect((0...15).contains(one.transform.rotation) && (0.8...1).contains(one.transform.scale))
        }
    }

    @Test("C-11 under a finger the clip in the middle is 0.95 of its size, and is itself again at once")
    func underAFingerItIsSmaller() {
        var row = row(2, of: 5)
        row.touch(at: Point(960, 400), onMiddle: true, at: .zero)
        #expect(abs(row.scale(at: Self.at(0.2)) - 0.95) < 0.003)
        #expect(row.letGo(at: Self.at(0.25)) == .tap)
        #expect(abs(row.scale(at: Self.at(0.5)) - 1) < 0.003)
        row.touch(at: Point(100, 400), onMiddle: false, at: Self.at(1))
        #expect(abs(row.scale(at: Self.at(1.2)) - 1) < 0.003)
    }

    // MARK: The governor

    @Test("C-19 under 50 frames a second blur goes first, then shadows, then depth, and it comes back with patience")
    func theGovernorDropsBlurFirst() {
        var governor = FrameGovernor()
        #expect(governor.hasBlur && governor.hasShadows && governor.hasDepth)
        let table: [(frames: Double, level: FrameGovernor.Level)] = [
            (60, .all), (49, .noBlur), (55, .noBlur), (49.9, .noShadows), (45, .noDepth), (20, .noDepth), (60, .noDepth), (60, .noDepth),
            (60, .noShadows), (60, .noShadows), (55, .noShadows), (60, .noShadows), (60, .noShadows), (60, .noBlur), (29, .noDepth), (.nan, .noDepth),
        ]
        for (frames, level) in table {
            governor.take(framesPerSecond: frames)
            #expect(governor.level == level)
        }
    }

    @Test("it doesn't swing: what is dropped at 49 doesn't come back at 52", arguments: UInt64(1)...30)
    func theGovernorDoesntSwing(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var governor = FrameGovernor()
        var changes = 0
        for _ in 0..<200 {
            let before = governor.level
            governor.take(framesPerSecond: .random(in: 46...56.9, using: &random))
            if governor.level != before { changes += 1 }
        }
        #expect(changes <= 3)
    }
}
