// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The summary at every text size, with few arrows and many, one end and twelve: everything is visible and nothing overlaps.
@Suite struct SummaryLayoutTests {
    private typealias Practice = SummaryPractice

    /// Returns settled scenes of one book, each with its name; only the sheet's layer while a sheet is up.
    func scenes(_ book: ScoreBook, _ scale: Int) -> [(String, Scene)] {
        func used(_ inputs: [ScreenInput]) -> Practice {
            var box = Practice(book, scale: scale)
            for input in inputs { box.send(input) }
            box.now = Timestamp(seconds: 1)
            return box
        }
        var notes = used([.tool(.notes), .tapped(.knob)]).scene
        notes.layers.removeFirst(notes.layers.count - 1)
        return [
            ("arrows", used([.turned(1, .slow)]).scene), ("last", used([.turned(1000, .quick)]).scene), ("linking", used([.tool(.wrongClip)]).scene),
            ("another clip", used([.tool(.wrongClip), .pressed(.right)]).scene), ("clips", used([.tool(.clips)]).scene), ("notes", notes),
        ]
    }

    private func check(_ book: ScoreBook, _ scale: Int) {
        for (name, scene) in scenes(book, scale) {
            for (run, bounds) in scene.texts {
                #expect(
                    Canvas.safeArea.inset(by: -0.5).encloses(bounds)
                        && bounds.maxY <= FooterLayout(Theme(Practice(book, scale: scale).settings)).rect.y,
                    "\(name): “\(run.text)” \(bounds)")
                #expect(run.size >= 24, "\(name): “\(run.text)”")
                let natural = TextMetrics.width(run.text, size: run.size)
                #expect(
                    run.width.map {
                        $0 * Double(run.maximumLines) >= natural && TextMetrics.lines(run.text, size: run.size, within: $0) <= run.maximumLines
                    } ?? true,
                    "\(name): “\(run.text)” is cut")
            }
            let texts = scene.texts
            for (index, first) in texts.enumerated() {
                for second in texts[(index + 1)...] {
                    #expect(
                        !first.bounds.inset(by: 1).intersects(second.bounds.inset(by: 1)), "\(name): “\(first.run.text)” and “\(second.run.text)”")
                }
            }
        }
    }

    @Test("V-41 nothing overlaps and nothing is cut", arguments: [100, 150, 200], [1, 3, 6, 12, 30])
    func nothingOverlaps(scale: Int, arrows: Int) {
        for ends in [1, 2, 3, 12] {
            check(Practice.book(ends: ends, arrows: arrows), scale)
            check(Practice.book(ends: ends, arrows: arrows, ref: .stored(SessionKey(folder: Practice.name))), scale)
        }
    }

    @Test(arguments: [100, 150, 200], FaceCatalog.all.map(\.id))
    func everyFaceFits(scale: Int, face: String) throws {
        let face = try #require(FaceCatalog.face(face))
        check(Practice.book(ends: 2, arrows: 6, face: face), scale)
    }

    @Test(arguments: [100, 150, 200])
    func aRoundFits(scale: Int) {
        for (round, ends) in [("wa_70", 12), ("vegas_300", 10), ("york", 24)] {
            check(Practice.book(ends: ends, arrows: 6, round: round), scale)
        }
    }

    @Test(arguments: [100, 150, 200])
    func skippedEndsAndEmptySessionsFit(scale: Int) {
        var book = Practice.book(ends: 3)
        book[end: 3]?.arrows = []
        check(book, scale)
        check(Practice.book(ends: 0, extraClips: 40), scale)
        check(Practice.book(ends: 0), scale)
    }

    @Test(arguments: [100, 150, 200])
    func wordsFromOutsideStayWithinTheirPlaces(scale: Int) {
        var book = Practice.book(ends: 2)
        book.notes = String(repeating: "windy 🏹 שלום <script> ", count: 400)
        for index in book.ends.indices { book.ends[index].face.name = String(repeating: "W", count: 10_000) }
        for (name, scene) in scenes(book, scale) {
            for (run, bounds) in scene.texts {
                #expect(Canvas.safeArea.inset(by: -0.5).encloses(bounds), "\(name): “\(run.text.prefix(20))” \(bounds)")
            }
        }
    }

    @Test("V-41 the way to every arrow and every end is there for a finger", arguments: [100, 150, 200])
    func everyArrowIsWithinAFingersReach(scale: Int) {
        var box = Practice(Practice.book(ends: 12, arrows: 12), end: 1, scale: scale)
        // ▲ and ▼ of the footer lead to the other ends.
        for number in 2...12 {
            box.send(.pressed(.down))
            #expect(box.chosen?.end == number)
        }
        for index in 1..<12 {
            box.touch(box.strip.first { $0.index == index }?.rect)
            #expect(box.chosen?.index == index)
        }
    }

    @Test("V-41 a hit outside the face is shown at the edge, in its own direction")
    func aHitOutsideTheFaceIsShownAtTheEdge() throws {
        var book = Practice.book(arrows: 6)
        let places = [FacePoint(5000, 0), FacePoint(0, 3000), FacePoint(-90_000, -90_000), FacePoint(0, -700), FacePoint(760, 0), FacePoint(0, 0)]
        for (index, place) in places.enumerated() { book.ends[0].arrows[index].place = place }
        let face = try #require(Practice(book).face)
        let hits = face.marks.hits
        #expect(hits.count == 6 && hits.allSatisfy { face.window.contains($0.point) })
        #expect(hits.prefix(4).map(\.isBeyond) == [true, true, true, false] && !hits[5].isBeyond)
        let centre = face.window.center
        #expect(hits[0].point.x > centre.x + 250 && abs(hits[0].point.y - centre.y) < 1)
        #expect(hits[1].point.y < centre.y - 250 && hits[3].point.y > centre.y)
        #expect(hits[2].point.x < centre.x && hits[2].point.y > centre.y)
    }

    // MARK: The group's circle

    @Test("the circle round a group is whole in the window, on every face", arguments: UInt64(1)...60)
    func theCircleIsWhole(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let face = FaceCatalog.all[Int(seed) % FaceCatalog.all.count]
        var book = Practice.book(ends: 2, arrows: 6, face: face)
        let spread = face.scoringDiameter.millimetres / 2 * Double.random(in: 0.1...1, using: &random)
        for index in 0..<6 {
            book.ends[1].arrows[index].place = FacePoint(random.seconds(-spread...spread) * 0.7, random.seconds(-spread...spread) * 0.7)
        }
        let column = try #require(Practice(book, scale: [100, 150, 200][Int(seed % 3)]).face)
        let commands = try #require(column.circle).commands(on: column.drawing, in: column.window)
        #expect(!commands.isEmpty, "\(face.id)")
        for case .arc(let center, let radius, _, _, _, _) in commands {
            #expect(column.window.contains(Rect(x: center.x, y: center.y, width: 0, height: 0).inset(by: -radius - 2)), "\(face.id)")
        }
        #expect(column.marks.hits.count == 6 && column.marks.hits.allSatisfy { !$0.isBeyond }, "\(face.id): each hit of the group is seen")
    }

    @Test("a face with several spots shows one of them, with all arrows on it, and the sheet beside it")
    func severalSpotsAreShownOnOne() throws {
        for face in FaceCatalog.all where face.spots.count > 1 {
            var book = Practice.book(ends: 2, arrows: 6, face: face)
            for index in 0..<6 { book.ends[1].arrows[index].place = FacePoint(Double(index) * 3, 0) }
            let box = Practice(book)
            let column = try #require(box.face)
            #expect(column.shown.face.spots.count == 1 && column.marks.hits.count == 6, "\(face.id)")
            #expect(abs(column.drawing.units(face.scoringDiameter) - 560) < 1, "\(face.id)")
            #expect(box.texts.contains("\(face.spots.count) spots on one"))
            let inset = try #require(column.inset, "\(face.id)")
            #expect(column.window.contains(inset.rect))
            let labels = column.marks.labels(chosen: nil).compactMap(\.self)
            #expect(!labels.contains(where: inset.rect.intersects), "\(face.id)")
        }
    }

    // MARK: The hits' numbers

    @Test("V-41 every hit of a usual end has its number", arguments: UInt64(1)...30)
    func everyHitOfAUsualEndHasItsNumber(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let hits = (0..<6).map { _ in Point(random.seconds(300...420), random.seconds(300...420)) }
        let places = HitLabels.places(
            of: hits, sizes: hits.map { _ in (32, 30) }, radius: 9, first: 2, within: Rect(x: 0, y: 0, width: 700, height: 700))
        #expect(places.allSatisfy { $0 != nil })
    }

    @Test(arguments: UInt64(1)...30)
    func numbersNeverLieUponEachOther(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let area = Rect(x: 96, y: 125, width: 500, height: 400)
        let hits = (0..<Int.random(in: 1...30, using: &random)).map { _ in Point(random.seconds(96...596), random.seconds(125...525)) }
        let chosen = Int.random(in: hits.indices, using: &random)
        let places = HitLabels.places(of: hits, sizes: hits.map { _ in (70, 60) }, radius: 9, first: chosen, within: area)
        #expect(places[chosen] != nil, "the chosen one always has its number")
        let found = places.compactMap { $0 }
        for (index, one) in found.enumerated() {
            #expect(area.contains(one))
            for other in found[(index + 1)...] { #expect(!one.intersects(other)) }
        }
        for (index, place) in places.enumerated() where index != chosen {
            if let place { #expect(!hits.contains { place.contains($0) }) }
        }
    }
}
