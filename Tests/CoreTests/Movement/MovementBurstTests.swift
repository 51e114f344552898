// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// The rule of a burst of movement (docs/hearing.md, the second witness).
@Suite struct MovementBurstTests {
    /// Returns the numbers of the pictures, 30 a second, with which a burst begins.
    private func bursts(_ count: Int = 150, noise: Double = 0.5, seed: UInt64 = 1, _ level: (_ picture: Int, _ block: Int) -> Double) -> [Int] {
        var rule = MovementBurst()
        var random = SeededGenerator(seed: seed)
        return (0..<count).filter { picture in
            let means = BlockMeans((0..<BlockMeans.count).map { level(picture, $0) + random.seconds(-noise...noise) })
            return rule.take(means, at: .seconds(Double(picture) / 30)) != nil
        }
    }

    /// A wall whose blocks differ.
    private func wall(_ block: Int) -> Double { 60 + Double(block * 37 % 100) }

    @Test("X-03 three blocks that jump are a burst, in the same picture", arguments: [31, 60, 100])
    func jump(picture: Int) {
        #expect(bursts { $1 >= 50 && $1 < 53 && $0 >= picture ? wall($1) + 20 : wall($1) } == [picture])
        #expect(bursts { $1 >= 50 && $1 < 53 && $0 >= picture ? wall($1) + 5 : wall($1) } == [])
    }

    @Test("X-03 steady movement is none, and a jump three times as fast as it is one")
    func steady() {
        func swaying(_ picture: Int, _ block: Int) -> Double {
            let away = picture % 8 < 4 ? picture % 8 : 8 - picture % 8
            return wall(block) + (block < 12 ? Double(away) * 4 : 0)
        }
        #expect(bursts { swaying($0, $1) } == [])
        #expect(bursts { swaying($0, $1) + ($1 > 100 && $1 < 104 && $0 >= 90 ? 60 : 0) } == [90])
    }

    @Test("X-03 light that is switched or follows a gain is none", arguments: [0.6, 1.5])
    func light(factor: Double) {
        #expect(bursts { $0 >= 80 ? wall($1) * factor : wall($1) } == [])
        // No one factor takes this out, but nearly all blocks change.
        #expect(bursts { $0 >= 80 ? wall($1) + ($1 % 2 == 0 ? 25 : -25) : wall($1) } == [])
    }

    @Test("X-03 after a burst there is none for half a second")
    func lockOut() {
        func jumps(_ second: Int) -> [Int] {
            bursts { picture, block in wall(block) + (block < 3 && picture >= 60 ? 20 : 0) + (block > 140 && picture >= second ? 90 : 0) }
        }
        #expect(jumps(70) == [60])
        #expect(jumps(80) == [60, 80])
    }

    @Test("X-03 a burst says where it is")
    func middle() throws {
        var rule = MovementBurst()
        var found: [Point] = []
        for picture in 0..<90 {
            // Columns 4 to 6 of row 2.
            let means = BlockMeans((0..<BlockMeans.count).map { wall($0) + ((36...38).contains($0) && picture >= 60 ? 30 : 0) })
            if let middle = rule.take(means, at: .seconds(Double(picture) / 30)) { found.append(middle) }
        }
        let middle = try #require(found.first)
        #expect(found.count == 1 && abs(middle.x - 5.5 / 16) < 1e-9 && abs(middle.y - 2.5 / 9) < 1e-9)
    }

    @Test("X-03 a clock that goes back starts the rule again")
    func restarts() {
        var rule = MovementBurst()
        for picture in 0..<60 { _ = rule.take(BlockMeans((0..<BlockMeans.count).map { wall($0) }), at: .seconds(Double(picture) / 30)) }
        let burst = rule.take(BlockMeans((0..<BlockMeans.count).map { wall($0) + ($0 < 4 ? 30 : 0) }), at: .zero)
        #expect(burst == nil)
    }
}
