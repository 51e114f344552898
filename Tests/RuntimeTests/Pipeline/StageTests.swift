// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Graphics
import TestSupport
import Testing

@testable import Runtime

/// From a scene to the picture on the TV: painted as the box paints, shown as the display thread shows.
@Suite struct StageTests {
    private static let size = VideoSize(width: 640, height: 360)
    private static let drawing = Drawing([.fill(Rect(x: 300, y: 200, width: 400, height: 160), cornerRadius: 0, Color(hex: 0xFFFFFF))])

    /// A display, a stage, and a painter for it.
    private final class Theatre {
        let clock = VirtualClock()
        let stills = StillPictures()
        let display: ChoosyDisplay
        let stage: Stage
        let painter: ScenePainter
        var sources = Stage.Sources()
        private var generation = 0

        init(takes: @escaping ([PlacedPicture]) -> Bool) {
            display = ChoosyDisplay(HeadlessDisplay(mode: DisplayMode(size: StageTests.size, refresh: FrameRate(60)), timebase: clock), takes: takes)
            stage = Stage(display: display)
            painter = ScenePainter(size: StageTests.size, stills: stills)
        }

        deinit { stage.close() }

        func setVideos(delayed: PixelBuffer, live: PixelBuffer? = nil) {
            sources[.delayed] = VideoFrame(buffer: delayed, stamp: FrameStamp(frame: 0, timestamp: clock.now()))
            sources[.live] = live.map { VideoFrame(buffer: $0, stamp: FrameStamp(frame: 0, timestamp: clock.now())) }
        }

        /// Shows the scene for one vblank. The painter merges drawings as the stage last found useful.
        @discardableResult
        func show(_ scene: Scene) throws -> Stage.Ready {
            generation += 1
            let painted = painter.paint(scene, merging: stage.mergesDrawings)
            let ready = try stage.makeReady(PreparedScene(scene: scene, painted: painted, generation: generation), sources)
            try stage.commit(ready)
            clock.advance(to: display.nextVblank.timestamp)
            _ = try display.waitForVblank(until: clock.now())
            return ready
        }

        /// Returns the picture that a viewer of the TV sees.
        func look() throws -> PixelBuffer { try Compositor().compose(display.onScreen, size: StageTests.size) }
    }

    private func theatre(_ layered: LayeredScene, takes: @escaping ([PlacedPicture]) -> Bool) -> Theatre {
        let theatre = Theatre(takes: takes)
        theatre.setVideos(delayed: layered.back, live: layered.front)
        theatre.stills.set(layered.stillPicture, for: LayeredScene.still)
        return theatre
    }

    // MARK: Order

    @Test func aSceneLiesInItsOrderWhoeverComposesIt() throws {
        let layered = LayeredScene(back: .delayed, front: .live)
        let headless = theatre(layered) { _ in true }
        #expect(try !headless.show(layered.scene).isComposed)
        #expect(headless.display.onScreen.count == 5 && headless.stage.composedTally.frames == 0, "nobody looked yet")
        #expect(LayeredScene.faults(in: try headless.look()) == [])
        let composing = theatre(layered) { _ in false }
        #expect(try composing.show(layered.scene).isComposed)
        #expect(composing.display.onScreen.count == 1)
        #expect(LayeredScene.faults(in: try #require(composing.display.onScreen.first).buffer) == [])
    }

    @Test("V-49 a TV on its head or side gets everything turned, and is never asked for planes")
    func aTurnedTVGetsEverythingTurned() throws {
        let layered = LayeredScene(back: .delayed, front: .live)
        var asked = 0
        let theatre = theatre(layered) { _ in
            asked += 1
            return true
        }
        theatre.stage.turn = .over
        #expect(try theatre.show(layered.scene).isComposed)
        #expect(asked == 0, "no plane turns a picture")
        let onTV = try #require(theatre.display.onScreen.first)
        #expect(theatre.display.onScreen.count == 1 && onTV.buffer.size == StageTests.size)
        let turnedBack = try Compositor().compose(theatre.display.onScreen, size: StageTests.size, turn: .over)
        #expect(LayeredScene.faults(in: turnedBack) == [])
        #expect(LayeredScene.faults(in: onTV.buffer) != [])
        theatre.stage.turn = .right
        #expect(try theatre.show(layered.scene).isComposed)
        let onItsSide = try #require(theatre.display.onScreen.first)
        #expect(onItsSide.buffer.size == StageTests.size && onItsSide.buffer !== onTV.buffer)
        theatre.stage.turn = .none
        #expect(try !theatre.show(layered.scene).isComposed)
        #expect(asked > 0 && theatre.display.onScreen.count > 1)
    }

    @Test("V-49 what nobody sees is turned by nobody, and its snapshots are upright")
    func aHeadlessDisplayTurnsNothing() throws {
        let mode = DisplayMode(size: StageTests.size, refresh: FrameRate(60))
        let headless = HeadlessDisplay(mode: mode, timebase: VirtualClock())
        let view = SnapshotView(headless, mode: mode, turn: .right)
        #expect(view.turn == .none && view.size == VideoSize(width: 360, height: 640))
        // A TV has turned pictures, which are turned back.
        let tv = SnapshotView(ChoosyDisplay(headless) { _ in true }, mode: mode, turn: .right)
        #expect(tv.turn == .left && tv.size == StageTests.size)
    }

    @Test func aStillThatIsNotThereAndAVideoWithoutAPictureAreLeftOut() throws {
        let layered = LayeredScene(back: .delayed, front: .live)
        let theatre = Theatre { _ in true }
        theatre.setVideos(delayed: layered.back)
        try theatre.show(layered.scene)
        #expect(theatre.display.onScreen.count == 3)
    }

    // MARK: Cost

    @Test func aMovingDrawingUploadsNothingAfterItsFirstFrame() throws {
        let layered = LayeredScene(back: .delayed, front: .live)
        let theatre = theatre(layered) { _ in false }
        for step in 0..<30 {
            try theatre.show(LayeredScene(back: .delayed, front: .live, move: 5 * Double(step)).scene)
            #expect(theatre.stage.composedTally.frames == Int64(step) + 1 && theatre.stage.composedTally.uploads == 5)
        }
        #expect(theatre.stage.composedTally.most.quads == 5)
        let canvas = Double(Self.size.width * Self.size.height)
        #expect(Double(theatre.stage.composedTally.most.texels) <= 2.5 * canvas)
    }

    /// The drawings of a scene that suits planes, on a display that accepts nothing without composing.
    @Test func drawingsAreComposedApartWherePlanesTakeNothing() throws {
        let theatre = Theatre { _ in false }
        theatre.setVideos(delayed: LayeredScene.grey(60))
        func scene(_ step: Int) -> Scene {
            Scene(layers: [
                Layer(.video(.delayed)), Layer(.drawing(Self.drawing)),
                Layer(.drawing(Self.drawing), place: Rect(x: Double(10 * step), y: 300, width: 1920, height: 1080)),
            ])
        }
        // The first scene is painted merged, since planes might take it.
        for step in 0..<2 { try theatre.show(scene(step)) }
        let uploads = theatre.stage.composedTally.uploads
        for step in 2..<30 { try theatre.show(scene(step)) }
        #expect(theatre.stage.composedTally.uploads == uploads && theatre.stage.composedTally.frames == 30)
    }

    @Test func whatStaysIsNotComposedAgain() throws {
        let theatre = Theatre { _ in false }
        theatre.setVideos(delayed: LayeredScene.grey(60))
        let scene = Scene(layers: [Layer(.video(.delayed), placement: Placement(rotation: 90)), Layer(.drawing(Self.drawing))])
        #expect(try theatre.show(scene).isNew)
        for _ in 0..<5 { #expect(try !theatre.show(scene).isNew) }
        #expect(theatre.stage.composedTally.frames == 1)
        var cropped = scene
        cropped.layers[0].crop = Rect(x: 0, y: 0, width: 0.5, height: 0.5)
        #expect(try theatre.show(cropped).isNew, "another part is another picture")
        cropped.layers[0].transform.rotation = 1
        #expect(try theatre.show(cropped).isNew)
    }

    // MARK: Planes or not

    private static let live = Scene(layers: [
        Layer(.video(.delayed)), Layer(.drawing(drawing)), Layer(.drawing(drawing), place: Rect(x: 0, y: 300, width: 1920, height: 1080)),
    ])

    @Test func drawingsThatSuitPlanesAreOnePictureOnTop() throws {
        let theatre = Theatre { _ in true }
        theatre.setVideos(delayed: LayeredScene.grey(60))
        #expect(try !theatre.show(Self.live).isComposed)
        #expect(theatre.display.onScreen.map(\.buffer.format) == [.yuv420p, .bgra])
        #expect(theatre.display.onScreen.last?.used?.count == 2)
    }

    /// If the display refuses and later accepts, pictures are on planes again as soon as it would accept the merged drawings.
    @Test func drawingsAreMergedAgainOnceTheDisplayTakesThem() throws {
        let theatre = Theatre { _ in true }
        theatre.setVideos(delayed: LayeredScene.grey(60))
        var asked: [PlacedPicture] = []
        theatre.display.takes = {
            asked = $0
            return false
        }
        #expect(try theatre.show(Self.live).isComposed && !theatre.stage.mergesDrawings)
        #expect(try theatre.show(Self.live).isComposed)
        #expect(asked.map(\.buffer.format) == [.yuv420p, .bgra] && asked.last?.buffer.size == Self.size, "it is asked for merged drawings")
        #expect(asked.last?.used?.count == 2 && asked.last?.place == CanvasMapping(size: Self.size).screen)
        theatre.display.takes = { $0.count == 2 }
        #expect(try theatre.show(Self.live).isComposed && theatre.stage.mergesDrawings, "these were painted apart")
        #expect(try !theatre.show(Self.live).isComposed && theatre.stage.mergesDrawings)
        #expect(theatre.display.onScreen.last?.used?.count == 2)
    }

    @Test func aSceneThatSuitsNoPlanesSaysNothingAboutThoseThatDo() throws {
        let theatre = Theatre { $0.count == 2 }
        theatre.setVideos(delayed: LayeredScene.grey(60), live: LayeredScene.grey(90))
        try theatre.show(Self.live)
        #expect(theatre.stage.mergesDrawings)
        try theatre.show(LayeredScene(back: .delayed, front: .live).scene)
        #expect(theatre.stage.mergesDrawings)
    }
}
