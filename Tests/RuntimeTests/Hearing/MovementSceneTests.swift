// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Runtime
import Testing

@testable import Bench

/// The scenes of `vir bench witness`, from made block means.
@Suite struct MovementSceneTests {
    /// Twelve seconds of a still wall. Three blocks jump with each of these pictures.
    private static func table(_ jumps: [Int]) -> String {
        (0..<360).map { picture in
            let jumped = jumps.count { $0 <= picture } % 2 == 1
            return (0..<BlockMeans.count).map { "\(60 + $0 * 37 % 100 + (jumped && (50..<53).contains($0) ? 40 : 0))" }.joined(separator: ",")
        }.joined(separator: "\n")
    }

    @Test("X-03 own shots that move are witnessed, and a moment beside none of the bursts isn't")
    func shots() throws {
        // 6 s is an own shot, 9 s isn't.
        let scene = try MovementScene(name: "a.csv", table: Self.table([180, 270]), shots: "6.1\n3,")
        let testimony = scene.testimony()
        #expect(testimony.bursts == [6, 9] && (testimony.shots, testimony.seenShots) == (2, 1))
        // From 0.3 s before a burst to 0.5 s after it, 25 pictures, one more or less by rounding.
        #expect((24...26).contains(testimony.seenOthers))
        // All but the first second, and a second on both sides of the two shots.
        #expect(abs(testimony.others - (360 - 30 - 2 * 60)) <= 3)
    }

    @Test("X-03 without shots all moments are others, and a still picture witnesses none")
    func still() throws {
        let testimony = try MovementScene(name: "a.csv", table: "a,b\n# thirty a second\n" + Self.table([]) + "\r\n", shots: "").testimony()
        #expect(testimony.bursts.isEmpty && testimony.shots == 0 && (testimony.others, testimony.seenOthers) == (330, 0))
    }

    @Test(
        "a table or a time that is wrong is named with its line",
        arguments: [
            ("1,2,3", "", "a.csv:1"), (table([]) + "\n1,2", "", "a.csv:361"),
            (table([]) + "\n" + String(repeating: "300,", count: 143) + "1", "", "a.csv:361"),
            (table([]), "1 x", "'x'"), (table([]), "-1", "'-1'"), (table([]), "nan", "'nan'"),
        ])
    func wrong(table: String, shots: String, word: String) {
        #expect { _ = try MovementScene(name: "a.csv", table: table, shots: shots) } throws: { "\($0)".contains(word) }
    }
}
