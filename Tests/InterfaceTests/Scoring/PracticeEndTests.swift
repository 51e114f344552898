// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// Sighters: ends that count for nothing, before a round's ends or between them.
@Suite struct PracticeEndTests {
    private func shot(_ round: String? = "wa_18") -> Rehearsal {
        var box = Rehearsal.scoring(round)
        box.run(to: 20)
        box.mark(3)
        box.tap(.stop)
        return box
    }

    private func ends(_ box: Rehearsal) -> [EndRecord] {
        box.appliance.context.sessions.closing?.scoredEnds ?? box.appliance.context.sessions.session.scoredEnds
    }

    private func offer(_ box: Rehearsal) -> ToolOffer? {
        box.appliance.path.toolLayers(in: box.appliance.context).all.first { $0.tool == .practice }
    }

    @Test func aPracticeEndIsNoneOfItsRound() throws {
        var box = shot()
        #expect(box.texts.contains("End 1 of 20"))
        box.use(.practice)
        #expect(box.appliance.page == .score && box.texts.contains("Practice 1") && offer(box)?.state == Strings.onOff(true))
        box.scoreEnd()
        #expect(box.texts.contains { $0.contains("Practice 1") })
        box.tap(.mark)
        box.mark(3)
        #expect(box.appliance.context.liveStatus(at: box.now).map { [$0.end, $0.marks, $0.arrows] } == [1, 3, 3])
        box.tap(.stop)
        #expect(box.texts.contains("End 1 of 20"))
        box.scoreEnd()
        let ends = ends(box)
        #expect(ends.map(\.isPractice) == [true, false] && ends.map(\.round) == [nil, "wa_18"] && ends.map(\.clips) == [[1, 2, 3], [4, 5, 6]])
        #expect(ends.map(ends.name) == ["Practice 1", "End 1"] && EndSum(ends).arrows == 3)
        let book = try #require(box.appliance.context.desk.book)
        #expect(RoundProgress(of: ends[1], in: book).map { [$0.shot, $0.total] } == [1, ends[1].score.total])
        #expect(SummaryFigures(ends[1], in: book).whole == nil, "it is the round's only end")
    }

    /// An end can become a practice end before an arrow is placed. It keeps its clips, and nothing asks for its arrows.
    @Test(arguments: [false, true]) func aPracticeEndWithoutArrowsIsOver(isSkipped: Bool) {
        var box = shot()
        box.use(.practice)
        if isSkipped { box.use(.skip) }
        box.hold(.stop, seconds: 1.2)
        #expect(!box.appliance.context.isScoreAwaited)
        box.mark(3)
        box.tap(.stop)
        #expect(ends(box).map(\.clips) == [[1, 2, 3], [4, 5, 6]] && box.texts.contains("End 1 of 20"))
    }

    /// Put back, it is an end of the round again, in the order of shooting.
    @Test func itIsPutBackIntoItsRound() {
        var box = shot()
        let before = ends(box)
        box.use(.practice)
        box.use(.practice)
        #expect(ends(box) == before && box.texts.contains("End 1 of 20"))
        #expect(box.ends.map(\.isPractice) == [false, true, false])
    }

    /// It uses up none of the round's ends. If the round is complete, it can't be put back.
    @Test func theRoundHasAllItsEndsBesidesPractice() throws {
        var box = Rehearsal.scoring("wa_18")
        let round = try #require(RoundCatalog.round("wa_18"))
        box.run(to: 20)
        for number in 0...round.ends {
            #expect(box.overs.isEmpty)
            box.mark(3)
            box.tap(.stop)
            if number == 2 { box.use(.practice) }
            box.scoreEnd()
            if number < round.ends { box.backToLive() }
        }
        #expect(box.overs == [.roundComplete] && box.sessionsMarked == [.run(1)])
        let book = try #require(box.appliance.context.desk.book)
        #expect(book.ends.count == round.ends + 1 && EndSum(book.ends).arrows == round.arrows)
        let practice = try #require(book.ends.first { $0.isPractice })
        #expect(practice.number == 3 && !practice.canCount(in: book))
        var changed = practice
        changed.setPractice(false, in: book)
        #expect(changed == practice)
    }

    /// Seven arrows in an end of six: the lowest six count, and the screen says so.
    @Test func anArrowTooManyIsSaidAndDoesNotCount() throws {
        var box = Rehearsal.scoring("wa_70")
        box.run(to: 20)
        box.mark(6)
        box.tap(.stop)
        for _ in 0..<6 { box.tap(.mark) }
        box.use(.more)
        box.panel(.turned(8))
        box.tap(.mark)
        #expect(box.texts.contains(Strings.Score.lowestCount(6)))
        let end = try #require(ends(box).last)
        #expect(end.arrows.count == 7 && end.score.arrows == 6 && end.isDone)
        let entries = end.score.entries
        let lowest = entries.map(\.score.points).sorted().prefix(6).reduce(0, +)
        #expect(end.score.total == lowest && lowest < entries.map(\.score.points).sorted().suffix(6).reduce(0, +))
        #expect(entries.last?.counts == true && entries.count { !$0.counts } == 1)
    }

    /// Ends of a round with surplus arrows, practice ends between them, and corrections: the screens' sums equal the record's.
    @Test(arguments: UInt64(1)...12) func theScreensAndTheRecordAgree(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let id = ["vegas_300", "wa_18", "wa_70", "portsmouth", "nfaa_300"][Int(seed) % 5]
        var box = Rehearsal.scoring(id)
        let round = try #require(RoundCatalog.round(id))
        box.run(to: 20)
        for _ in 0..<6 {
            box.mark(Int.random(in: 1...4, using: &random))
            box.tap(.stop)
            if random.chance(0.3) { box.use(.practice) }
            for _ in 0..<Int.random(in: 0...2, using: &random) { box.use(random.chance(0.7) ? .more : .fewer) }
            for _ in 0..<20 where box.appliance.page == .score {
                if random.chance(0.2) { box.use(.undo) }
                // An end without an arrow may be over by that.
                guard box.appliance.page == .score else { break }
                box.panel(.turned(Int.random(in: -3...3, using: &random)))
                box.tap(.mark)
            }
            box.run(to: box.now.seconds + 3)
            box.backToLive()
        }
        let state = try #require(box.appliance.context.sessions.closing)
        let book = ScoreBook(state, name: nil)
        let ends = state.scoredEnds
        let sum = EndSum(ends)
        let expected = ends.filter { !$0.isPractice }.reduce(0) { total, end in
            total + end.score.entries.map(\.score.points).sorted().prefix(round.stages[0].arrowsPerEnd).reduce(0, +)
        }
        #expect(sum.points == expected && sum.points <= round.maximum && sum.arrows <= round.arrows, "seed \(seed)")
        var scored = book
        scored.ends = ends
        for end in ends where !end.isPractice {
            let figures = SummaryFigures(end, in: scored)
            let upToIt = EndSum(ends.filter { $0.number <= end.number })
            #expect((figures.whole ?? figures.end).points == upToIt.points)
        }
        #expect(scored.total == sum.points)
        #expect(ends.filter { !$0.isPractice }.allSatisfy { $0.round == id } && ends.filter(\.isPractice).allSatisfy { $0.round == nil })
    }
}
