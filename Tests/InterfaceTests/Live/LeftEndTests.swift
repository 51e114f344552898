// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// Ends whose face is left: by a wrong STOP, by Skip, or when the total goes on by itself.
@Suite struct LeftEndTests {
    /// Returns a box with one arrow shot and placed; the total is shown.
    private func atTheTotal() -> Rehearsal {
        var box = Rehearsal.scoring()
        box.run(to: 20)
        box.mark(1)
        box.tap(.stop)
        box.tap(.mark)
        return box
    }

    /// A wrong STOP ends nothing: an end without an arrow goes on, and the next STOP asks for all its arrows.
    @Test func anEndWithoutAnArrowGoesOn() {
        var box = Rehearsal.scoring()
        box.run(to: 20)
        box.mark(2)
        box.tap(.stop)
        #expect(box.appliance.page == .score)
        box.hold(.stop, seconds: 1.2)
        box.mark(1)
        box.tap(.stop)
        #expect(box.ends.map(\.number) == [1, 1] && box.ends.last?.clips == [1, 2, 3])
        #expect(box.sessionsMarked == [.run(1)])
    }

    /// The total goes on by itself. A press that was meant for the face has no effect on the screen that replaced it.
    @Test func aPressThatWasMeantForTheFaceIsNotTheSummarys() {
        var box = atTheTotal()
        while box.appliance.page == .score, box.now.seconds < 60 { box.run(to: box.now.seconds + 0.05) }
        #expect(box.appliance.page == .summary)
        box.tap(.mark)
        #expect(box.appliance.page == .summary, "MARK there is the next end")
        box.run(to: box.now.seconds + 0.5)
        box.tap(.mark)
        #expect(box.appliance.page == .live)
    }

    /// Skip closes an end: its clips show none of the next end's arrows.
    @Test(arguments: [nil, "wa_18"])
    func anEndThatWasSkippedKeepsItsClips(round: String?) throws {
        var box = Rehearsal.scoring(round)
        box.run(to: 20)
        box.mark(3)
        box.tap(.stop)
        box.use(.skip)
        box.backToLive()
        // If nothing was shot since, the skipped end still waits.
        box.tap(.stop)
        #expect(box.ends.last?.number == 1 && box.appliance.page == .score)
        box.hold(.stop, seconds: 1.2)
        box.mark(3)
        box.tap(.stop)
        box.scoreEnd()
        let ends = try #require(box.appliance.context.desk.book?.ends)
        #expect(ends.map(\.clips) == [[1, 2, 3], [4, 5, 6]] && ends.map(\.isSkipped) == [true, false])
        #expect(ends.last?.arrows.map(\.clip) == [4, 5, 6])
    }

    /// An end from paper has no clips that could be mixed up, so it stays open after a skip.
    @Test func anEndWithoutMarksThatWasSkippedIsStillTheNextOne() {
        var box = Rehearsal.scoring("wa_18")
        box.run(to: 20)
        box.tap(.stop)
        box.use(.skip)
        box.tap(.stop)
        #expect(box.appliance.context.desk.book?.ends.map(\.number) == [1])
    }

    @Test func aSkippedEndIsOneOfItsRounds() throws {
        var box = Rehearsal.scoring("wa_18")
        let round = try #require(RoundCatalog.round("wa_18"))
        box.run(to: 20)
        for end in 1...round.ends {
            box.mark(3)
            box.tap(.stop)
            if end == 4 || end == round.ends { box.use(.skip) } else { box.scoreEnd() }
            box.backToLive()
        }
        #expect(box.overs == [.roundComplete] && box.sessionsMarked == [.run(1)])
    }

    /// The tools are open when the total's two seconds end: the summary waits until somebody goes on.
    @Test func theTotalWaitsWhileTheToolsAreOpen() {
        var box = atTheTotal()
        box.run(to: box.now.seconds + 1.7)
        box.hold(.knob, seconds: 0.6)
        box.run(to: box.now.seconds + 5)
        #expect(box.appliance.page == .score && box.appliance.path.tools != nil)
        box.tap(.stop)
        #expect(box.appliance.page == .score && box.appliance.path.tools == nil)
        box.tap(.mark)
        #expect(box.appliance.page == .summary)
    }
}
