// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Devices

@Suite struct StandbyRuleTests {
    private func minutes(_ minutes: Double) -> Timestamp { Timestamp(seconds: 60 * minutes) }

    @Test func theTVSleepsOnceAfterItsMinutesAndWakesOnceWithTheNextThing() {
        var rule = StandbyRule(minutes: 10, at: minutes(1))
        #expect(rule.due == minutes(11))
        #expect(rule.elapsed(at: minutes(10.99)) == nil)
        #expect(rule.elapsed(at: minutes(11)) == .standby)
        #expect(rule.elapsed(at: minutes(30)) == nil && rule.due == nil)
        #expect(rule.acted(at: minutes(31)) == .wake)
        #expect(rule.acted(at: minutes(32)) == nil)
        #expect(rule.elapsed(at: minutes(41.9)) == nil)
        #expect(rule.elapsed(at: minutes(42)) == .standby)
    }

    @Test func withZeroItNeverSleeps() {
        var rule = StandbyRule(minutes: 0, at: .zero)
        #expect(rule.due == nil && rule.elapsed(at: minutes(100_000)) == nil && rule.acted(at: minutes(100_001)) == nil)
    }

    @Test func otherMinutesHoldFromTheLastActivityOn() {
        var rule = StandbyRule(minutes: 60, at: .zero)
        rule.minutes = 5
        #expect(rule.due == minutes(5))
        rule.minutes = 0
        #expect(rule.elapsed(at: minutes(120)) == nil)
    }

    @Test func whatIsReportedLateMovesNothingBack() {
        var rule = StandbyRule(minutes: 1, at: minutes(5))
        _ = rule.acted(at: minutes(2))
        #expect(rule.due == minutes(6))
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func sleepAndWakingTakeTurns(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var now = Timestamp.zero
        var last = now
        var rule = StandbyRule(minutes: Double(Int.random(in: 1...3, using: &random)), at: now)
        var isAsleep = false
        for _ in 0..<500 {
            now = now.advanced(by: .seconds(Int.random(in: 0...120, using: &random)))
            if Bool.random(using: &random) {
                #expect(rule.acted(at: now) == (isAsleep ? .wake : nil))
                isAsleep = false
                last = now
            } else {
                let isTime = !isAsleep && last.duration(to: now) >= .seconds(60 * rule.minutes)
                #expect(rule.elapsed(at: now) == (isTime ? .standby : nil))
                isAsleep = isAsleep || isTime
            }
        }
    }
}
