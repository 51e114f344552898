// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Devices

@Suite struct PointerTrackTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func thePointerNeverLeavesTheCanvas(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var track = PointerTrack()
        for _ in 0..<1000 {
            _ = track.move(dx: .random(in: -3000...3000, using: &random), dy: .random(in: -3000...3000, using: &random))
            #expect(Canvas.bounds.contains(track.position) || track.position.x == Canvas.bounds.maxX || track.position.y == Canvas.bounds.maxY)
        }
        _ = track.move(dx: .nan, dy: .infinity)
        #expect(track.position.x.isFinite && track.position.y.isFinite)
    }

    @Test func theButtonIsAFinger() {
        var track = PointerTrack()
        #expect(track.move(to: Point(100, 200)) == .pointerMoved(Point(100, 200)))
        #expect(track.press(true) == .touchDown(Point(100, 200)))
        #expect(track.press(true) == nil)
        #expect(track.move(dx: 10, dy: 0) == .touchMoved(Point(110, 200)))
        #expect(track.press(false) == .touchUp)
        #expect(track.press(false) == nil)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func howeverFinelyAWheelCountsItsDetentsAddUp(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var track = PointerTrack()
        var turned = 0
        var sent = 0.0
        for _ in 0..<500 {
            let part = Double(Int.random(in: -60...60, using: &random))
            sent -= part
            if case .turned(let detents) = track.scroll(part) { turned += detents }
        }
        #expect(turned == Int((sent / 120).rounded(.towardZero)) || abs(Double(turned) - sent / 120) < 1)
        #expect(track.scroll(.nan) == nil)
    }
}
