// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Glibc
import Graphics
import Testing

@testable import Devices

/// The TV on the kernel's own display.
@Suite(.serialized, .enabled(if: Guest.isHere)) struct DisplayMachineTests {
    private let clock = MonotonicClock()
    private let said = DisplayLog()

    private static let bars = [
        PixelRect(left: 40, top: 30, right: 400, bottom: 90),
        PixelRect(left: 900, top: 600, right: 1200, bottom: 700),
    ]

    private func open(_ card: String = "vkms@1280x720") throws -> KMSDisplay {
        try KMSDisplay(card: card, cameraRate: FrameRate(30), timebase: clock) { [said] in said.put($0) }
    }

    private var soon: Timestamp { clock.now().advanced(by: .seconds(1)) }

    private func isSame(_ one: [PlacedPicture], _ other: [PlacedPicture]) -> Bool {
        one.count == other.count && zip(one, other).allSatisfy { $0.buffer === $1.buffer && $0.place == $1.place }
    }

    /// Commits until the display has read back a picture whose commit began after this call.
    /// Asks again and again, because a flip that never comes takes the order with it.
    private func readBack(_ pictures: [PlacedPicture], on display: KMSDisplay) throws -> PixelBuffer {
        for _ in 0..<200 {
            display.readBackNextCommit()
            try display.commit(pictures)
            _ = try display.waitForVblank(until: soon)
            if let (picture, _) = display.takeReadBack() { return picture }
        }
        throw VirtualTV.Fault(what: "nothing was read back")
    }

    // MARK: The contract

    @Test func whatIsCommittedIsOnTheTVFromTheNextVblankOn() throws {
        let tv = try VirtualTV("contract")
        defer { withExtendedLifetime(tv) {} }
        let display = try open()
        defer { display.close() }
        #expect(display.mode?.size == DisplayPictures.size)
        let first = [PlacedPicture(buffer: DisplayPictures.video(.yuv420p, seed: 1))]
        let second = [PlacedPicture(buffer: DisplayPictures.video(.nv12, seed: 2)), DisplayPictures.drawing(Self.bars)]
        try display.commit(first)
        #expect(display.onScreen.isEmpty)
        let one = try #require(try display.waitForVblank(until: soon))
        #expect(isSame(display.onScreen, first))
        try display.commit(second)
        #expect(isSame(display.onScreen, first))
        let two = try #require(try display.waitForVblank(until: soon))
        #expect(isSame(display.onScreen, second))
        let three = try #require(try display.waitForVblank(until: soon))
        #expect(isSame(display.onScreen, second), "it stays until others replace it")
        #expect(one.sequence < two.sequence && two.sequence < three.sequence)
        #expect(one.timestamp < two.timestamp && two.timestamp < three.timestamp && three.timestamp <= clock.now())
    }

    @Test func vblanksAreTheModesOwn() throws {
        let tv = try VirtualTV("vblanks")
        defer { withExtendedLifetime(tv) {} }
        let display = try open()
        defer { display.close() }
        var last = try #require(try display.waitForVblank(until: soon))
        for count in 0..<60 {
            if count % 3 == 0 { try display.commit([PlacedPicture(buffer: DisplayPictures.video(.bgrx, seed: 1))]) }
            let next = display.nextVblank
            #expect(next.timestamp > last.timestamp)
            let vblank = try #require(try display.waitForVblank(until: soon))
            let refreshes = last.timestamp.duration(to: vblank.timestamp).inSeconds * (display.mode?.refresh.hertz ?? 0)
            #expect(abs(refreshes - Double(vblank.sequence - last.sequence)) < 0.05)
            last = vblank
        }
    }

    @Test func aDeadlineBeforeTheVblankGivesNone() throws {
        let tv = try VirtualTV("deadline")
        defer { withExtendedLifetime(tv) {} }
        let display = try open()
        defer { display.close() }
        _ = try display.waitForVblank(until: soon)
        #expect(try display.waitForVblank(until: clock.now()) == nil)
        #expect(try display.waitForVblank(until: soon) != nil)
    }

    @Test func aBufferIsKeptUntilAnotherReplacesItAndNoLonger() throws {
        let tv = try VirtualTV("buffers")
        defer { withExtendedLifetime(tv) {} }
        let display = try open()
        defer { display.close() }
        weak var video: PixelBuffer?
        do {
            let picture = PlacedPicture(buffer: DisplayPictures.video(.nv12, seed: 1))
            video = picture.buffer
            try display.commit([picture])
        }
        _ = try display.waitForVblank(until: soon)
        #expect(video != nil)
        try display.commit([PlacedPicture(buffer: DisplayPictures.video(.nv12, seed: 2))])
        _ = try display.waitForVblank(until: soon)
        #expect(video == nil)
    }

    @Test func aClosedDisplayTakesNothingAndLeavesNothing() throws {
        let tv = try VirtualTV("closing")
        let display = try open()
        try display.commit([PlacedPicture(buffer: DisplayPictures.video(.nv12, seed: 1)), DisplayPictures.drawing(Self.bars)])
        _ = try display.waitForVblank(until: soon)
        #expect(try tv.framebufferCount > 0)
        display.close()
        display.close()
        #expect(display.mode == nil && display.onScreen.isEmpty)
        #expect(throws: DisplayError.self) { try display.commit([]) }
        #expect(try tv.framebufferCount == 0)
    }

    // MARK: Planes

    @Test(arguments: [(PixelFormat.yuv420p, "YU12"), (.nv12, "NV12"), (.bgrx, "XR24")])
    func videoLiesOnAPlaneAsItIsAndDrawingsAbove(format: PixelFormat, code: String) throws {
        let tv = try VirtualTV("planes")
        let display = try open()
        defer { display.close() }
        let pictures = [PlacedPicture(buffer: DisplayPictures.video(format, seed: 1)), DisplayPictures.drawing(Self.bars)]
        #expect(display.accepts(pictures))
        try display.commit(pictures)
        _ = try display.waitForVblank(until: soon)
        #expect(try tv.formats == [code, "AR24", "AR24"])
        #expect(try tv.places == ["1280x720+0+0", "360x60+40+30", "300x100+900+600"])
        if format.isYUV {
            #expect(try tv.facts("color-encoding").first == "ITU-R BT.709 YCbCr")
            #expect(try tv.facts("color-range").first == "YCbCr limited range")
        }
    }

    @Test func whereThereAreTooFewPlanesOneHoldsTheDrawing() throws {
        let tv = try VirtualTV("few", overlays: 1)
        let display = try open()
        defer { display.close() }
        try display.commit([PlacedPicture(buffer: DisplayPictures.video(.nv12, seed: 1)), DisplayPictures.drawing(Self.bars)])
        _ = try display.waitForVblank(until: soon)
        #expect(try tv.formats == ["NV12", "AR24"])
        #expect(try tv.places.last == "1160x670+40+30")
    }

    @Test func withoutAPlaneForItTheSceneIsComposed() throws {
        let tv = try VirtualTV("none", overlays: 0)
        defer { withExtendedLifetime(tv) {} }
        let display = try open()
        defer { display.close() }
        let pictures = [PlacedPicture(buffer: DisplayPictures.video(.nv12, seed: 1)), DisplayPictures.drawing(Self.bars)]
        #expect(!display.accepts(pictures))
        #expect(throws: DisplayError.self) { try display.commit(pictures) }
        let composed = PlacedPicture(buffer: DisplayPictures.video(.bgrx, seed: 1), place: CanvasMapping(size: DisplayPictures.size).screen)
        #expect(display.accepts([composed]))
        try display.commit([composed])
    }

    @Test func scalingThatThePlanesDoNotDoIsRefused() throws {
        let tv = try VirtualTV("scaling")
        defer { withExtendedLifetime(tv) {} }
        let display = try open()
        defer { display.close() }
        #expect(!display.accepts([PlacedPicture(buffer: DisplayPictures.video(.nv12, seed: 1, size: .vga))]))
    }

    @Test func splitScreenIsTwoVideoPlanes() throws {
        let tv = try VirtualTV("split")
        let display = try open()
        defer { display.close() }
        let half = VideoSize(width: 640, height: 360)
        let left = PlacedPicture(buffer: DisplayPictures.video(.nv12, seed: 1, size: half), place: Rect(x: 0, y: 270, width: 960, height: 540))
        let right = PlacedPicture(
            buffer: DisplayPictures.video(.yuv420p, seed: 2, size: half),
            place: Rect(x: 960, y: 270, width: 960, height: 540), placement: Placement(isMirrored: true))
        let pictures = [left, right, DisplayPictures.drawing(Array(Self.bars.prefix(1)))]
        #expect(display.accepts(pictures))
        let direct = try readBack(pictures, on: display)
        #expect(try tv.formats == ["NV12", "YU12", "AR24"])
        #expect(try tv.places.prefix(2) == ["640x360+0+180", "640x360+640+180"])
        #expect(DisplayPictures.difference(direct, try Compositor().compose(pictures, size: DisplayPictures.size)) <= 2)
    }

    // MARK: Pictures

    @Test func whatIsReadBackIsWhatWasCommitted() throws {
        let tv = try VirtualTV("exact")
        defer { withExtendedLifetime(tv) {} }
        let display = try open()
        defer { display.close() }
        #expect(display.canReadBack)
        for seed in [1, 2] as [UInt64] {
            let picture = DisplayPictures.video(.bgrx, seed: seed)
            let seen = try readBack([PlacedPicture(buffer: picture)], on: display)
            #expect(DisplayPictures.difference(seen, picture) == 0)
        }
    }

    @Test(
        arguments: [PixelFormat.yuv420p, .nv12],
        [Placement(), Placement(isMirrored: true), Placement(rotation: 180), Placement(rotation: 180, isMirrored: true)])
    func planesAndComposingGiveTheSamePicture(format: PixelFormat, placement: Placement) throws {
        let tv = try VirtualTV("same")
        defer { withExtendedLifetime(tv) {} }
        let display = try open()
        defer { display.close() }
        let pictures = [
            PlacedPicture(buffer: DisplayPictures.video(format, seed: 3), placement: placement),
            DisplayPictures.drawing(Self.bars),
        ]
        #expect(display.accepts(pictures))
        let direct = try readBack(pictures, on: display)
        let composed = try Compositor().compose(pictures, size: DisplayPictures.size)
        print("\(format) \(placement.rotation) \(placement.isMirrored): worst \(DisplayPictures.difference(direct, composed))")
        #expect(DisplayPictures.difference(direct, composed) <= 2)
    }

    @Test(arguments: [PixelFormat.yuv420p, .nv12])
    func picturesOfOddSizesAreWhole(format: PixelFormat) throws {
        let tv = try VirtualTV("odd")
        defer { withExtendedLifetime(tv) {} }
        let display = try open()
        defer { display.close() }
        let odd = VideoSize(width: 1001, height: 563)
        let scale = CanvasMapping(size: DisplayPictures.size).scale
        let place = Rect(x: 0, y: 0, width: Double(odd.width) / scale, height: Double(odd.height) / scale)
        let pictures = [PlacedPicture(buffer: DisplayPictures.video(format, seed: 4, size: odd), place: place)]
        #expect(display.accepts(pictures))
        let direct = try readBack(pictures, on: display)
        #expect(DisplayPictures.difference(direct, try Compositor().compose(pictures, size: DisplayPictures.size)) <= 2)
    }

    @Test func sharedYUVMemoryIsShownWithNoCopy() throws {
        let tv = try VirtualTV("shared")
        let display = try open()
        defer { display.close() }
        let picture = DisplayPictures.video(.nv12, seed: 5)
        let copied = try readBack([PlacedPicture(buffer: picture)], on: display)
        let shared = try SharedPicture(of: picture, on: DRMDevice(path: display.path))
        let seen = try readBack([PlacedPicture(buffer: shared)], on: display)
        #expect(DisplayPictures.difference(seen, copied) == 0)
        #expect(try tv.formats == ["NV12"])
        let frame = try #require(display.scanout.active)
        #expect(frame.surfaces.map(\.isImported) == [true])
    }

    @Test func memoryThatWasShownLongAgoIsGivenBack() throws {
        let tv = try VirtualTV("many")
        let display = try open()
        defer { display.close() }
        let other = try DRMDevice(path: display.path)
        let picture = DisplayPictures.video(.nv12, seed: 1, size: VideoSize(width: 96, height: 54))
        let place = Rect(x: 0, y: 0, width: 144, height: 81)
        for _ in 0..<100 {
            #expect(try display.accepts([PlacedPicture(buffer: SharedPicture(of: picture, on: other), place: place)]))
        }
        #expect(try tv.framebufferCount <= 42, "40 pictures, and black")
    }

    @Test func memoryOfTheGPUIsShownWithNoCopy() throws {
        let tv = try VirtualTV("import")
        let display = try open()
        defer { display.close() }
        let compositor = try Compositor(target: .scanout(card: display.path))
        let pictures = [PlacedPicture(buffer: DisplayPictures.video(.nv12, seed: 1), placement: Placement(rotation: 12))]
        let composed = try compositor.compose(pictures, size: DisplayPictures.size)
        try #require(composed.dmaBuffer != nil, "\(compositor.outputDescription)")
        let seen = try readBack([PlacedPicture(buffer: composed)], on: display)
        #expect(DisplayPictures.difference(seen, composed) == 0)
        #expect(try #require(display.scanout.active).surfaces.map(\.isImported) == [true])
        #expect(try tv.formats == ["XR24"])
    }
}
