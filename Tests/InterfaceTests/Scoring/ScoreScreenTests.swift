// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// Arrows are put on the face with the knob and the buttons.
@Suite struct ScoreScreenTests {
    @Test(
        "V-33 given scores are placed with the knob alone, on any face",
        arguments: [
            ("wa_122", ["X", "10", "9", "8", "7", "6", "5", "4", "3", "2", "1", "M"]),
            ("wa_40_triple_vert_compound", ["10", "9", "8", "7", "6", "M"]),
            ("wa_field_60", ["6", "5", "4", "3", "2", "1"]),
            ("nfaa_indoor_5spot", ["X", "5", "4", "X", "M", "5"]),
            ("lancaster_40", ["11", "10", "1"]),
            ("wa_80_6ring_x11", ["X", "10", "5"]),
            ("agb_122_5zone", ["9", "7", "5", "3", "1"]),
        ] as [(String, [String])])
    func givenScoresArePlacedWithTheKnobAlone(face: String, labels: [String]) throws {
        var desk = ScoreDesk(try #require(FaceCatalog.face(face)), clips: Array(1...labels.count))
        for label in labels { try desk.place(label) }
        let scores = desk.end.arrows.map { arrow in arrow.place.map { desk.face.score(inSpot: $0, shaft: desk.end.shaft).label } ?? "M" }
        #expect(scores == labels)
    }

    @Test("V-31 V-34 V-38 there is a circle for each clip, and the arrows are linked to them in order")
    func thereIsACircleForEachClip() throws {
        var desk = try ScoreDesk("wa_122", clips: [4, 5, 6])
        #expect(desk.screen.wanted == 3)
        desk.send(.pressed(.mark), .pressed(.mark), .pressed(.mark))
        #expect(desk.end.arrows.map(\.number) == [1, 2, 3] && desk.end.arrows.map(\.clip) == [4, 5, 6])
        #expect(!desk.screen.isPlacing(desk.end))
        #expect(desk.scene.texts.contains { $0.run.text == "All 3 placed" })
    }

    @Test("V-34 more arrows than clips are placed on request, and the further ones have no clip")
    func moreArrowsOnRequest() throws {
        var desk = try ScoreDesk("wa_122", clips: [1])
        desk.send(.pressed(.mark), .turned(9, .quick), .pressed(.up))
        #expect(desk.end.arrows.count == 1, "there is nothing to move")
        desk.send(.pressed(.mark))
        #expect(desk.end.arrows.count == 1 && desk.screen.isPlacing(desk.end), "first the circle comes")
        desk.send(.turned(2, .quick), .pressed(.mark))
        #expect(desk.end.arrows.map(\.clip) == [1, nil] && desk.labels == ["X", "9"])
    }

    @Test("V-38 an arrow that is placed anew takes no clip from another whose link was changed")
    func noClipIsLinkedTwice() throws {
        var desk = try ScoreDesk("wa_122", clips: [1, 2, 3])
        desk.send(.pressed(.mark), .pressed(.mark), .pressed(.mark))
        // As the summary swaps them.
        desk.book.ends[0].arrows[1].clip = 3
        desk.book.ends[0].arrows[2].clip = 2
        desk.send(.pressed(.left), .pressed(.mark))
        #expect(desk.end.arrows.map(\.clip) == [1, 3, 2])
    }

    @Test("V-34 fewer are saved by STOP: what isn't placed is no arrow")
    func fewerAreSaved() throws {
        var desk = try ScoreDesk("wa_122", clips: [1, 2, 3])
        desk.send(.pressed(.mark), .turned(1, .quick))
        #expect(
            desk.send(.tapped(.stop)) == [.effect(.card(.journal(desk.book.ref, .end(desk.end)))), .effect(.card(.file(desk.book.ref))), .summary])
        #expect(desk.end.arrows.count == 1 && desk.end.isDone)
    }

    @Test("V-32 each circle begins in the centre of its spot, and the spots come in turn")
    func eachCircleBeginsInTheCentreOfItsSpot() throws {
        var desk = try ScoreDesk("vegas_3spot_40", clips: [1, 2, 3, 4])
        var spots: [Int] = []
        for _ in 0..<4 {
            #expect(desk.screen.circle.place == .centre && desk.screen.circle.direction == .twelve)
            spots.append(desk.screen.circle.spot)
            desk.send(.turned(2, .steady), .pressed(.mark))
        }
        #expect(spots == [0, 1, 2, 0] && desk.end.arrows.map(\.spot) == spots)
    }

    @Test("V-33 a push changes what the knob moves, and the next arrow keeps it")
    func aPushChangesTheAxis() throws {
        var desk = try ScoreDesk("wa_122")
        desk.send(.turned(10, .steady), .pressed(.knob), .turned(15, .steady))
        #expect(desk.screen.circle.place == FacePoint(122, 0))
        desk.send(.pressed(.mark))
        #expect(desk.screen.axis == .angle)
        desk.send(.pressed(.knob))
        #expect(desk.screen.axis == .radius)
        var triple = try ScoreDesk("wa_40_triple_tri")
        triple.send(.pressed(.knob), .pressed(.knob), .turned(1, .quick))
        #expect(triple.screen.axis == .spot && triple.screen.circle.spot == 1)
        triple.send(.turned(-2, .steady))
        #expect(triple.screen.circle.spot == 2)
    }

    @Test("V-33 M is one press, in the spot in turn")
    func aMissIsOnePress() throws {
        var desk = try ScoreDesk("vegas_3spot_40")
        desk.send(.pressed(.mark), .pressed(.right))
        #expect(desk.end.arrows.last == PlacedArrow(number: 2, spot: 1, place: nil, clip: 2))
        #expect(desk.labels == ["X", "M"])
        desk.send(.pressed(.mark))
        #expect(desk.send(.pressed(.right)) == [.toast(Strings.Score.allPlacedAdvice)] && desk.end.arrows.count == 3)
    }

    @Test("V-37 each undo takes back the last arrow, any number, and the circle is where it was")
    func eachUndoTakesBackTheLastArrow() throws {
        var desk = try ScoreDesk("wa_80_6ring", clips: [1, 2])
        var steps: [(EndRecord, ScoreCircle)] = []
        for index in 0..<4 {
            if !desk.screen.isPlacing(desk.end) { desk.send(.pressed(.mark)) }
            desk.send(.turned(3 * index + 1, .steady), .pressed(.up), .pressed(.knob), .turned(index, .quick), .pressed(.knob))
            steps.append((desk.end, desk.screen.circle))
            desk.send(.pressed(.mark))
        }
        for (end, circle) in steps.reversed() {
            desk.send(.pressed(.left))
            #expect(desk.end == end)
            #expect(desk.screen.circle.place == circle.place && desk.screen.circle.spot == circle.spot)
            #expect(desk.screen.isPlacing(desk.end))
        }
        #expect(desk.send(.pressed(.left)) == [.toast(Strings.Score.nothingToUndo)])
        #expect(desk.screen.wanted == 2)
    }

    @Test("V-55 every change of the end is on its way to the journal at once")
    func everyChangeIsJournalled() throws {
        var desk = try ScoreDesk("wa_122")
        desk.send(.pressed(.mark), .pressed(.right), .pressed(.left), .turned(3, .steady), .tapped(.stop))
        #expect(desk.recorded.map(\.arrows.count) == [1, 2, 1, 1])
        #expect(desk.recorded.map(\.isDone) == [false, false, false, true])
        #expect(desk.recorded.last == desk.end)
    }

    @Test("V-35 V-36 an end of inner tens is sixty, and the panel says so while it grows")
    func theRunningTotalIsOnThePanel() throws {
        var desk = try ScoreDesk("wa_122", clips: Array(1...6))
        for count in 1...6 {
            desk.send(.pressed(.mark))
            #expect(desk.scene.texts.map(\.run.text).contains("\(count * 10)"))
        }
        #expect(desk.end.score.total == 60)
    }

    @Test("V-36 the session's total counts its other ends, a round's those of the round")
    func theOtherEndsAreCounted() throws {
        let face = try #require(FaceCatalog.face("wa_122"))
        let earlier = EndRecord(
            number: 1, face: face, shaft: Length(millimetres: 5.5), clips: [],
            arrows: [PlacedArrow(number: 1, place: .centre), PlacedArrow(number: 2, place: FacePoint(100, 0))])
        var desk = ScoreDesk(face, clips: [3], earlier: [earlier])
        desk.send(.pressed(.mark))
        #expect(ScoreFigure.of(desk.end, in: desk.book).last == ScoreFigure(title: "Session", value: "29"))
        desk.book.ends[1].round = "wa_70"
        #expect(ScoreFigure.of(desk.end, in: desk.book).last == ScoreFigure(title: "Round", value: "10"))
    }

    @Test("V-31 with nothing placed STOP says so, and a second STOP within three seconds skips")
    func aSecondStopSkips() throws {
        var desk = try ScoreDesk("wa_122")
        #expect(desk.send(.tapped(.stop)) == [.toast(Strings.Score.nothingPlaced)])
        desk.wait(seconds: 4)
        #expect(desk.send(.tapped(.stop)) == [.toast(Strings.Score.nothingPlaced)])
        #expect(desk.send(.tapped(.stop)) == [.back])
        #expect(desk.recorded.isEmpty)
    }

    @Test("V-31 STOP held skips; what was placed stays, to be scored later")
    func stopHeldSkips() throws {
        var desk = try ScoreDesk("wa_122")
        desk.send(.pressed(.mark))
        #expect(desk.send(.held(.stop)) == [.live])
        #expect(desk.recorded.last?.arrows.count == 1 && desk.recorded.last?.isDone == false)
        let later = ScoreScreen(end: 1, of: desk.book, settings: desk.settings, at: desk.now)
        #expect(later.wanted == 3 && later.isPlacing(desk.end))
    }

    @Test func anEndThatWasSavedIsOpenAgainOnceItIsChanged() throws {
        var desk = try ScoreDesk("wa_122", clips: [1])
        desk.send(.pressed(.mark), .tapped(.stop), .pressed(.left))
        #expect(desk.recorded.last?.isDone == false && desk.recorded.last?.arrows.isEmpty == true)
    }

    @Test("V-35 two in one spot of a triple: the lower counts, and the screen says so")
    func twoInOneSpot() throws {
        var desk = try ScoreDesk("wa_40_triple_vert", clips: [1, 2])
        desk.send(.pressed(.mark), .pressed(.knob), .pressed(.knob), .turned(-1, .steady), .pressed(.knob), .turned(4, .quick))
        #expect(desk.send(.pressed(.mark)).contains(.toast(Strings.Score.twoInASpot)))
        #expect(desk.labels == ["M", "9"])
    }

    @Test func aShotsNumberIsAnOutlineUntilTheJournalHasIt() throws {
        func solids(_ desk: ScoreDesk) -> Int {
            desk.scene.layers.reduce(0) { count, layer in
                guard case .drawing(let drawing) = layer.content else { return count }
                return count + drawing.commands.count { if case .fill(_, 20, Palette.text) = $0 { true } else { false } }
            }
        }
        var desk = try ScoreDesk("wa_122")
        desk.hasCard = false
        desk.send(.pressed(.mark))
        #expect(solids(desk) == 0)
        desk.book.noteJournalled(desk.end)
        #expect(solids(desk) == 1)
    }
}
