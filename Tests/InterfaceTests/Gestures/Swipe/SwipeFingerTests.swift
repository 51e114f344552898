// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The swipes of the three inputs: a held arrow, the knob, a finger.
@Suite struct SwipeFingerTests {
    private static func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }
    private static let threshold = SwipeRule.review.threshold

    // MARK: A held arrow

    @Test("P-01 the film of a held arrow: review-3-like-film", arguments: SwipeDirection.allCases)
    func theFilmOfAHeldArrow(_ direction: SwipeDirection) {
        let finger = SwipeFinger(holding: direction, .review, at: .zero)
        for (t, x) in [(0, 0), (1.0 / 60, 83.5), (0.080, 273.2), (0.180, 329.8), (0.480, 329.8), (0.780, 329.8)] as [(Double, Double)] {
            #expect((finger.offset(at: Self.at(t)) - direction.unit * x).length < 0.5)
        }
        for frame in 0..<12 {
            let t = min(0.18, Double(frame) / 60)
            let left = 1 - t / 0.18
            #expect((finger.offset(at: Self.at(t)) - direction.unit * (0.6 * Self.threshold * (1 - left * left * left))).length < 0.5)
            let speed = 3 * 0.6 * Self.threshold * left * left / 0.18
            #expect((finger.velocity(at: Self.at(t)) - direction.unit * speed).length < 1)
        }
        #expect(finger.direction == direction && finger.arrow == direction)
    }

    @Test("P-28 a held arrow's ring and icon are full exactly where it commits, and it commits by time alone")
    func aHeldArrowCommitsByTimeAlone() {
        var finger = SwipeFinger(holding: .left, .review, at: .zero)
        #expect(finger.filling(at: Self.at(0.18)) == 0 && abs((finger.filling(at: Self.at(0.48)) ?? 0) - 0.5) < 1e-9)
        #expect(abs(finger.progress(at: Self.at(0.48)) - 0.8) < 1e-9 && finger.progress(at: Self.at(0.779)) < 1)
        #expect(finger.progress(at: Self.at(0.78)) == 1 && finger.filling(at: Self.at(0.78)) == 1)
        var (now, outcome) = (Timestamp.zero, SwipeOutcome?.none)
        while outcome == nil, let next = finger.nextChange(after: now) {
            #expect(now < next)
            now = next
            outcome = finger.advance(to: now)
        }
        #expect(outcome == .commit(.left) && now >= Self.at(0.78) && now <= Self.at(0.80))
    }

    @Test(
        "P-06 let go before 0.3 s it is a whole flick, before the ring is full nothing, whenever the news comes",
        arguments: [(0.01, true), (0.3, true), (0.301, false), (0.5, false), (0.779, false), (0.78, true)])
    func whatAnArrowWasItsReleaseSays(release: Double, commits: Bool) {
        for news in [0, 0.005, 0.05, 0.2] {
            var finger = SwipeFinger(holding: .left, .review, at: .zero)
            // The tick of the very step that takes the release in comes before the release.
            if finger.advance(to: Self.at(release + news)) == nil {
                #expect(finger.letGo(at: Self.at(release)) == (commits ? .commit(.left) : .springBack))
            } else {
                Issue.record("the first look past the ring's end committed")
            }
        }
    }

    @Test("a box that stood still gives the release time to arrive")
    func aBoxThatStoodStillGivesTheReleaseTime() {
        var finger = SwipeFinger(holding: .left, .review, at: .zero)
        for late in [2, 2.01, 2.1, 2.2] { #expect(finger.advance(to: Self.at(late)) == nil) }
        #expect(finger.letGo(at: Self.at(0.5)) == .springBack)
        #expect(finger.advance(to: Self.at(2.25)) == nil && finger.advance(to: Self.at(2.26)) == .commit(.left))
    }

    // MARK: The knob

    static let turns: [(detents: [(Double, Int)], outcome: SwipeOutcome)] = [
        ([(0, 1)], .springBack), ([(0, 1), (0.02, 1)], .springBack), ([(0, 2)], .springBack), ([(0, -2)], .springBack),
        ([(0, 1), (0.1, 1), (0.2, 1)], .commit(.right)), ([(0, -1), (0.125, -1), (0.25, -1)], .commit(.left)),
        ([(0, 1), (0.13, 1), (0.26, 1)], .springBack), ([(0, 3)], .commit(.right)), ([(0, 1), (0.2, 1), (0.4, 1), (0.6, 1)], .springBack),
        ([(0, 1), (0.2, 1), (0.4, 1), (0.6, 1), (0.8, 1)], .commit(.right)), ([(0, -1), (0.2, -1), (0.4, -1), (0.6, -1), (0.8, -1)], .commit(.left)),
        ([(0, 1), (0.05, 1), (0.1, 1), (0.15, -1)], .springBack), ([(0, 1), (0.2, 1), (0.3, -1), (0.4, -1), (0.5, -1)], .springBack),
        ([(0, 2), (0.1, -1), (0.15, -1), (0.2, -1), (0.25, -1), (0.3, -1)], .commit(.left)), ([(0, 40)], .commit(.right)),
        ([(0, 1), (0.3, 1), (0.6, 1)], .springBack), ([(0, 4), (0.3, 1)], .commit(.right)),
    ]

    /// Returns the outcome of a turn; it is checked at 125 Hz, as on a screen.
    private func outcome(_ detents: [(Double, Int)], _ rule: SwipeRule = .review) -> SwipeOutcome {
        var finger = SwipeFinger(turning: rule, at: Self.at(detents[0].0))
        var rest = detents[...]
        for step in 0..<400 {
            let now = Self.at(Double(step) * 0.008)
            while let (t, count) = rest.first, Self.at(t) <= now {
                rest.removeFirst()
                if let outcome = finger.turn(count, at: Self.at(t)) { return outcome }
            }
            if let outcome = finger.advance(to: now) { return outcome }
        }
        return .tap
    }

    @Test("five detents commit, three quick ones are thrown, two never commit", arguments: turns)
    func whatATurnOfTheKnobIs(_ turn: (detents: [(Double, Int)], outcome: SwipeOutcome)) {
        #expect(outcome(turn.detents) == turn.outcome && outcome(turn.detents, .carousel) == turn.outcome)
    }

    @Test(arguments: UInt64(1)...100)
    func twoDetentsNeverCommitWhateverTheyInterrupt(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let momentum = Momentum(
            offset: Point(.random(in: -900...900, using: &random), .random(in: -300...300, using: &random)),
            velocity: Point(.random(in: -9000...9000, using: &random), 0))
        var finger = SwipeFinger(turning: .review, from: momentum, at: .zero)
        #expect((finger.offset(at: .zero) - momentum.offset).length < 1)
        let sign = random.chance(0.5) ? 1 : -1
        #expect(finger.turn(sign, at: .zero) == nil && finger.turn(sign, at: Self.at(0.02)) == nil)
        #expect(finger.advance(to: Self.at(0.27)) == nil && finger.advance(to: Self.at(0.28)) == .springBack)
    }

    @Test func theKnobMovesWithoutAJumpAndIsFullAtTheFifthDetent() {
        var finger = SwipeFinger(turning: .review, at: .zero)
        var last = finger.offset(at: .zero).x
        for step in 1...1000 {
            let now = Timestamp.zero + .milliseconds(step)
            if step % 200 == 100 {
                let isFifth = step == 900
                #expect(finger.turn(1, at: now) == (isFifth ? .commit(.right) : nil))
                #expect((finger.progress(at: now) == 1) == isFifth)
            }
            let x = finger.offset(at: now).x
            #expect(x >= last - 1e-9 && x - last < 6, "at most a detent's way in 60 ms")
            last = x
        }
    }

    @Test("what is turned too far doesn't throw the next clip")
    func whatIsTurnedTooFarDoesntThrowTheNextClip() throws {
        var finger = SwipeFinger(turning: .review, at: .zero)
        #expect(finger.turn(5, at: .zero) == .commit(.right))
        var next = try #require(finger.successor(at: .zero))
        #expect(next.turn(3, at: Self.at(0.02)) == nil && next.turn(1, at: Self.at(0.04)) == nil)
        var rest = next
        #expect(rest.advance(to: Self.at(0.3)) == nil && rest.advance(to: Self.at(0.31)) == .springBack)
        #expect(next.turn(1, at: Self.at(0.06)) == .commit(.right), "whoever goes on for five more means it")
    }

    // MARK: A finger

    /// Returns a finger that moved in straight lines at 125 reports a second.
    private func finger(_ way: [(Double, Point)], from momentum: Momentum = .none, _ rule: SwipeRule = .review) throws -> SwipeFinger {
        var finger = try #require(SwipeFinger(touching: Point(900, 500), rule, from: momentum, at: Self.at(way[0].0)))
        for ((t0, from), (t1, to)) in zip(way, way.dropFirst()) {
            let steps = max(1, Int((t1 - t0) * 125))
            for step in 1...steps {
                let share = Double(step) / Double(steps)
                finger.move(to: Point(900, 500) + from + (to - from) * share, at: Self.at(t0 + (t1 - t0) * share))
            }
        }
        return finger
    }

    static let fingers: [(way: [(Double, Point)], end: Double, outcome: SwipeOutcome)] = [
        ([(0, Point(0, 0))], 0.1, .tap), ([(0, Point(0, 0)), (0.1, Point(25, 5))], 0.25, .tap), ([(0, Point(0, 0))], 0.4, .springBack),
        ([(0, Point(0, 0)), (0.6, Point(560, 0))], 0.9, .commit(.right)), ([(0, Point(0, 0)), (0.6, Point(-540, 0))], 0.9, .springBack),
        ([(0, Point(0, 0)), (0.6, Point(-560, 200))], 0.9, .commit(.left)), ([(0, Point(0, 0)), (0.6, Point(30, -600))], 0.61, .commit(.up)),
        ([(0, Point(0, 0)), (0.15, Point(240, 20))], 0.15, .commit(.right)), ([(0, Point(0, 0)), (0.15, Point(240, 20))], 0.4, .springBack),
        ([(0, Point(0, 0)), (0.6, Point(700, 0)), (0.9, Point(600, 0))], 0.9, .springBack),
        ([(0, Point(0, 0)), (0.6, Point(700, 0)), (0.9, Point(600, 0)), (1, Point(640, 0))], 1, .commit(.right)),
        ([(0, Point(0, 0)), (0.1, Point(300, 0)), (0.15, Point(150, 0))], 0.15, .springBack),
        ([(0, Point(0, 0)), (0.02, Point(50, 0))], 0.02, .springBack), ([(0, Point(0, 0)), (0.2, Point(-30, 330))], 0.2, .commit(.down)),
    ]

    @Test("R-30 what a finger's way is", arguments: fingers)
    func whatAFingersWayIs(_ gesture: (way: [(Double, Point)], end: Double, outcome: SwipeOutcome)) throws {
        #expect(try finger(gesture.way).letGo(at: Self.at(gesture.end)) == gesture.outcome)
    }

    @Test("it commits if and only if the icon is full or it was thrown", arguments: UInt64(1)...200)
    func itCommitsIffTheIconIsFullOrItWasThrown(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var (now, point) = (Timestamp.zero, Point(900, 500))
        var finger = try #require(SwipeFinger(touching: point, .review, at: now))
        var pace = Point(.random(in: -1500...1500, using: &random), .random(in: -1500...1500, using: &random))
        for _ in 0..<Int.random(in: 3...120, using: &random) {
            if random.chance(0.08) { pace = Point(.random(in: -1500...1500, using: &random), .random(in: -1500...1500, using: &random)) }
            now = now + .milliseconds(8)
            point = point + pace * 0.008
            finger.move(to: point, at: now)
        }
        let isFull = finger.progress(at: now) == 1
        // After a tenth of a second at rest it has no velocity left.
        let rested = finger.letGo(at: now + .milliseconds(400))
        #expect((rested != .springBack) == isFull)
        let outcome = finger.letGo(at: now)
        if case .commit(let direction) = outcome {
            #expect(direction == finger.direction)
        } else {
            #expect(!isFull)
        }
    }

    @Test("P-02 progress only grows while a finger goes on", arguments: UInt64(1)...60)
    func progressOnlyGrowsWhileAFingerGoesOn(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let way = Point(.random(in: -1...1, using: &random), .random(in: -1...1, using: &random))
        var finger = try #require(SwipeFinger(touching: Point(0, 0), .review, at: .zero))
        var (now, gone, last) = (Timestamp.zero, 0.0, 0.0)
        while gone < 900 {
            gone += .random(in: 0...30, using: &random)
            now = now + .milliseconds(8)
            finger.move(to: way * (gone / way.length), at: now)
            let progress = finger.progress(at: now)
            #expect(progress >= last && (progress == 1) == (gone >= Self.threshold - 1e-9))
            last = progress
        }
    }

    @Test("R-30 a finger that goes back towards the start never commits", arguments: UInt64(1)...200)
    func aFingerThatGoesBackNeverCommits(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (x, y) = (Double.random(in: -1...1, using: &random), Double.random(in: -1...1, using: &random))
        let out = Point(x, y) * (.random(in: 30...1500, using: &random) / Point(x, y).length)
        let back = out * (1 - (2 * SwipeRule.tremor + 1 + .random(in: 0...400, using: &random)) / out.length)
        let (t1, t2) = (Double.random(in: 0.05...1, using: &random), Double.random(in: 0.02...0.6, using: &random))
        let inward = SwipeDirection(of: back) == SwipeDirection(of: out)
        let gesture = try finger([(0, Point(0, 0)), (t1, out), (t1 + t2, back)])
        if inward { #expect(gesture.letGo(at: Self.at(t1 + t2)) == .springBack && gesture.progress(at: Self.at(t1 + t2)) < 1) }
    }

    // MARK: Taking over from each other

    @Test("R-32 a new gesture starts from what is seen", arguments: UInt64(1)...60)
    func aNewGestureStartsFromWhatIsSeen(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let momentum = Momentum(
            offset: Point(.random(in: -700...700, using: &random), .random(in: -300...300, using: &random)),
            velocity: Point(.random(in: -4000...4000, using: &random), .random(in: -900...900, using: &random)))
        let arrow = SwipeFinger(holding: .right, .review, from: momentum, at: .zero)
        #expect((arrow.offset(at: .zero) - momentum.offset).length < 1e-6)
        let touch = try #require(SwipeFinger(touching: Point(5, 5), .review, from: momentum, at: .zero))
        #expect((touch.offset(at: .zero) - momentum.offset).length < 1e-6)
        #expect(touch.letGo(at: Self.at(0.5)) == .springBack && touch.letGo(at: Self.at(0.1)) == .tap, "caught and let go, nothing is meant")
        // Nothing jumps on the way: at most the top velocity in a millisecond.
        let ways = [arrow, try finger([(0, Point(0, 0)), (0.3, Point(200, 60))], from: momentum)]
        for way in ways {
            let start = way.isTouch ? 300 : 0
            let points = (start...start + 400).map { way.offset(at: .zero + .milliseconds($0)) }
            #expect(zip(points, points.dropFirst()).allSatisfy { ($1 - $0).length < 20 })
        }
    }

    @Test("the velocity is that of what is seen", arguments: UInt64(1)...60)
    func theVelocityIsThatOfWhatIsSeen(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let momentum = Momentum(
            offset: Point(.random(in: -300...300, using: &random), 40), velocity: Point(.random(in: -900...900, using: &random), 0))
        let arrow = SwipeFinger(holding: .left, .review, from: momentum, at: .zero)
        var knob = SwipeFinger(turning: .review, from: momentum, at: .zero)
        _ = knob.turn(2, at: .zero)
        for finger in [arrow, knob] {
            let t = Double.random(in: 0.001...0.2, using: &random)
            let step = 1e-6
            let measured = (finger.offset(at: Self.at(t + step)) - finger.offset(at: Self.at(t - step))) * (0.5 / step)
            #expect((finger.velocity(at: Self.at(t)) - measured).length < 30)
        }
    }

    @Test("R-32 a second gesture ends the first as it is, and the other way calls it off")
    func aSecondGestureEndsTheFirst() throws {
        let arrow = SwipeFinger(holding: .right, .review, at: .zero)
        #expect(arrow.interrupt(by: .up, at: Self.at(0.1)) == .commit(.right) && arrow.interrupt(by: nil, at: Self.at(0.5)) == .springBack)
        #expect(arrow.interrupt(by: .left, at: Self.at(0.1)) == .springBack)
        var knob = SwipeFinger(turning: .review, at: .zero)
        _ = knob.turn(-3, at: .zero)
        #expect(knob.interrupt(by: .up, at: Self.at(0.1)) == .commit(.left) && knob.interrupt(by: .right, at: Self.at(0.1)) == .springBack)
        let touch = try finger([(0, Point(0, 0)), (0.6, Point(-600, 0))])
        #expect(touch.interrupt(by: .left, at: Self.at(0.7)) == .springBack)
    }

    @Test("P-05 after 20 px it is known which clip would come, so that it is looked for")
    func itPeeksFromTwentyOn() throws {
        #expect(try finger([(0, Point(0, 0)), (0.2, Point(-22, 0))]).direction == .left)
        #expect(try finger([(0, Point(0, 0)), (0.2, Point(22, 0))]).direction == .right)
        #expect(SwipeFinger(holding: .up, .review, at: .zero).direction == .up)
    }
}
