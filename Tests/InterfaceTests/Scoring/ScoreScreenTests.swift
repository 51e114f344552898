// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// Arrows are called and placed with the knob and the buttons.
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
        for hasHours in [false, true] {
            var desk = ScoreDesk(try #require(FaceCatalog.face(face)), clips: Array(1...labels.count))
            for label in labels {
                try desk.turn(to: label)
                if hasHours { desk.send(.tapped(.knob), .turned(2, .steady)) }
                desk.send(.pressed(.mark))
            }
            let scores = desk.end.arrows.map { EndScore([$0], on: desk.face, shaft: desk.end.shaft).entries[0].score.label }
            #expect(scores == labels)
            #expect(desk.end.arrows.allSatisfy { ($0.place != nil) == hasHours })
        }
    }

    @Test("V-31 V-34 V-38 an arrow is asked for each clip, and the arrows are linked to them in order")
    func anArrowIsAskedForEachClip() throws {
        var desk = try ScoreDesk("wa_122", clips: [4, 5, 6])
        #expect(desk.screen.wanted == 3)
        try desk.call("X", "10", "9")
        #expect(desk.end.arrows.map(\.number) == [1, 2, 3] && desk.end.arrows.map(\.clip) == [4, 5, 6])
        #expect(!desk.screen.isPlacing(desk.end) && desk.end.isDone)
        #expect(desk.scene.texts.contains { $0.run.text == "All 3 placed" })
    }

    @Test("X-15 from high to low no clip is linked, and the screen says so")
    func highToLowLinksNothing() throws {
        var desk = try ScoreDesk("wa_122") { $0.scoreOrder = .high }
        #expect(desk.scene.texts.contains { $0.run.text == Strings.Score.highToLow })
        try desk.call("X", "10", "9")
        #expect(desk.end.arrows.map(\.clip) == [nil, nil, nil] && desk.end.score.total == 29)
    }

    @Test("V-38 an arrow that is placed anew takes no clip from another whose link was changed")
    func noClipIsLinkedTwice() throws {
        var desk = try ScoreDesk("wa_122", clips: [1, 2, 3])
        try desk.call("X", "X", "X")
        // As after a swap on the summary.
        desk.book.ends[0].arrows[1].clip = 3
        desk.book.ends[0].arrows[2].clip = 2
        desk.undo()
        try desk.call("9")
        #expect(desk.end.arrows.map(\.clip) == [1, 3, 2])
    }

    @Test("V-32 the spots come in turn")
    func theSpotsComeInTurn() throws {
        var desk = try ScoreDesk("vegas_3spot_40", clips: [1, 2, 3, 4])
        var spots: [Int] = []
        for _ in 0..<4 {
            #expect(desk.screen.held.place == nil)
            spots.append(desk.screen.held.spot)
            desk.send(.turned(1, .steady), .pressed(.mark))
        }
        #expect(spots == [0, 1, 2, 0] && desk.end.arrows.map(\.spot) == spots)
    }

    @Test("X-15 pushes go from the ring to the hour, to the fine radius, and back; after MARK it is the ring again")
    func pushesGoRound() throws {
        var desk = try ScoreDesk("wa_122")
        var axes: [HeldArrow.Axis] = []
        for _ in 0..<4 {
            axes.append(desk.screen.held.axis)
            desk.send(.tapped(.knob))
        }
        #expect(axes == [.ring, .hour, .fine, .ring])
        desk.send(.pressed(.mark))
        #expect(desk.screen.held.axis == .ring && desk.end.arrows[0].place != nil)
    }

    @Test("V-37 each undo takes back what was done last, any number, and the arrow is held as it was")
    func eachUndoTakesBackWhatWasDoneLast() throws {
        var desk = try ScoreDesk("wa_80_6ring", clips: [1, 2, 3])
        var steps: [EndRecord] = []
        for index in 0..<3 {
            steps.append(desk.end)
            desk.send(.turned(index, .steady))
            if index == 1 { desk.send(.tapped(.knob), .turned(2, .steady)) }
            desk.send(.pressed(.mark))
        }
        // The first arrow is called anew.
        steps.append(desk.end)
        desk.send(.pressed(.left), .pressed(.left), .pressed(.left), .turned(2, .steady), .pressed(.mark))
        #expect(desk.end != steps[3])
        for end in steps.reversed() {
            desk.undo()
            #expect(desk.end.arrows == end.arrows)
            #expect(desk.screen.isPlacing(desk.end))
        }
        #expect(desk.undo().isEmpty)
        #expect(desk.screen.wanted == 3)
    }

    @Test("X-14 ◀ and ▶ go to an arrow that is placed; MARK changes it and goes on where arrows are missing")
    func anArrowIsCorrected() throws {
        var desk = try ScoreDesk("wa_122", clips: [1, 2, 3])
        try desk.call("9", "8")
        desk.send(.pressed(.left), .pressed(.left))
        #expect(desk.screen.corrected == 0 && desk.screen.held.score(in: desk.end).label == "9")
        desk.send(.pressed(.right))
        #expect(desk.screen.corrected == 1)
        try desk.call("6")
        #expect(desk.labels == ["9", "6"] && desk.end.arrows.map(\.clip) == [1, 2])
        #expect(desk.screen.corrected == nil && desk.screen.active(desk.end) == 2)
    }

    @Test("V-55 every change of the end is on its way to the journal at once, and the last arrow makes it done")
    func everyChangeIsJournalled() throws {
        var desk = try ScoreDesk("wa_122")
        desk.send(.pressed(.mark), .pressed(.mark))
        desk.undo()
        desk.send(.turned(3, .steady), .pressed(.mark), .pressed(.mark))
        #expect(desk.recorded.map(\.arrows.count) == [1, 2, 1, 2, 3])
        #expect(desk.recorded.map(\.isDone) == [false, false, false, false, true])
        #expect(desk.recorded.last == desk.end)
    }

    // MARK: Tools

    @Test("V-34 more arrows than clips are placed on request, and the further ones have no clip")
    func moreArrowsOnRequest() throws {
        var desk = try ScoreDesk("wa_122", clips: [1])
        desk.send(.pressed(.mark), .turned(9, .quick), .pressed(.up))
        #expect(desk.end.arrows.count == 1, "there is nothing to move")
        desk.send(.held(.knob), .tool(.more))
        #expect(desk.end.arrows.count == 1 && desk.screen.isPlacing(desk.end) && !desk.end.isDone, "another one is held")
        try desk.call("9")
        #expect(desk.end.arrows.map(\.clip) == [1, nil] && desk.labels == ["10", "9"])
    }

    @Test("V-34 fewer arrows than clips: what isn't placed is no arrow, and MARK goes on to the summary")
    func fewerAreSaved() throws {
        var desk = try ScoreDesk("wa_122", clips: [1, 2, 3])
        desk.send(.pressed(.mark), .tool(.fewer))
        #expect(!desk.end.isDone)
        desk.send(.tool(.fewer), .tool(.fewer))
        #expect(desk.end.arrows.count == 1 && desk.end.isDone && desk.recorded.last?.isDone == true)
        #expect(desk.send(.pressed(.mark)).last == .summary)
    }

    @Test("V-34 an end that was shot short is finished by one tool, also while an arrow is corrected")
    func anEndShotShortIsFinished() throws {
        for isCorrecting in [false, true] {
            var desk = try ScoreDesk("wa_122", clips: [1, 2, 3, 4, 5, 6])
            try desk.call("9", "8")
            if isCorrecting { desk.send(.pressed(.left)) }
            let outcomes = desk.send(.tool(.done))
            #expect(outcomes.contains(.effect(.card(.file(desk.book.ref)))) && outcomes.last == .summary)
            #expect(desk.end.isDone && desk.recorded.last?.isDone == true && desk.labels == ["9", "8"])
        }
        var empty = try ScoreDesk("wa_122", clips: [1, 2, 3])
        #expect(empty.send(.tool(.done)).isEmpty && !empty.end.isDone, "an end without an arrow isn't one")
    }

    @Test("V-33 M is a tool too, in the held spot; where all are placed it does nothing")
    func aMissIsATool() throws {
        var desk = try ScoreDesk("vegas_3spot_40")
        try desk.call("X")
        desk.send(.tool(.miss))
        #expect(desk.end.arrows.last == PlacedArrow(number: 2, spot: 1, place: nil, clip: 2))
        #expect(desk.labels == ["X", "M"])
        try desk.call("X")
        #expect(desk.send(.tool(.miss)).isEmpty && desk.end.arrows.count == 3)
    }

    @Test("V-31 while the tools are open the summary doesn't come by itself")
    func theTotalWaitsForTheTools() throws {
        var desk = try ScoreDesk("wa_122", clips: [1])
        desk.send(.pressed(.mark), .pressed(.knob), .held(.knob))
        desk.wait(seconds: 60)
        #expect(desk.pass().isEmpty && desk.screen.nextChange(after: desk.now) == nil)
    }

    // MARK: The total

    @Test("X-15 after the last arrow the total stands for two seconds, then the summary comes by itself")
    func theTotalStands() throws {
        var desk = try ScoreDesk("wa_122", clips: [1])
        try desk.call("9")
        let end = try #require(desk.screen.total?.end)
        #expect(end == desk.now + .seconds(2))
        desk.wait(seconds: 1.9)
        #expect(desk.pass().isEmpty)
        desk.wait(seconds: 0.2)
        #expect(desk.pass().last == .summary)
        #expect(desk.screen.nextChange(after: desk.now) == nil)
    }

    @Test("X-15 MARK or a push goes on at once, and an undo takes the last arrow back", arguments: [Control.mark, .knob])
    func aPressGoesOnAtOnce(control: Control) throws {
        var desk = try ScoreDesk("wa_122", clips: [1])
        try desk.call("9")
        #expect(desk.send(control == .knob ? .tapped(.knob) : .pressed(control)).last == .summary)
        var undone = try ScoreDesk("wa_122", clips: [1])
        try undone.call("9")
        undone.undo()
        #expect(undone.end.arrows.isEmpty && undone.screen.total == nil && undone.screen.held.score(in: undone.end).label == "9")
        undone.wait(seconds: 5)
        #expect(undone.pass().isEmpty)
    }

    @Test("X-15 an end that is scored once more waits for a press")
    func anOldEndWaits() throws {
        let face = try #require(FaceCatalog.face("wa_122"))
        var desk = ScoreDesk(face, clips: [1], arrows: [PlacedArrow(number: 1, ring: 2)])
        desk.wait(seconds: 60)
        #expect(desk.pass().isEmpty && desk.screen.nextChange(after: desk.now) == nil)
        #expect(desk.send(.pressed(.mark)).last == .summary)
    }

    @Test("N-05 placed, undone and saved are said by LED and tone; with tones off, by the LED alone", arguments: [true, false])
    func itIsHeard(hasTones: Bool) throws {
        var desk = try ScoreDesk("wa_122", clips: [1]) { $0.hasScoreTones = hasTones }
        desk.send(.pressed(.mark))
        desk.undo()
        desk.send(.pressed(.mark), .pressed(.mark))
        let signals = desk.outcomes.compactMap { if case .effect(.panel(.signal(let signal))) = $0 { signal } else { nil } }
        let expected: [PanelSignal] = [.placed, .undone, .placed, .saved]
        #expect(signals == (hasTones ? expected : expected.map { .silent($0) }))
    }

    // MARK: Figures

    @Test("V-35 V-36 an end of inner tens is sixty, and the panel says so while it grows")
    func theRunningTotalIsOnThePanel() throws {
        var desk = try ScoreDesk("wa_122", clips: Array(1...6))
        try desk.turn(to: "X")
        for count in 1...6 {
            desk.send(.pressed(.mark))
            #expect(desk.scene.texts.map(\.run.text).contains("\(count * 10)"))
        }
        #expect(desk.end.score.total == 60)
    }

    @Test("V-36 each total names its scope: the end so far, and the round or session up to the end before")
    func eachTotalNamesItsScope() throws {
        let face = try #require(FaceCatalog.face("wa_122"))
        let earlier = EndRecord(
            number: 1, face: face, shaft: Length(millimetres: 5.5), clips: [],
            arrows: [PlacedArrow(number: 1, place: .centre), PlacedArrow(number: 2, place: FacePoint(100, 0))])
        var desk = ScoreDesk(face, clips: [3, 4], earlier: [earlier])
        func totals() -> [String] {
            ScopedTotal.of(desk.end, in: desk.book, isBeingScored: desk.screen.isPlacing(desk.end)).map { "\($0.title) \($0.points)" }
        }
        try desk.call("8")
        #expect(totals() == ["End 2 so far 8", "Session after 1 end 19"])
        try desk.call("7")
        #expect(totals() == ["End 2 15", "Session after 2 ends 34"])
        desk.book.ends[1].round = "wa_70"
        #expect(totals() == ["End 1 15"], "an end of a round counts in that round alone")
        desk.book.ends[0].round = "wa_70"
        #expect(totals() == ["End 2 15", "Round after 2 ends 34"])
    }

    @Test("V-31 STOP is one step back and loses nothing: what was placed stays, to be scored later")
    func stopIsAStepBack() throws {
        var desk = try ScoreDesk("wa_122")
        #expect(desk.send(.tapped(.stop)) == [.back] && desk.recorded.isEmpty)
        desk.send(.pressed(.mark))
        #expect(desk.send(.tapped(.stop)) == [.back])
        #expect(desk.recorded.last?.arrows.count == 1 && desk.recorded.last?.isDone == false)
        let later = ScoreScreen(end: 1, of: desk.book, settings: desk.settings, at: desk.now)
        #expect(later.wanted == 3 && later.isPlacing(desk.end))
    }

    @Test("V-35 two in one spot of a triple: the lower counts, and the screen says so")
    func twoInOneSpot() throws {
        var desk = try ScoreDesk("wa_40_triple_vert", clips: [1, 2])
        try desk.turn(to: "10")
        desk.send(.pressed(.mark), .pressed(.up))
        try desk.turn(to: "9")
        #expect(desk.send(.pressed(.mark)).contains(.toast(Strings.Score.twoInASpot)))
        #expect(desk.labels == ["M", "9"])
    }

    @Test("X-15 a dot says whether the place is known, and open dots are explained")
    func dotsSayWhetherThePlaceIsKnown() throws {
        var desk = try ScoreDesk("wa_122")
        desk.send(.tapped(.knob), .pressed(.mark))
        #expect(!desk.scene.texts.contains { $0.run.text == Strings.Score.ringOnly })
        desk.send(.pressed(.mark))
        #expect(desk.scene.texts.contains { $0.run.text == Strings.Score.ringOnly })
    }
}

extension ScoreDesk {
    /// Takes back as the panel's Undo does.
    @discardableResult
    mutating func undo() -> [ScreenOutcome] { send(.tool(.undo)) }
}
