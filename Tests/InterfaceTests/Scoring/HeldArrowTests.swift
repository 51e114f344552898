// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The arrow that the knob holds: its ring, its clock direction, its fine radius.
@Suite struct HeldArrowTests {
    // MARK: The ring

    @Test("X-15 one detent is one ring, a quick one two; out past the lowest ring is a miss")
    func oneDetentIsOneRing() throws {
        for face in FaceCatalog.all {
            var desk = ScoreDesk(face)
            desk.send(.turned(-99, .steady))
            for ring in face.rings {
                #expect(desk.screen.held.score(in: desk.end) == ArrowScore(ring), "\(face.id)")
                desk.send(.turned(1, .slow))
            }
            #expect(desk.screen.held.score(in: desk.end) == .miss, "\(face.id)")
            desk.send(.turned(1, .steady))
            #expect(desk.screen.held.score(in: desk.end) == .miss, "there is nothing further out")
        }
        var desk = try ScoreDesk("wa_122")
        try desk.turn(to: "10")
        desk.send(.turned(2, .quick))
        #expect(desk.screen.held.score(in: desk.end).label == "6")
    }

    @Test("X-15 it begins as the arrow before, also of the end before; the first of all a detent from three rings")
    func itBeginsAsTheArrowBefore() throws {
        var desk = try ScoreDesk("wa_122")
        #expect(desk.screen.held.score(in: desk.end).label == "10")
        try desk.call("7")
        #expect(desk.screen.held.score(in: desk.end).label == "7")
        let before = desk.end
        let next = ScoreDesk(desk.face, earlier: [before])
        #expect(next.screen.held.score(in: next.end).label == "7")
        let field = try ScoreDesk("wa_field_60")
        #expect(field.screen.held.score(in: field.end).label == "6")
        let other = ScoreDesk(field.face, earlier: [before])
        #expect(other.screen.held.score(in: other.end).label == "6", "another face has other rings")
    }

    // MARK: The clock direction

    @Test("X-15 a push gives the arrow the middle of its ring, at the hour of the arrow before", arguments: [3.1, 5.5, 9.9])
    func aPushGivesItTheMiddleOfItsRing(millimetres: Double) {
        for face in FaceCatalog.all {
            var desk = ScoreDesk(face, shaft: Length(millimetres: min(millimetres, face.thickestShaft.millimetres)))
            for ring in 0...face.rings.count {
                desk.send(.turned(ring - desk.screen.held.ring, .steady), .tapped(.knob))
                #expect(desk.screen.held.place != nil && desk.screen.held.ring == ring, "\(face.id), ring \(ring)")
                desk.send(.tapped(.knob), .tapped(.knob))
                #expect(desk.screen.held.place == nil && desk.screen.held.ring == ring)
            }
        }
    }

    @Test("X-15 a detent of the hour is 30°, the second careful one in a row less")
    func aDetentIsAnHour() throws {
        var desk = try ScoreDesk("wa_122")
        desk.send(.tapped(.knob), .turned(4, .steady))
        #expect(desk.screen.held.direction.degrees == 120)
        desk.send(.turned(1, .slow))
        #expect(desk.screen.held.direction.degrees == 150)
        desk.send(.turned(1, .slow))
        #expect(desk.screen.held.direction.degrees == 155)
        desk.send(.turned(-1, .slow), .turned(-5, .steady))
        #expect(desk.screen.held.direction.degrees == 0)
        desk.send(.turned(3, .steady), .pressed(.mark), .tapped(.knob))
        #expect(desk.screen.held.direction.degrees == 90, "the next arrow lies near the last")
    }

    // MARK: The fine radius

    @Test("V-33 a quick turn of the fine radius goes a tenth of the face's, a steady one a fiftieth, a careful one a 250th")
    func howFarAFineDetentGoes() throws {
        for (speed, millimetres) in [(KnobSpeed.quick, 61.0), (.steady, 12.2), (.slow, 2.44)] {
            var desk = try ScoreDesk("wa_122")
            desk.put(.centre)
            desk.send(.turned(1, speed))
            #expect(desk.screen.held.distanceOut == Length(millimetres: millimetres))
        }
    }

    @Test("V-33 the hour is kept in the very centre")
    func theHourIsKeptInTheCentre() throws {
        var desk = try ScoreDesk("wa_122")
        desk.send(.tapped(.knob), .turned(4, .steady), .tapped(.knob), .turned(-100, .quick))
        #expect(desk.screen.held.place == .centre && desk.screen.held.direction == Angle(degrees: 120))
        desk.send(.turned(1, .quick))
        #expect(desk.screen.held.place?.direction.hour == 4)
    }

    @Test("V-33 an arrow beside the face has a place and is a miss, and none goes further")
    func itGoesALittleBeyondTheFace() {
        for face in FaceCatalog.all {
            var desk = ScoreDesk(face, shaft: face.thickestShaft)
            desk.put(.centre)
            desk.send(.turned(.max, .quick))
            #expect(desk.screen.held.distanceOut == desk.end.reach)
            #expect(desk.screen.held.score(in: desk.end) == .miss, "\(face.id)")
            for _ in 0..<3 { desk.send(.pressed(.up)) }
            #expect((desk.screen.held.distanceOut?.micrometres ?? 0) <= desk.end.reach.micrometres + 1)
        }
    }

    @Test("V-33 in fine ▲ and ▼ nudge by the finest step; before, they change the spot")
    func aNudgeIsTheFinestStep() throws {
        var desk = try ScoreDesk("wa_80")
        desk.send(.tapped(.knob), .turned(2, .steady), .tapped(.knob))
        let before = try #require(desk.screen.held.place)
        desk.send(.pressed(.up), .repeated(.up))
        #expect(desk.screen.held.place?.x == before.x)
        #expect(desk.screen.held.place?.y.micrometres == before.y.micrometres + 2 * 1600)
        desk.send(.pressed(.down), .repeated(.down))
        #expect(desk.screen.held.place == before)
        var triple = try ScoreDesk("wa_40_triple_vert")
        triple.send(.pressed(.down))
        #expect(triple.screen.held.spot == 1 && triple.screen.held.place == nil)
        triple.send(.pressed(.up), .pressed(.up))
        #expect(triple.screen.held.spot == 2)
    }

    // MARK: Ring, hour or point

    @Test("an arrow says whether its ring, its hour or a point is known")
    func anArrowSaysHowItWasPlaced() throws {
        func placed(_ inputs: ScreenInput...) throws -> PlacedArrow.Placing? {
            var desk = try ScoreDesk("wa_122")
            desk.send(inputs + [.pressed(.mark)])
            return desk.end.arrows.last?.placedBy
        }
        #expect(try placed() == .ring)
        #expect(try placed(.tapped(.knob)) == .hour)
        #expect(try placed(.tapped(.knob), .turned(4, .steady)) == .hour)
        #expect(try placed(.tapped(.knob), .tapped(.knob)) == .hour, "in fine, nobody has turned yet")
        #expect(try placed(.tapped(.knob), .tapped(.knob), .turned(1, .slow)) == .point)
        #expect(try placed(.tapped(.knob), .tapped(.knob), .pressed(.up)) == .point)
        // Back at the ring the distance is forgotten only with another ring.
        #expect(try placed(.tapped(.knob), .tapped(.knob), .turned(1, .slow), .tapped(.knob), .turned(1, .steady), .tapped(.knob)) == .hour)
        var desk = try ScoreDesk("wa_122")
        desk.put(.centre)
        desk.send(.pressed(.mark))
        #expect(desk.end.arrows.last?.placedBy == .point, "a finger points")
    }

    @Test("an arrow that is only looked at again stays placed as it was")
    func lookingAgainChangesNothing() throws {
        var desk = try ScoreDesk("wa_122")
        desk.send(.tapped(.knob), .pressed(.mark), .pressed(.left), .pressed(.mark))
        #expect(desk.end.arrows.map(\.placedBy) == [.hour])
        desk.send(.tapped(.knob), .tapped(.knob), .turned(1, .slow), .pressed(.mark), .pressed(.left), .pressed(.mark))
        #expect(desk.end.arrows.map(\.placedBy) == [.hour, .point])
    }

    // MARK: Any order of use

    @Test("X-15 whatever is turned and pushed, what is placed scores what the label said", arguments: 1...60 as ClosedRange<UInt64>)
    func whatIsPlacedScoresWhatTheLabelSaid(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let face = FaceCatalog.all[Int(seed) % FaceCatalog.all.count]
        let shaft = Length(millimetres: Double.random(in: 3.1...face.thickestShaft.millimetres, using: &random))
        var desk = ScoreDesk(face, shaft: shaft, clips: Array(1...30))
        for index in 0..<30 {
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                switch Int.random(in: 0..<6, using: &random) {
                case 0: desk.send(.tapped(.knob))
                case 1: desk.send(random.chance(0.5) ? .pressed(.up) : .pressed(.down))
                default:
                    let speed = [KnobSpeed.slow, .steady, .quick].randomElement(using: &random) ?? .slow
                    desk.send(.turned(Int.random(in: -9...9, using: &random), speed))
                }
            }
            let label = desk.screen.held.score(in: desk.end).label
            #expect(desk.scene.texts.contains { $0.run.text == label && $0.run.size > 120 || label.count > 2 }, "the label is on the tile")
            let axis = desk.screen.held.axis
            desk.send(.pressed(.mark))
            let arrow = try #require(desk.end.arrows.last)
            #expect(EndScore([arrow], on: face, shaft: shaft).entries[0].score.label == label, "seed \(seed), arrow \(index + 1)")
            #expect((arrow.place != nil) == (axis != .ring), "a place is known where it was told")
            #expect(desk.screen.held.axis == .ring, "after MARK it is the ring again")
        }
        #expect(desk.end.group == ArrowGroup(desk.end.arrows.filter { $0.place != nil }))
    }

    // MARK: Words

    @Test func theHourIsSaidAsOnAClock() {
        #expect(
            [0.0, 30, 210, 15, 216, 359.9, 359.5].map { Strings.Score.clock(Angle(degrees: $0)) }
                == ["12 o’clock", "1 o’clock", "7 o’clock", "12:30", "7:12", "12 o’clock", "11:59"])
    }

    @Test func theDistanceIsSaidAsFinelyAsItMoves() {
        #expect(
            [0.0, 0.4, 42.4, 100, 183.2].map { Strings.Score.out(Length(millimetres: $0)) }
                == ["In the centre", "0.4 mm out", "42.4 mm out", "10.0 cm out", "18.3 cm out"])
    }
}
