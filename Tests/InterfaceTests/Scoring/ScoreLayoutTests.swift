// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The score screen at every text size, on every face: whole, apart, readable, and large enough for a finger.
@Suite struct ScoreLayoutTests {
    static let looks = [100, 150, 200].flatMap { scale in [false, true].map { (scale, $0) } }

    /// Screens in all their states, each with its name.
    func desks(_ scale: Int, _ hasHighContrast: Bool) -> [(String, ScoreDesk)] {
        FaceCatalog.all.flatMap { face in
            [0, 3, 6, 40].flatMap { count -> [(String, ScoreDesk)] in
                var random = SeededGenerator(seed: UInt64(count))
                let reach = face.reach.millimetres * 0.7
                let arrows = (1...max(1, count)).prefix(count).map { number in
                    PlacedArrow(
                        number: number, spot: Int.random(in: 0..<face.spots.count, using: &random),
                        place: random.chance(0.1)
                            ? nil
                            : FacePoint(
                                Double.random(in: -reach...reach, using: &random),
                                Double.random(in: -reach...reach, using: &random)))
                }
                let earlier = EndRecord(number: 1, face: face, shaft: Length(millimetres: 5.5), clips: [], arrows: arrows)
                var desk = ScoreDesk(
                    face, shaft: Length(millimetres: 9.9), clips: Array(1...count + 1), arrows: arrows,
                    earlier: count % 2 == 0 ? [] : [earlier]
                ) {
                    $0.textScalePercent = scale
                    $0.hasHighContrast = hasHighContrast
                }
                desk.send(.turned(count, .quick), .pressed(.knob), .turned(count, .quick))
                var done = desk
                done.send(.pressed(.mark))
                done.wait(seconds: 5)
                return [("\(face.id), \(count) placed", desk), ("\(face.id), all \(count + 1) placed", done)]
            }
        }
    }

    @Test("V-70 all that must be read is whole, in the safe area, and on nothing else", arguments: looks)
    func everyWordIsWholeAndApart(scale: Int, hasHighContrast: Bool) {
        var faults: [String] = []
        for (name, desk) in desks(scale, hasHighContrast) {
            let texts = desk.scene.texts
            for (index, (run, bounds)) in texts.enumerated() {
                if !Canvas.safeArea.inset(by: -0.5).encloses(bounds) { faults.append("\(name): “\(run.text)” lies outside") }
                if run.size < 24 { faults.append("\(name): “\(run.text)” is too small") }
                if let width = run.width, TextMetrics.lines(run.text, size: run.size, within: width) > run.maximumLines {
                    faults.append("\(name): “\(run.text)” is cut")
                }
                for other in texts[(index + 1)...] where bounds.inset(by: 1).intersects(other.bounds.inset(by: 1)) {
                    faults.append("\(name): “\(run.text)” and “\(other.run.text)” lie upon each other")
                }
            }
        }
        #expect(faults == [])
    }

    @Test("V-70 the parts of the panel lie apart, beside the face, and pills are large enough for a finger", arguments: looks)
    func thePartsLieApart(scale: Int, hasHighContrast: Bool) {
        var settings = Settings()
        settings.textScalePercent = scale
        settings.hasHighContrast = hasHighContrast
        for face in FaceCatalog.all {
            let layout = ScoreLayout(Look(settings), face)
            let parts =
                [layout.header, layout.caption, layout.score, layout.figures, layout.list, layout.legend] + layout.axes
                + layout.buttons.map(\.rect)
            for (index, part) in parts.enumerated() {
                #expect(layout.panel.encloses(part) && part.height >= 0, "\(face.id): \(part)")
                for other in parts[(index + 1)...] where part.inset(by: 0.5).intersects(other.inset(by: 0.5)) {
                    Issue.record("\(face.id): \(part) and \(other)")
                }
            }
            #expect(layout.buttons.allSatisfy { $0.rect.height >= 88 && $0.rect.width >= 88 })
            let radius = layout.face.units(face.scoringDiameter) / 2
            for spot in face.spots.indices {
                let middle = layout.face.point(ofSpot: spot)
                let reach = layout.face.units(face.reach)
                #expect(
                    middle.x + reach < layout.panel.x && middle.x - reach > 0 && middle.y - reach > 0 && middle.y + reach < 1080,
                    "\(face.id): the circle can be seen wherever it goes")
                #expect(middle.x - radius >= Areas.left - 1e-6)
            }
        }
    }

    @Test("V-29 whatever face is set is drawn ring for ring, in its colours")
    func theFaceIsDrawnRingForRing() {
        for face in FaceCatalog.all {
            let desk = ScoreDesk(face)
            guard case .drawing(let ground)? = desk.scene.layers.first?.content else { return }
            for spot in face.spots.indices {
                let middle = desk.layout.face.point(ofSpot: spot)
                for ring in face.rings {
                    let radius = desk.layout.face.units(ring.diameter) / 2
                    #expect(ground.commands.contains(.disc(center: middle, radius: radius, Color(hex: ring.color.hex))), "\(face.id) \(ring.label)")
                }
            }
        }
    }

    @Test func theFaceIsAsLargeAsFits() throws {
        let face = try #require(FaceCatalog.face("wa_122"))
        let layout = ScoreLayout(Look(Settings()), face)
        #expect(layout.face.units(face.scoringDiameter) > 0.8 * Canvas.bounds.height)
    }

    @Test("V-70 a pill's words and the key legend fit at every size", arguments: looks)
    func wordsFitTheirButtons(scale: Int, hasHighContrast: Bool) throws {
        let desk = try ScoreDesk("vegas_3spot_40") { $0.textScalePercent = scale }
        let look = Look(desk.settings)
        for button in desk.layout.buttons {
            for isPlacing in [true, false] {
                #expect(Pills.width(button.pill.icon, button.pill.words(isPlacing: isPlacing), look) <= button.rect.width + 0.01)
            }
        }
        for axis in ScoreCircle.Axis.allCases {
            #expect(LegendRow.width(of: ScoreLayout.legend(next: axis), look: look) <= desk.layout.legend.width + 0.01)
        }
    }

    @Test func whatFindsNoRoomInTheListIsCounted() throws {
        var desk = try ScoreDesk("wa_122", clips: Array(1...72)) { $0.textScalePercent = 200 }
        for _ in 1...72 { desk.send(.pressed(.mark)) }
        let badges = desk.scene.texts.filter { desk.layout.list.encloses($0.bounds) && $0.run.text.allSatisfy(\.isNumber) }.count
        let rest = try #require(desk.scene.texts.map(\.run.text).first { $0.hasPrefix("+") })
        #expect(badges + (Int(rest.dropFirst()) ?? 0) == 72)
    }

    @Test("V-32 each hit on the face has its number beside it, and none hides a hit")
    func eachHitHasItsNumber() throws {
        var desk = try ScoreDesk("wa_122", clips: Array(1...6))
        for index in 0..<6 { desk.send(.turned(2, .steady), .pressed(.knob), .turned(index, .quick), .pressed(.mark), .pressed(.knob)) }
        let face = desk.layout.face
        let numbers = desk.scene.texts.filter { $0.bounds.maxX < desk.layout.panel.x }
        #expect(Set(numbers.map(\.run.text)) == ["1", "2", "3", "4", "5", "6"])
        for arrow in desk.end.arrows {
            let hit = try #require(arrow.place.map { face.point(of: $0, inSpot: arrow.spot) })
            #expect(!numbers.contains { $0.bounds.contains(hit) })
        }
    }

    @Test func aFaceWithLongNamesIsCutAndHidesNothing() {
        let long = String(repeating: "Ω𝄞שלום<b>", count: 1000)
        let face = Face(id: "own", name: long, rings: [Ring(long, points: 5, diameter: Length(millimetres: 400), color: .yellow)])
        for scale in [100, 150, 200] {
            var desk = ScoreDesk(face) { $0.textScalePercent = scale }
            desk.send(.pressed(.mark))
            for (run, bounds) in desk.scene.texts {
                #expect(Canvas.safeArea.inset(by: -0.5).encloses(bounds), "“\(run.text.prefix(20))”")
            }
        }
    }
}
