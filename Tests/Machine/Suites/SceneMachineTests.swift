// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Graphics
import TestSupport
import Testing

@testable import Devices

/// Scenes on the kernel's own display, as it scans them out.
@Suite(.serialized, .enabled(if: Guest.isHere)) struct SceneMachineTests {
    private let clock = MonotonicClock()

    private func open() throws -> KMSDisplay {
        try KMSDisplay(card: "vkms@1280x720", cameraRate: FrameRate(30), timebase: clock) { _ in }
    }

    /// Commits until the display has read back a picture whose commit began after this call.
    /// Asks again and again, because a flip that never comes takes the order with it.
    private func readBack(_ pictures: [PlacedPicture], on display: KMSDisplay) throws -> PixelBuffer {
        for _ in 0..<200 {
            display.readBackNextCommit()
            try display.commit(pictures)
            _ = try display.waitForVblank(until: clock.now().advanced(by: .seconds(1)))
            if let (picture, _) = display.takeReadBack() { return picture }
        }
        throw VirtualTV.Fault(what: "nothing was read back")
    }

    private func pictures(of layered: LayeredScene, _ painter: ScenePainter) -> [PlacedPicture] {
        let painted = painter.paint(layered.scene, merging: true)
        return layered.scene.layers.indices.compactMap { index in
            let layer = layered.scene.layers[index]
            guard case .video = layer.content else { return painted.pictures[index] }
            return PlacedPicture(index == 0 ? layered.back : layered.front, of: layer)
        } + (painted.overlay.map { [$0] } ?? [])
    }

    @Test func videoDrawingVideoStillAndDrawingLieInThatOrder() throws {
        let tv = try VirtualTV("order")
        defer { withExtendedLifetime(tv) {} }
        let display = try open()
        defer { display.close() }
        let size = try #require(display.mode?.size)
        let compositor = try Compositor(target: .scanout(card: display.path))
        let stills = StillPictures()
        let painter = ScenePainter(size: size, stills: stills)
        for step in 0..<20 {
            let layered = LayeredScene(back: .delayed, front: .live, move: Double(step))
            if step == 0 { stills.set(layered.stillPicture, for: LayeredScene.still) }
            let pictures = pictures(of: layered, painter)
            #expect(pictures.count == 5)
            #expect(!display.accepts(pictures), "a video above a drawing is composed")
            let composed = try compositor.compose(pictures, size: size)
            // Each scene has new pictures for its videos; the still and the drawings stay the same.
            #expect(compositor.lastCost.uploads == (step == 0 ? 5 : 2))
            let seen = try readBack([PlacedPicture(buffer: composed, place: CanvasMapping(size: size).screen)], on: display)
            #expect(LayeredScene.faults(in: seen) == [], "step \(step)")
        }
    }

    /// A crop shown pixel for pixel: this device's planes don't scale.
    @Test(arguments: [Placement(), Placement(isMirrored: true), Placement(rotation: 180)])
    func aCropIsTheSameOnPlanesAndComposed(placement: Placement) throws {
        let tv = try VirtualTV("crop")
        defer { withExtendedLifetime(tv) {} }
        let display = try open()
        defer { display.close() }
        let video = DisplayPictures.video(.nv12, seed: 7)
        let crop = Rect(x: 0.25, y: 0, width: 0.5, height: 0.5)
        let place = Rect(x: 240, y: 270, width: 960, height: 540)
        let pictures = [PlacedPicture(buffer: video, place: place, crop: crop, placement: placement)]
        #expect(display.accepts(pictures))
        let direct = try readBack(pictures, on: display)
        #expect(try tv.formats == ["NV12"] && tv.places == ["640x360+160+180"])
        #expect(DisplayPictures.difference(direct, try Compositor().compose(pictures, size: DisplayPictures.size)) <= 2)
    }

    /// The drawings of a scene that suits planes look the same on the TV, merged or separate.
    @Test func aSceneForPlanesIsShownWithoutComposing() throws {
        let tv = try VirtualTV("merged")
        defer { withExtendedLifetime(tv) {} }
        let display = try open()
        defer { display.close() }
        let layered = LayeredScene(back: .delayed, front: .live)
        let drawings = Scene(layers: [Layer(.video(.delayed)), layered.scene.layers[1], layered.scene.layers[4]])
        let video = DisplayPictures.video(.yuv420p, seed: 8)
        let painted = ScenePainter(size: DisplayPictures.size, stills: StillPictures()).paint(drawings, merging: true)
        let pictures = [PlacedPicture(buffer: video)] + (painted.overlay.map { [$0] } ?? [])
        #expect(painted.isMerged && display.accepts(pictures))
        let direct = try readBack(pictures, on: display)
        #expect(try tv.formats == ["YU12", "AR24", "AR24"])
        let apart = ScenePainter(size: DisplayPictures.size, stills: StillPictures()).paint(drawings, merging: false)
        let composed = try Compositor().compose([PlacedPicture(buffer: video)] + apart.pictures.compactMap(\.self), size: DisplayPictures.size)
        #expect(DisplayPictures.difference(direct, composed) <= 2)
    }
}
