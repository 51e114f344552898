// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@Suite struct CanvasMappingTests {
    @Test(arguments: [(1920, 1080), (1280, 720), (3840, 2160), (640, 480), (720, 576), (1080, 1920), (1366, 768), (1024, 768)])
    func theCanvasFitsIntoTheTVAndTheScreenIsAllOfIt(width: Int, height: Int) {
        let mapping = CanvasMapping(size: VideoSize(width: width, height: height))
        let canvas = mapping.pixels(Canvas.bounds)
        #expect(canvas.x >= 0 && canvas.y >= 0 && canvas.maxX <= Double(width) + 1e-9 && canvas.maxY <= Double(height) + 1e-9)
        #expect(abs(canvas.width / canvas.height - 16.0 / 9) < 1e-9)
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
}
