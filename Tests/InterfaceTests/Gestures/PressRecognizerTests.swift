// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

@Suite struct PressRecognizerTests {
    @Test(arguments: UInt64(1)...100)
    func everyPressIsOneTapOrOneHoldWhateverTheTicks(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var recognizer = PressRecognizer()
        var now = Timestamp.zero
        var presses: [Control: Timestamp] = [:]
        var expected: [PressRecognizer.Gesture] = []
        var seen: [PressRecognizer.Gesture] = []
        for _ in 0..<400 {
            now = now + .milliseconds(Int.random(in: 0...400, using: &random))
            let control: Control = [.mark, .stop, .knob].randomElement(using: &random) ?? .mark
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                #expect(recognizer.press(control, at: now) == (presses[control] == nil))
                presses[control] = presses[control] ?? now
            case 1:
                seen += recognizer.release(control, at: now)
                if let start = presses.removeValue(forKey: control) {
                    expected.append(Self.meaning(of: control, from: start, to: now))
                }
            default:
                seen += recognizer.advance(to: now)
            }
            let held = presses.filter { $0.value + .seconds(1) <= now }.count
            #expect(seen.filter { if case .released = $0 { false } else { true } }.count <= expected.count + held)
        }
        for control in Control.allCases { seen += recognizer.release(control, at: now) }
        for (control, start) in presses { expected.append(Self.meaning(of: control, from: start, to: now)) }
        for gesture in [PressRecognizer.Gesture.tap(.mark), .held(.mark), .tap(.stop), .held(.stop), .tap(.knob), .held(.knob), .abandoned(.stop)] {
            #expect(seen.count { $0 == gesture } == expected.count { $0 == gesture })
        }
    }

    /// Returns the expected gesture: a tap, a hold, or a cancelled hold in between.
    private static func meaning(of control: Control, from start: Timestamp, to end: Timestamp) -> PressRecognizer.Gesture {
        let time = start.duration(to: end)
        return time >= .seconds(1) ? .held(control) : time >= .milliseconds(600) ? .abandoned(control) : .tap(control)
    }

    @Test func whereNothingIsHeldALongPressIsATap() {
        var recognizer = PressRecognizer()
        _ = recognizer.press(.knob, at: .zero, holdTime: nil)
        #expect(recognizer.advance(to: Timestamp(seconds: 3)) == [] && recognizer.holds.isEmpty)
        #expect(recognizer.release(.knob, at: Timestamp(seconds: 4)) == [.tap(.knob)])
    }

    @Test func aShortHoldIsATapUntilItIsOne() {
        for (time, gestures) in [(499, [PressRecognizer.Gesture.tap(.knob)]), (500, [.held(.knob), .released(.knob)])] {
            var recognizer = PressRecognizer()
            _ = recognizer.press(.knob, at: .zero, holdTime: .milliseconds(500))
            #expect(recognizer.release(.knob, at: .zero + .milliseconds(time)) == gestures)
        }
    }

    @Test func aLateTickIsOneRepeatAndNotABurst() {
        var recognizer = PressRecognizer()
        _ = recognizer.press(.up, at: .zero)
        #expect(recognizer.advance(to: Timestamp(seconds: 5)) == [.repeated(.up)])
        #expect(recognizer.advance(to: Timestamp(seconds: 5.3)) == [.held(.up), .repeated(.up)])
    }

    @Test func aHoldIsNoticedWhenItIsOneOrALittleLater() {
        for tick in [1.0, 1.05, 1.1] {
            var recognizer = PressRecognizer()
            _ = recognizer.press(.mark, at: .zero)
            #expect(recognizer.advance(to: Timestamp(seconds: 0.999)) == [])
            #expect(recognizer.advance(to: Timestamp(seconds: tick)) == [.held(.mark)])
        }
    }

    @Test("a box that stood still gives a release time to arrive, once", arguments: [1.2, 4, 90])
    func aBoxThatStoodStillGivesAReleaseTimeToArrive(wake: Double) {
        var recognizer = PressRecognizer()
        _ = recognizer.press(.mark, at: .zero)
        #expect(recognizer.advance(to: Timestamp(seconds: wake)) == [])
        #expect(recognizer.deadlines == [Timestamp(seconds: wake + 0.25)])
        var letGo = recognizer
        #expect(letGo.release(.mark, at: Timestamp(seconds: 0.1)) == [.tap(.mark)])
        #expect(recognizer.advance(to: Timestamp(seconds: wake + 60)) == [.held(.mark)])
        #expect(recognizer.release(.mark, at: Timestamp(seconds: wake + 61)) == [.released(.mark)])
    }

    @Test("a release that came too late for the grace says by its own time that it was a tap", arguments: [0.1, 0.9, 0.999, 1, 1.1, 30])
    func aLateReleaseSaysByItsOwnTimeWhatItWas(release: Double) {
        var recognizer = PressRecognizer()
        _ = recognizer.press(.mark, at: .zero)
        #expect(recognizer.advance(to: Timestamp(seconds: 40)) == [] && recognizer.advance(to: Timestamp(seconds: 41)) == [.held(.mark)])
        let isTap = release < 1
        #expect(recognizer.release(.mark, at: Timestamp(seconds: release)) == [isTap ? .misheld(.mark) : .released(.mark)])
        #expect(recognizer.release(.mark, at: Timestamp(seconds: 42)) == [])
    }

    @Test(arguments: UInt64(1)...50)
    func aTurnIsQuickOnlyWhenItFollowsOneOfItsOwnDirectionClosely(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var knob = KnobAcceleration()
        var now = Timestamp.zero
        var last: (Timestamp, Int)?
        for _ in 0..<200 {
            now = now + .milliseconds(Int.random(in: 0...120, using: &random))
            let detents = random.chance(0.5) ? Int.random(in: 1...4, using: &random) : -Int.random(in: 1...4, using: &random)
            let isQuick = last.map { $0.1 == detents.signum() && $0.0.duration(to: now) < .milliseconds(60) } ?? false
            #expect(knob.speed(of: detents, at: now).steps(detents) == detents * (isQuick ? 5 : 1))
            last = (now, detents.signum())
        }
    }
}
