// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// The part of the picture that a person chose (V-12, X-03).
@Suite struct PictureRegionTests {
    @Test("what is written is what is read, for every region")
    func theWordsAreReadAsTheyWereWritten() {
        var random = SeededGenerator(seed: 40)
        for _ in 0..<1000 {
            let (width, height) = (Int.random(in: 10...100, using: &random), Int.random(in: 10...100, using: &random))
            let (left, top) = (Int.random(in: 0...100 - width, using: &random), Int.random(in: 0...100 - height, using: &random))
            guard let region = PictureRegion(left: left, top: top, width: width, height: height) else {
                Issue.record("\(left) \(top) \(width) \(height)")
                continue
            }
            #expect(PictureRegion(words: region.words) == region && PictureRegion(nearest: region.rect) == region)
        }
    }

    @Test(
        "a region lies in the picture and isn't too small",
        arguments: [
            "", "30", "30 10 40", "30 10 40 80 1", "-1 0 40 80", "0 0 9 80", "0 0 80 9", "61 0 40 80", "0 21 40 80", "a b c d", "0.1 0 40 80",
            "30,10,40,80", "9223372036854775807 0 40 80", "0 0 101 100",
        ])
    func nonsenseIsRefused(words: String) { #expect(PictureRegion(words: words) == nil) }

    @Test("the nearest region of any part lies in the picture")
    func theNearestRegionIsValid() {
        var random = SeededGenerator(seed: 41)
        func any() -> Double { [Double.random(in: -3...3, using: &random), .infinity, .nan, 1e300].randomElement(using: &random) ?? 0 }
        for _ in 0..<1000 {
            let region = PictureRegion(nearest: Rect(x: any(), y: any(), width: any(), height: any()))
            #expect(PictureRegion(left: region.left, top: region.top, width: region.width, height: region.height) == region)
        }
    }

    @Test("only what moves in it counts")
    func movementOutsideDoesNotCount() throws {
        let region = try #require(PictureRegion(left: 50, top: 0, width: 25, height: 50))
        for index in 0..<BlockMeans.count {
            var levels = [UInt8](repeating: 0, count: BlockMeans.count)
            levels[index] = MotionGrid.least
            let (column, row) = (index % BlockMeans.columns, index / BlockMeans.columns)
            // Of 16 columns the ninth to the twelfth, of 9 rows the upper four: the middle of the fifth lies on the edge.
            #expect(MotionGrid(levels: levels).moves(in: region) == ((8...11).contains(column) && row <= 3), "\(column) \(row)")
        }
        #expect(!MotionGrid.still.moves(in: region))
    }

    @Test("the setting says it in words")
    func theSettingTakesIt() throws {
        var settings = Settings()
        #expect(SettingKey.value(of: "region", in: settings) == .string("auto"))
        try SettingKey.apply(.string("30 10 40 80"), for: "region", to: &settings)
        #expect(settings.region == PictureRegion(left: 30, top: 10, width: 40, height: 80))
        #expect(SettingKey.value(of: "region", in: settings) == .string("30 10 40 80"))
        for wrong: SettingValue in [.string("30 10 90 80"), .integer(3), .bool(true)] {
            #expect(throws: SettingProblem.self) { try SettingKey.apply(wrong, for: "region", to: &settings) }
        }
        #expect(settings.region?.left == 30)
        try SettingKey.apply(.string("auto"), for: "region", to: &settings)
        #expect(settings.region == nil)
    }
}
