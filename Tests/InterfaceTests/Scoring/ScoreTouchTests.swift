// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// Everything is done with a finger or a mouse alone.
@Suite struct ScoreTouchTests {
    @Test("V-33 a tap on the face puts the circle there, in the nearest spot")
    func aTapPutsTheCircleThere() throws {
        var desk = try ScoreDesk("vegas_3spot_40")
        let place = FacePoint(21, 13)
        desk.send(.touchDown(desk.layout.face.point(of: place, inSpot: 2)), .touchUp)
        #expect(desk.screen.circle.spot == 2)
        #expect(abs(desk.screen.circle.place.x.micrometres - 21_000) <= 1 && abs(desk.screen.circle.place.y.micrometres - 13_000) <= 1)
        #expect(desk.recorded.isEmpty, "nothing is placed by it")
    }

    @Test("V-33 a drag moves the circle by the finger's own movement")
    func aDragMovesTheCircleByTheFingersMovement() throws {
        var desk = try ScoreDesk("wa_122")
        let before = desk.point
        desk.drag(from: Point(before.x - 200, before.y + 150), by: [Point(20, 0), Point(70, -30)])
        #expect(abs(desk.point.x - before.x - 70) < 0.01 && abs(desk.point.y - before.y + 30) < 0.01)
    }

    @Test func aDragBeginsAnewWhereTheCircleIs() throws {
        var desk = try ScoreDesk("wa_122")
        let before = desk.point
        for _ in 0..<3 { desk.drag(from: Point(300, 300), by: [Point(30, 0), Point(20, 40)]) }
        #expect(abs(desk.point.x - before.x - 60) < 0.01 && abs(desk.point.y - before.y - 120) < 0.01)
    }

    @Test("V-33 a drag to the next spot takes the arrow there")
    func aDragReachesTheNextSpot() throws {
        var desk = try ScoreDesk("wa_40_triple_vert")
        let face = desk.layout.face
        desk.drag(from: face.point(ofSpot: 0), by: [Point(0, face.point(ofSpot: 1).y - face.point(ofSpot: 0).y)])
        #expect(desk.screen.circle.spot == 1 && desk.screen.circle.distance.micrometres <= 1)
    }

    @Test func aDragOffTheFaceStaysWithinReach() throws {
        var desk = try ScoreDesk("wa_122")
        desk.drag(from: Point(500, 500), by: [Point(-5000, 4000)])
        #expect(desk.screen.circle.distance == desk.face.reach)
    }

    @Test("V-33 V-37 pills do what the buttons do")
    func pillsDoWhatTheButtonsDo() throws {
        var desk = try ScoreDesk("wa_122")
        try desk.tap(.place)
        try desk.tap(.miss)
        #expect(desk.labels == ["X", "M"])
        try desk.tap(.undo)
        #expect(desk.labels == ["X"])
        #expect(try desk.tap(.save).last == .summary)
        #expect(desk.end.isDone)
        #expect(try desk.tap(.skip) == [.live])
    }

    @Test func aFingerThatLeavesAPillWantsSomethingElse() throws {
        var desk = try ScoreDesk("wa_122")
        let pill = try #require(desk.layout.buttons.first { $0.pill == .place }).rect.center
        desk.drag(from: pill, by: [Point(0, 0), Point(-400, 0)])
        #expect(desk.end.arrows.isEmpty && desk.screen.circle.place == .centre)
    }

    @Test func aTapOnTheListDoesNothing() throws {
        var desk = try ScoreDesk("wa_122")
        desk.send(.pressed(.mark))
        let before = desk.screen
        desk.send(.touchDown(desk.layout.list.center), .touchUp)
        #expect(desk.screen.circle == before.circle && desk.recorded.count == 1)
    }

    @Test("V-33 touch alone and mouse alone give the same record")
    func touchAndMouseGiveTheSameRecord() throws {
        func ends(_ source: Mark.Source) throws -> [EndRecord] {
            var box = Rehearsal { $0.scores = true }
            for second in [10.0, 14] {
                box.run(to: second)
                box.tap(.mark)
            }
            box.run(to: 22)
            box.tap(.stop)
            let layout = ScoreLayout(Look(box.appliance.settings), try #require(FaceCatalog.face("wa_122")))
            func tap(_ point: Point) {
                if source == .mouse { box.panel(.pointerMoved(point), source: source) }
                box.panel(.touchDown(point), source: source)
                box.panel(.touchUp, source: source)
            }
            func tap(_ pill: ScoreLayout.Pill) throws { tap(try #require(layout.buttons.first { $0.pill == pill }).rect.center) }
            tap(layout.face.point(FacePoint(100, -40)))
            try tap(.place)
            box.panel(.touchDown(Point(400, 600)), source: source)
            box.panel(.touchMoved(Point(440, 560)), source: source)
            box.panel(.touchUp, source: source)
            try tap(.place)
            try tap(.save)
            #expect(box.appliance.page == .summary)
            return box.ends
        }
        let byTouch = try ends(.touch)
        #expect(byTouch == (try ends(.mouse)))
        #expect(byTouch.last?.arrows.count == 2 && byTouch.last?.isDone == true)
    }

    @Test("V-33 the knob and a finger put the same scores on the face")
    func theKnobAndAFingerGiveTheSameScores() throws {
        let places = [FacePoint(0, 0), FacePoint(0, 100), FacePoint(0, 220), FacePoint(0, 405)]
        var byKnob = try ScoreDesk("wa_122", clips: [1, 2, 3, 4])
        var byHand = byKnob
        for place in places {
            byKnob.place(distance: place.distance)
            byHand.send(.touchDown(byHand.layout.face.point(place)), .touchUp)
            try byHand.tap(.place)
        }
        #expect(byKnob.labels == ["X", "9", "7", "4"] && byHand.labels == byKnob.labels)
        #expect(byHand.end.arrows.map(\.clip) == byKnob.end.arrows.map(\.clip))
    }
}
