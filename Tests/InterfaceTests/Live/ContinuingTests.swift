// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// A session of a run that ended unexpectedly, as the next run's interface continues it.
@Suite struct ContinuingTests {
    private func record(marks: [Mark], clips: [Int] = [], ends: [EndRecord] = []) -> SessionRecord {
        let header = SessionHeader(
            number: 1, started: "2026-11-20T14:03:00", size: .hd720, framesPerSecond: 30, delaySeconds: 5, camera: "camera",
            encoder: "encoder")
        let clips = clips.map {
            ClipRecord(number: $0, kind: .mark, file: "clips/0\($0).mp4", firstFrame: 0, lastFrame: 9, seconds: 1, isCutShort: false)
        }
        return SessionRecord(header: header, marks: marks, clips: clips, ends: ends, ending: .recovered)
    }

    private func mark(_ number: Int, at nanoseconds: Int64 = 0) -> Mark {
        Mark(number: number, stamp: FrameStamp(frame: 1, timestamp: Timestamp(nanoseconds: nanoseconds)), source: .gpio)
    }

    private func continued(_ record: SessionRecord) -> Event {
        .card(.continued(ContinuedSession(name: Rehearsal.name(1), record: record, journal: record.journal), .run(1)))
    }

    @Test func marksCountOnBeforeTheCardIsThereAndAfter() {
        var box = Rehearsal()
        box.send(.box(.leftOpen(OpenSession(header: Rehearsal.header, numbers: SessionNumbers(nextMark: 4)))))
        box.run(to: 7)
        box.tap(.mark)
        box.send(continued(record(marks: [mark(1), mark(2), mark(3)], clips: [1])))
        box.run(to: 12)
        box.tap(.mark)
        #expect(box.marks.map(\.number) == [4, 5])
        #expect(box.appliance.session.marks.map(\.number) == [1, 2, 3, 4, 5])
        #expect(box.appliance.session.lostCount == 2)
        #expect(box.texts.contains { $0 == "Resumed" } && box.texts.contains("2 clips are lost"))
    }

    @Test func aSessionThatIsntThereLeavesNoTrace() {
        var box = Rehearsal()
        box.send(.box(.leftOpen(OpenSession(header: Rehearsal.header, numbers: SessionNumbers(nextMark: 4)))))
        box.send(.card(.continued(nil, .run(1))))
        box.run(to: 7)
        box.tap(.mark)
        #expect(box.marks.map(\.number) == [1])
        // If a mark was set meanwhile, its number stays.
        var late = Rehearsal()
        late.send(.box(.leftOpen(OpenSession(header: Rehearsal.header, numbers: SessionNumbers(nextMark: 4)))))
        late.run(to: 7)
        late.tap(.mark)
        late.send(.card(.continued(nil, .run(1))))
        late.run(to: 9)
        late.tap(.mark)
        #expect(late.marks.map(\.number) == [4, 5])
    }

    /// Scoring goes on with the next end, whatever the screens showed meanwhile.
    @Test func theNextEndIsTheNextOne() {
        var box = Rehearsal { $0.scores = true }
        let end = EndRecord(
            number: 1, face: Settings().targetFace, shaft: Settings().arrow, clips: [1, 2], arrows: [PlacedArrow(number: 1, place: .centre)],
            isDone: true)
        box.send(continued(record(marks: [mark(1), mark(2)], clips: [1, 2], ends: [end])))
        box.run(to: 7)
        box.tap(.mark)
        box.run(to: 12)
        box.tap(.stop)
        #expect(box.ends.map(\.number) == [2] && box.ends.first?.clips == [3])
        #expect(box.appliance.context.desk.book?.ends.map(\.number) == [1, 2])
    }

    /// The old run's footage was in memory, and its times are of another clock.
    @Test func whatWasMarkedInAnotherRunIsNoMomentOfThisLine() {
        var box = Rehearsal()
        box.run(to: 60)
        var old = mark(1, at: 3_600_000_000_000)
        old.pressed = Timestamp(seconds: 3605)
        box.send(continued(record(marks: [old, mark(2, at: 50_000_000_000)], clips: [1, 2])))
        #expect(box.appliance.context.lineMoments.isEmpty)
        box.tap(.mark)
        #expect(box.appliance.context.lineMoments.map(\.id.number) == [3])
        // The old mark doesn't limit a clip of this run either.
        var without = Rehearsal()
        without.run(to: 60)
        without.tap(.mark)
        box.run(to: 70)
        without.run(to: 70)
        #expect(box.cuts.count == 1 && box.cuts.map(\.from) == without.cuts.map(\.from))
    }

    @Test("without scoring, what was shot before the run ended isn't reviewed once more")
    func withoutScoringAnotherRunsClipsAreDoneWith() {
        for scores in [false, true] {
            var box = Rehearsal {
                $0.scores = scores
                $0.afterStop = .review
            }
            box.send(continued(record(marks: [mark(1), mark(2)], clips: [1, 2])))
            #expect(box.appliance.session.isShooting == scores)
            box.run(to: 20)
            box.tap(.mark)
            box.run(to: 30)
            box.tap(.stop)
            #expect(box.stacked == (scores ? [1, 2, 3] : [3]))
        }
    }

    /// Anybody may have edited the journal on the card.
    @Test func numbersAndTimesThatNoBoxWroteDoNoHarm() {
        var box = Rehearsal { $0.keepsTail = true }
        box.run(to: 3)
        box.send(.box(.leftOpen(OpenSession(header: Rehearsal.header, numbers: SessionNumbers(nextMark: .max)))))
        let strange = [mark(.max, at: .max), mark(.min, at: .min), mark(0), mark(2, at: .max), mark(2, at: .min), mark(3, at: .min), mark(100_000)]
        box.send(continued(record(marks: strange, clips: [.max, -7, 2])))
        box.run(to: 9)
        box.tap(.mark)
        box.run(to: 14)
        box.tap(.stop)
        box.run(to: 20)
        #expect(box.marks.map(\.number) == [4])
    }

    @Test func theSafeProfileIsSaidAsLongAsItHolds() {
        var box = Rehearsal()
        box.send(.box(.safeMode))
        box.run(to: 200)
        #expect(box.chip?.chip.title == Strings.safeMode && box.chip?.chip.line == Strings.safeModeAdvice)
    }
}
