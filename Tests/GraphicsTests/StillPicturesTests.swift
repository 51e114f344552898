// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Graphics

@Suite struct StillPicturesTests {
    static func key(_ number: Int) -> ClipKey { ClipKey(session: "2026-11-20_1403_S07", number: number) }

    /// Returns a planar YUV picture in one colour.
    static func plain(_ size: VideoSize, luma: UInt8, u: UInt8 = 128, v: UInt8 = 128) -> MemoryPixelBuffer {
        let picture = MemoryPixelBuffer(format: .yuv420p, size: size)
        for (index, value) in [luma, u, v].enumerated() {
            let rows = index == 0 ? size.height : (size.height + 1) / 2
            for y in 0..<rows { picture.row(y, plane: index).update(repeating: value, count: picture.plane(index).pitch) }
        }
        return picture
    }

    // MARK: Scaling

    @Test(arguments: [VideoSize(width: 64, height: 36), VideoSize(width: 63, height: 35)])
    func atItsOwnSizeAStillHasTheColoursOfTheBook(size: VideoSize) {
        let picture = TestPictures.make(.yuv420p, size, seed: 3)
        let rgb = StillScaling.rgb(picture, size: size)
        for y in 2..<size.height - 2 {
            for x in 2..<size.width - 2 {
                // Here a colour sample covers four pixels, while the formula interpolates between samples: ramps differ a little.
                #expect(rgb.pixel(x, y).distance(to: TestPictures.rgb(picture, x, y)) <= 6, "\(x), \(y)")
            }
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func scalingKeepsTheMeanBrightness(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let size = VideoSize(width: .random(in: 2...90, using: &random), height: .random(in: 2...90, using: &random))
        let picture = Self.plain(size, luma: 0)
        var sum = 0.0
        for y in 0..<size.height {
            for x in 0..<size.width {
                picture.row(y)[x] = .random(in: 16...235, using: &random)
                sum += (Double(picture.row(y)[x]) - 16) / 219 * 255
            }
        }
        let target = VideoSize(width: .random(in: 1...size.width, using: &random), height: .random(in: 1...size.height, using: &random))
        let rgb = StillScaling.rgb(picture, size: target)
        let mean =
            (0..<target.height).reduce(0.0) { total, y in
                (0..<target.width).reduce(total) { $0 + Double(rgb.pixel($1, y).green) }
            } / Double(target.pixels)
        #expect(abs(mean - sum / Double(size.pixels)) < 0.75, "\(size) to \(target)")
    }

    // MARK: Memory

    @Test(arguments: 0..<8 as Range<UInt64>)
    func whateverIsSetAndDrawnStaysWithinTheRoom(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let room = 300_000
        let stills = StillPictures(capacityBytes: room)
        var inUse: Set<ClipKey> = []
        for _ in 0..<80 {
            let key = Self.key(.random(in: 1...12, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                stills.set(Self.plain(VideoSize(width: .random(in: 20...900, using: &random), height: 180), luma: 100), for: key)
            case 1:
                inUse = Set((0..<Int.random(in: 0...4, using: &random)).map { _ in Self.key(.random(in: 1...12, using: &random)) })
                stills.beginDrawing(with: inUse)
            default:
                guard let shown = inUse.randomElement(using: &random) else { continue }
                let picture = stills.picture(of: shown, covering: VideoSize(width: .random(in: 1...300, using: &random), height: 90))
                #expect((picture != nil) == (stills.serial(of: shown) != 0) || stills.heldBytes <= room)
            }
            #expect(stills.heldBytes <= room)
            #expect(stills.heldBytes == stills.countedBytes)
        }
    }

    @Test func fiveStillsOfThe720LinesAndWhatIsDrawnOfThemFit() throws {
        let stills = StillPictures()
        let keys = (1...5).map(Self.key)
        for key in keys { stills.set(Self.plain(.hd720, luma: 90), for: key) }
        stills.beginDrawing(with: Set(keys))
        for key in keys {
            #expect(stills.picture(of: key, covering: VideoSize(width: 400, height: 225))?.size == VideoSize(width: 400, height: 225))
        }
        #expect(stills.takeCoarse().isEmpty)
        // All five at their full size: any other size is as sharp.
        for key in keys { #expect(stills.picture(of: key, covering: VideoSize(width: 480, height: 270))?.size.width == 480) }
        #expect(stills.heldBytes <= StillPictures.capacityBytes)
    }

    @Test func moreStillsThanFitLargeAreAllThereSmall() {
        let room = 40 * StillPictures.smallSize.pixels * 4
        let stills = StillPictures(capacityBytes: room)
        let keys = (1...36).map(Self.key)
        for key in keys { stills.set(Self.plain(.vga, luma: 90), for: key) }
        stills.beginDrawing(with: Set(keys))
        #expect(keys.allSatisfy { stills.picture(of: $0, covering: VideoSize(width: 180, height: 100)) != nil })
        #expect(stills.takeCoarse().isEmpty, "a small still is drawn small")
        #expect(stills.heldBytes <= room)
    }

    @Test func whatBecameTooSmallIsNamedOnceForAsLongAsItIsShown() {
        let size = VideoSize(width: 640, height: 360)
        let stills = StillPictures(capacityBytes: 2_000_000)
        for number in 1...7 { stills.set(Self.plain(size, luma: 90), for: Self.key(number)) }
        let large = VideoSize(width: 480, height: 270)
        stills.beginDrawing(with: [Self.key(1)])
        #expect(stills.picture(of: Self.key(1), covering: large)?.size == StillPictures.smallSize)
        #expect(stills.takeCoarse() == [Self.key(1)])
        _ = stills.picture(of: Self.key(1), covering: large)
        #expect(stills.takeCoarse().isEmpty)
        stills.set(Self.plain(size, luma: 90), for: Self.key(1))
        stills.beginDrawing(with: [Self.key(1)])
        #expect(stills.picture(of: Self.key(1), covering: large)?.size == large)
        #expect(stills.takeCoarse().isEmpty)
    }

    @Test func whatHadToGoIsNamedWhenItIsShownAgain() {
        let stills = StillPictures(capacityBytes: 200_000)
        for number in 1...3 { stills.set(Self.plain(VideoSize(width: 320, height: 270), luma: 90), for: Self.key(number)) }
        #expect(stills.serial(of: Self.key(1)) == 0 && stills.serial(of: Self.key(3)) != 0)
        stills.beginDrawing(with: [Self.key(1), Self.key(9)])
        #expect(stills.takeCoarse() == [Self.key(1)], "and not what was never there")
    }

    @Test func aSmallPictureIsNeverMadeLarger() {
        let stills = StillPictures()
        stills.set(Self.plain(.vga, luma: 90), for: Self.key(1))
        stills.beginDrawing(with: [Self.key(1)])
        #expect(stills.picture(of: Self.key(1), covering: .hd1080)?.size == .vga)
        #expect(stills.takeCoarse().isEmpty, "that is all there is")
    }
}

/// Stills and clipped parts as they are painted.
@Suite struct PaintedStillsTests {
    static let size = VideoSize(width: 480, height: 270)
    static let place = Rect(x: 400, y: 200, width: 640, height: 360)
    static let key = StillPicturesTests.key(1)
    static let still: [Layer] = [Layer(.drawing(Drawing([.still(key, place, cornerRadius: 0)])))]

    /// Returns a picture with a black left half, a white right half, and red bars at the top and the bottom.
    static func halves(_ size: VideoSize) -> MemoryPixelBuffer {
        let picture = StillPicturesTests.plain(size, luma: 16)
        for y in 0..<size.height {
            for x in size.width / 2..<size.width { picture.row(y)[x] = 235 }
        }
        for y in (0..<size.height / 2).filter({ $0 < size.height / 16 || $0 >= size.height * 7 / 16 }) {
            picture.row(y, plane: 2).update(repeating: 240, count: size.width / 2)
        }
        return picture
    }

    @Test func aStillThatComesLaterIsPaintedWhereItIsDrawn() throws {
        let stills = StillPictures()
        let overlay = Overlay(size: Self.size, stills: stills)
        let before = try #require(overlay.update(Self.still))
        #expect(before.inkedPixels == nil)
        stills.set(Self.halves(.hd720), for: Self.key)
        let after = try #require(overlay.update(Self.still))
        #expect(try #require(overlay.lastDamage).contains(Self.place.center))
        #expect(try #require(after.inkedPixels) == (100, 50, 259, 139))
        #expect(after.pixel(140, 90) == Pixel(red: 0, green: 0, blue: 0, alpha: 255))
        #expect(after.pixel(220, 90) == Pixel(red: 255, green: 255, blue: 255, alpha: 255))
        #expect(overlay.update(Self.still) === after)
        stills.set(StillPicturesTests.plain(.hd720, luma: 235), for: Self.key)
        let replaced = try #require(overlay.update(Self.still))
        #expect(replaced.pixel(140, 90).red == 255)
        #expect(after.pixel(140, 90).red == 0, "who holds the old picture keeps it")
    }

    @Test func aStillInsideAClippedPartComesLaterToo() throws {
        let stills = StillPictures()
        let overlay = Overlay(size: Self.size, stills: stills)
        let layers = [
            Layer(
                .drawing(
                    Drawing([
                        .clipped(
                            Self.place.inset(by: 40), cornerRadius: 0,
                            [.still(Self.key, Self.place, cornerRadius: 0)])
                    ])))
        ]
        _ = overlay.update(layers)
        stills.set(Self.halves(.hd720), for: Self.key)
        #expect(try #require(overlay.update(layers)?.inkedPixels) == (110, 60, 249, 129))
    }

    @Test(arguments: [VideoSize(width: 1280, height: 680), VideoSize(width: 1280, height: 800)])
    func aStillFillsItsPlaceAndWhatIsOverIsCutOffAlikeOnBothSides(size: VideoSize) throws {
        let picture = try painted(size)
        #expect(try #require(picture.inkedPixels) == (100, 50, 259, 139))
        // The middle of the picture lies in the middle of the place.
        #expect(picture.pixel(176, 95).green < 30 && picture.pixel(183, 95).green > 225)
        #expect(picture.pixel(102, 95).green < 10, "it reaches to the edges")
    }

    @Test(
        "an upright, a 4:3 and a very wide still are seen whole, on the ground of a panel",
        arguments: [
            VideoSize(width: 640, height: 480), VideoSize(width: 1280, height: 400), VideoSize(width: 406, height: 720),
        ])
    func aStillThatWouldLoseMuchIsFitted(size: VideoSize) throws {
        let picture = try painted(size)
        #expect(try #require(picture.inkedPixels) == (100, 50, 259, 139))
        let whole = Rect(x: 100, y: 50, width: 160, height: 90).fitted(aspect: Double(size.width) / Double(size.height))
        #expect(picture.pixel(101, 51) == Pixel(red: 0x1C, green: 0x1C, blue: 0x20, alpha: 255), "the ground")
        let left = Int(whole.center.x - whole.width / 4)
        #expect(picture.pixel(left, Int(whole.y) + 1).red > 100 && picture.pixel(left, Int(whole.maxY) - 2).red > 100, "nothing is cut off")
        #expect(picture.pixel(176, 95).green < 30 && picture.pixel(183, 95).green > 225)
    }

    private func painted(_ size: VideoSize) throws -> PixelBuffer {
        let stills = StillPictures()
        stills.set(Self.halves(size), for: Self.key)
        return try #require(Overlay(size: Self.size, stills: stills).update(Self.still))
    }

    @Test func theCornersOfAStillAreRound() throws {
        let stills = StillPictures()
        stills.set(StillPicturesTests.plain(.hd720, luma: 235), for: Self.key)
        let round = [Layer(.drawing(Drawing([.still(Self.key, Self.place, cornerRadius: 80)])))]
        let picture = try #require(Overlay(size: Self.size, stills: stills).update(round))
        for (x, y) in [(100, 50), (259, 50), (100, 139), (259, 139), (104, 54)] { #expect(picture.pixel(x, y).alpha == 0) }
        #expect(picture.pixel(180, 50).alpha == 255 && picture.pixel(100, 95).alpha == 255 && picture.pixel(107, 57).alpha == 255)
    }

    @Test func aRadiusOfHalfTheSideClipsToACircle() throws {
        let square = Rect(x: 400, y: 400, width: 400, height: 400)
        let buffer = MemoryPixelBuffer(format: .bgra, size: .hd1080)
        Painter(size: .hd1080).paint(
            Drawing([
                .clipped(
                    square, cornerRadius: 200,
                    [
                        .fill(Canvas.bounds, cornerRadius: 0, Color(hex: 0xFF0000)), .fill(Canvas.bounds, cornerRadius: 0, Color(hex: 0x00FF00)),
                    ])
            ]), into: buffer)
        for y in stride(from: 395, to: 805, by: 3) {
            for x in stride(from: 395, to: 805, by: 3) {
                let (right, down) = (Double(x) + 0.5 - 600, Double(y) + 0.5 - 600)
                let distance = (right * right + down * down).squareRoot()
                let pixel = buffer.pixel(x, y)
                if distance < 199 { #expect(pixel == Pixel(red: 0, green: 255, blue: 0, alpha: 255)) }
                if distance > 201 { #expect(pixel.alpha == 0) }
                #expect(pixel.red == 0, "what lies behind doesn't shine through the edge")
            }
        }
    }

    @Test func nothingIsClippedToAPartThatNothingLiesIn() {
        let part = DrawingCommand.clipped(
            Rect(x: 0, y: 0, width: 100, height: 100), cornerRadius: 0,
            [.disc(center: Point(600, 600), radius: 50, Color(hex: 0xFFFFFF))])
        #expect(Painter(size: Self.size).bounds(of: part) == nil)
        #expect(Painter(size: Self.size).bounds(of: .clipped(Self.place, cornerRadius: 0, [])) == nil)
    }
}
