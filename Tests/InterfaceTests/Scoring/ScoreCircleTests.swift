// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// How the circle moves, and what is seen of it.
@Suite struct ScoreCircleTests {
    @Test("V-33 a quick turn goes a tenth of the radius, a steady one a fiftieth, a careful one a 250th")
    func howFarADetentGoes() throws {
        let face = try #require(FaceCatalog.face("wa_122"))
        for (speed, millimetres) in [(KnobSpeed.quick, 61.0), (.steady, 12.2), (.slow, 2.44)] {
            var circle = ScoreCircle(inSpot: 0)
            circle.turn(.radius, by: 1, speed, on: face)
            #expect(circle.distance == Length(millimetres: millimetres))
        }
        for (speed, degrees) in [(KnobSpeed.quick, 30.0), (.steady, 6), (.slow, 1)] {
            var circle = ScoreCircle(inSpot: 0)
            circle.turn(.angle, by: 1, speed, on: face)
            #expect(circle.direction.degrees == degrees)
        }
    }

    @Test("V-33 the angle is kept in the very centre")
    func theAngleIsKeptInTheCentre() throws {
        let face = try #require(FaceCatalog.face("wa_122"))
        var circle = ScoreCircle(inSpot: 0)
        circle.turn(.angle, by: 4, .quick, on: face)
        circle.turn(.radius, by: 5, .steady, on: face)
        circle.turn(.radius, by: -100, .quick, on: face)
        #expect(circle.place == .centre && circle.direction == Angle(degrees: 120))
        circle.turn(.radius, by: 1, .quick, on: face)
        #expect(circle.place.direction.hour == 4)
    }

    @Test("V-33 an arrow beside the face has a place and is a miss, and none goes further")
    func theCircleGoesALittleBeyondTheFace() {
        for face in FaceCatalog.all {
            var circle = ScoreCircle(inSpot: 0)
            circle.turn(.radius, by: .max, .quick, on: face)
            #expect(circle.distance == face.reach)
            #expect(circle.score(on: face, shaft: face.thickestShaft) == .miss, "\(face.id)")
            for _ in 0..<3 { circle.nudge(up: 1, on: face) }
            #expect(circle.distance <= face.reach)
        }
    }

    @Test("V-33 a nudge up is the finest step, and one down takes it back")
    func aNudgeIsTheFinestStep() throws {
        var desk = try ScoreDesk("wa_80")
        desk.send(.turned(3, .quick), .pressed(.knob), .turned(2, .quick))
        let before = desk.screen.circle.place
        desk.send(.pressed(.up), .repeated(.up))
        #expect(desk.screen.circle.place.x == before.x)
        #expect(desk.screen.circle.place.y.micrometres == before.y.micrometres + 2 * 1600)
        desk.send(.pressed(.down), .repeated(.down))
        #expect(desk.screen.circle.place == before)
    }

    @Test("V-32 V-30 the circle is to scale, within a light ring of at least six units, on every colour", arguments: [3.1, 5.5, 9.9])
    func theCircleIsToScale(millimetres: Double) {
        let shaft = Length(millimetres: millimetres)
        for face in FaceCatalog.all {
            let desk = ScoreDesk(face, shaft: shaft)
            let discs = desk.discs(around: desk.point)
            let radius = max(desk.layout.face.units(shaft) / 2, 1)
            #expect(discs.last?.radius == radius && discs.last?.color == Palette.ink)
            #expect(discs.contains { $0.radius >= radius + 6 && $0.color == Palette.text })
            #expect(discs.contains { $0.radius > radius + 8 && $0.color == Palette.held })
        }
    }

    @Test("V-35 V-37 the score is on the panel while the circle moves, in its ring's colour")
    func theScoreIsOnThePanelWhileTheCircleMoves() throws {
        var desk = try ScoreDesk("wa_122")
        for _ in 0..<60 {
            desk.send(.turned(1, .steady))
            let score = desk.screen.circle.score(on: desk.face, shaft: desk.end.shaft)
            #expect(desk.scene.texts.contains { $0.run.text == score.label && $0.run.size == 72 })
            let ring = desk.face.rings.first { $0.label == score.label }
            #expect(ring == nil || desk.ground(of: desk.layout.score) == ring.map { Color(hex: $0.color.hex) }, "\(score.label)")
        }
        #expect(desk.screen.circle.distance == desk.face.reach)
    }

    // MARK: Words

    @Test func theAngleIsSaidAsOnAClock() {
        #expect(
            [0.0, 30, 210, 15, 216, 359.9, 359.5].map { Strings.Score.clock(Angle(degrees: $0)) }
                == ["12 o’clock", "1 o’clock", "7 o’clock", "12:30", "7:12", "12 o’clock", "11:59"])
    }

    @Test func theDistanceIsSaidAsFinelyAsItMoves() {
        #expect(
            [0.0, 0.4, 42.4, 100, 183.2].map { Strings.Score.out(Length(millimetres: $0)) }
                == ["In the centre", "0.4 mm out", "42.4 mm out", "10.0 cm out", "18.3 cm out"])
    }

    // MARK: The magnifier

    @Test("V-33 the magnifier is there while the circle moves, and goes two seconds after")
    func theMagnifierIsThereWhileTheCircleMoves() throws {
        var desk = try ScoreDesk("wa_122")
        #expect(!desk.hasMagnifier)
        desk.send(.turned(2, .steady))
        #expect(desk.hasMagnifier)
        desk.wait(seconds: 1.9)
        #expect(desk.hasMagnifier)
        let change = try #require(desk.screen.nextChange(after: desk.now))
        #expect(change > desk.now && change <= desk.now + .seconds(0.2))
        desk.wait(seconds: 1)
        #expect(!desk.hasMagnifier && desk.screen.nextChange(after: desk.now) == nil)
    }

    @Test("V-33 it stays while the shaft's edge is within three millimetres of a line")
    func itStaysNearALine() throws {
        var desk = try ScoreDesk("wa_122")
        // The inner edge of a 5.5 mm shaft that lies 63.75 mm out touches the ten's line.
        for (out, isNear) in [(63.75, true), (61.2, true), (66.3, true), (67.2, false), (60.2, false)] {
            desk.send(.touchDown(desk.layout.face.point(FacePoint(out, 0))), .touchUp)
            desk.wait(seconds: 10)
            #expect(desk.hasMagnifier == isNear, "\(out) mm")
        }
    }

    @Test("V-33 it lies near the circle, never on it nor on the panel", arguments: [100, 150, 200])
    func itNeverHidesTheCircleOrThePanel(scale: Int) {
        var settings = Settings()
        settings.textScalePercent = scale
        var hidden: [String] = []
        for face in FaceCatalog.all {
            let layout = ScoreLayout(Look(settings), face)
            for spot in face.spots.indices {
                for (degrees, tenths) in (0..<24).flatMap({ turn in stride(from: 0, through: 12, by: 3).map { (turn * 15, $0) } }) {
                    var circle = ScoreCircle(inSpot: spot)
                    circle.turn(.angle, by: degrees, .slow, on: face)
                    circle.turn(.radius, by: tenths, .quick, on: face)
                    let glass = Magnifier(circle, on: layout.face, leftOf: layout.panel.x)
                    let x = glass.centre.x - glass.point.x
                    let y = glass.centre.y - glass.point.y
                    let clear = Magnifier.radius + CircleDrawing.reach
                    let isInside = Rect(x: 0, y: 0, width: layout.panel.x, height: Canvas.bounds.height).contains(glass.frame)
                    let far = clear + Magnifier.gap
                    let isNear = abs(x * x + y * y - far * far) < 1
                    if x * x + y * y <= clear * clear || !isInside || !isNear { hidden.append("\(face.id) \(spot) \(degrees)° \(tenths)") }
                }
            }
        }
        #expect(hidden == [])
    }

    @Test("V-33 it lies on the side away from the middle where there is room")
    func itLiesAwayFromTheMiddle() throws {
        let face = try #require(FaceCatalog.face("wa_122"))
        let layout = ScoreLayout(Look(Settings()), face)
        for degrees in stride(from: 0, to: 360, by: 30) {
            var circle = ScoreCircle(inSpot: 0)
            circle.turn(.angle, by: degrees, .slow, on: face)
            circle.turn(.radius, by: 3, .quick, on: face)
            let glass = Magnifier(circle, on: layout.face, leftOf: layout.panel.x)
            let way = Angle(towardsX: glass.centre.x - glass.point.x, y: glass.point.y - glass.centre.y)
            #expect(abs(way.right - circle.direction.right) < 1e-6 && abs(way.up - circle.direction.up) < 1e-6, "\(degrees)°")
        }
    }

    @Test func itShowsTheFaceAtThreeTimesItsSizeAroundTheCircle() throws {
        var desk = try ScoreDesk("wa_122")
        desk.send(.turned(5, .quick))
        let glass = Magnifier(desk.screen.circle, on: desk.layout.face, leftOf: desk.layout.panel.x)
        var sketch = Sketch(Look(desk.settings))
        glass.draw(desk.end, on: &sketch)
        let under = sketch.commands.flatMap { if case .clipped(_, _, let commands) = $0 { commands } else { [DrawingCommand]() } }
        let whole = 3 * desk.layout.face.units(desk.face.scoringDiameter) / 2
        let middle = Point(glass.centre.x, glass.centre.y + 3 * desk.layout.face.units(desk.screen.circle.distance))
        #expect(
            under.contains { command in
                guard case .disc(let center, let radius, _) = command else { return false }
                return abs(radius - whole) < 1e-6 && abs(center.x - middle.x) < 1e-6 && abs(center.y - middle.y) < 1e-6
            })
    }

    // MARK: Motion

    @Test func aPlacedArrowLandsWithinAMoment() throws {
        var desk = try ScoreDesk("wa_122")
        desk.send(.pressed(.mark))
        #expect(ScoreScreen.landingTime <= .milliseconds(150))
        #expect(desk.screen.nextChange(after: desk.now) != nil)
        desk.wait(seconds: 0.15)
        #expect(desk.screen.nextChange(after: desk.now) == nil)
        var calm = try ScoreDesk("wa_122") { $0.hasReducedMotion = true }
        calm.send(.pressed(.mark))
        #expect(calm.screen.nextChange(after: calm.now) == nil)
    }
}

extension ScoreDesk {
    /// What a rectangle is filled with.
    fileprivate func ground(of rect: Rect) -> Color? {
        for case .drawing(let drawing) in scene.layers.map(\.content) {
            for case .fill(rect, _, let color) in drawing.commands { return color }
        }
        return nil
    }

    /// The discs about a point, in the order they are painted.
    fileprivate func discs(around point: Point) -> [(radius: Double, color: Color)] {
        scene.layers.dropFirst().flatMap { layer -> [(radius: Double, color: Color)] in
            guard case .drawing(let drawing) = layer.content else { return [] }
            return drawing.commands.compactMap { command in
                guard case .disc(point, let radius, let color) = command else { return nil }
                return (radius, color)
            }
        }
    }
}
