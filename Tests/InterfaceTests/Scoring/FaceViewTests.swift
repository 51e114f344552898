// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The face on the screen while an end is scored.
@Suite struct FaceViewTests {
    private static let window = Rect(x: 96, y: 54, width: 872, height: 872)

    private func end(_ id: String, _ arrows: [PlacedArrow] = []) throws -> EndRecord {
        EndRecord(
            number: 1, face: try #require(FaceCatalog.face(id)), shaft: Length(millimetres: 5.5), clips: [],
            arrows: arrows)
    }

    @Test("X-15 the window shows the outermost hit and one ring more, at least the reds")
    func itShowsWhatMatters() throws {
        for (rings, seen) in [([], "7"), ([1, 2], "7"), ([3], "7"), ([4], "6"), ([2, 7], "3"), ([10], "1")] as [([Int], String)] {
            let end = try end("wa_122", rings.enumerated().map { PlacedArrow(number: $0 + 1, ring: $1) })
            let ring = try #require(end.face.rings.first { $0.label == seen })
            let view = FaceView(end, spot: 0, held: nil)
            #expect(abs(view.reach - ring.diameter.millimetres / 2 * 1.1) < 1e-6, "\(rings)")
        }
        let field = FaceView(try end("wa_field_80"), spot: 0, held: 0)
        #expect(field.reach > 160 && field.reach < 200, "of a face without red, two fifths")
    }

    @Test("X-15 the held ring and a miss are seen too")
    func theHeldRingIsSeen() throws {
        var desk = try ScoreDesk("wa_122")
        for ring in 0...desk.face.rings.count {
            desk.send(.turned(ring - desk.screen.held.ring, .steady))
            desk.wait(seconds: 1)
            let face = desk.layout.face
            let edge = face.units(desk.face.rings[min(ring, desk.face.rings.count - 1)].diameter) / 2
            #expect(edge + 20 < desk.layout.window.width / 2, "ring \(ring)")
        }
    }

    @Test("X-15 of several spots the active one is large, and alone in the window")
    func theActiveSpotIsLarge() {
        for face in FaceCatalog.all where face.spots.count > 1 {
            let desk = ScoreDesk(face)
            for spot in face.spots.indices {
                let drawing = FaceView(desk.end, spot: spot, held: 0).drawing(of: face, in: Self.window)
                let middle = drawing.point(ofSpot: spot)
                #expect(abs(middle.x - 532) < 1e-6 && abs(middle.y - 490) < 1e-6)
                #expect(abs(drawing.units(face.scoringDiameter) - 800) < 1, "\(face.id)")
            }
        }
    }

    @Test("X-15 it zooms in 250 ms, from wherever it is; with reduced motion it is there at once")
    func itZooms() throws {
        let near = FaceView(try end("wa_122"), spot: 0, held: 0)
        let far = FaceView(try end("wa_122"), spot: 0, held: 11)
        let start = Timestamp(seconds: 10)
        var zoom = FaceZoom(at: near, since: start)
        zoom.go(to: far, isReduced: false, at: start)
        var last = near.reach
        for step in 1...25 {
            let reach = zoom.view(at: start + .milliseconds(10 * step)).reach
            #expect(reach > last && reach <= far.reach)
            last = reach
        }
        #expect(zoom.view(at: start + .milliseconds(250)) == far)
        #expect(zoom.span.nextChange(after: start + .milliseconds(250)) == nil)
        let middle = start + .milliseconds(100)
        let there = zoom.view(at: middle)
        zoom.go(to: near, isReduced: false, at: middle)
        #expect(zoom.view(at: middle) == there, "turned round, it goes on from there")
        zoom.go(to: far, isReduced: true, at: middle)
        #expect(zoom.view(at: middle) == far)
    }

    @Test("X-15 the face stands still under a finger")
    func itStandsStillUnderAFinger() throws {
        var desk = try ScoreDesk("wa_122")
        let before = desk.layout.face
        let start = desk.layout.window.center
        desk.send(.touchDown(start), .touchMoved(Point(start.x + 100, start.y)), .touchMoved(Point(start.x + 420, start.y)))
        desk.wait(seconds: 1)
        #expect(desk.layout.face == before)
        desk.send(.touchUp)
        #expect(desk.layout.face != before, "once it goes up, the ring that it lies in is seen")
    }

    // MARK: The magnifier

    @Test("V-33 the magnifier is there while a place is moved finely, and goes two seconds after")
    func theMagnifierComesAndGoes() throws {
        var desk = try ScoreDesk("wa_122")
        desk.send(.turned(2, .steady), .tapped(.knob), .turned(2, .steady))
        #expect(!desk.hasMagnifier, "a ring and an hour need none")
        desk.send(.tapped(.knob), .turned(1, .slow))
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
        // The inner edge of a 5.5 mm shaft at 63.75 mm touches the ten's line.
        for (out, isNear) in [(63.75, true), (61.2, true), (66.3, true), (67.2, false), (60.2, false)] {
            desk.put(FacePoint(out, 0))
            desk.wait(seconds: 10)
            #expect(desk.hasMagnifier == isNear, "\(out) mm")
        }
    }

    @Test("V-33 it lies within the window, near the place and never on it", arguments: [100, 150, 200])
    func itNeverHidesThePlace(scale: Int) {
        for face in FaceCatalog.all {
            var desk = ScoreDesk(face) { $0.textScalePercent = scale }
            for (degrees, share) in (0..<12).flatMap({ turn in stride(from: 0.0, through: 0.48, by: 0.12).map { (Double(turn) * 30, $0) } }) {
                desk.put(FacePoint(distance: Length(millimetres: face.scoringDiameter.millimetres * share), towards: Angle(degrees: degrees)))
                let layout = desk.layout
                let glass = Magnifier(desk.screen.held, in: desk.end, on: layout.face, within: layout.window)
                let (x, y) = (glass.centre.x - glass.point.x, glass.centre.y - glass.point.y)
                let clear = Magnifier.radius + CircleDrawing.reach
                #expect(x * x + y * y > clear * clear && layout.window.encloses(glass.frame), "\(face.id) \(degrees)° \(share)")
            }
        }
    }

    @Test("V-32 V-30 in fine the shaft is to scale, within a light ring of at least six units, on every colour", arguments: [3.1, 5.5, 9.9])
    func theShaftIsToScale(millimetres: Double) {
        for face in FaceCatalog.all {
            var desk = ScoreDesk(face, shaft: Length(millimetres: millimetres))
            desk.put(FacePoint(distance: Length(millimetres: face.scoringDiameter.millimetres * 0.1), towards: .twelve))
            let radius = max(desk.layout.face.units(desk.end.shaft) / 2, 1)
            desk.wait(seconds: 1)
            let discs = desk.discs(around: desk.point)
            #expect(discs.contains { abs($0.radius - radius) < 1e-9 && $0.color == Palette.ink }, "\(face.id)")
            #expect(discs.contains { $0.radius >= radius + 6 && $0.color == Palette.text })
            #expect(discs.contains { $0.radius > radius + 8 && $0.color == Palette.held })
        }
    }
}

extension ScoreDesk {
    /// Returns the discs around a point, also clipped ones.
    fileprivate func discs(around point: Point) -> [(radius: Double, color: Color)] {
        func discs(_ commands: [DrawingCommand]) -> [(radius: Double, color: Color)] {
            commands.flatMap { command -> [(radius: Double, color: Color)] in
                switch command {
                case .disc(let center, let radius, let color) where abs(center.x - point.x) < 1e-6 && abs(center.y - point.y) < 1e-6:
                    [(radius, color)]
                case .clipped(_, _, let inner): discs(inner)
                default: []
                }
            }
        }
        return scene.layers.dropFirst().flatMap { layer -> [(radius: Double, color: Color)] in
            if case .drawing(let drawing) = layer.content { discs(drawing.commands) } else { [] }
        }
    }
}
