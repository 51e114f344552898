// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The score screen at every text size, on every face: complete, without overlaps, readable, and large enough for a finger.
@Suite struct ScoreLayoutTests {
    static let looks = [100, 150, 200].flatMap { scale in [false, true].map { (scale, $0) } }

    /// Screens in all their states, each with its name.
    func desks(_ scale: Int, _ hasHighContrast: Bool) -> [(String, ScoreDesk)] {
        FaceCatalog.all.flatMap { face in
            [0, 3, 6, 40].flatMap { count -> [(String, ScoreDesk)] in
                var random = SeededGenerator(seed: UInt64(count))
                let reach = face.scoringDiameter.millimetres * 0.42
                let arrows = (1...max(1, count)).prefix(count).map { number in
                    let spot = Int.random(in: 0..<face.spots.count, using: &random)
                    if random.chance(0.2) { return PlacedArrow(number: number, spot: spot, ring: 0) }
                    return PlacedArrow(
                        number: number, spot: spot,
                        place: random.chance(0.1)
                            ? nil
                            : FacePoint(Double.random(in: -reach...reach, using: &random), Double.random(in: -reach...reach, using: &random)))
                }
                let earlier = EndRecord(number: 1, face: face, shaft: Length(millimetres: 5.5), clips: [], arrows: arrows)
                var desk = ScoreDesk(
                    face, shaft: Length(millimetres: 9.9), clips: Array(1...count + 1), arrows: arrows,
                    earlier: count % 2 == 0 ? [] : [earlier]
                ) {
                    $0.textScalePercent = scale
                    $0.hasHighContrast = hasHighContrast
                    $0.scoreOrder = count == 3 ? .high : .shot
                }
                desk.send(.turned(count, .steady))
                var hour = desk
                hour.send(.tapped(.knob), .turned(count, .steady))
                var fine = hour
                fine.send(.tapped(.knob), .turned(count, .slow))
                var done = desk
                done.send(.pressed(.mark))
                return [("ring", desk), ("hour", hour), ("fine", fine), ("all", done)].map { name, desk in
                    var desk = desk
                    desk.wait(seconds: 1)
                    return ("\(face.id), \(count) placed, \(name)", desk)
                }
            }
        }
    }

    @Test("V-70 all that must be read is whole, in the safe area, and on nothing else", arguments: looks)
    func everyWordIsWholeAndApart(scale: Int, hasHighContrast: Bool) {
        var faults: [String] = []
        for (name, desk) in desks(scale, hasHighContrast) {
            // Words under the magnifier are hidden for a moment, as are those under the held ring's label.
            let texts = desk.scene.texts.filter { !desk.layout.window.contains($0.bounds.center) }
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

    @Test("X-15 no figure falls away: label, cells, totals and axes are there at every size", arguments: looks)
    func noFigureFallsAway(scale: Int, hasHighContrast: Bool) throws {
        let face = try #require(FaceCatalog.face("wa_122"))
        let before = EndRecord(number: 1, face: face, shaft: Length(millimetres: 5.5), clips: [], arrows: [PlacedArrow(number: 1, ring: 4)])
        var desk = ScoreDesk(face, clips: Array(1...6), earlier: [before]) {
            $0.textScalePercent = scale
            $0.hasHighContrast = hasHighContrast
        }
        try desk.call("10", "9", "8")
        let texts = desk.scene.texts.map(\.run.text)
        for words in ["10", "9", "8", "27", "7", "1", "6", "Ring", "Clock", "Fine", "End 2 so far", "Session after 1 end", "Arrow 4 of 6"] {
            #expect(texts.contains(words), "\(words)")
        }
        #expect(texts.count { $0 == "8" } == 4, "on the tile, in the ring, in its cell and in the held one")
        let largest = try #require(desk.scene.texts.max { $0.run.size < $1.run.size })
        #expect(largest.run.text == "8" && desk.layout.tile.encloses(largest.bounds), "the ring's label is the largest thing")
    }

    /// Safe areas of a TV: wide and 4:3.
    static let areas = [Canvas.safeArea, Rect(x: 72, y: 54, width: 1296, height: 972)]

    @Test("V-70 the parts of the column lie apart, beside the face, above the footer", arguments: looks, areas)
    func thePartsLieApart(look: (scale: Int, hasHighContrast: Bool), area: Rect) {
        var settings = Settings()
        settings.textScalePercent = look.scale
        settings.hasHighContrast = look.hasHighContrast
        // On a narrow picture only the usual text size is tested.
        guard area == Canvas.safeArea || look.scale == 100 else { return }
        for face in FaceCatalog.all {
            for count in [1, 3, 6, 40] {
                let end = EndRecord(number: 1, face: face, shaft: Length(millimetres: 5.5), clips: [])
                let layout = ScoreLayout(
                    Theme(settings), face, FaceView(end, spot: 0, held: 0), cells: count, active: count / 2, in: area)
                let column: [Rect] = [layout.title, layout.caption, layout.tile, layout.header, layout.meaning]
                let rows: [Rect] = layout.parts.map(\.rect) + layout.totals + layout.cells.flatMap { [$0.rect, $0.number] }
                let parts =
                    (column + rows + layout.hints.map { Rect(x: $0.x, y: $0.y, width: 300, height: $0.height) } + [layout.inset].compactMap { $0 })
                    .filter { $0.height > 0 }
                for (index, part) in parts.enumerated() {
                    #expect(layout.column.inset(by: -0.5).encloses(part) && part.width > 0, "\(face.id), \(count): \(part) in \(layout.column)")
                    for other in parts[(index + 1)...] where part.inset(by: 0.5).intersects(other.inset(by: 0.5)) {
                        Issue.record("\(face.id), \(count): \(part) and \(other)")
                    }
                }
                #expect(layout.window.maxX < layout.column.x && area.encloses(layout.window))
                #expect(layout.tile.height >= 150, "the label is the largest thing")
            }
        }
    }

    @Test("V-29 whatever face is set is drawn ring for ring, in its colours")
    func theFaceIsDrawnRingForRing() {
        for face in FaceCatalog.all {
            var desk = ScoreDesk(face)
            desk.wait(seconds: 1)
            guard case .drawing(let ground)? = desk.scene.layers.first?.content else { return }
            let inWindow = ground.commands.flatMap { if case .clipped(_, _, let commands) = $0 { commands } else { [DrawingCommand]() } }
            for spot in face.spots.indices {
                let middle = desk.layout.face.point(ofSpot: spot)
                for ring in face.rings {
                    let radius = desk.layout.face.units(ring.diameter) / 2
                    #expect(inWindow.contains(.disc(center: middle, radius: radius, Color(hex: ring.color.hex))), "\(face.id) \(ring.label)")
                }
            }
        }
    }

    @Test("V-32 each hit on the face has its number beside it, led to it, and none hides a hit", arguments: 1...40 as ClosedRange<UInt64>)
    func eachHitHasItsNumber(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let face = try #require(FaceCatalog.face(seed % 2 == 0 ? "wa_122" : "wa_80"))
        let spread = face.scoringDiameter.millimetres * Double.random(in: 0.02...0.3, using: &random)
        let arrows = (1...6).map { number in
            PlacedArrow(
                number: number,
                place: FacePoint(Double.random(in: -spread...spread, using: &random), Double.random(in: -spread...spread, using: &random)))
        }
        var desk = ScoreDesk(face, clips: Array(1...6), arrows: arrows)
        desk.wait(seconds: 1)
        let marks = HitMarks(desk.end, on: desk.layout.face, within: desk.layout.window, look: Theme(desk.settings))
        let labels = marks.labels(chosen: nil)
        #expect(marks.hits.count == 6 && labels.allSatisfy { $0 != nil }, "seed \(seed)")
        #expect(2 * HitMarks.radius >= 24)
        for label in labels.compactMap({ $0 }) {
            #expect(desk.layout.window.encloses(label))
            for hit in marks.hits {
                let (dx, dy) = (max(label.x - hit.point.x, 0, hit.point.x - label.maxX), max(label.y - hit.point.y, 0, hit.point.y - label.maxY))
                #expect(dx * dx + dy * dy >= HitMarks.radius * HitMarks.radius, "seed \(seed): a number covers a hit")
            }
            #expect(labels.compactMap { $0 }.count { $0.intersects(label) } == 1, "only itself")
        }
    }

    @Test func anEndOfManyArrowsShowsThoseAroundTheHeldOne() throws {
        var desk = try ScoreDesk("wa_122", clips: Array(1...72)) { $0.textScalePercent = 200 }
        for count in 1...72 {
            desk.send(.pressed(.mark))
            let cells = desk.layout.cells.map(\.index)
            #expect(cells.contains(min(count, 71)) && cells.count == 6)
            #expect(desk.layout.more.before == (cells[0] > 0) && desk.layout.more.after == (cells[5] < 71))
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
