// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Devices

/// One finger touches, two fingers zoom, and a tap of two is STOP.
@Suite struct FingersTests {
    private func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

    @Test func oneFingerIsFollowedAndLetGo() {
        var fingers = Fingers()
        #expect(fingers.down(7, at: Point(1, 1), at: at(0)) == [.touchDown(Point(1, 1))])
        #expect(fingers.moved(7, to: Point(2, 2)) == [.touchMoved(Point(2, 2))])
        #expect(fingers.moved(8, to: Point(9, 9)) == [])
        #expect(fingers.moved(7, to: Point(.nan, 2)) == [])
        #expect(fingers.up(8, at: at(0)) == [])
        #expect(fingers.up(7, at: at(0)) == [.touchUp])
        #expect(fingers.down(8, at: Point(3, 3), at: at(0)) == [.touchDown(Point(3, 3))])
    }

    @Test("V-27 two fingers that move apart come nearer, a step each 1.4 times, and together go back")
    func twoFingersZoom() {
        var fingers = Fingers()
        _ = fingers.down(0, at: Point(900, 500), at: at(0))
        #expect(fingers.down(1, at: Point(1000, 500), at: at(0.1)).last == .touchUp, "the first one's touch is over")
        var steps: [PanelEvent.Action] = []
        for x in stride(from: 1000.0, through: 1300, by: 2) { steps += fingers.moved(1, to: Point(x, 500)) }
        // From 100 to 400 apart: 1.4 to the power of 4 is 3.84.
        #expect(steps == Array(repeating: .zoomed(1), count: 4))
        steps = []
        for x in stride(from: 1300.0, through: 1000, by: -2) { steps += fingers.moved(1, to: Point(x, 500)) }
        #expect(steps == Array(repeating: .zoomed(-1), count: 4))
        #expect(fingers.up(0, at: at(2)) == [])
        #expect(fingers.moved(1, to: Point(0, 0)) == [])
        #expect(fingers.up(1, at: at(2)) == [], "it zoomed: it is no STOP")
        #expect(fingers.down(2, at: Point(3, 3), at: at(3)) == [.touchDown(Point(3, 3))])
    }

    @Test("a tap of two fingers is STOP; held longer, or moved, it isn't")
    func aTapOfTwoIsStop() {
        for (seconds, distance, isStop) in [(0.2, 3.0, true), (0.5, 3, false), (0.2, 60, false)] {
            var fingers = Fingers()
            _ = fingers.down(0, at: Point(500, 500), at: at(0))
            _ = fingers.down(1, at: Point(900, 500), at: at(0.05))
            _ = fingers.moved(1, to: Point(900, 500 + distance))
            _ = fingers.up(1, at: at(seconds))
            #expect(fingers.up(0, at: at(seconds)) == (isStop ? [.pressed(.stop), .released(.stop)] : []))
        }
    }

    @Test("what the first finger began is no tap, and is back where it was", arguments: [100.0, 1800])
    func theFirstFingersTouch(x: Double) {
        var fingers = Fingers()
        _ = fingers.down(0, at: Point(x, 500), at: at(0))
        _ = fingers.moved(0, to: Point(x + 5, 505))
        let actions = fingers.down(1, at: Point(900, 100), at: at(0.1))
        guard case .touchMoved(let away)? = actions.first else { return #expect(Bool(false)) }
        #expect(abs(away.x - x) > 48 && Canvas.bounds.contains(away), "further than a tap may stray")
        #expect(actions.dropFirst() == [.touchMoved(Point(x, 500)), .touchUp])
    }

    @Test("any fingers: every touch that goes down comes up, and none while two are down", arguments: 1...40 as ClosedRange<UInt64>)
    func anyFingers(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var fingers = Fingers()
        var isTouching = false
        var now = 0.0
        for _ in 0..<300 {
            now += Double.random(in: 0...0.3, using: &random)
            let id = Int64.random(in: 0...3, using: &random)
            let point = Point(Double.random(in: 0...1920, using: &random), Double.random(in: 0...1080, using: &random))
            let actions =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: fingers.down(id, at: point, at: at(now))
                case 1: fingers.up(id, at: at(now))
                default: fingers.moved(id, to: point)
                }
            for action in actions {
                switch action {
                case .touchDown:
                    #expect(!isTouching)
                    isTouching = true
                case .touchUp:
                    #expect(isTouching)
                    isTouching = false
                case .touchMoved: #expect(isTouching)
                default: #expect(!isTouching)
                }
            }
        }
        for id in 0...3 { for action in fingers.up(Int64(id), at: at(now)) where action == .touchUp { isTouching = false } }
        #expect(!isTouching)
    }
}
