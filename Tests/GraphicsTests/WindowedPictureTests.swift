// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import TestSupport
import Testing

@testable import Graphics

/// A window hides everything outside of it, and hidden pixels cost nothing.
@Suite struct WindowedPictureTests {
    static let size = CompositorTests.size

    private static func isIn(_ window: PixelRect, _ x: Int, _ y: Int) -> Bool {
        x >= window.left && x < window.right && y >= window.top && y < window.bottom
    }

    /// Checks that the picture is unchanged inside the window and absent outside of it.
    private func check(_ picture: PlacedPicture, window: Rect, _ words: Comment) throws {
        let compositor = try Compositor()
        let back = CompositorTests.flat(Pixel(red: 10, green: 200, blue: 90, alpha: 255), .bgrx)
        let whole = try compositor.compose([PlacedPicture(buffer: back), picture], size: Self.size)
        let wholeTexels = compositor.lastCost.texels - Self.size.pixels
        var cut = picture
        cut.window = window
        let result = try compositor.compose([PlacedPicture(buffer: back), cut], size: Self.size)
        let texels = compositor.lastCost.texels - Self.size.pixels
        let pixels = PixelRect(window, in: CanvasMapping(size: Self.size))
        var seen = 0
        for y in 0..<Self.size.height {
            for x in 0..<Self.size.width {
                let isInside = Self.isIn(pixels, x, y)
                let expected = isInside ? whole.pixel(x, y) : back.pixel(x, y)
                try #require(result.pixel(x, y).distance(to: expected) <= 2, "\(x), \(y), \(words)")
                if isInside, whole.pixel(x, y).distance(to: back.pixel(x, y)) > 8 { seen += 1 }
            }
        }
        #expect(texels <= wholeTexels && texels <= pixels.area, words)
        // As many texels as visible pixels, apart from those on an edge.
        if picture.sweep == nil { #expect(abs(texels - seen) <= 2 * (Self.size.width + Self.size.height), words) }
        if seen == 0 { #expect(compositor.lastCost.quads <= 2, words) }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func onlyWhatIsInTheWindowIsSeenAndPaid(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
        let source = TestPictures.make(.yuv420p, VideoSize(width: 96, height: 54), seed: seed)
        let place = Rect(x: number(-200...900), y: number(-200...600), width: number(200...1400), height: number(200...900))
        let turns = [0.0, 90, 180, 270, 11, -40]
        let placement = Placement(
            rotation: turns.randomElement(using: &random) ?? 0, isMirrored: random.chance(0.5), shade: random.chance(0.5) ? 0.4 : 0,
            border: random.chance(0.5) ? Placement.Border(cornerRadius: 120, width: 30, Color(hex: 0x0A84FF)) : nil)
        let tilt = random.chance(0.4) ? PlacedPicture.Tilt(degrees: turns.randomElement(using: &random) ?? 0, about: Point(800, 1080)) : nil
        let sweep = random.chance(0.3) ? PlacedPicture.Sweep(number(0...1), about: place.center) : nil
        let picture = PlacedPicture(buffer: source, place: place, placement: placement, tilt: tilt, sweep: sweep)
        let window = Rect(x: number(-300...1200), y: number(-300...800), width: number(50...1500), height: number(50...900))
        try check(picture, window: window, "seed \(seed)")
    }

    @Test func aWindowBesideThePictureOrTheTVPaintsNothing() throws {
        let compositor = try Compositor()
        let white = CompositorTests.flat(.white, .bgrx)
        for (rotation, window) in [
            (0.0, Rect(x: 1000, y: 0, width: 100, height: 1080)), (30, Rect(x: -500, y: 0, width: 400, height: 1080)),
            (0, Rect(x: 100, y: 100, width: 0, height: 100)), (30, Rect(x: 100, y: 100, width: 0, height: 0)),
        ] {
            let picture = PlacedPicture(
                buffer: white, place: Rect(x: 0, y: 0, width: 960, height: 540), placement: Placement(rotation: rotation), window: window)
            let result = try compositor.compose([picture], size: Self.size)
            #expect(compositor.lastCost.texels == 0)
            #expect((0..<192).allSatisfy { result.pixel($0, 27).distance(to: .black) == 0 })
        }
    }

    /// Adjacent windows paint each pixel once, however they lie between the pixels.
    @Test func oneWindowBeginsWhereTheOtherEnds() throws {
        let compositor = try Compositor()
        let source = TestPictures.make(.nv12, Self.size, seed: 3)
        let whole = try compositor.compose([PlacedPicture(buffer: source)], size: Self.size)
        for edge in stride(from: 100.0, to: 1900, by: 37) {
            let windows = [Rect(x: 0, y: 0, width: edge, height: 1080), Rect(x: edge, y: 0, width: 1920 - edge, height: 1080)]
            let result = try compositor.compose(windows.map { PlacedPicture(buffer: source, window: $0) }, size: Self.size)
            #expect(result.firstDifference(from: whole) == nil)
            #expect(compositor.lastCost.texels <= Self.size.pixels + Self.size.height)
        }
    }

    @Test func theUsedPartsOfADrawingAreCutEach() throws {
        let drawing = CompositorTests.flat(Pixel(red: 255, green: 0, blue: 0, alpha: 255))
        let parts = [PixelRect(left: 10, top: 10, right: 50, bottom: 20), PixelRect(left: 100, top: 60, right: 180, bottom: 100)]
        let compositor = try Compositor()
        let window = Rect(x: 0, y: 0, width: 1200, height: 800)
        let result = try compositor.compose([PlacedPicture(buffer: drawing, used: parts, window: window)], size: Self.size)
        #expect(compositor.lastCost.texels == 40 * 10 + 20 * 20)
        #expect(result.pixel(119, 79).red == 255 && result.pixel(120, 79).red == 0 && result.pixel(119, 80).red == 0)
        _ = try compositor.compose([PlacedPicture(buffer: drawing, used: parts, window: Rect(x: 0, y: 0, width: 900, height: 500))], size: Self.size)
        #expect(compositor.lastCost.quads == 1)
    }

    /// The number of a turned picture's pixels on the TV follows from geometry.
    @Test func aTurnedPictureCountsWhatShows() throws {
        let compositor = try Compositor()
        let white = CompositorTests.flat(.white, .bgrx)
        for degrees in stride(from: 0.0, through: 90, by: 7.5) {
            for place in [Rect(x: 500, y: 300, width: 900, height: 500), Rect(x: -400, y: -300, width: 900, height: 700)] {
                let picture = PlacedPicture(buffer: white, place: place, tilt: .init(degrees: degrees, about: place.center))
                let result = try compositor.compose([picture], size: Self.size)
                var sum = 0
                for y in 0..<Self.size.height {
                    for x in 0..<Self.size.width { sum += result.pixel(x, y).green }
                }
                #expect(abs(Double(sum) / 255 - Double(compositor.lastCost.texels)) <= 0.01 * Double(compositor.lastCost.texels) + 8)
            }
        }
    }

    // MARK: Drawings

    private static let ring = Drawing([.circle(center: Point(1500, 700), radius: 120, width: 40, Color(hex: 0x30D158))])

    @Test func aDrawingThatMovesFadesDarkensFillsOrIsWindowedIsNeitherPaintedNorUploadedAgain() throws {
        let painter = ScenePainter(size: Self.size, stills: StillPictures())
        let compositor = try Compositor()
        for frame in 0..<24 {
            let t = Double(frame)
            var layer = Layer(
                .drawing(Self.ring), place: Rect(x: -20 * t, y: 7 * t, width: 1920, height: 1080),
                placement: Placement(opacity: 1 - t / 40, shade: t / 50), transform: Transform(rotation: t, scale: 1 - t / 60, about: Point(900, 500))
            )
            if frame % 3 > 0 { layer.sweep = (t + 1) / 24 }
            if frame % 3 > 1 { layer.window = Rect(x: 0, y: 0, width: 1800, height: 900 - t) }
            let painted = painter.paint(Scene(layers: [layer]), merging: false)
            let pictures = painted.pictures.compactMap(\.self)
            try #require(pictures.count == 1)
            _ = try compositor.compose(pictures, size: Self.size)
            #expect(painter.lastPaintings == (frame == 0 ? 1 : 0) && compositor.lastCost.uploads == (frame == 0 ? 1 : 0))
            #expect(compositor.lastCost.quads == 1)
        }
    }

    /// A ring fills about its own centre, wherever the drawing's picture ends.
    @Test func aRingFillsAboutItsOwnMiddle() throws {
        let size = VideoSize.hd720
        let painter = ScenePainter(size: size, stills: StillPictures())
        let compositor = try Compositor()
        let scale = Double(size.width) / 1920
        for eighths in 1...7 {
            let layer = Layer(
                .drawing(Self.ring), placement: Placement(), transform: Transform(scale: 0.9, about: Point(0, 0)), sweep: Double(eighths) / 8)
            let painted = painter.paint(Scene(layers: [layer]), merging: true)
            let result = try compositor.compose(painted.pictures.compactMap(\.self), size: size)
            let middle = (x: 1500 * 0.9 * scale, y: 700 * 0.9 * scale)
            for sixteenth in stride(from: 1, to: 16, by: 2) {
                let angle = Double(sixteenth) / 16 * 2 * .pi
                let (x, y) = (middle.x + 108 * scale * sin(angle), middle.y - 108 * scale * cos(angle))
                let isLit = result.pixel(Int(x), Int(y)).green > 100
                #expect(isLit == (sixteenth < 2 * eighths), "\(sixteenth)/16 of \(eighths)/8")
            }
            #expect(compositor.lastCost.quads == 1)
        }
    }

    @Test func aSceneThatAsksForMoreThanAPlaneCanDoIsComposed() {
        let video = Layer(.video(.live))
        #expect(Scene(layers: [video]).suitsPlanes)
        var layer = video
        layer.window = Rect(x: 0, y: 0, width: 960, height: 1080)
        #expect(!Scene(layers: [layer]).suitsPlanes)
        layer = video
        layer.sweep = 0.5
        #expect(!Scene(layers: [layer]).suitsPlanes)
        layer.sweep = 1
        #expect(Scene(layers: [layer]).suitsPlanes, "all of it is there")
        for placement in [Placement(shade: 0.1), Placement(border: .init(cornerRadius: 20, width: 0, Color(hex: 0)))] {
            #expect(!Scene(layers: [Layer(.video(.live), placement: placement)]).suitsPlanes)
        }
        let picture = PlacedPicture(buffer: CompositorTests.flat(.white, .bgrx))
        var other = picture
        #expect(picture.isSame(as: other) && picture.isPlaneLike)
        other.window = Rect(x: 0, y: 0, width: 960, height: 1080)
        #expect(!picture.isSame(as: other) && !other.isPlaneLike)
        other = picture
        other.sweep = .init(0.5, about: Point(0, 0))
        #expect(!picture.isSame(as: other) && !other.isPlaneLike)
    }
}
