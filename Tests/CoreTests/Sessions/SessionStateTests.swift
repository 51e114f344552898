// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core

@Suite struct SessionStateTests {
    private let planner = ClipPlanner(Settings())

    private func session(marksAt seconds: [Double]) -> SessionState {
        var session = SessionState(start: .zero)
        for second in seconds {
            _ = session.mark(
                FrameStamp(frame: Int64(second * 30), timestamp: Timestamp(seconds: second)), source: .gpio,
                planner: planner, oldest: .zero)
        }
        return session
    }

    private func written(_ plan: ClipPlan) -> ClipRecord {
        ClipRecord(
            number: plan.number, kind: plan.kind, file: "clips/\(plan.number).mp4", firstFrame: 0, lastFrame: 1,
            seconds: plan.from.duration(to: plan.through).inSeconds, isCutShort: false)
    }

    @Test func aWithdrawnNumberIsNotUsedAgain() {
        var session = session(marksAt: [1, 2])
        let withdrew = session.withdraw(2)
        #expect(withdrew?.mark?.number == 2 && session.marks.map(\.number) == [1])
        let stamp = FrameStamp(frame: 90, timestamp: Timestamp(seconds: 3))
        #expect(session.mark(stamp, source: .gpio, planner: planner, oldest: .zero).mark.number == 3)
    }

    @Test func aClipThatIsBeingWrittenCanNotBeTakenBack() {
        var session = session(marksAt: [1])
        _ = session.takeComplete(upTo: Timestamp(seconds: 10), except: nil)
        let withdrew = session.withdraw(1)
        #expect(session.newestWithdrawable == nil && withdrew == nil && session.marks.count == 1)
    }

    @Test func aMarkIsTakenBackWithItsClipAsLongAsItsEndIsShot() {
        var session = session(marksAt: [1, 5])
        let plans = session.takeRest(endingAt: Timestamp(seconds: 9))
        for plan in plans { _ = session.noteWritten(written(plan)) }
        #expect(session.newestWithdrawable == 2)
        let withdrew = session.withdraw(2)
        #expect(withdrew?.state == .written(written(plans[1])) && session.entries.count == 1 && session.newestWithdrawable == 1)
        session.rest(at: Timestamp(seconds: 10))
        let late = session.withdraw(1)
        #expect(session.newestWithdrawable == nil && late == nil && session.marks.map(\.number) == [1])
    }

    @Test func aClipIsTakenOnceItsPostRollIsThereAndOnlyOnce() {
        var session = session(marksAt: [1, 5])
        #expect(session.takeComplete(upTo: Timestamp(seconds: 4), except: nil).map(\.number) == [1])
        #expect(session.takeComplete(upTo: Timestamp(seconds: 9), except: 2).isEmpty)
        #expect(session.takeComplete(upTo: Timestamp(seconds: 9), except: nil).map(\.number) == [2])
        #expect(session.takeRest(endingAt: Timestamp(seconds: 9)).isEmpty)
    }

    @Test func atTheEndAClipHasWhatFootageThereIsAndAlwaysItsMark() {
        var session = session(marksAt: [5, 9])
        let rest = session.takeRest(endingAt: Timestamp(seconds: 6))
        #expect(rest.map(\.through) == [Timestamp(seconds: 6), Timestamp(seconds: 9)])
    }

    @Test func whatIsReportedTwiceCountsOnce() {
        var session = session(marksAt: [1])
        let plan = session.takeRest(endingAt: Timestamp(seconds: 9))[0]
        let first = session.noteWritten(written(plan))
        let second = session.noteWritten(written(plan))
        let lost = session.noteLost(1, reason: "no")
        #expect(first && !second && !lost)
        #expect(session.writtenCount == 1 && session.pendingCount == 0 && session.lostCount == 0)
    }

    @Test func theNextSessionKnowsWhereTheLastOneStoppedMarking() {
        let first = session(marksAt: [3, 8])
        let empty = SessionState(start: Timestamp(seconds: 10), number: 2, border: first.newestBorder)
        var second = SessionState(start: Timestamp(seconds: 12), number: 3, border: empty.newestBorder)
        let stamp = FrameStamp(frame: 0, timestamp: Timestamp(seconds: 11))
        let plan = second.mark(stamp, source: .gpio, planner: planner, oldest: .zero).plan
        #expect(plan.from == Timestamp(nanoseconds: 8_000_000_001))
    }
}
