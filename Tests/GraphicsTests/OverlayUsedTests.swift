// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Graphics

@Suite struct OverlayUsedTests {
    @Test(arguments: 0..<16 as Range<UInt64>)
    func nothingIsPaintedOutsideTheUsedParts(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let overlay = Overlay(size: OverlayTests.size)
        var layers: [Layer] = []
        for _ in 0..<20 {
            layers = OverlayTests.next(after: layers, &random)
            let picture = overlay.update(layers)
            expectFewAndDisjoint(overlay.used, within: PixelRect(OverlayTests.size))
            guard let picture else {
                #expect(overlay.used.isEmpty)
                continue
            }
            for y in 0..<picture.size.height {
                let bytes = picture.row(y)
                for x in 0..<picture.size.width where bytes[4 * x + 3] != 0 {
                    try #require(
                        overlay.used.contains { $0.left <= x && x < $0.right && $0.top <= y && y < $0.bottom },
                        "\(x), \(y) is painted outside \(overlay.used)")
                }
            }
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func whatWasAddedLiesInside(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var area = UsedArea()
        var added: [PixelRect] = []
        for _ in 0..<60 {
            let (left, top) = (Int.random(in: 0..<1900, using: &random), Int.random(in: 0..<1060, using: &random))
            let rect = PixelRect(
                left: left, top: top, right: left + .random(in: 0...60, using: &random),
                bottom: top + .random(in: 0...60, using: &random))
            added.append(rect)
            area.add(rect)
            expectFewAndDisjoint(area.rects, within: added.dropFirst().reduce(added[0]) { $0.union($1) })
            #expect(
                added.allSatisfy { rect in
                    rect.isEmpty || area.rects.contains { $0.intersection(rect) == rect }
                })
        }
    }

    @Test func theMiddleOfTheTVStaysFreeUnderAHeadAndAFoot() {
        let overlay = Overlay(size: .hd1080)
        var drawing = Drawing()
        for x in [96.0, 860, 1524] {
            drawing.commands.append(.fill(Rect(x: x, y: 54, width: 300, height: 96), cornerRadius: 16, Color(hex: 0)))
            drawing.commands.append(.text(TextRun("5 s", at: Point(x + 20, 60), size: 48, color: Color(hex: 0xFFFFFF))))
        }
        for x in stride(from: 96.0, to: 1800, by: 220) {
            drawing.commands.append(.disc(center: Point(x + 30, 990), radius: 24, Color(hex: 0xFFFFFF)))
            drawing.commands.append(.text(TextRun("delay", at: Point(x + 60, 976), size: 28, color: Color(hex: 0xFFFFFF))))
        }
        _ = overlay.update([Layer(.drawing(drawing))])
        let bounding = overlay.used.dropFirst().reduce(overlay.used[0]) { $0.union($1) }
        #expect(overlay.used.reduce(0) { $0 + $1.area } * 4 < bounding.area, "\(overlay.used)")
        #expect(!overlay.used.contains { $0.intersects(PixelRect(left: 0, top: 200, right: 1920, bottom: 900)) })
        _ = overlay.update([])
        #expect(overlay.used.isEmpty)
    }

    @Test func neighboursWithNothingBetweenThemAreOne() {
        var area = UsedArea()
        for left in stride(from: 0, to: 100, by: 10) {
            area.add(PixelRect(left: left, top: 0, right: left + 10, bottom: 20))
        }
        #expect(area.rects == [PixelRect(left: 0, top: 0, right: 100, bottom: 20)])
    }

    private func expectFewAndDisjoint(_ rects: [PixelRect], within bounds: PixelRect) {
        #expect(rects.count <= UsedArea.limit)
        for (index, rect) in rects.enumerated() {
            #expect(!rect.isEmpty && rect.intersection(bounds) == rect)
            #expect(!rects[..<index].contains { $0.intersects(rect) })
        }
    }
}
