// SPDX-License-Identifier: GPL-3.0-or-later

import CDRM
import CFakeDRM
import Core
import TestSupport
import Testing

@testable import Devices

/// Scenes on planes that can do more, or less, than those of the kernel's own test device.
@Suite struct DisplayPlaneTests {
    private func show(_ pictures: [PlacedPicture], on display: KMSDisplay, _ card: FakeCard) throws {
        try display.commit(pictures)
        _ = try #require(try display.waitForVblank(until: card.clock.now().advanced(by: .seconds(1))))
        #expect(FakePictures.isSame(display.onScreen, pictures))
    }

    private let bars = [PixelRect(left: 8, top: 6, right: 80, bottom: 18), PixelRect(left: 180, top: 120, right: 240, bottom: 140)]

    @Test(arguments: [PixelFormat.nv12, .yuv420p])
    func theVideoIsScaledByItsPlaneAndTheDrawingsLieAboveIt(format: PixelFormat) throws {
        let card = FakeCard()
        let display = try card.open()
        defer { display.close() }
        let size = VideoSize(width: 128, height: 72)
        try show([FakePictures.video(format, size: size), FakePictures.drawing(bars)], on: display, card)
        let planes = card.shown
        try #require(planes.count == 3)
        #expect(planes[0].fourcc == FourCC.of(format) && planes[1].fourcc == FourCC.argb8888 && planes[2].fourcc == FourCC.argb8888)
        #expect((planes[0].width, planes[0].height) == (128, 72))
        #expect((planes[0].source_x, planes[0].source_y) == (0, 0))
        #expect((planes[0].source_width, planes[0].source_height) == (128 << 16, 72 << 16))
        #expect((planes[0].x, planes[0].y, planes[0].shown_width, planes[0].shown_height) == (0, 0, 384, 216))
        #expect(planes[0].zpos < planes[1].zpos && planes[1].zpos < planes[2].zpos)
        #expect(planes[0].is_bt709 && planes[0].is_limited_range)
    }

    @Test func onlyTheUsedPartsOfADrawingAreScannedOut() throws {
        let card = FakeCard()
        let display = try card.open()
        defer { display.close() }
        try show([FakePictures.video(), FakePictures.drawing(bars)], on: display, card)
        let parts = card.shown.dropFirst()
        try #require(parts.count == 2)
        for (part, bar) in zip(parts, bars) {
            #expect((Int(part.x), Int(part.y)) == (bar.left, bar.top))
            #expect((Int(part.shown_width), Int(part.shown_height)) == (bar.size.width, bar.size.height))
            #expect((Int(part.source_x), Int(part.source_y)) == (bar.left << 16, bar.top << 16))
            #expect((Int(part.source_width), Int(part.source_height)) == (bar.size.width << 16, bar.size.height << 16))
            #expect(part.is_premultiplied && part.alpha == 0xFFFF)
        }
        try show([FakePictures.video(), FakePictures.drawing([])], on: display, card)
        #expect(card.formats == ["NV12"], "a drawing with nothing in it takes no plane")
    }

    @Test func twoVideosLieBesideEachOther() throws {
        let card = FakeCard()
        let display = try card.open()
        defer { display.close() }
        let half = VideoSize(width: 128, height: 72)
        var left = FakePictures.video(.nv12, size: half)
        var right = FakePictures.video(.yuv420p, size: half)
        left.place = Rect(x: 0, y: 270, width: 960, height: 540)
        right.place = Rect(x: 960, y: 270, width: 960, height: 540)
        try show([left, right, FakePictures.drawing([bars[0]])], on: display, card)
        let planes = card.shown
        #expect(card.formats == ["NV12", "YU12", "AR24"])
        try #require(planes.count == 3)
        #expect((planes[0].x, planes[0].y, planes[0].shown_width, planes[0].shown_height) == (0, 54, 192, 108))
        #expect((planes[1].x, planes[1].y, planes[1].shown_width, planes[1].shown_height) == (192, 54, 192, 108))
        #expect(planes.prefix(2).allSatisfy { $0.is_bt709 && $0.is_limited_range })
        #expect(!planes[2].is_bt709, "a drawing has no such colours")
    }

    /// A quarter of the picture fills the TV: the plane reads that quarter and scales it.
    @Test(
        arguments: [(Placement(), 32, 18), (Placement(isMirrored: true), 64, 18), (Placement(rotation: 180), 64, 36)] as [(Placement, UInt32, UInt32)]
    )
    func aCropIsReadAndScaledByThePlane(placement: Placement, x: UInt32, y: UInt32) throws {
        let card = FakeCard()
        let display = try card.open()
        defer { display.close() }
        var video = FakePictures.video(.nv12, size: VideoSize(width: 128, height: 72), placement: placement)
        video.crop = Rect(x: 0.25, y: 0.25, width: 0.25, height: 0.25)
        try show([video, FakePictures.drawing([bars[0]])], on: display, card)
        let planes = card.shown
        try #require(planes.count == 2)
        #expect((planes[0].source_x, planes[0].source_y) == (x << 16, y << 16))
        #expect((planes[0].source_width, planes[0].source_height) == (32 << 16, 18 << 16))
        #expect((planes[0].x, planes[0].y, planes[0].shown_width, planes[0].shown_height) == (0, 0, 384, 216))
        video.crop = .unit
        try show([video, FakePictures.drawing([bars[0]])], on: display, card)
        #expect(card.shown.first?.source_width == 128 << 16, "the next picture is whole again")
    }

    @Test func aPictureAboveADrawingIsComposed() throws {
        let card = FakeCard()
        let display = try card.open()
        defer { display.close() }
        let (video, drawing) = (FakePictures.video(), FakePictures.drawing([bars[0]]))
        #expect(display.accepts([video, video, drawing]))
        let before = card.counts.framebuffers
        #expect(!display.accepts([video, drawing, video]))
        #expect(!display.accepts([video, drawing, drawing]), "drawings are merged for planes")
        var tilted = video
        tilted.tilt = PlacedPicture.Tilt(degrees: 3, about: Point(0, 0))
        #expect(!display.accepts([tilted, drawing]))
        #expect(card.counts.framebuffers == before, "the hardware wasn't even asked")
    }

    @Test(
        arguments: [
            (Placement(), 1), (Placement(isMirrored: true), 1 | 16), (Placement(rotation: 180), 4),
            (Placement(rotation: 180, isMirrored: true), 1 | 32),
        ] as [(Placement, UInt64)])
    func turnsAreThePlanes(placement: Placement, bits: UInt64) throws {
        let card = FakeCard()
        let display = try card.open()
        defer { display.close() }
        try show([FakePictures.video(placement: placement), FakePictures.drawing([bars[0]])], on: display, card)
        #expect(card.shown.map(\.rotation) == [bits, 1])
        try show([FakePictures.video()], on: display, card)
        #expect(card.shown.map(\.rotation) == [1], "the next picture is upright again")
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func everyPlaneReadsInsideItsPictureAndShowsInsideTheTV(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let card = FakeCard()
        let display = try card.open()
        defer { display.close() }
        for _ in 0..<40 {
            let size = VideoSize(width: Int.random(in: 16...500, using: &random), height: Int.random(in: 16...300, using: &random))
            var picture = FakePictures.video(.nv12, size: size)
            picture.placement = Placement(rotation: Bool.random(using: &random) ? 180 : 0, isMirrored: Bool.random(using: &random))
            let (x, y) = (Double.random(in: -900...900, using: &random), Double.random(in: -500...500, using: &random))
            picture.place = Rect(
                x: x, y: y, width: Double.random(in: 950...2400, using: &random),
                height: Double.random(in: 550...1400, using: &random))
            try show([picture], on: display, card)
            for plane in card.shown {
                #expect(plane.source_x + plane.source_width <= plane.width << 16)
                #expect(plane.source_y + plane.source_height <= plane.height << 16)
                #expect(plane.x >= 0 && plane.x + Int32(plane.shown_width) <= 384)
                #expect(plane.y >= 0 && plane.y + Int32(plane.shown_height) <= 216)
            }
        }
    }

    @Test func withoutDepthsPlanesLieInTheirOrder() throws {
        let card = FakeCard(FakePlane.plain)
        let display = try card.open()
        defer { display.close() }
        let pictures = [FakePictures.video(), FakePictures.drawing([bars[0]])]
        try show(pictures, on: display, card)
        #expect(card.shown.map(\.plane) == Array(card.planes.prefix(2)))
        #expect(card.formats == ["NV12", "AR24"])
        #expect(!display.accepts([FakePictures.video(size: VideoSize(width: 128, height: 72))]), "they don't scale")
    }

    @Test func planesThatListTheirDepthsFromTheFrontLieByTheirDepths() throws {
        let primary = FakePlane.make(DRM_PLANE_TYPE_PRIMARY, formats: FakePlane.all, zpos: 0...0, scales: true)
        let fixed = [3, 1, 2].map { FakePlane.make(formats: FakePlane.all, zpos: $0...$0, scales: true) }
        let card = FakeCard([primary] + fixed)
        let display = try card.open()
        defer { display.close() }
        try show([FakePictures.video(), FakePictures.video(.yuv420p), FakePictures.drawing([bars[0]])], on: display, card)
        #expect(card.shown.map(\.plane) == [card.planes[0], card.planes[2], card.planes[3]])
    }

    @Test func aPlaneWithoutYUVTakesOneXRGBPicture() throws {
        let card = FakeCard(FakePlane.least)
        let display = try card.open()
        defer { display.close() }
        for format in [PixelFormat.nv12, .yuv420p] { #expect(!display.accepts([FakePictures.video(format)])) }
        #expect(!display.accepts([FakePictures.video(.bgrx), FakePictures.drawing([bars[0]])]))
        #expect(throws: DisplayError.self) { try display.commit([FakePictures.video()]) }
        let composed = FakePictures.video(.bgrx)
        #expect(display.accepts([composed]))
        try show([composed], on: display, card)
        #expect(card.formats == ["XR24"])
    }

    @Test func aPrimaryPlaneThatHasToCoverTheTVIsBlackBelowASmallPicture() throws {
        var kinds = FakePlane.pi
        kinds[0].traits.must_cover = true
        let card = FakeCard(kinds)
        let display = try card.open()
        defer { display.close() }
        var small = FakePictures.video()
        small.place = Rect(x: 480, y: 270, width: 960, height: 540)
        try show([small], on: display, card)
        #expect(card.formats == ["XR24", "NV12"])
        try show([FakePictures.video()], on: display, card)
        #expect(card.shown.last.map { FourCC.text($0.fourcc) } == "NV12")
    }

    @Test func sharedMemoryIsShownWithNoCopy() throws {
        let card = FakeCard()
        let display = try card.open()
        defer { display.close() }
        let pool = (0..<3).map { _ in FakeSharedPicture(size: VideoSize(width: 192, height: 108), pitch: 256, offset: 4096) }
        let black = card.counts.buffers
        for index in 0..<30 { try show([PlacedPicture(buffer: pool[index % 3])], on: display, card) }
        let counts = card.counts
        #expect(counts.buffers == black, "no memory of the card's own was made")
        #expect(card.shown.map(\.is_imported) == [true])
        #expect(counts.imports == 3, "each is imported once, whatever its planes: \(counts.imports)")
        #expect(counts.handles == 0, "the framebuffer keeps the memory")
        #expect(counts.framebuffers == 4)
    }

    @Test func memoryThatTheCardDoesNotTakeIsCopied() throws {
        let card = FakeCard()
        let display = try card.open()
        defer { display.close() }
        fake_drm_refuse_imports(card.card, EINVAL, 1)
        let picture = PlacedPicture(buffer: FakeSharedPicture(size: FakeCard.size, pitch: 512))
        try show([picture], on: display, card)
        #expect(card.shown.map(\.is_imported) == [false] && card.formats == ["NV12"])
        #expect(card.count("copied") == 1)
    }
}
