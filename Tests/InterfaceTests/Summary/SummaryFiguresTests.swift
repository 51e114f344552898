// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The summary's figures agree with the score and with sums made by hand.
@Suite struct SummaryFiguresTests {
    private typealias Practice = SummaryPractice

    @Test("V-36 totals, X and 10 counts and the average are those of the ends' scores", arguments: UInt64(1)...40)
    func figuresAgreeWithTheScores(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let face = try #require(FaceCatalog.all.randomElement(using: &random))
        var book = Practice.book(ends: Int.random(in: 1...12, using: &random), arrows: Int.random(in: 1...6, using: &random), face: face)
        let reach = face.scoringDiameter.millimetres * 0.6
        for end in book.ends.indices {
            for arrow in book.ends[end].arrows.indices {
                book.ends[end].arrows[arrow].place =
                    random.chance(0.1)
                    ? nil
                    : FacePoint(random.seconds(-reach...reach), random.seconds(-reach...reach))
            }
        }
        let shown = try #require(book.ends.randomElement(using: &random))
        let figures = SummaryFigures(shown, in: book)
        #expect(figures.end.points == EndScore(shown.arrows, on: face, shaft: shown.shaft).total)
        #expect((figures.whole == nil) == (book.ends.count == 1))
        let counted = book.ends.filter { $0.number <= shown.number }
        for (scope, ends) in [(figures.end, [shown]), (figures.whole ?? figures.end, book.ends.count == 1 ? [shown] : counted)] {
            let entries = ends.flatMap { $0.score.entries }
            #expect(scope.points == ends.reduce(0) { $0 + $1.score.total })
            if face.hasInnerTen { #expect(scope.innerTens == entries.count { $0.score.ring == 11 }) }
            if let tens = scope.tens { #expect(tens == entries.count { $0.score.ring >= 10 }) }
            #expect(scope.placed.count == entries.count { $0.arrow.place != nil })
            let average = try #require(scope.average)
            #expect(abs(average * Double(entries.count) - Double(scope.points)) < 1e-9)
        }
    }

    @Test func aRingThatAFaceLacksIsNotCounted() throws {
        let worcester = try #require(FaceCatalog.face("agb_worcester_16in"))
        let book = Practice.book(face: worcester)
        let figures = SummaryFigures(book.ends[0], in: book)
        #expect(figures.end.innerTens == nil && figures.end.tens == nil && figures.end.counts.isEmpty)
    }

    @Test func anEndWithoutArrowsHasNoAverage() {
        var book = Practice.book(ends: 3)
        book[end: 2]?.arrows = []
        let figures = SummaryFigures(book.ends[2], in: book)
        #expect(SummaryFigures(book.ends[1], in: book).end.average == nil)
        #expect(figures.whole?.points == book.ends[0].score.total + book.ends[2].score.total)
    }

    @Test("V-41 total, X, 10s and average are on the screen")
    func theFiguresAreOnTheScreen() {
        let box = Practice(Practice.book(ends: 2, arrows: 3))
        // 122 cm face: 0, 20 and 40 mm from the centre are two X and a 10.
        #expect(box.texts.contains("30") && box.texts.contains("60") && box.texts.contains("X: 4 · 10s: 6") && box.texts.contains("Average 10.00"))
        #expect(box.texts.contains("Session") && box.texts.contains("after 2 ends"))
        #expect(box.texts.contains(Strings.Summary.arrow(1, of: 3)) && box.texts.contains { $0.contains("Dead centre") })
    }

    @Test("V-41 a hit says its distance, its direction and its clip")
    func aHitSaysItsPlace() {
        var book = Practice.book()
        book.ends[0].arrows[0].place = FacePoint(30, 0)
        let box = Practice(book)
        #expect(box.texts.contains("30 mm at 3 o’clock · Clip 1, 5.0 s"))
        book.ends[0].arrows[0].place = nil
        #expect(Practice(book).texts.contains { $0.contains(Strings.Summary.notPlaced) })
    }

    // MARK: Groups

    private func arrows(_ places: [(Double, Double)]) -> [PlacedArrow] {
        places.enumerated().map { PlacedArrow(number: $0 + 1, place: FacePoint($1.0, $1.1)) }
    }

    @Test("V-41 a square of 60 mm: its middle, the mean radius to its corners, its diagonal")
    func aSquareGroup() throws {
        let group = try #require(ArrowGroup(arrows([(0, -30), (60, -30), (60, 30), (0, 30)])))
        #expect(group.centreX == 30 && group.centreY == 0 && group.offset == 30 && group.direction.hour == 3)
        #expect(abs(group.meanRadius - 30 * 2.0.squareRoot()) < 1e-9 && abs(group.extremeSpread - 60 * 2.0.squareRoot()) < 1e-9)
    }

    @Test func threeArrowsInALine() throws {
        let three = try #require(ArrowGroup(arrows([(-10, -40), (-10, -20), (-10, -30)])))
        #expect(three.centreX == -10 && three.centreY == -30 && three.extremeSpread == 20 && three.direction.hour == 7 && !three.isByHour)
        #expect(ArrowGroup(arrows([(-10, -40), (-10, -20)])) == nil && ArrowGroup([]) == nil)
    }

    @Test func theGroupIsSaidAsACoachSaysIt() {
        var book = Practice.book(arrows: 4)
        for (index, place) in [(0.0, -30.0), (60, -30), (60, 30), (0, 30)].enumerated() {
            book.ends[0].arrows[index].place = FacePoint(place.0, place.1)
        }
        let box = Practice(book)
        #expect(box.texts.contains("This end: group 85 mm, 4 of 4 placed") && box.texts.contains("3 cm right: move the sight right"))
        book.ends[0].arrows[0] = PlacedArrow(number: 1, place: FacePoint(0, -30), isByHour: true, clip: 1)
        let byHour = Practice(book)
        #expect(byHour.texts.contains("This end: group 9 cm by the hour, 4 of 4 placed"))
        #expect(byHour.texts.contains { $0.contains("6 o’clock, by the hour") }, "\(byHour.texts)")
        #expect(!byHour.texts.contains { $0.contains("mm at") }, "\(byHour.texts)")
    }

    // MARK: Rounds

    @Test("an end of a round says which it is, of how many, and at what distance")
    func anEndOfARoundSaysWhichItIs() throws {
        let book = Practice.book(ends: 8, arrows: 6, round: "wa_1440_90")
        let progress = try #require(RoundProgress(of: book.ends[7], in: book))
        #expect(progress.end == 2 && progress.endsOfStage == 6 && progress.distance == .metres(70) && progress.shot == 8 && !progress.isOver)
        #expect(progress.total == book.total)
        #expect(Practice(book).texts.contains { $0.contains("End 8 of") })
        #expect(RoundProgress(of: Practice.book().ends[0], in: Practice.book()) == nil)
    }

    @Test func endsOfFreePracticeBeforeARoundArentOfIt() throws {
        var book = Practice.book(ends: 3, arrows: 3, round: "wa_18")
        book.ends[0].round = nil
        let progress = try #require(RoundProgress(of: book.ends[2], in: book))
        #expect(progress.end == 2 && progress.total == book.ends[1].score.total + book.ends[2].score.total)
    }

    // MARK: Notes

    @Test(arguments: ["", "Windy", "Rain, Windy, Cold", "left limb loose", "a,b ,c", "שלום, <b>", ",,"])
    func togglingAPhraseTwiceLeavesTheOthers(text: String) {
        var notes = SessionNotes(text)
        let had = notes.has("Windy")
        notes.toggle("Windy")
        #expect(notes.has("Windy") != had)
        notes.toggle("Windy")
        #expect(notes.has("Windy") == had)
        for phrase in ["Rain", "Cold", "left limb loose", "<b>"] { #expect(notes.has(phrase) == SessionNotes(text).has(phrase)) }
    }
}
