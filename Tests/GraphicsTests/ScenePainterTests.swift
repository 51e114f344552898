// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import TestSupport
import Testing

@testable import Graphics

@Suite struct ScenePainterTests {
    static let size = OverlayTests.size

    private static let box = Drawing([
        .fill(Rect(x: 300, y: 200, width: 400, height: 160), cornerRadius: 16, Color(hex: 0xFFB000, alpha: 0.7)),
        .text(TextRun("5.0 s", at: Point(340, 230), size: 72, color: Color(hex: 0xFFFFFF))),
    ])
    private static let disc = Drawing([.disc(center: Point(1500, 700), radius: 120, Color(hex: 0x0A84FF))])

    private func composed(_ painted: PaintedScene) throws -> PixelBuffer {
        let pictures = painted.pictures.compactMap(\.self) + (painted.overlay.map { [$0] } ?? [])
        return try Compositor().compose(pictures, size: Self.size)
    }

    // MARK: Merged and apart

    /// Moved by whole pixels only: after a move by a fraction, a merged drawing is painted anew and a separate one is resampled.
    @Test(arguments: 0..<12 as Range<UInt64>)
    func drawingsLookTheSameMergedAndApart(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let stills = StillPictures()
        for number in 1...3 {
            stills.set(TestPictures.make(.yuv420p, VideoSize(width: 160, height: 90), seed: UInt64(number)), for: StillPicturesTests.key(number))
        }
        let (one, other) = (ScenePainter(size: Self.size, stills: stills), ScenePainter(size: Self.size, stills: stills))
        var layers: [Layer] = []
        for _ in 0..<6 {
            layers = OverlayTests.next(after: layers, &random)
            for index in layers.indices {
                layers[index].place.x = (layers[index].place.x / 4).rounded() * 4
                layers[index].place.y = (layers[index].place.y / 4).rounded() * 4
            }
            let merged = one.paint(Scene(layers: layers), merging: true)
            let apart = other.paint(Scene(layers: layers), merging: false)
            #expect(merged.isMerged && merged.pictures.allSatisfy { $0 == nil } && !apart.isMerged && apart.overlay == nil)
            #expect(apart.overlayUse == merged.overlayUse && merged.overlayUse == merged.overlay?.used ?? [])
            let (expected, seen) = (try composed(merged), try composed(apart))
            var far = 0
            for y in 0..<Self.size.height where memcmp(seen.row(y), expected.row(y), 4 * Self.size.width) != 0 {
                for x in 0..<Self.size.width where seen.pixel(x, y).distance(to: expected.pixel(x, y)) > 4 { far += 1 }
            }
            // Cairo's antialiasing depends a little on where a tile begins.
            #expect(far <= 20, "\(far) pixels differ")
        }
    }

    @Test func theOrderOfLayersStaysAsItIs() throws {
        let layered = LayeredScene(back: .delayed, front: .live)
        let stills = StillPictures()
        stills.set(layered.stillPicture, for: LayeredScene.still)
        let painted = ScenePainter(size: Self.size, stills: stills).paint(layered.scene, merging: true)
        #expect(!painted.isMerged && painted.overlay == nil && painted.overlayUse == nil, "a video lies above a drawing")
        var pictures: [PlacedPicture] = []
        for (index, layer) in layered.scene.layers.enumerated() {
            if let picture = painted.pictures[index] {
                pictures.append(picture)
            } else {
                pictures.append(try #require(PlacedPicture(index == 0 ? layered.back : layered.front, of: layer)))
            }
        }
        #expect(pictures.count == 5)
        let compositor = try Compositor()
        for size in [VideoSize.hd720, VideoSize(width: 640, height: 480), Self.size] {
            #expect(LayeredScene.faults(in: try compositor.compose(pictures, size: size)) == [])
        }
        #expect(compositor.lastCost.quads == 5 && compositor.lastCost.texels < 5 * Self.size.pixels / 2)
        var swapped = pictures
        swapped.swapAt(2, 1)
        #expect(!LayeredScene.faults(in: try compositor.compose(swapped, size: Self.size)).isEmpty)
    }

    // MARK: Reuse of painted pictures

    @Test func whatOnlyMovesFadesAndTurnsIsNotPaintedAgain() throws {
        let painter = ScenePainter(size: Self.size, stills: StillPictures())
        var buffers: [PixelBuffer] = []
        for step in 1...20 {
            let t = Double(step)
            let moved = Layer(.drawing(Self.box), place: Rect(x: 30 * t, y: 0, width: 1920, height: 1080), placement: Placement(opacity: 1 - t / 30))
            let turned = Layer(.drawing(Self.disc), transform: Transform(rotation: 3 * t, scale: 1 + t / 10, about: Point(0, 1080)))
            let painted = painter.paint(Scene(layers: [moved, turned]), merging: true)
            let pictures = try painted.pictures.map { try #require($0) }
            if buffers.isEmpty { buffers = pictures.map(\.buffer) }
            #expect(pictures[0].buffer === buffers[0] && pictures[1].buffer === buffers[1])
            #expect(pictures[0].placement.opacity == 1 - t / 30 && pictures[1].tilt?.degrees == 3 * t)
        }
    }

    /// Moving and fading layers, and the layers under them, aren't painted again, with planes as well.
    @Test func whatOnlyMovesAndFadesInAnOverlayIsMixedAndNotPaintedAgain() throws {
        let painter = ScenePainter(size: Self.size, stills: StillPictures())
        var buffers: Set<UInt> = []
        for step in 0...20 {
            let t = Double(step)
            let layers = [
                Layer(.drawing(Self.disc)),
                Layer(.drawing(Self.box), place: Rect(x: 60 * t, y: 20 * t, width: 1920, height: 1080), placement: Placement(opacity: 1 - t / 30)),
            ]
            let painted = painter.paint(Scene(layers: layers), merging: true)
            #expect(painter.lastPaintings == (step == 0 ? 2 : 0))
            let overlay = try #require(painted.overlay)
            buffers.insert(UInt(bitPattern: overlay.buffer.plane(0).base))
            // It looks as if it had been painted there, apart from moves by a fraction of a pixel.
            guard step % 4 == 0 else { continue }
            let expected = try #require(Overlay(size: Self.size).update(layers))
            var far = 0
            for y in 0..<Self.size.height {
                for x in 0..<Self.size.width where overlay.buffer.pixel(x, y).distance(to: expected.pixel(x, y)) > 4 { far += 1 }
            }
            #expect(far <= 20, "\(far) pixels differ")
        }
        #expect(buffers.count <= 2, "a picture that was let go is mixed in again")
    }

    /// Switching between planes and the compositor paints nothing again.
    @Test func mergingAndNotMergingTakeTheSamePictures() {
        let painter = ScenePainter(size: Self.size, stills: StillPictures())
        let scene = Scene(layers: [Layer(.drawing(Self.disc)), Layer(.drawing(Self.box))])
        let paintings = [true, false, true, false].map { merging in
            _ = painter.paint(scene, merging: merging)
            return painter.lastPaintings
        }
        #expect(paintings == [2, 0, 0, 0])
    }

    @Test func onlyTheDrawingThatChangesHasAnotherPicture() throws {
        let painter = ScenePainter(size: Self.size, stills: StillPictures())
        func paint(_ drawings: [Drawing]) -> [PlacedPicture] {
            painter.paint(Scene(layers: drawings.map { Layer(.drawing($0)) }), merging: false).pictures.compactMap(\.self)
        }
        let first = paint([Self.box, Self.disc])
        try #require(first.count == 2)
        var other = Self.box
        other.commands[1] = .text(TextRun("4.9 s", at: Point(340, 230), size: 72, color: Color(hex: 0xFFFFFF)))
        let second = paint([other, Self.disc])
        #expect(second[0].buffer !== first[0].buffer && second[0].buffer.size == first[0].buffer.size, "it is in the same place")
        #expect(second[1].buffer === first[1].buffer)
        let third = paint([Self.disc, other])
        #expect(third[0].buffer === second[1].buffer && third[1].buffer === second[0].buffer, "the order is no matter of paint")
        #expect(paint([Self.disc])[0].buffer === first[1].buffer)
    }

    @Test func aPictureIsNoLargerThanItsDrawing() throws {
        let painted = ScenePainter(size: .hd1080, stills: StillPictures()).paint(Scene(layers: [Layer(.drawing(Self.box))]), merging: false)
        let picture = try #require(painted.pictures[0])
        #expect(picture.buffer.size.width <= 400 + 128 && picture.buffer.size.height <= 160 + 128)
        let far = Drawing([.fill(Rect(x: -40_000, y: -40_000, width: 80_000, height: 80_000), cornerRadius: 0, Color(hex: 0xFFFFFF))])
        let large = ScenePainter(size: .hd720, stills: StillPictures()).paint(Scene(layers: [Layer(.drawing(far))]), merging: false)
        #expect(try #require(large.pictures[0]).buffer.size == VideoSize(width: 2560, height: 1440))
    }

    /// The part of a drawing beside the canvas is painted beforehand, for when it moves in.
    @Test func whatLiesBesideTheCanvasIsThereOnceItIsMovedIn() throws {
        let beside = Drawing([.fill(Rect(x: 1920, y: 0, width: 400, height: 1080), cornerRadius: 0, Color(hex: 0xFFFFFF))])
        let painter = ScenePainter(size: Self.size, stills: StillPictures())
        let painted = painter.paint(Scene(layers: [Layer(.drawing(beside), place: Rect(x: -400, y: 0, width: 1920, height: 1080))]), merging: false)
        let picture = try composed(painted)
        #expect(picture.pixel(400, 100).distance(to: .white) == 0 && picture.pixel(479, 269).distance(to: .white) == 0)
        #expect(picture.pixel(370, 100).distance(to: .black) == 0)
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func whatIsHeldIsNeverPaintedOver(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let painter = ScenePainter(size: Self.size, stills: StillPictures())
        var held: [(buffer: PixelBuffer, copy: MemoryPixelBuffer)] = []
        var layers: [Layer] = []
        for _ in 0..<25 {
            layers = OverlayTests.next(after: layers, &random)
            let painted = painter.paint(Scene(layers: layers), merging: Bool.random(using: &random))
            for picture in painted.pictures.compactMap(\.self) + (painted.overlay.map { [$0] } ?? []) {
                held.append((picture.buffer, copy(of: picture.buffer)))
            }
            while held.count > 6 { held.remove(at: Int.random(in: held.indices, using: &random)) }
            for entry in held { try #require(entry.buffer.firstDifference(from: entry.copy) == nil) }
        }
    }

    private func copy(of buffer: PixelBuffer) -> MemoryPixelBuffer {
        let copy = MemoryPixelBuffer(format: buffer.format, size: buffer.size)
        for y in 0..<buffer.size.height { memcpy(copy.row(y), buffer.row(y), 4 * buffer.size.width) }
        return copy
    }

    // MARK: Stills

    @Test func aStillIsAPictureOfItsOwnAsItCame() throws {
        let stills = StillPictures()
        let painter = ScenePainter(size: Self.size, stills: stills)
        let key = StillPicturesTests.key(1)
        let scene = Scene(layers: [Layer(.still(key), place: Rect(x: 0, y: 0, width: 960, height: 1080)), Layer(.drawing(Self.disc))])
        #expect(painter.paint(scene, merging: true).pictures[0] == nil)
        #expect(stills.takeCoarse() == [key], "it is asked for")
        #expect(painter.paint(scene, merging: true).pictures[0] == nil)
        #expect(stills.takeCoarse() == [], "once")
        let picture = TestPictures.make(.yuv420p, VideoSize(width: 320, height: 180), seed: 1)
        stills.set(picture, for: key)
        let painted = painter.paint(scene, merging: true)
        #expect(painted.isMerged, "a still below drawings suits planes")
        let placed = try #require(painted.pictures[0])
        #expect(placed.buffer === picture && placed.place == Rect(x: 0, y: 270, width: 960, height: 540))
    }

    /// Stills that are layers and stills within drawings share one memory budget.
    @Test func aStillThatHadToMakeRoomIsSmallerUntilItIsReadAgain() throws {
        let size = VideoSize(width: 640, height: 360)
        let stills = StillPictures(capacityBytes: 900_000)
        let painter = ScenePainter(size: Self.size, stills: stills)
        for number in 1...4 { stills.set(StillPicturesTests.plain(size, luma: 100), for: StillPicturesTests.key(number)) }
        #expect(stills.heldBytes <= 900_000)
        let scene = Scene(layers: [Layer(.still(StillPicturesTests.key(1)))])
        let small = try #require(painter.paint(scene, merging: true).pictures[0])
        #expect(small.buffer.size.width < 640 && small.place == Canvas.bounds)
        #expect(stills.takeCoarse() == [StillPicturesTests.key(1)])
        let again = StillPicturesTests.plain(size, luma: 100)
        stills.set(again, for: StillPicturesTests.key(1))
        #expect(try #require(painter.paint(scene, merging: true).pictures[0]).buffer === again)
    }
}
