// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Interface

@Suite struct ScrollTests {
    private static func instant(_ milliseconds: Int) -> Timestamp { .zero + .milliseconds(milliseconds) }

    /// Returns a list that was released at `place` with a velocity, in rows.
    private static func letGo(at place: Double, velocity: Double, last: Int, isThrown: Bool) -> Scroll {
        var scroll = Scroll(at: 3)
        scroll.hold(last: last, isElastic: true, at: .zero)
        scroll.drag(to: place)
        scroll.letGo(velocity: velocity, isThrown: isThrown, at: .zero)
        return scroll
    }

    @Test func itFollowsAFingerAndBeyondItsEndsLessAndLess() {
        var scroll = Scroll(at: 3)
        scroll.hold(last: 10, isElastic: true, at: .zero)
        for place in [3.0, 3.25, 7.5, 10] {
            scroll.drag(to: place)
            #expect(scroll.position(at: .zero) == place && !scroll.isMoving(at: .zero))
        }
        let beyond = [11.0, 12, 20, 1000].map { place -> Double in
            scroll.drag(to: place)
            return scroll.position(at: .zero)
        }
        #expect(zip(beyond, beyond.dropFirst()).allSatisfy { $0 < $1 } && beyond[0] > 10 && beyond[0] < 11 && beyond[3] < 12)
        scroll.drag(to: -1)
        #expect(abs(scroll.position(at: .zero) - (10 - beyond[0])) < 1e-9)
    }

    static let ways: [(place: Double, velocity: Double, isThrown: Bool, row: Int)] = [
        (3, 0, false, 3), (3.4, 0, false, 3), (3.6, 5, false, 4), (-4, 0, false, 0), (108, 0, false, 100), (3, 12, true, 9), (60, -9, true, 56),
        (60, -90, true, 15), (90, 60, true, 100), (5, -100, true, 0), (60, 0.01, true, 60), (100, 40, true, 100), (-3, 40, true, 0),
    ]

    /// From the finger to rest there is no jump of position or velocity, and the list ends on a whole row within its ends.
    @Test(arguments: ways)
    func itComesToLieOnARowWithoutAJump(place: Double, velocity: Double, isThrown: Bool, row: Int) {
        let scroll = Self.letGo(at: place, velocity: velocity, last: 100, isThrown: isThrown)
        #expect(scroll.row == row)
        let places = (0...8000).map { scroll.position(at: Self.instant($0)) }
        #expect(places[8000] == Double(row) && !scroll.isMoving(at: Self.instant(8000)))
        let steps = zip(places, places.dropFirst()).map { $1 - $0 }
        // Rows a millisecond: at most 100 rows a second; a list closer than a pixel to its row snaps to it.
        #expect(steps.allSatisfy { abs($0) <= 0.1 + 0.005 })
        // The greatest acceleration is the spring's at its first instant, beyond the list's end; the last step goes to the whole row.
        #expect(zip(steps, steps.dropFirst()).allSatisfy { abs($1 - $0) < 0.006 })
        #expect(places.allSatisfy { $0 > -2 && $0 < 102 })
    }

    @Test(arguments: ways)
    func itSaysWhenItMovesAndNotLonger(place: Double, velocity: Double, isThrown: Bool, row: Int) throws {
        let scroll = Self.letGo(at: place, velocity: velocity, last: 100, isThrown: isThrown)
        var now = Timestamp.zero
        while let next = scroll.nextChange(after: now) {
            #expect(now < next && next <= now + Motion.step)
            now = next
            try #require(now < Self.instant(8000))
        }
        #expect(scroll.position(at: now) == Double(row))
        #expect(scroll.position(at: now + .seconds(1)) == Double(row))
    }

    @Test func aThrownListIsSlowedDownByTheSamePartEachMillisecond() {
        let scroll = Self.letGo(at: 10, velocity: 20, last: 1000, isThrown: true)
        func velocity(_ milliseconds: Int) -> Double {
            (scroll.position(at: Self.instant(milliseconds + 1)) - scroll.position(at: Self.instant(milliseconds))) * 1000
        }
        for at in [0, 100, 500, 900] { #expect(abs(velocity(at + 100) / velocity(at) - 0.8186) < 1e-3) }
        #expect(abs(velocity(0) - 20) < 1, "it stops on a row, a little nearer or further")
    }

    @Test(arguments: UInt64(1)...30)
    func aFingerCatchesItAnywhere(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var scroll = Scroll()
        var now = Timestamp.zero
        let last = Int.random(in: 0...60, using: &random)
        for _ in 0..<60 {
            let before = scroll.position(at: now)
            scroll.hold(last: last, isElastic: true, at: now)
            #expect(abs(scroll.position(at: now) - before) < 0.01)
            let held = scroll.heldPlace ?? .nan
            scroll.drag(to: held + Double.random(in: -9...9, using: &random))
            let dragged = scroll.position(at: now)
            scroll.letGo(velocity: Double.random(in: -300...300, using: &random), isThrown: Bool.random(using: &random), at: now)
            #expect(abs(scroll.position(at: now) - dragged) < 0.005)
            #expect(scroll.row >= 0 && scroll.row <= last)
            now = now + .milliseconds(Int.random(in: 0...900, using: &random))
        }
    }

    @Test func withReducedMotionItNeverMovesByItselfNorBeyondItsEnds() {
        var scroll = Scroll(at: 3)
        scroll.hold(last: 10, isElastic: false, at: .zero)
        for place in [-5.0, 0, 4.4, 10, 15] {
            scroll.drag(to: place)
            #expect(scroll.position(at: .zero) == place.clamped(to: 0...10))
        }
        scroll.drag(to: 4.4)
        scroll.letGo(velocity: 30, isThrown: true, at: .zero)
        #expect(!scroll.isMoving(at: .zero) && scroll.position(at: .zero) == 4 && scroll.nextChange(after: .zero) == nil)
    }

    @Test func whatIsNoNumberMovesNothing() {
        var scroll = Scroll(at: 3)
        scroll.drag(to: 8)
        #expect(scroll.row == 3, "no finger holds it")
        scroll.hold(last: 10, isElastic: true, at: .zero)
        scroll.drag(to: .nan)
        scroll.drag(to: .infinity)
        #expect(scroll.row == 3)
    }
}
