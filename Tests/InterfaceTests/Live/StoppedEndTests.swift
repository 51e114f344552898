// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// After STOP has closed an end: the marks that still belong to it, and those that belong to the next end.
@Suite struct StoppedEndTests {
    private func reviewing(_ round: String? = "vegas_300", _ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal {
            $0.scores = true
            $0.round = round
            $0.afterStop = .review
            $0.backToLiveMinutes = 2
            change(&$0)
        }
        box.run(to: 20)
        return box
    }

    /// Nobody uses the box for more than two minutes: the arrows are fetched.
    private func fetchArrows(_ box: inout Rehearsal) {
        box.run(to: box.now.seconds + 150)
        #expect(box.appliance.page == .live)
    }

    /// Returns the clips of each end as in the journal's last lines.
    private func clips(_ box: Rehearsal, of ref: SessionRef = .run(1)) -> [Int: [Int]] {
        var ends: [Int: [Int]] = [:]
        for case .card(.journal(ref, .end(let end))) in box.effects { ends[end.number] = end.clips }
        return ends
    }

    private func ends(_ box: Rehearsal, of ref: SessionRef = .run(1)) -> [EndRecord] {
        SessionRecord(
            journal: [.opened(Rehearsal.header)] + box.effects.compactMap { if case .card(.journal(ref, let line)) = $0 { line } else { nil } },
            ending: .stopped)?.ends ?? []
    }

    /// Also if a mark was forgotten, or if no round counts the marks.
    @Test("a review that gives way merges no end with the next", arguments: ["vegas_300", nil], [2, 3])
    func aReviewThatGivesWayMergesNoEnd(round: String?, marks: Int) {
        var box = reviewing(round)
        box.mark(marks)
        box.tap(.stop)
        #expect(box.appliance.page == .review)
        fetchArrows(&box)
        box.mark(3)
        box.tap(.stop)
        box.tap(.stop)
        box.scoreEnd()
        #expect(clips(box) == [1: Array(1...marks), 2: Array(marks + 1...marks + 3)])
        let ends = ends(box)
        #expect(ends.map(\.isSkipped) == [true, false] && ends.last?.arrows.compactMap(\.clip) == Array(marks + 1...marks + 3))
        #expect(box.sessionsMarked == [.run(1)] && box.overs.isEmpty)
    }

    @Test func ofTwoArchersNeithersEndIsMerged() {
        var box = reviewing { $0.archers = [Archer(name: "Ana"), Archer(name: "Ben")] }
        for _ in 1...2 {
            for name in ["Ana", "Ben"] {
                box.choose(name)
                box.mark(3)
            }
            box.tap(.stop)
            fetchArrows(&box)
        }
        box.choose("Ana")
        box.mark(1)
        #expect(clips(box, of: .run(1)) == [1: [1, 2, 3], 2: [4, 5, 6]])
        #expect(clips(box, of: .run(2)) == [1: [1, 2, 3], 2: [4, 5, 6]])
        // The other archer's shots are a separate end too, and that record is filed.
        #expect(box.effects.contains(.card(.file(.run(2)))))
    }

    /// Another face is chosen before the next end: the closed end keeps its face.
    @Test func whatWasClosedKeepsItsFace() {
        var box = reviewing(nil) { $0.face = "wa_122" }
        box.mark(3)
        box.tap(.stop)
        fetchArrows(&box)
        box.change { $0.face = "wa_40" }
        box.mark(1)
        box.tap(.stop)
        #expect(ends(box).map(\.face.id) == ["wa_122", "wa_40"] && clips(box) == [1: [1, 2, 3], 2: [4]])
    }

    /// The end waits for its arrows: if nothing was marked after it, STOP asks for them.
    @Test func whatWasClosedWaitsForItsArrows() {
        var box = reviewing()
        box.mark(3)
        box.tap(.stop)
        fetchArrows(&box)
        #expect(box.appliance.path.grammar(in: box.appliance.context)[.press(.stop)] == .score)
        box.tap(.stop)
        #expect(box.appliance.page == .review && box.stacked == [1, 2, 3])
        box.tap(.stop)
        box.scoreEnd()
        #expect(ends(box).map(\.clips) == [[1, 2, 3]] && ends(box).last?.isDone == true)
    }

    /// STOP in the middle of an end, back to Live by hand, and on with the same end.
    @Test(arguments: ["vegas_300", nil], [1, 2]) func aWrongStopEndsNothing(round: String?, marks: Int) {
        var box = reviewing(round)
        box.mark(marks)
        box.tap(.stop)
        box.run(to: box.now.seconds + 40)
        box.hold(.stop, seconds: 1.2)
        box.run(to: box.now.seconds + 30)
        box.mark(3 - marks)
        box.tap(.stop)
        #expect(clips(box) == [1: [1, 2, 3]] && box.appliance.page == .review)
    }

    /// If somebody comes back by hand and marks minutes later, the arrows were fetched meanwhile.
    @Test func aMarkMinutesAfterStopIsTheNextEnds() {
        var box = reviewing()
        box.mark(2)
        box.tap(.stop)
        box.hold(.stop, seconds: 1.2)
        box.run(to: box.now.seconds + 90)
        box.mark(1)
        box.tap(.stop)
        #expect(clips(box) == [1: [1, 2], 2: [3]])
    }

    /// A round knows when an end is complete, however soon the next one begins.
    @Test func aWholeEndGoesOnWithNoMark() {
        var box = reviewing()
        box.mark(3)
        box.tap(.stop)
        box.hold(.stop, seconds: 1.2)
        box.mark(1)
        box.tap(.stop)
        #expect(clips(box) == [1: [1, 2, 3], 2: [4]])
    }

    /// One archer's end is complete, the other's isn't: a STOP in between closes only the complete one.
    @Test func aWrongStopIsWrongForWhoStillShoots() {
        var box = reviewing { $0.archers = [Archer(name: "Ana"), Archer(name: "Ben")] }
        box.choose("Ana")
        box.mark(3)
        box.choose("Ben")
        box.mark(1)
        box.tap(.stop)
        box.hold(.stop, seconds: 1.2)
        box.mark(2)
        box.choose("Ana")
        box.mark(1)
        box.tap(.stop)
        #expect(clips(box, of: .run(1)) == [1: [1, 2, 3], 2: [4]])
        #expect(box.appliance.context.sessions.state(of: .run(2))?.unscoredMarks.map(\.number) == [1, 2, 3])
    }

    /// A forgotten shot is marked while looking back, after the box went back to Live by itself: it belongs to the end in which it was
    /// shot.
    @Test func aForgottenShotBelongsToItsOwnEnd() {
        var box = reviewing()
        box.mark(2)
        box.run(to: box.now.seconds + 10)
        box.tap(.stop)
        fetchArrows(&box)
        box.tap(.left)
        box.tap(.mark)
        #expect(box.marks.last?.pressed == nil && box.marks.count == 3)
        box.tap(.stop)
        box.tap(.stop)
        #expect(clips(box)[1]?.count == 3 && clips(box)[2] == nil)
    }

    /// STOP had closed an end, and then the box went off.
    @Test func anEndThatWasClosedBeforeAStartIsNotGoneOnWith() throws {
        let face = try #require(FaceCatalog.face("vegas_3spot_40"))
        let end = EndRecord(number: 1, face: face, shaft: Settings().arrow, round: "vegas_300", clips: [1, 2])
        let marks = (1...2).map { Mark(number: $0, stamp: FrameStamp(frame: 1, timestamp: .zero), source: .gpio) }
        let target = SessionTarget(round: "vegas_300", face: Settings().targetFace.id)
        let record = SessionRecord(header: Rehearsal.header, marks: marks, ends: [end], ending: .recovered, target: target)
        var box = reviewing()
        box.send(.box(.leftOpen(OpenSession(header: Rehearsal.header, numbers: SessionNumbers(nextMark: 3)))))
        box.send(.card(.continued(ContinuedSession(name: Rehearsal.name(1), record: record, journal: record.journal), .run(1))))
        box.run(to: 30)
        box.mark(1)
        box.tap(.stop)
        #expect(clips(box) == [1: [1, 2], 2: [3]])
    }

    /// Ends of any length with mistaken STOPs and breaks: an independent count says which end each mark belongs to.
    @Test(arguments: UInt64(1)...40) func everyMarkIsOfTheEndInWhichItWasShot(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var box = reviewing(seed % 2 == 0 ? "vegas_300" : nil)
        var expected: [[Int]] = []
        var number = 0
        for _ in 0..<8 {
            var end: [Int] = []
            let count = Int.random(in: 1...3, using: &random)
            for shot in 1...count {
                box.mark(1)
                number += 1
                end.append(number)
                guard shot < count, random.chance(0.3) else { continue }
                box.tap(.stop)
                box.run(to: box.now.seconds + random.seconds(0...50))
                box.hold(.stop, seconds: 1.2)
                box.run(to: box.now.seconds + random.seconds(0...40))
            }
            expected.append(end)
            box.tap(.stop)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: fetchArrows(&box)
            case 1:
                box.tap(.stop)
                box.scoreEnd()
                box.hold(.stop, seconds: 1.2)
            default:
                box.hold(.stop, seconds: 1.2)
                box.run(to: box.now.seconds + 61)
            }
        }
        box.mark(1)
        let found = clips(box)
        #expect(expected.indices.map { found[$0 + 1] ?? [] } == expected, "seed \(seed)")
    }
}
