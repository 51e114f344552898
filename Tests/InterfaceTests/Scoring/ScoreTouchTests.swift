// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// Scoring with a finger or a mouse alone.
@Suite struct ScoreTouchTests {
    @Test("V-33 a tap on the face puts the arrow there")
    func aTapPutsTheArrowThere() throws {
        var desk = try ScoreDesk("vegas_3spot_40")
        let place = FacePoint(21, 13)
        desk.put(place)
        let held = try #require(desk.screen.held.place)
        #expect(abs(held.x.micrometres - 21_000) <= 1 && abs(held.y.micrometres - 13_000) <= 1)
        #expect(desk.recorded.isEmpty, "nothing is placed by it")
    }

    @Test("V-33 a tap on the sheet's picture reaches what the window doesn't show: other spots, and arrows far out")
    func aTapOnTheSheet() throws {
        var desk = try ScoreDesk("wa_40_triple_vert")
        desk.send(.touchDown(desk.layout.sheet.point(ofSpot: 2)), .touchUp)
        #expect(desk.screen.held.spot == 2 && desk.layout.face.point(ofSpot: 2) == desk.layout.window.center)
        var single = try ScoreDesk("wa_122")
        single.send(.touchDown(single.layout.sheet.point(FacePoint(-580, 0))), .touchUp)
        #expect(single.screen.held.score(in: single.end).label == "1" && single.layout.window.contains(single.point))
    }

    @Test("V-33 a drag moves the arrow by the finger's movement, and one without a place from where the finger is")
    func aDragMovesTheArrow() throws {
        var desk = try ScoreDesk("wa_122")
        desk.drag(from: Point(400, 400), by: [Point(20, 0), Point(70, -30)])
        #expect(abs(desk.point.x - 470) < 1 && abs(desk.point.y - 370) < 1)
        let before = desk.point
        for _ in 0..<3 { desk.drag(from: Point(300, 300), by: [Point(30, 0), Point(10, 20)]) }
        #expect(abs(desk.point.x - before.x - 30) < 1 && abs(desk.point.y - before.y - 60) < 1)
    }

    @Test func aDragOffTheFaceStaysWithinReach() throws {
        var desk = try ScoreDesk("wa_122")
        desk.drag(from: Point(500, 500), by: [Point(-5000, 4000)])
        #expect(desk.screen.held.distanceOut == desk.end.reach)
    }

    @Test("V-33 the ring's label places, the axes are chosen, and an arrow of the end is taken up again")
    func thePanelIsTouched() throws {
        var desk = try ScoreDesk("wa_122")
        func tap(_ point: Point) { desk.send(.touchDown(point), .touchUp) }
        tap(desk.layout.tile.center)
        #expect(desk.end.arrows.count == 1)
        for axis in [HeldArrow.Axis.hour, .ring, .fine] {
            tap(try #require(desk.layout.parts.first { $0.axis == axis }).rect.center)
            #expect(desk.screen.held.axis == axis)
        }
        tap(desk.layout.cells[0].rect.center)
        #expect(desk.screen.corrected == 0)
        tap(desk.layout.cells[2].number.center)
        #expect(desk.screen.corrected == nil)
        #expect(desk.recorded.count == 1)
    }

    @Test func aFingerThatLeavesTheLabelWantsSomethingElse() throws {
        var desk = try ScoreDesk("wa_122")
        desk.drag(from: desk.layout.tile.center, by: [Point(0, 0), Point(-400, 0)])
        #expect(desk.end.arrows.isEmpty && desk.screen.held.place == nil)
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
            func layout() throws -> ScoreLayout {
                guard let screen = box.appliance.path.stack.last?.as(ScoreScreen.self), let end = box.appliance.context.desk.book?.ends.last else {
                    throw Missing()
                }
                return screen.layout(Theme(box.appliance.settings), end, at: box.now)
            }
            func tap(_ point: Point) {
                if source == .mouse { box.panel(.pointerMoved(point), source: source) }
                box.panel(.touchDown(point), source: source)
                box.panel(.touchUp, source: source)
            }
            box.run(to: 23)
            tap(try layout().face.point(FacePoint(100, -40)))
            tap(try layout().tile.center)
            box.run(to: 24)
            box.panel(.touchDown(Point(400, 600)), source: source)
            box.panel(.touchMoved(Point(440, 560)), source: source)
            box.panel(.touchUp, source: source)
            tap(try layout().tile.center)
            box.run(to: 27)
            #expect(box.appliance.page == .summary)
            return box.ends
        }
        let byTouch = try ends(.touch)
        #expect(byTouch == (try ends(.mouse)))
        #expect(byTouch.last?.arrows.count == 2 && byTouch.last?.isDone == true)
    }

    private struct Missing: Error {}
}
