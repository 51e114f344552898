// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// What becomes of an end whose face is left: by a wrong STOP, by Skip, or as its total leads on by itself.
@Suite struct LeftEndTests {
    /// One arrow is shot and placed: the total stands.
    private func atTheTotal() -> Rehearsal {
        var box = Rehearsal.scoring()
        box.run(to: 20)
        box.mark(1)
        box.tap(.stop)
        box.tap(.mark)
        return box
    }

    /// One wrong STOP ends nothing: without an arrow the end goes on, and the next STOP asks for all its arrows.
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

    /// The total leads on by itself. A hand that was on its way to the face does nothing to what has come in its place.
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

    /// Somebody who skips an end says so: its clips show none of the next one's arrows.
    @Test(arguments: [nil, "wa_18"])
    func anEndThatWasSkippedKeepsItsClips(round: String?) throws {
        var box = Rehearsal.scoring(round)
        box.run(to: 20)
        box.mark(3)
        box.tap(.stop)
        box.use(.skip)
        box.backToLive()
        // With nothing shot meanwhile it is what waits.
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

    /// An end from the paper has no clips that could be taken for others: it stays open.
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

    /// The tools are open as the total's two seconds end: the summary doesn't come until somebody goes on.
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
