// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The page at the end of a review, and the clips that play there one after the other.
@Suite struct ReviewEndTests {
    /// Returns a review of three liked clips, at its end.
    private func liked() -> Rehearsal {
        var box = Rehearsal.reviewing(shots: 3)
        for _ in 0..<3 {
            box.tap(.right)
            box.settle()
        }
        return box
    }

    private func replay(_ box: Rehearsal) -> ReplayScreen? {
        box.appliance.path.stack.compactMap { $0.as(ReplayScreen.self) }.last
    }

    @Test("V-53 the best are offered to be played only where they can be: out of the session that lies on the desk")
    func theBestAreOfferedWhereTheyCanBePlayed() throws {
        var box = liked()
        let review = try #require(box.review)
        #expect(review.answers(in: box.appliance.context) == [.playBest, .export, .goOn])
        let record = SessionRecord(header: Rehearsal.header, ending: .stopped)
        box.appliance.context.desk = Desk(ScoreBook(record, name: "2026-11-19_1000_S04"))
        #expect(review.answers(in: box.appliance.context) == [.export, .goOn])
    }

    @Test("the best play one after the other, and then the review is there again")
    func theBestPlayOneAfterTheOther() {
        var box = liked()
        box.tap(.knob)
        var clips: [Int] = []
        for _ in 0..<60 {
            if let clip = replay(box)?.key?.number, clip != clips.last { clips.append(clip) }
            box.run(to: box.now.seconds + 0.5)
        }
        #expect(clips == [1, 2, 3] && box.appliance.page == .review)
    }

    @Test("a MARK too many, or many, exports nothing: it does so once it has rested for a second")
    func aMarkTooManyExportsNothing() {
        var box = Rehearsal.reviewing(shots: 3)
        for _ in 0..<12 {
            box.tap(.mark)
            box.run(to: box.now.seconds + 0.7)
        }
        func begun() -> Int { box.effects.count { if case .export(.begin) = $0 { true } else { false } } }
        #expect(box.review?.isAtEnd == true && box.appliance.page == .review && begun() == 0)
        box.run(to: box.now.seconds + 1)
        box.tap(.mark)
        #expect(box.appliance.page == .export)
        for _ in 0..<3 {
            box.run(to: box.now.seconds + 0.7)
            box.tap(.mark)
        }
        #expect(begun() == 0)
        box.run(to: box.now.seconds + 1)
        box.tap(.mark)
        #expect(begun() == 1)
    }

    @Test("an export's sheet stands still over clips that play one after the other")
    func anExportStandsOverASequence() {
        var box = liked()
        box.tap(.knob)
        box.run(to: box.now.seconds + 1)
        box.use(.export)
        #expect(box.appliance.page == .export && replay(box)?.transport.isPaused == true)
        box.run(to: box.now.seconds + 30)
        #expect(box.appliance.page == .export && replay(box)?.key?.number == 1)
        box.tap(.stop)
        #expect(box.appliance.page == .replay)
    }

    @Test("an end that is scored later, of a session of the card, is shot at that session's own face")
    func anEndOfTheCardHasItsOwnFace() throws {
        var settings = Settings()
        settings.face = "wa_40"
        let record = SessionRecord(header: Rehearsal.header, ending: .stopped, target: SessionTarget(face: "wa_122"))
        var context = Context(settings, ScoreBook(record, name: "2026-11-19_1000_S04"))
        let reopened = context.reopenEnd(1)
        let (number, _) = try #require(reopened)
        #expect(context.desk.book?[end: number]?.face.id == "wa_122")
    }
}
