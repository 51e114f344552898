// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Graphics

/// Order, crops, turns about a point, and the cost of composing.
@Suite struct CompositorOrderTests {
    static let size = CompositorTests.size
    static let red = Pixel(red: 255, green: 0, blue: 0, alpha: 255)
    static let blue = Pixel(red: 0, green: 0, blue: 255, alpha: 255)

    /// A picture whose left upper quarter is red; the rest is blue.
    private func quartered(_ size: VideoSize = size) -> MemoryPixelBuffer {
        let buffer = CompositorTests.flat(Self.blue, .bgrx, size: size)
        for y in 0..<size.height / 2 {
            for x in 0..<size.width / 2 {
                buffer.row(y)[4 * x] = 0
                buffer.row(y)[4 * x + 2] = 255
            }
        }
        return buffer
    }

    @Test func picturesLieInTheOrderOfTheList() throws {
        let (red, blue) = (CompositorTests.flat(Self.red, .bgrx), CompositorTests.flat(Self.blue, .bgrx))
        let half = Rect(x: 0, y: 0, width: 960, height: 1080)
        let compositor = try Compositor()
        let one = try compositor.compose([PlacedPicture(buffer: red), PlacedPicture(buffer: blue, place: half)], size: Self.size)
        #expect(one.pixel(40, 50).distance(to: Self.blue) == 0 && one.pixel(150, 50).distance(to: Self.red) == 0)
        let other = try compositor.compose([PlacedPicture(buffer: blue, place: half), PlacedPicture(buffer: red)], size: Self.size)
        #expect(other.pixel(40, 50).distance(to: Self.red) == 0 && other.pixel(150, 50).distance(to: Self.red) == 0)
    }

    @Test(
        arguments: [PixelFormat.yuv420p, .nv12],
        [Placement(), Placement(isMirrored: true), Placement(rotation: 180), Placement(rotation: 90), Placement(rotation: 270, isMirrored: true)])
    func aCropFillsThePlaceWithThatPartOfWhatIsSeen(format: PixelFormat, placement: Placement) throws {
        let source = TestPictures.make(format, Self.size, seed: 4)
        // Half of the visible picture in both directions, pixel for pixel.
        let (width, height) = placement.isOnItsSide ? (54, 96) : (96, 54)
        let place = Rect(x: 100, y: 20, width: Double(10 * width), height: Double(10 * height))
        let crop = Rect(x: 0.25, y: 0.5, width: 0.5, height: 0.5)
        let result = try Compositor().compose([PlacedPicture(buffer: source, place: place, crop: crop, placement: placement)], size: Self.size)
        let whole = Rect(x: 100 - Double(10 * width) / 2, y: 20 - Double(10 * height), width: Double(20 * width), height: Double(20 * height))
        // A crop equals the whole picture behind a window.
        let expected = try Compositor().compose([PlacedPicture(buffer: source, place: whole, placement: placement)], size: Self.size)
        var worst = 0
        for y in 2..<2 + min(height, 100) {
            for x in 10..<10 + width { worst = max(worst, result.pixel(x, y).distance(to: expected.pixel(x, y))) }
        }
        #expect(worst <= 2)
        #expect(result.pixel(8, 30).distance(to: .black) == 0 && result.pixel(11 + width, 30).distance(to: .black) == 0)
    }

    @Test func aBlurredPictureIsCroppedToo() throws {
        let crop = Rect(x: 0, y: 0, width: 0.5, height: 0.5)
        let picture = PlacedPicture(buffer: quartered(), crop: crop, placement: Placement(isMirrored: false, blur: 60))
        let result = try Compositor().compose([picture], size: Self.size)
        #expect(result.pixel(20, 20).distance(to: Self.red) <= 1 && result.pixel(180, 100).distance(to: Self.red) <= 1)
        var mirrored = picture
        mirrored.placement.isMirrored = true
        let other = try Compositor().compose([mirrored], size: Self.size)
        #expect(other.pixel(20, 20).distance(to: Self.blue) <= 1 && other.pixel(180, 100).distance(to: Self.blue) <= 1)
    }

    /// A quarter turn about a corner is exact, with the pixels where the arithmetic puts them.
    @Test func aTiltTurnsThePictureWithItsPlaceAboutItsPoint() throws {
        let place = Rect(x: 960, y: 540, width: 480, height: 270)
        let tilt = PlacedPicture.Tilt(degrees: 90, about: Point(960, 540))
        let result = try Compositor().compose([PlacedPicture(buffer: quartered(), place: place, tilt: tilt)], size: Self.size)
        // The part to the right of the point is now below it, and the part below is to the left.
        #expect(result.pixel(96 - 5, 54 + 5).distance(to: Self.red) <= 1)
        #expect(result.pixel(96 - 5, 54 + 40).distance(to: Self.blue) <= 1)
        #expect(result.pixel(96 - 20, 54 + 5).distance(to: Self.blue) <= 1)
        #expect(result.pixel(96 + 2, 54 + 5).distance(to: .black) == 0 && result.pixel(96 - 30, 54 + 5).distance(to: .black) == 0)
        #expect(result.pixel(96 - 5, 54 + 50).distance(to: .black) == 0)
    }

    @Test func onlyTheUsedPartsOfADrawingArePainted() throws {
        let drawing = CompositorTests.flat(Self.red)
        let parts = [PixelRect(left: 10, top: 10, right: 50, bottom: 20), PixelRect(left: 100, top: 60, right: 180, bottom: 100)]
        let compositor = try Compositor()
        let result = try compositor.compose([PlacedPicture(buffer: drawing, used: parts)], size: Self.size)
        for (x, y) in [(10, 10), (49, 19), (100, 60), (179, 99)] { #expect(result.pixel(x, y).distance(to: Self.red) == 0) }
        for (x, y) in [(9, 10), (50, 19), (99, 60), (180, 99), (30, 40)] { #expect(result.pixel(x, y).distance(to: .black) == 0) }
        #expect(compositor.lastCost.quads == 2 && compositor.lastCost.texels == 40 * 10 + 80 * 40)
        _ = try compositor.compose([PlacedPicture(buffer: drawing, used: [])], size: Self.size)
        #expect(compositor.lastCost.quads == 0)
    }

    // MARK: Cost

    @Test func whatOnlyMovesFadesAndTurnsIsNotUploadedAgain() throws {
        let compositor = try Compositor()
        let (video, drawing) = (TestPictures.make(.nv12, Self.size, seed: 1), CompositorTests.flat(Self.red))
        for frame in 0..<30 {
            let t = Double(frame)
            let picture = PlacedPicture(
                buffer: drawing, place: Rect(x: 40 * t, y: 5 * t, width: 960, height: 540),
                placement: Placement(opacity: 1 - t / 40),
                tilt: PlacedPicture.Tilt(degrees: t, about: Point(400, 1080)))
            let result = try compositor.compose([PlacedPicture(buffer: video), picture], size: Self.size)
            #expect(compositor.lastCost.uploads == (frame == 0 ? 2 : 0) && compositor.lastCost.quads == 2)
            #expect(result.pixel(1, 1).distance(to: TestPictures.rgb(video, 1, 1)) <= 2 || frame < 4)
        }
    }

    /// New pictures whose memory is reused as soon as they are released: an old picture never appears in place of a new one.
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func everyPictureIsShownAsItIsHoweverBuffersComeRound(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let compositor = try Compositor()
        var pool = BufferPool<MemoryPixelBuffer>()
        var held: [(buffer: MemoryPixelBuffer, level: Int)] = []
        for _ in 0..<80 {
            if random.chance(0.7) {
                let level = Int.random(in: 0...255, using: &random)
                let buffer = try pool.free(Self.size) { () throws(GraphicsError) in MemoryPixelBuffer(format: .bgrx, size: Self.size) }
                for y in 0..<Self.size.height { buffer.row(y).update(repeating: UInt8(level), count: 4 * Self.size.width) }
                held.append((buffer, level))
            }
            if held.count > 3 || random.chance(0.2), !held.isEmpty { held.remove(at: Int.random(in: held.indices, using: &random)) }
            let order = held.shuffled(using: &random)
            let width = Canvas.bounds.width / 4
            let pictures = order.enumerated().map {
                PlacedPicture(buffer: $1.buffer, place: Rect(x: Double($0) * width, y: 0, width: width, height: 1080))
            }
            let result = try compositor.compose(pictures, size: Self.size)
            for (index, entry) in order.enumerated() { try #require(result.pixel(24 + 48 * index, 50).green == entry.level) }
        }
    }

    @Test func buffersAreLetGoOfOnceTheyAreInNoComposition() throws {
        let compositor = try Compositor()
        weak var first: PixelBuffer?
        weak var second: PixelBuffer?
        do {
            let buffer = CompositorTests.flat(Self.red)
            first = buffer
            _ = try compositor.compose([PlacedPicture(buffer: buffer)], size: Self.size)
        }
        #expect(first != nil, "it may come again")
        do {
            let buffer = CompositorTests.flat(Self.red)
            second = buffer
            _ = try compositor.compose([PlacedPicture(buffer: buffer)], size: Self.size)
        }
        #expect(first == nil && second != nil)
        compositor.forgetPictures()
        #expect(second == nil)
    }

    @Test func aBlursStepsAreCounted() throws {
        let compositor = try Compositor()
        _ = try compositor.compose([PlacedPicture(buffer: quartered())], size: Self.size)
        #expect(compositor.lastCost.quads == 1 && compositor.lastCost.texels == Self.size.pixels)
        _ = try compositor.compose([PlacedPicture(buffer: quartered(), placement: Placement(blur: 40))], size: Self.size)
        #expect(compositor.lastCost.quads > 3 && compositor.lastCost.texels > Self.size.pixels)
    }
}
