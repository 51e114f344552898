// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The tiles of pictures that are seen at once, whatever their number and shape.
@Suite struct ShotTilesTests {
    private static let areas = [Rect(x: 96, y: 286, width: 1728, height: 740), Rect(x: 54, y: 230, width: 972, height: 1360)]

    @Test(
        "X-02 tiles lie within their area, apart from each other, in the shape of the picture and in reading order",
        arguments: areas, [16.0 / 9, 9.0 / 16, 4.0 / 3])
    func tilesHaveRoom(area: Rect, aspect: Double) {
        for count in 1...12 {
            let rects = ShotTiles(count, aspect: aspect, within: area).rects
            #expect(rects.count == count)
            for rect in rects {
                #expect(area.encloses(rect) && abs(rect.width / rect.height - aspect) < 0.001)
            }
            for (rect, next) in zip(rects, rects.dropFirst()) {
                let isBeside = next.y == rect.y && next.x >= rect.maxX + ShotTiles.gap - 0.001
                #expect(isBeside || next.y >= rect.maxY + ShotTiles.gap - 0.001, "\(count) tiles")
            }
        }
    }

    @Test("X-02 they are as large as they fit: six wide pictures in two rows, three in two, two beside each other")
    func tilesAreLarge() {
        func rows(_ count: Int) -> Int { Set(ShotTiles(count, aspect: 16.0 / 9, within: Self.areas[0]).rects.map(\.y)).count }
        #expect([1, 2, 3, 4, 6].map(rows) == [1, 1, 2, 2, 2])
    }
}
