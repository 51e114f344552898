// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Graphics

/// Pixels are compared with the formulas; two levels are left to the renderer's arithmetic.
@Suite struct CompositorTests {
    static let size = VideoSize(width: 192, height: 108)

    @Test(
        arguments: [PixelFormat.yuv420p, .nv12],
        [Placement(), Placement(isMirrored: true), Placement(rotation: 180), Placement(rotation: 180, isMirrored: true)])
    func aPictureAtItsOwnSizeComesOutPixelForPixel(format: PixelFormat, placement: Placement) throws {
        let source = TestPictures.make(format, Self.size, seed: 1)
        let result = try Compositor().compose([PlacedPicture(buffer: source, placement: placement)], size: Self.size)
        #expect(result.format == .bgrx && result.size == Self.size)
        var worst = 0
        for y in 0..<Self.size.height {
            for x in 0..<Self.size.width {
                let isUpsideDown = placement.rotation == 180
                let fromX = placement.isMirrored != isUpsideDown ? Self.size.width - 1 - x : x
                let fromY = isUpsideDown ? Self.size.height - 1 - y : y
                worst = max(worst, result.pixel(x, y).distance(to: TestPictures.rgb(source, fromX, fromY)))
            }
        }
        #expect(worst <= 2)
    }

    @Test(arguments: [90.0, 270, -90], [false, true])
    func aQuarterTurnIsClockwiseInsideThePlace(rotation: Double, isMirrored: Bool) throws {
        let source = TestPictures.make(.yuv420p, VideoSize(width: 108, height: 60), seed: 2)
        // 60×108 pixels in the middle of the TV: ten canvas units each.
        let place = Rect(x: 660, y: 0, width: 600, height: 1080)
        let result = try Compositor().compose(
            [PlacedPicture(buffer: source, place: place, placement: Placement(rotation: rotation, isMirrored: isMirrored))],
            size: Self.size)
        var worst = 0
        for y in 0..<60 {
            for x in 0..<108 {
                let mirroredX = isMirrored ? 107 - x : x
                let (column, row) = rotation == 90 ? (59 - y, mirroredX) : (y, 107 - mirroredX)
                worst = max(worst, result.pixel(66 + column, row).distance(to: TestPictures.rgb(source, x, y)))
            }
        }
        #expect(worst <= 2)
        #expect(result.pixel(65, 50) == result.pixel(126, 50) && result.pixel(65, 50).distance(to: .black) == 0)
    }

    @Test(arguments: [PixelFormat.yuv420p, .nv12])
    func thePaddingOfTheRowsIsNeverSeen(format: PixelFormat) throws {
        // An odd size: half a colour sample at the edge, and padding after each row.
        let size = VideoSize(width: 77, height: 33)
        let source = TestPictures.make(format, size, seed: 3)
        let result = try Compositor().compose(
            [PlacedPicture(buffer: source, place: CanvasMapping(size: size).screen)], size: size)
        for y in 0..<size.height {
            #expect(result.pixel(76, y).distance(to: TestPictures.rgb(source, 76, y)) <= 2)
        }
    }

    static func flat(_ pixel: Pixel, _ format: PixelFormat = .bgra, size: VideoSize = size) -> MemoryPixelBuffer {
        let buffer = MemoryPixelBuffer(format: format, size: size)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let bytes = buffer.row(y) + 4 * x
                bytes[0] = UInt8(pixel.blue)
                bytes[1] = UInt8(pixel.green)
                bytes[2] = UInt8(pixel.red)
                bytes[3] = UInt8(pixel.alpha)
            }
        }
        return buffer
    }

    @Test func drawingsLieOverPicturesWithTheirOwnAlpha() throws {
        let back = Self.flat(Pixel(red: 200, green: 100, blue: 40, alpha: 0), .bgrx)
        let front = Self.flat(Pixel(red: 64, green: 0, blue: 32, alpha: 128))
        let compositor = try Compositor()
        let whole = try compositor.compose([PlacedPicture(buffer: back), PlacedPicture(buffer: front)], size: Self.size)
        #expect(whole.pixel(90, 50).distance(to: Pixel(red: 164, green: 50, blue: 52, alpha: 0)) <= 1)
        let half = try compositor.compose(
            [PlacedPicture(buffer: back), PlacedPicture(buffer: front, placement: Placement(opacity: 0.5))], size: Self.size)
        #expect(half.pixel(90, 50).distance(to: Pixel(red: 182, green: 75, blue: 46, alpha: 0)) <= 1)
        let none = try compositor.compose(
            [PlacedPicture(buffer: back), PlacedPicture(buffer: front, placement: Placement(opacity: 0))], size: Self.size)
        #expect(none.pixel(90, 50).distance(to: back.pixel(90, 50)) == 0)
    }

    @Test func whatIsNotCoveredIsBlack() throws {
        // A TV that is wider than every canvas has bars.
        let white = Self.flat(.white, .bgrx)
        let result = try Compositor().compose([PlacedPicture(buffer: white)], size: VideoSize(width: 200, height: 90))
        #expect((0..<20).allSatisfy { result.pixel($0, 45).distance(to: .black) == 0 })
        #expect((20..<180).allSatisfy { result.pixel($0, 45).distance(to: .white) == 0 })
        #expect((180..<200).allSatisfy { result.pixel($0, 45).distance(to: .black) == 0 })
        #expect(try Compositor().compose([], size: Self.size).pixel(0, 0).distance(to: .black) == 0)
    }

    @Test func aTiltedPictureTurnsClockwiseAboutTheMiddle() throws {
        // Red on the left, blue on the right: at 30° the left end rises and the right end falls.
        let source = Self.flat(Pixel(red: 255, green: 0, blue: 0, alpha: 255), .bgrx, size: VideoSize(width: 96, height: 54))
        for y in 0..<54 {
            for x in 48..<96 {
                source.row(y)[4 * x] = 255
                source.row(y)[4 * x + 2] = 0
            }
        }
        let place = Rect(x: 480, y: 270, width: 960, height: 540)
        let result = try Compositor().compose(
            [PlacedPicture(buffer: source, place: place, placement: Placement(rotation: 30))], size: Self.size)
        // Forty pixels from the centre, thirty degrees up on the left and down on the right.
        #expect(result.pixel(96 - 35, 54 - 20).distance(to: Pixel(red: 255, green: 0, blue: 0, alpha: 0)) <= 2)
        #expect(result.pixel(96 + 35, 54 + 20).distance(to: Pixel(red: 0, green: 0, blue: 255, alpha: 0)) <= 2)
        #expect(result.pixel(96 - 45, 54 + 24).distance(to: .black) == 0)
    }

    @Test(arguments: [1.2, 4.0, 10, 40, 100, 300])
    func aBlurKeepsWhatIsFlatAndSoftensWhatIsNot(radius: Double) throws {
        let size = VideoSize(width: 960, height: 540)
        let source = Self.flat(.white, .bgrx, size: size)
        let compositor = try Compositor()
        let placement = Placement(blur: radius)
        let flat = try compositor.compose([PlacedPicture(buffer: source, placement: placement)], size: size)
        for (x, y) in [(0, 0), (959, 539), (480, 270), (0, 300)] {
            #expect(flat.pixel(x, y).distance(to: .white) <= 1)
        }
        let halves = Self.flat(.white, .bgrx, size: size)
        for y in 0..<size.height {
            for x in 0..<4 * (size.width / 2) { halves.row(y)[x] = 0 }
        }
        let edge = try compositor.compose([PlacedPicture(buffer: halves, placement: placement)], size: size)
        let profile = (0..<size.width).map { edge.pixel($0, 270).green }
        #expect(zip(profile, profile.dropFirst()).allSatisfy { $0 <= $1 + 1 }, "it rises from black to white")
        #expect(abs((profile[479] + profile[480]) / 2 - 127) <= 4, "it is symmetric")
        // A Gaussian of this sigma, in pixels, takes 1.35 sigma from a quarter to three quarters.
        let sigma = radius * 0.5 / 2
        let rise = Double(profile.count { (64..<191).contains($0) })
        #expect(abs(rise - 1.35 * sigma) <= max(2, 0.25 * 1.35 * sigma), "\(rise) pixels")
        #expect(compositor.lastCost.texels < 2 * size.pixels, "a narrow one costs no more than a wide one")
    }

    @Test func theMemoryIsUsedAgainOnceItWasLetGo() throws {
        let compositor = try Compositor()
        let first = try compositor.compose([], size: Self.size)
        let second = try compositor.compose([], size: Self.size)
        #expect(first !== second)
        let third = try { try compositor.compose([], size: Self.size).plane(0).base }()
        let fourth = try { try compositor.compose([], size: Self.size).plane(0).base }()
        #expect(third == fourth)
    }

    @Test func twoCompositorsShareAThread() throws {
        let (one, other) = (try Compositor(), try Compositor())
        let source = Self.flat(.white, .bgrx)
        for compositor in [one, other, one] {
            let picture = try compositor.compose([PlacedPicture(buffer: source)], size: Self.size)
            #expect(picture.pixel(9, 9).distance(to: .white) == 0)
        }
    }

    @Test func whatTheRendererCannotTakeIsAnError() throws {
        let compositor = try Compositor()
        #expect(throws: GraphicsError.self) { try compositor.compose([], size: VideoSize(width: 100_000, height: 1)) }
        #expect(!compositor.rendererName.isEmpty)
    }
}

extension Pixel {
    static let black = Pixel(red: 0, green: 0, blue: 0, alpha: 255)
    static let white = Pixel(red: 255, green: 255, blue: 255, alpha: 255)
}
