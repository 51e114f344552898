// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// The shooting line's clock: its horns, its face, pauses, emergencies and groups.
@Suite struct EndTimerTests {
    private typealias Heard = (at: Double, horn: EndTimer.Horn)

    private static func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

    private static func plan(_ shooting: Double, prepare: Double = 10, warning: Double = 30, turns: Bool = false) -> EndTimer.Plan {
        EndTimer.Plan(preparation: .seconds(prepare), shooting: .seconds(shooting), warning: .seconds(warning), takesTurns: turns)
    }

    /// Steps a clock as the box does, from change to change.
    /// - Returns: the horns, with their seconds.
    private static func run(_ timer: inout EndTimer, from: Double, to: Double) -> [Heard] {
        var (now, heard) = (at(from), [Heard]())
        while let next = timer.nextChange(after: now), next <= at(to) {
            now = next
            if let horn = timer.pass(to: now) { heard.append((now.seconds, horn)) }
        }
        return heard
    }

    private static func words(_ heard: [Heard]) -> [String] { heard.map { "\($0.horn.rawValue) at \($0.at)" } }

    @Test("two call, one starts, three end") func anEnd() {
        var timer = EndTimer()
        #expect(timer.isIdle && timer.face(at: Self.at(1)) == nil && timer.pass(to: Self.at(1)) == nil)
        #expect(timer.go(Self.plan(120), at: Self.at(100)) == .call)
        #expect(timer.face(at: Self.at(100)) == EndTimer.Face(sign: .prepare, seconds: 10))
        #expect(timer.face(at: Self.at(109.5)) == EndTimer.Face(sign: .prepare, seconds: 1))
        #expect(timer.face(at: Self.at(110)) == EndTimer.Face(sign: .shoot, seconds: 120))
        #expect(timer.face(at: Self.at(199.9)) == EndTimer.Face(sign: .shoot, seconds: 31))
        #expect(timer.face(at: Self.at(200)) == EndTimer.Face(sign: .hurry, seconds: 30))
        #expect(timer.face(at: Self.at(230)) == EndTimer.Face(sign: .over, seconds: 0))
        #expect(Self.words(Self.run(&timer, from: 100, to: 500)) == ["1 at 110.0", "3 at 230.0"])
        #expect(timer.isIdle && timer.face(at: Self.at(241)) == nil)
    }

    @Test func theGroupsTakeTurnsAndTheLastOneBeginsTheNextEnd() {
        var timer = EndTimer()
        #expect(timer.go(Self.plan(120, turns: true), at: Self.at(0)) == .call)
        #expect(timer.face(at: Self.at(5))?.group == .ab && timer.face(at: Self.at(131))?.group == .cd)
        #expect(Self.words(Self.run(&timer, from: 0, to: 300)) == ["1 at 10.0", "2 at 130.0", "1 at 140.0", "3 at 260.0"])
        #expect(timer.go(Self.plan(120, turns: true), at: Self.at(300)) == .call)
        #expect(timer.face(at: Self.at(301))?.group == .cd && timer.face(at: Self.at(440))?.group == .ab)
    }

    @Test func whoIsReadySoonerEndsTheTurn() {
        var timer = EndTimer()
        _ = timer.go(Self.plan(240, turns: true), at: Self.at(0))
        _ = Self.run(&timer, from: 0, to: 60)
        #expect(timer.end(at: Self.at(60)) == .call && timer.face(at: Self.at(60)) == EndTimer.Face(sign: .prepare, seconds: 10, group: .cd))
        #expect(Self.words(Self.run(&timer, from: 60, to: 75)) == ["1 at 70.0"])
        #expect(timer.end(at: Self.at(75)) == .time && timer.face(at: Self.at(76))?.sign == .over)
        #expect(Self.run(&timer, from: 75, to: 500).isEmpty && timer.isIdle)
    }

    @Test func aPauseIsSilentAndGoingOnIsOneSound() {
        var timer = EndTimer()
        _ = timer.go(Self.plan(120), at: Self.at(0))
        #expect(timer.go(nil, at: Self.at(4)) == nil && timer.face(at: Self.at(50)) == EndTimer.Face(sign: .paused, seconds: 6))
        #expect(timer.nextChange(after: Self.at(4)) == nil && timer.go(nil, at: Self.at(50)) == nil, "nobody shoots yet")
        #expect(Self.words(Self.run(&timer, from: 50, to: 60)) == ["1 at 56.0"])
        #expect(timer.go(nil, at: Self.at(60)) == nil && timer.go(nil, at: Self.at(90)) == .start)
        #expect(Self.words(Self.run(&timer, from: 90, to: 400)) == ["3 at 206.0"])
    }

    @Test func anEmergencyHaltsAndIsHeardEvenWithoutAnEnd() {
        var timer = EndTimer()
        #expect(timer.stopForEmergency(at: Self.at(1)) == .emergency && timer.isIdle)
        _ = timer.go(Self.plan(120), at: Self.at(10))
        _ = Self.run(&timer, from: 10, to: 30)
        #expect(timer.stopForEmergency(at: Self.at(30)) == .emergency)
        #expect(timer.face(at: Self.at(99)) == EndTimer.Face(sign: .emergency, seconds: 110) && Self.run(&timer, from: 30, to: 99).isEmpty)
        #expect(timer.go(nil, at: Self.at(100)) == .start && timer.face(at: Self.at(100)) == EndTimer.Face(sign: .shoot, seconds: 110))
        #expect(timer.stopForEmergency(at: Self.at(101)) == .emergency && timer.end(at: Self.at(102)) == nil && timer.isIdle)
    }

    /// A box that was busy sounds the newest horn, not all that it missed.
    @Test func aHornThatWasOvertakenIsNotSounded() {
        var timer = EndTimer()
        _ = timer.go(Self.plan(20), at: Self.at(0))
        #expect(timer.pass(to: Self.at(31)) == .time && timer.pass(to: Self.at(32)) == nil)
    }

    /// Whatever a hand does, the horns say what the light then shows, and arrows get exactly the time of the plan.
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func theHornsAndTheLightAgree(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let plan = Self.plan(
                Double(Int.random(in: 1...240, using: &random)), prepare: Double(Int.random(in: 0...20, using: &random)),
                warning: Double(Int.random(in: 0...60, using: &random)), turns: Bool.random(using: &random))
            var timer = EndTimer()
            var now = Self.at(Double.random(in: 0...1000, using: &random))
            var open: [EndTimer.Group?: Duration] = [:]
            var ended = Set<EndTimer.Group?>()
            func check(_ horn: EndTimer.Horn?) {
                let face = timer.face(at: now)
                switch horn {
                case .call: #expect(face?.sign == .prepare)
                case .start: #expect(face?.sign == .shoot || face?.sign == .hurry)
                case .time: #expect(face?.sign == .over && !timer.isRunning(at: now))
                case .emergency: #expect(face == nil || face?.sign == .emergency || face?.sign == .over)
                case nil: break
                }
            }
            check(timer.go(plan, at: now))
            var left = 30
            while timer.isRunning(at: now), let face = timer.face(at: now) {
                let change = timer.nextChange(after: now)
                let hand = now + .seconds(Double.random(in: 0.01...20, using: &random))
                let next = left > 0 ? change.map { min($0, hand) } ?? hand : change ?? hand
                if face.sign == .shoot || face.sign == .hurry { open[face.group, default: .zero] += now.duration(to: next) }
                let between = now + .seconds(now.duration(to: next).inSeconds / 2)
                #expect(timer.face(at: between).map { abs($0.seconds - face.seconds) <= 1 } == true)
                now = next
                guard next != change else {
                    check(timer.pass(to: now))
                    continue
                }
                left -= 1
                let group = timer.face(at: now)?.group
                switch Int.random(in: 0...9, using: &random) {
                case 0:
                    ended.insert(group)
                    check(timer.end(at: now))
                case 1: check(timer.stopForEmergency(at: now))
                default:
                    check(timer.go(nil, at: now))
                    if left <= 0, timer.nextChange(after: now) == nil { check(timer.go(nil, at: now)) }
                }
            }
            for (group, time) in open where !ended.contains(group) { #expect(time == plan.shooting, "\(plan)") }
        }
    }

    @Test func theSoundsAreEqualAndCounted() {
        for horn in EndTimer.Horn.allCases {
            let beats = horn.sound(seconds: 0.5).beats
            #expect(beats.count == 2 * horn.rawValue - 1 && beats.enumerated().allSatisfy { $1 == .milliseconds($0.isMultiple(of: 2) ? 500 : 250) })
        }
        #expect(EndTimer.Horn.allCases.map(\.rawValue) == [1, 2, 3, 5])
    }
}
