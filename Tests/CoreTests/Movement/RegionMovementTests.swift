// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// Since when a region of the picture moves or rests.
@Suite struct RegionMovementTests {
    private static let whole = MovementRegion(.unit, share: 0.03)

    private static func stamp(_ picture: Int, rate: Int = 25) -> FrameStamp {
        FrameStamp(frame: Int64(picture), timestamp: Timestamp(nanoseconds: Int64(picture) * 1_000_000_000 / Int64(rate)))
    }

    /// Returns what is told of pictures whose blocks have these levels, with some noise.
    private func changes(
        _ pictures: Range<Int>, of region: MovementRegion = whole, rate: Int = 25, noise: Double = 0.5,
        _ level: (_ picture: Int, _ block: Int) -> Double
    ) -> [RegionMovement.Change] {
        var movement = RegionMovement()
        var random = SeededGenerator(seed: 1)
        return pictures.compactMap { picture in
            let means = BlockMeans((0..<BlockMeans.count).map { level(picture, $0) + random.seconds(-noise...noise) })
            return movement.take(means, at: Self.stamp(picture, rate: rate), of: region)
        }
    }

    /// A wall whose blocks differ.
    private static func wall(_ block: Int) -> Double { 60 + Double(block * 37 % 100) }

    /// Something over the first five blocks of row 4 changes from the picture `first` on, and last at the picture `last`.
    private static func moving(_ first: Int, _ last: Int, _ picture: Int, _ block: Int) -> Double {
        guard (64..<69).contains(block), picture >= first else { return wall(block) }
        return wall(block) + 10 + Double((min(picture, last) * 7) % 60)
    }

    @Test("X-18 movement is dated to its first picture, and rest to its last", arguments: [25, 30])
    func dates(rate: Int) {
        let found = changes(0..<300, rate: rate) { Self.moving(50, 120, $0, $1) }
        #expect(found == [.moves(since: Self.stamp(50, rate: rate)), .rests(since: Self.stamp(120, rate: rate))])
    }

    @Test("X-18 four blocks of a whole court are too few, as is what changes by less than three levels, and a single picture")
    func tooLittle() {
        #expect(changes(0..<200) { $1 == 64 ? Self.wall($1) : Self.moving(50, 120, $0, $1) } == [])
        #expect(changes(0..<200) { $1 < 20 && $0 >= 50 ? Self.wall($1) + 1.5 : Self.wall($1) } == [])
        #expect(changes(0..<200) { $1 < 20 && $0 == 50 ? Self.wall($1) + 60 : Self.wall($1) } == [])
    }

    @Test("X-18 light that is switched is no movement", arguments: [0.5, 1.6])
    func light(factor: Double) {
        #expect(changes(0..<200) { $0 >= 80 ? Self.wall($1) * factor : Self.wall($1) } == [])
    }

    @Test("X-18 only what moves in the region counts")
    func region() {
        func found(_ part: Rect) -> Int {
            changes(0..<200, of: MovementRegion(part, share: 0.03)) { Self.moving(50, 120, $0, $1) }.count
        }
        #expect(found(Rect(x: 0, y: 0.3, width: 0.4, height: 0.4)) == 2)
        #expect(found(Rect(x: 0.5, y: 0, width: 0.5, height: 1)) == 0)
    }

    @Test("X-18 a region has at least one block, and one of them has to move")
    func smallRegions() {
        let tiny = MovementRegion(Rect(x: 0.5, y: 0.5, width: 0.001, height: 0.001), share: 0)
        #expect(tiny.blocks.count == 1 && tiny.least == 1)
        #expect(Self.whole.blocks == Array(0..<BlockMeans.count) && Self.whole.least == 5)
        var settings = Settings()
        settings.region = PictureRegion(left: 0, top: 0, width: 100, height: 70)
        settings.rallyMovementPercent = 50
        // The middle of the seventh row lies beyond 0.7.
        #expect(MovementRegion(settings).blocks == Array(0..<96) && MovementRegion(settings).least == 48)
    }

    @Test("X-18 after a gap in the pictures movement is over, and begins anew")
    func gaps() {
        var movement = RegionMovement()
        var found: [RegionMovement.Change] = []
        for picture in Array(0..<60) + Array(90..<150) {
            let means = BlockMeans((0..<BlockMeans.count).map { Self.moving(50, 120, picture, $0) })
            if let change = movement.take(means, at: Self.stamp(picture), of: Self.whole) { found.append(change) }
        }
        #expect(found.count == 4 && found.prefix(2) == [.moves(since: Self.stamp(50)), .rests(since: Self.stamp(59))])
        #expect(found.last == .rests(since: Self.stamp(120)))
    }
}
