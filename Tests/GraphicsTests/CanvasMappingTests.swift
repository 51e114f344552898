// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@Suite struct CanvasMappingTests {
    @Test(arguments: [(1920, 1080), (1280, 720), (3840, 2160), (640, 480), (720, 576), (1080, 1920), (1366, 768), (1024, 768)])
    func theCanvasFitsIntoTheTVAndTheScreenIsAllOfIt(width: Int, height: Int) {
        let mapping = CanvasMapping(size: VideoSize(width: width, height: height))
        let shape = CanvasShape(fitting: VideoSize(width: width, height: height))
        let canvas = mapping.pixels(shape.bounds)
        #expect(canvas.x >= 0 && canvas.y >= 0 && canvas.maxX <= Double(width) + 1e-9 && canvas.maxY <= Double(height) + 1e-9)
        #expect(abs(canvas.width / canvas.height - shape.width / shape.height) < 1e-9)
        #expect(canvas.width * canvas.height > 0.98 * Double(width * height) || width * 9 > height * 16, "hardly anything stays black")
        #expect(canvas.x == canvas.x.rounded() && canvas.y == canvas.y.rounded(), "the canvas begins at a whole pixel")
        let screen = mapping.pixels(mapping.screen)
        #expect(abs(screen.x) < 1e-9 && abs(screen.y) < 1e-9)
        #expect(abs(screen.width - Double(width)) < 1e-9 && abs(screen.height - Double(height)) < 1e-9)
    }

    @Test func aPointComesBack() {
        let mapping = CanvasMapping(size: VideoSize(width: 1024, height: 768))
        let pixels = mapping.pixels(Rect(x: 300, y: 700, width: 0, height: 0))
        let point = mapping.canvas(x: pixels.x, y: pixels.y)
        #expect(abs(point.x - 300) < 1e-9 && abs(point.y - 700) < 1e-9)
    }

    @Test(
        "V-49 each TV has the canvas that suits it",
        arguments: [
            (1920, 1080, 1920.0, 1080.0), (1366, 768, 1920, 1080), (3840, 1600, 1920, 1080), (1920, 1200, 1920, 1200), (1024, 768, 1920, 1440),
            (1280, 1024, 1920, 1536), (500, 500, 1920, 1536), (1080, 1920, 1080, 1920), (768, 1366, 1080, 1920), (768, 1024, 1080, 1440),
            (1200, 1920, 1080, 1728), (1024, 1280, 1080, 1344), (400, 1600, 1080, 1920),
        ])
    func eachTVHasTheCanvasThatSuitsIt(width: Int, height: Int, canvasWidth: Double, canvasHeight: Double) {
        let shape = CanvasShape(fitting: VideoSize(width: width, height: height))
        #expect(shape.width == canvasWidth && shape.height == canvasHeight)
        #expect(shape.bounds.encloses(shape.safeArea) && shape.safeArea.width == shape.width * 0.9)
    }

    /// The corner of the canvas that lies at each corner of the TV's own picture: top left, top right, bottom right, bottom left.
    @Test(arguments: [
        (PictureOrientation.Turn.none, [0, 1, 2, 3]), (.right, [3, 0, 1, 2]), (.over, [2, 3, 0, 1]), (.left, [1, 2, 3, 0]),
    ])
    func theTVsCornersAreTheCanvassCorners(turn: PictureOrientation.Turn, corners: [Int]) {
        let pose = TVPose(size: VideoSize(width: 1920, height: 1080), turn: turn)
        let bounds = pose.canvas.bounds
        #expect(pose.canvas == (turn == .right || turn == .left ? .upright : .wide))
        func points(of rect: Rect) -> [Point] {
            [Point(rect.x, rect.y), Point(rect.maxX, rect.y), Point(rect.maxX, rect.maxY), Point(rect.x, rect.maxY)]
        }
        for (own, index) in zip(points(of: .unit), corners) {
            let (found, expected) = (pose.canvas(own), points(of: bounds)[index])
            #expect(abs(found.x - expected.x) < 1e-6 && abs(found.y - expected.y) < 1e-6, "\(own)")
        }
    }

    @Test("a finger on a turned TV finds what lies under it, and what is shown comes back", arguments: 1...200 as ClosedRange<UInt64>)
    func aPointOnATurnedTVComesBack(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let size = VideoSize(width: Int.random(in: 320...3840, using: &random), height: Int.random(in: 320...3840, using: &random))
        let turns = PictureOrientation.Turn.allCases
        let pose = TVPose(size: size, turn: turns[Int.random(in: 0..<turns.count, using: &random)])
        let own = Point(Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random))
        let point = pose.canvas(own)
        let back = pose.own(point)
        #expect(abs(back.x - own.x) < 1e-9 && abs(back.y - own.y) < 1e-9)
        #expect(CanvasMapping(size: pose.seen).screen.inset(by: -1e-6).contains(point))
        // Turned back by the opposite turn, everything is where it was.
        let undone = TVPose(size: pose.seen, turn: pose.turn.inverse)
        #expect(undone.seen == size && pose.turn.inverse.inverse == pose.turn)
    }

    @Test(arguments: PictureOrientation.Turn.allCases, 1...20 as ClosedRange<UInt64>)
    func aTurnedPartLiesInTheTurnedPicture(turn: PictureOrientation.Turn, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let size = VideoSize(width: 64, height: 36)
        let (left, top) = (Int.random(in: 0..<60, using: &random), Int.random(in: 0..<30, using: &random))
        let part = PixelRect(left: left, top: top, right: left + 4, bottom: top + 6)
        let turned = part.turned(turn, in: size)
        let whole = PictureOrientation(turn: turn).size(of: size)
        #expect(turned.intersection(PixelRect(whole)) == turned && turned.size == PictureOrientation(turn: turn).size(of: part.size))
        #expect(turned.turned(turn.inverse, in: whole) == part)
    }
}
