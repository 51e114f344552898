// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import TestSupport
import Testing

/// The rule that tells motion from noise, light and shake, on synthetic scenes (V-26). The figures are those of docs/measured.md.
@Suite struct MotionRuleTests {
    private typealias Thing = MadeScene.Thing

    /// Returns the number of pictures with motion between two seconds.
    private func moving(_ grids: [MotionGrid], _ seconds: Range<Double> = 0..<10) -> Int {
        grids.indices.count { seconds.contains(Double($0) / Double(MadeScene.rate)) && !grids[$0].isStill }
    }

    /// Returns the columns and rows of the moving cells of a picture.
    private func cells(_ grid: MotionGrid) -> [(column: Int, row: Int)] {
        grid.levels.indices.filter { grid.levels[$0] > 0 }.map { ($0 % BlockMeans.columns, $0 / BlockMeans.columns) }
    }

    @Test("V-26 noise is stillness")
    func noise() {
        #expect(moving(MadeScene().grids()) == 0)
    }

    @Test("V-26 a walker is seen wherever she is, and nothing else is")
    func walker() {
        let walker = Thing(width: 16, height: 60, difference: 70) { seconds in
            seconds >= 3 && seconds < 7 ? ((seconds - 3) / 4 * 300, 80) : nil
        }
        let grids = MadeScene(things: [walker]).grids()
        #expect(moving(grids, 0..<3) == 0)
        let seen = moving(grids, 3.1..<7)
        print("walker: \(seen) of \(Int(3.9 * 30)) pictures")
        #expect(seen >= 113)
        for index in grids.indices {
            let seconds = Double(index) / 30
            let column = ((seconds - 3) / 4 * 300 + 8) / 20
            for cell in cells(grids[index]) {
                // The uncovered background counts as new for a while, behind the walker.
                #expect(seconds >= 3 && seconds < 9)
                #expect((4...6).contains(cell.row) && Double(cell.column) <= column + 1.5, "\(seconds): \(cell) ahead of \(column)")
            }
        }
    }

    @Test("V-26 light that is switched, or a cloud, is no movement", arguments: [1.7, 0.5])
    func light(factor: Double) {
        let switched = MadeScene(light: { seconds, _ in seconds >= 3 && seconds < 7 ? factor : 1 }).grids()
        #expect(moving(switched) == 0)
        let cloud = MadeScene(light: { seconds, _ in 1 + (factor - 1) * 0.6 * max(0, sin(seconds * 0.9)) }).grids()
        #expect(moving(cloud) == 0)
        // Light from one side: the whole picture changes, and not by one factor.
        let window = MadeScene(light: { seconds, x in seconds >= 3 ? 1 + (factor - 1) * (0.2 + 1.2 * x) : 1 }).grids()
        print("light from a side, × \(factor): \(moving(window)) pictures")
        #expect(moving(window) <= 12)
    }

    @Test("V-26 a camera that is knocked is seen for a moment, and then nothing is")
    func shake() {
        let grids = MadeScene(shake: { seconds in seconds >= 4 && seconds < 4.4 ? (Int(seconds * 30) % 3 * 2 - 2, Int(seconds * 20) % 2) : (0, 0) })
            .grids()
        print("camera knocked for 0.4 s: \(moving(grids)) pictures")
        #expect(moving(grids, 0..<4) == 0 && moving(grids, 5.5..<10) == 0)
    }

    @Test("V-26 leaves and a flag are movement at first, and usual after some seconds")
    func leavesAndFlag() {
        let leaves = MadeScene(leaves: (columns: 10..<14, rows: 1..<4, levels: 12)).grids()
        let flag = Thing(width: 22, height: 14, difference: 60) { seconds in (200 + 4 * sin(seconds * 19), 40) }
        let flags = MadeScene(things: [flag]).grids()
        for (name, grids, columns, rows) in [("leaves", leaves, 10..<14, 1..<4), ("flag", flags, 9..<12, 1..<4)] {
            print("\(name): \(moving(grids, 0..<5)) pictures in the first five seconds, \(moving(grids, 5..<10)) in the next")
            #expect(moving(grids, 5..<10) <= 15, "\(name)")
            for grid in grids {
                for cell in cells(grid) { #expect(columns.contains(cell.column) && rows.contains(cell.row), "\(name): \(cell)") }
            }
        }
    }

    @Test("V-26 an insect is nothing, one that sits on the lens is")
    func insect() {
        func insect(_ side: Double) -> Thing {
            Thing(width: side, height: side, difference: -60) { seconds in
                seconds >= 4 && seconds < 5 ? (40 + (seconds - 4) * 240, 60 + 20 * sin(seconds * 30)) : nil
            }
        }
        #expect(moving(MadeScene(things: [insect(3)]).grids()) == 0)
        let near = moving(MadeScene(things: [insect(14)]).grids())
        print("insect of 14 pixels for a second: \(near) pictures")
        #expect(near >= 25)
    }

    // MARK: The rule by itself

    private func blocks(_ value: Double, _ changed: [Int: Double] = [:]) -> BlockMeans {
        BlockMeans((0..<BlockMeans.count).map { changed[$0] ?? value })
    }

    @Test("a block has to move in two pictures, by more than three levels")
    func twoPictures() {
        for (difference, isSeen) in [(2.9, false), (3.2, true)] {
            var rule = MotionRule()
            for index in 0..<30 { #expect(rule.take(blocks(100), at: .milliseconds(33 * index)).isStill) }
            #expect(rule.take(blocks(100, [7: 100 + difference]), at: .milliseconds(990)).isStill, "one picture may be noise")
            let grid = rule.take(blocks(100, [7: 100 + difference + 1.2]), at: .milliseconds(1023))
            #expect(grid.isStill != isSeen)
            #expect(grid.levels.indices.allSatisfy { (grid.levels[$0] > 0) == (isSeen && $0 == 7) })
        }
    }

    @Test("what jumps in time begins anew, and a part of some footage says the same whenever it is looked at")
    func beginsAnew() {
        var random = SeededGenerator(seed: 3)
        let noise = (0..<90).map { _ in blocks(100, [Int.random(in: 0..<144, using: &random): Double.random(in: 60...140, using: &random)]) }
        func grids(_ rule: inout MotionRule, from place: Duration) -> [MotionGrid] {
            noise.enumerated().map { rule.take($0.element, at: place + .milliseconds(33 * $0.offset)) }
        }
        var fresh = MotionRule()
        let wanted = grids(&fresh, from: .zero)
        #expect(wanted.contains { !$0.isStill })
        var used = MotionRule()
        _ = grids(&used, from: .seconds(3))
        #expect(grids(&used, from: .zero) == wanted, "back")
        #expect(grids(&used, from: .seconds(60)) == wanted, "far ahead")
    }

    @Test("levels are from 2 to 10, and the strength of a whole picture ends at 1")
    func levels() {
        var rule = MotionRule()
        for index in 0..<30 { _ = rule.take(blocks(100), at: .milliseconds(33 * index)) }
        var most = MotionGrid.still
        for index in 30..<33 {
            let moving = Dictionary(uniqueKeysWithValues: (0..<60).map { ($0, 100 + Double($0) * Double(index - 28)) })
            most = rule.take(blocks(100, moving), at: .milliseconds(33 * index))
        }
        #expect(Set(most.levels).isSubset(of: [0, 2, 3, 4, 5, 6, 7, 8, 9, 10]) && most.levels.max() == 10)
        #expect(most.strength == 1 && MotionGrid.still.strength == 0)
    }
}

/// The motion summed over parts of footage, and where in the picture it is.
@Suite struct MotionTraceTests {
    @Test("parts lie side by side, and each place is in one", arguments: 0..<20 as Range<UInt64>)
    func parts(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let place = Duration.nanoseconds(Int64.random(in: 0...4_000_000_000_000, using: &random))
            let part = MotionPart(.line, at: place)
            #expect(part.span.contains(place))
            #expect(MotionPart(.line, at: part.span.upperBound).number == part.number + 1)
        }
    }

    @Test("the grid at a place is that of the picture which is shown there")
    func gridAtAPlace() {
        var trace = MotionTrace()
        for index in 0..<20 {
            var levels = [UInt8](repeating: 0, count: BlockMeans.count)
            levels[index] = 5
            trace.add(MotionGrid(levels: levels), at: .milliseconds(100 * index + 7))
        }
        #expect(trace.grid(at: .zero) == nil)
        for index in 0..<20 {
            for late in [0, 50, 99] { #expect(trace.grid(at: .milliseconds(100 * index + 7 + late))?.levels[index] == 5) }
        }
    }

    @Test("how much moves in each picture is known beside it", arguments: 0..<5 as Range<UInt64>)
    func strengths(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var trace = MotionTrace()
        #expect(trace.strengths.isEmpty)
        for index in 0..<20 {
            var levels = [UInt8](repeating: 0, count: BlockMeans.count)
            for _ in 0..<index { levels[Int.random(in: levels.indices, using: &random)] = UInt8.random(in: 2...10, using: &random) }
            trace.add(MotionGrid(levels: levels), at: .milliseconds(100 * index))
        }
        #expect(trace.strengths == trace.places.indices.map { trace.grid(ofPicture: $0).strength })
    }
}
