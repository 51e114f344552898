// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Graphics

/// A picture for a TV on its side is the upright picture turned, pixel for pixel.
@Suite struct TurnedCompositionTests {
    private static let size = VideoSize(width: 108, height: 192)

    /// Returns the pixel of the upright picture that lies at a pixel of the turned one.
    private func upright(_ x: Int, _ y: Int, _ turn: PictureOrientation.Turn) -> (x: Int, y: Int) {
        let (width, height) = (Self.size.width, Self.size.height)
        return switch turn {
        case .none: (x, y)
        case .right: (y, height - 1 - x)
        case .over: (width - 1 - x, height - 1 - y)
        case .left: (width - 1 - y, x)
        }
    }

    private func check(_ pictures: [PlacedPicture], _ turn: PictureOrientation.Turn) throws {
        let compositor = try Compositor()
        let wanted = try compositor.compose(pictures, size: Self.size)
        let cost = compositor.lastCost
        let turned = try compositor.compose(pictures, size: Self.size, turn: turn)
        #expect(turned.size == PictureOrientation(turn: turn).size(of: Self.size))
        #expect(compositor.lastCost.texels == cost.texels && compositor.lastCost.quads == cost.quads, "a turn costs nothing")
        var worst = 0
        for y in 0..<turned.size.height {
            for x in 0..<turned.size.width {
                let from = upright(x, y, turn)
                worst = max(worst, turned.pixel(x, y).distance(to: wanted.pixel(from.x, from.y)))
            }
        }
        #expect(worst <= 2)
        // The next picture, for a TV that hangs as usual, isn't turned.
        let next = try compositor.compose(pictures, size: Self.size)
        #expect(next.size == Self.size && next.pixel(20, 30).distance(to: wanted.pixel(20, 30)) <= 1)
    }

    @Test("V-49 everything on a TV that hangs on its side is turned, pixel for pixel", arguments: PictureOrientation.Turn.allCases)
    func everythingIsTurned(turn: PictureOrientation.Turn) throws {
        let ground = CompositorTests.flat(Pixel(red: 10, green: 20, blue: 30, alpha: 255), .bgrx, size: Self.size)
        let film = TestPictures.make(.yuv420p, VideoSize(width: 108, height: 60), seed: 5)
        let other = TestPictures.make(.nv12, VideoSize(width: 60, height: 108), seed: 6)
        try check(
            [
                PlacedPicture(buffer: ground, place: CanvasShape.upright.bounds),
                PlacedPicture(buffer: film, place: Rect(x: 0, y: 350, width: 1080, height: 600)),
                PlacedPicture(
                    buffer: other, place: Rect(x: 100, y: 1000, width: 600, height: 1080 * 0.6), placement: Placement(rotation: 90, isMirrored: true)),
            ], turn)
    }

    @Test("a tilted, blurred, cut picture is turned too", arguments: PictureOrientation.Turn.allCases, 1...6 as ClosedRange<UInt64>)
    func whatMovesIsTurned(turn: PictureOrientation.Turn, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
        let place = Rect(x: number(0...300), y: number(0...700), width: 700, height: 500)
        let film = TestPictures.make(.yuv420p, VideoSize(width: 96, height: 54), seed: seed)
        let placement = Placement(
            opacity: 0.8, blur: random.chance(0.5) ? 20 : 0, shade: 0.2, border: Placement.Border(cornerRadius: 80, width: 20, Color(hex: 0xFFFFFF)))
        // A pixel of the edge of a tilted cut may be rounded differently after a turn, so the window cuts at whole pixels.
        let window = Rect(x: 100, y: 200, width: 800, height: 1000)
        try check(
            [
                PlacedPicture(
                    buffer: film, place: place, placement: placement, tilt: PlacedPicture.Tilt(degrees: number(-40...40), about: place.center),
                    window: window, sweep: random.chance(0.5) ? PlacedPicture.Sweep(0.7, about: place.center) : nil)
            ], turn)
    }
}
