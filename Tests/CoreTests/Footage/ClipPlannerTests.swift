// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

@Suite struct ClipPlannerTests {
    private func mark(_ number: Int, _ seconds: Double) -> Mark {
        Mark(number: number, stamp: FrameStamp(frame: Int64(seconds * 30), timestamp: Timestamp(seconds: seconds)), source: .gpio)
    }

    private func planner(_ change: (inout Settings) -> Void = { _ in }) -> ClipPlanner {
        var settings = Settings()
        change(&settings)
        return ClipPlanner(settings)
    }

    @Test func aClipBeginsAfterTheMarkBeforeAndEndsWithThePostRoll() {
        let plan = planner().plan(mark(2, 30), earlier: [Timestamp(seconds: 12)], sessionStart: .zero, oldest: .zero)
        #expect(
            plan
                == ClipPlan(
                    number: 2, kind: .mark, from: Timestamp(nanoseconds: 12_000_000_001),
                    through: Timestamp(seconds: 32)))
    }

    @Test func theFirstClipBeginsWithTheSessionOrTheOldestFootage() {
        let session = Timestamp(seconds: 3)
        #expect(planner().plan(mark(1, 30), earlier: [], sessionStart: session, oldest: .zero).from == session)
        #expect(
            planner().plan(mark(1, 30), earlier: [], sessionStart: session, oldest: Timestamp(seconds: 9)).from
                == Timestamp(seconds: 9))
    }

    @Test func noSegmentBeginsLongerBeforeItsMarkThanTheLongest() {
        #expect(planner().plan(mark(1, 900), earlier: [], sessionStart: .zero, oldest: .zero).from == Timestamp(seconds: 840))
        let unlimited = planner { $0.longestSeconds = 0 }
        #expect(unlimited.plan(mark(1, 900), earlier: [], sessionStart: .zero, oldest: .zero).from == .zero)
    }

    @Test func aWindowIsAsLongAsItIsSet() {
        let plan = planner {
            $0.clip = .window
            $0.beforeSeconds = 4
            $0.postRollSeconds = 1
        }
        .plan(mark(1, 30), earlier: [Timestamp(seconds: 29)], sessionStart: .zero, oldest: .zero)
        #expect(plan.from == Timestamp(seconds: 26) && plan.through == Timestamp(seconds: 31))
    }

    @Test func aMarkOnAPictureFromBeforeTheSessionBeginsAfterTheLastSessionsLastMark() {
        let plan = planner().plan(mark(1, 18), earlier: [Timestamp(seconds: 12)], sessionStart: Timestamp(seconds: 20), oldest: .zero)
        #expect(plan.from == Timestamp(nanoseconds: 12_000_000_001))
        // A later mark doesn't reach back that far: the session's start lies between.
        let later = planner().plan(mark(2, 40), earlier: [Timestamp(seconds: 12)], sessionStart: Timestamp(seconds: 20), oldest: .zero)
        #expect(later.from == Timestamp(seconds: 20))
    }

    @Test func twoMarksOnOnePictureHaveTheSameClip() {
        let first = planner().plan(mark(2, 30), earlier: [Timestamp(seconds: 12)], sessionStart: .zero, oldest: .zero)
        let second = planner().plan(
            mark(3, 30), earlier: [Timestamp(seconds: 12), Timestamp(seconds: 30)],
            sessionStart: .zero, oldest: .zero)
        #expect(first.from == second.from && first.through == second.through)
    }

    @Test func theTailIsWhatLiesInNoClipAndWasNeverOnTheTV() {
        func tail(_ last: Double, _ shown: Double?, _ end: Double) -> (from: Timestamp, through: Timestamp)? {
            planner().tail(after: Timestamp(seconds: last), shown: shown.map { Timestamp(seconds: $0) }, end: Timestamp(seconds: end))
        }
        #expect(tail(5, 2, 5) == nil)
        #expect(tail(5, 7, 9).map { [$0.from, $0.through] } == [Timestamp(nanoseconds: 7_000_000_001), Timestamp(seconds: 9)])
        #expect(tail(5, nil, 9)?.from == Timestamp(nanoseconds: 5_000_000_001))
        // A remainder of a second or less isn't worth a clip.
        #expect(tail(8, 4, 9) == nil)
        #expect(tail(7.9, 4, 9) != nil)
    }

    @Test(arguments: UInt64(1)...200)
    func everyClipHoldsItsMarkInWhateverOrderMarksAreSet(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var settings = Settings()
        settings.clip = random.chance(0.5) ? .segment : .window
        settings.longestSeconds = random.chance(0.3) ? 0 : random.seconds(1...120)
        settings.postRollSeconds = random.seconds(0...30)
        settings.beforeSeconds = random.seconds(0...60)
        let planner = ClipPlanner(settings)
        let start = Timestamp(seconds: random.seconds(0...50))
        var earlier: [Timestamp] = []
        for number in 1...40 {
            let mark = mark(number, random.seconds(0...300))
            let moment = mark.stamp.timestamp
            let oldest = random.chance(0.2) ? nil : Timestamp(seconds: random.seconds(0...300))
            let plan = planner.plan(mark, earlier: earlier, sessionStart: start, oldest: oldest)
            #expect(plan.number == number && plan.from <= moment)
            #expect(plan.through == moment + .seconds(settings.postRollSeconds))
            if settings.clip == .segment {
                #expect(!earlier.contains { $0 >= plan.from && $0 < moment })
                if settings.longestSeconds > 0 { #expect(plan.from >= moment - .seconds(settings.longestSeconds)) }
                if moment > start { #expect(plan.from >= start) }
            }
            earlier.append(moment)
        }
    }
}
