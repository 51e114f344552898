// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// Bounces, the lock-out and a line that is held, in virtual time.
@Suite struct TriggerRuleTests {
    private struct Line {
        var rule: TriggerRule
        var outcomes: [TriggerRule.Outcome] = []

        init(_ change: (inout PanelLines) -> Void = { _ in }) {
            var lines = PanelLines()
            change(&lines)
            rule = TriggerRule(lines)
        }

        private func time(_ milliseconds: Int64) -> Timestamp { Timestamp(nanoseconds: milliseconds * 1_000_000) }

        /// The line closes, opens, closes and so on at these milliseconds.
        mutating func edges(_ times: Int64...) {
            for (index, time) in times.enumerated() { edge(isClosed: index.isMultiple(of: 2), at: time) }
        }

        mutating func edge(isClosed: Bool, at milliseconds: Int64) {
            rule.edge(isClosed: isClosed, at: time(milliseconds)) { outcomes.append($0) }
        }

        mutating func pass(to milliseconds: Int64) { rule.pass(to: time(milliseconds)) { outcomes.append($0) } }

        mutating func begin(isClosed: Bool, at milliseconds: Int64) {
            rule.begin(isClosed: isClosed, at: time(milliseconds)) { outcomes.append($0) }
        }

        /// The times of the moments, in milliseconds.
        var moments: [Int64] { outcomes.compactMap { if case .moment(let time) = $0 { time.nanoseconds / 1_000_000 } else { nil } } }
        var held: [Bool] { outcomes.compactMap { if case .held(let isHeld) = $0 { isHeld } else { nil } } }
        var nextChange: Int64? { rule.nextChange.map { $0.nanoseconds / 1_000_000 } }
    }

    @Test func aMomentIsTheTimeOfTheFirstEdge() {
        var line = Line()
        line.edges(100, 103, 104, 109, 111, 160)
        #expect(line.moments == [100] && line.nextChange == 180)
        line.pass(to: 180)
        #expect(line.nextChange == nil && line.held == [])
    }

    @Test func aPulseOfAMillisecondCounts() {
        var line = Line()
        line.edges(100, 101)
        #expect(line.moments == [100])
    }

    @Test func nothingCountsDuringTheLockOut() {
        var line = Line()
        line.edges(100, 200, 400, 500, 1099, 1150, 1200, 1250)
        // The closure at 1099 came too early, and the next one, after the lock-out, counts.
        #expect(line.moments == [100, 1200])
    }

    @Test func aContactThatBouncesWhileItOpensIsOneClosure() {
        var line = Line()
        line.edges(100, 1500, 1510, 1515, 1530, 1540)
        #expect(line.moments == [100])
        line.edges(1561, 1600)
        #expect(line.moments == [100, 1561])
    }

    @Test func bothTimesCanBeSet() {
        var line = Line {
            $0.triggerDebounceSeconds = 0.1
            $0.triggerLockoutSeconds = 0
        }
        line.edges(100, 110, 200, 250, 300, 310, 420, 430)
        #expect(line.moments == [100, 420])
        var slow = Line { $0.triggerLockoutSeconds = 4 }
        slow.edges(0, 100, 1500, 1600, 3900, 3950, 4000, 4100)
        #expect(slow.moments == [0, 4000])
    }

    @Test func aLineThatIsHeldIsOneMomentAndIsTold() {
        var line = Line()
        line.edges(1000)
        line.pass(to: 5999)
        #expect(line.held == [] && line.nextChange == 6000)
        line.pass(to: 6000)
        #expect(line.held == [true] && line.nextChange == nil)
        line.pass(to: 61_000)
        line.edge(isClosed: false, at: 61_000)
        // While it bounces it is still closed.
        line.edges(61_010, 61_015)
        #expect(line.held == [true])
        line.pass(to: 61_035)
        #expect(line.held == [true, false] && line.moments == [1000])
        line.edges(62_000, 62_100)
        #expect(line.moments == [1000, 62_000])
    }

    /// A box that stood still reads all edges at once: the times decide, not the reading.
    @Test func edgesThatAreReadLateMakeTheSameOutcomes() {
        var line = Line()
        line.edges(1000, 31_000, 32_000, 32_100)
        #expect(line.moments == [1000, 32_000] && line.held == [true, false])
    }

    @Test func aLineThatIsClosedAtFirstIsNoMoment() {
        var line = Line()
        line.begin(isClosed: true, at: 1000)
        line.pass(to: 7000)
        #expect(line.moments == [] && line.held == [true])
        line.begin(isClosed: false, at: 8000)
        #expect(line.held == [true, false])
        line.edges(9000)
        #expect(line.moments == [9000])
    }

    /// Whatever the line does: moments are edges, in order, never closer than the lock-out; and "held" and "open again" take turns.
    @Test(arguments: UInt64(1)...200) func theLawsHold(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let lockout = Int64.random(in: 0...3000, using: &random)
        var line = Line { $0.triggerLockoutSeconds = Double(lockout) / 1000 }
        var (now, isClosed, closures) = (Int64(0), false, Set<Int64>())
        for _ in 0..<200 {
            now += Int64.random(in: random.chance(0.6) ? 0...30 : 0...8000, using: &random)
            if random.chance(0.2) {
                line.pass(to: now)
            } else {
                isClosed.toggle()
                if isClosed { closures.insert(now) }
                line.edge(isClosed: isClosed, at: now)
            }
        }
        let moments = line.moments
        #expect(closures.isSuperset(of: moments))
        #expect(zip(moments, moments.dropFirst()).allSatisfy { $1 - $0 >= lockout })
        #expect(zip(line.held, line.held.dropFirst()).allSatisfy { $0 != $1 } && line.held.first != false)
    }
}
