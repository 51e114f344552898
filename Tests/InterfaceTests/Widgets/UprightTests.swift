// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// Every screen on a TV that hangs on its side, and on a 4:3 TV. Everything lies within the safe area, no word is cut, and no word overlaps
/// another.
@Suite struct UprightTests {
    /// A TV, by its size as a person sees it.
    struct Canvases: Sendable, CustomTestStringConvertible {
        var name: String
        var shape: CanvasShape

        var testDescription: String { name }

        init(_ name: String, _ width: Int, _ height: Int) {
            (self.name, shape) = (name, CanvasShape(fitting: VideoSize(width: width, height: height)))
        }
    }

    static let upright = Canvases("on its side", 1080, 1920)
    static let shapes = [upright, Canvases("4:3", 1024, 768)]

    private func on<Result>(_ canvas: Canvases, _ body: () throws -> Result) rethrows -> Result {
        try Canvas.$shape.withValue(canvas.shape, operation: body)
    }

    /// Returns the faults of scenes: words outside, cut, too small, on each other or under something, and panels on each other.
    private func faults(_ scenes: [(String, Scene)]) -> [String] {
        scenes.flatMap { name, scene in
            var faults = StretchedLanguageTests.faults(name, scene)
            for panel in scene.panels where !Canvas.safeArea.inset(by: -0.5).encloses(panel) { faults.append("\(name): \(panel) lies outside") }
            return faults
        }
    }

    @Test("V-49 Live, replays, the menu and all that is told have room", arguments: shapes, [100, 150, 200])
    func liveAndTheMenu(canvas: Canvases, scale: Int) {
        for isSplit in [false, true] { #expect(liveFaults(canvas, scale, isSplit) == []) }
    }

    private func liveFaults(_ canvas: Canvases, _ scale: Int, _ isSplit: Bool) -> [String] {
        let variant = LayoutTests.Variant(scale: scale, hasHighContrast: false, isSplit: isSplit)
        let scenes = on(canvas) { LayoutTests().scenes(variant) }
        // A toast, and the card while STOP is held, cover everything else for a moment.
        return on(canvas) { faults(scenes.filter { !["toast", "holding"].contains($0.0) }) }
    }

    @Test("V-49 the face has the width of the TV, and its column the rest", arguments: shapes, [100, 150, 200])
    func theScoreScreen(canvas: Canvases, scale: Int) {
        let found = on(canvas) { faults(ScoreLayoutTests().desks(scale, false).map { ($0.0, $0.1.scene) }) }
        #expect(found == [])
    }

    @Test(arguments: shapes, [100, 150, 200])
    func theSummary(canvas: Canvases, scale: Int) {
        let found = on(canvas) {
            [(0, 0), (1, 3), (2, 6), (12, 6), (1, 30)].flatMap { ends, arrows in
                faults(SummaryLayoutTests().scenes(SummaryPractice.book(ends: ends, arrows: arrows), scale))
            }
        }
        #expect(found == [])
    }

    /// Each screen in each of its states, at rest.
    @Test("V-49 no screen has words upon each other or outside", arguments: Station.allCases, [100, 150])
    func eachStation(station: Station, scale: Int) {
        for canvas in Self.shapes {
            let found = on(canvas) { () -> [String] in
                var box = station.box
                box.change { $0.textScalePercent = scale }
                box.run(to: box.now.seconds + 1)
                let scene = box.scene
                let outside = scene.texts.filter { !Canvas.safeArea.inset(by: -0.5).encloses($0.bounds) }.map { "“\($0.run.text)” lies outside" }
                return outside + scene.overlappingTexts.map { "“\($0.0.text)” and “\($0.1.text)” lie upon each other" }
            }
            #expect(found == [], "\(canvas.name)")
        }
    }

    @Test("V-49 a wide picture is as wide as the TV, and no word lies on it")
    func noWordLiesOnTheLivePicture() throws {
        let scene = on(Self.upright) { shooting(until: 12) }.scene
        let picture = try #require(scene.layers.first { if case .video = $0.content { true } else { false } }?.place)
        #expect(scene.canvas == .upright && picture.x == 0 && picture.width == 1080 && picture.height == 607.5)
        for text in scene.texts { #expect(!text.bounds.intersects(picture), "“\(text.run.text)”") }
    }

    @Test("V-49 the line of a wipe ends with its pictures")
    func theLineOfAWipeEndsWithItsPictures() throws {
        let scene = on(Self.upright) { wiping() }
        let pictures = scene.layers.filter { if case .video = $0.content { true } else { false } }.map(\.place)
        let (top, bottom) = (try #require(pictures.map(\.y).min()), try #require(pictures.map(\.maxY).max()))
        #expect(bottom - top < 1000, "the pictures leave bars")
        let line = try #require(
            scene.drawings.flatMap(\.1.commands).compactMap { command -> [Point]? in
                if case .line(let points, width: 4, Palette.text) = command, Set(points.map(\.x)) == [540] { points } else { nil }
            }.first)
        #expect(line.map(\.y) == [top, bottom])
    }

    private func wiping() -> Scene {
        var box = Station.compareStill.box
        box.use(.wipe)
        box.run(to: box.now.seconds + 1)
        return box.scene
    }

    /// Returns a box with a mark.
    private func shooting(until seconds: Double) -> Rehearsal {
        var box = Rehearsal()
        box.run(to: 9)
        box.tap(.mark)
        box.run(to: seconds)
        return box
    }

    @Test("V-49 the menu has two columns below the picture")
    func theMenuHasTwoColumnsBelowThePicture() {
        let (tiles, film, safeArea) = on(Self.upright) { menu() }
        #expect(Set(tiles.map(\.x)).count == 2)
        for tile in tiles { #expect(safeArea.encloses(tile) && tile.y > film.maxY) }
    }

    private func menu() -> (tiles: [Rect], film: Rect, safeArea: Rect) {
        let box = shooting(until: 10)
        let layout = TilesLayout(Theme(box.appliance.settings), MenuTile.tiles(in: box.appliance.context), hasFrameStrip: false)
        return (layout.tiles.map(\.rect), Areas.film, Canvas.safeArea)
    }

    @Test("the wide canvas is as it was")
    func theWideCanvasIsAsItWas() {
        #expect(Canvas.shape == .wide && Canvas.bounds == Rect(x: 0, y: 0, width: 1920, height: 1080))
        #expect(Canvas.safeArea == Rect(x: 96, y: 54, width: 1728, height: 972))
        #expect(Areas.strip == Rect(x: 192, y: 853.2, width: 1536, height: 54.8) && Areas.middleBottom == 840)
        #expect(ReviewLayout.clip == Rect(x: 256, y: 72, width: 1408, height: 792) && ReviewLayout.leftSign == Point(176, 812))
        #expect(SwipeRule.point == 1080.0 / 393 && CarouselExit.diagonal.rounded() == 2203)
    }
}
