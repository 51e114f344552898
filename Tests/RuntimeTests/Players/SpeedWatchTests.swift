// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Runtime

/// A speed that isn't held is reported once; a speed that is held is never reported.
@Suite struct SpeedWatchTests {
    /// Plays this number of seconds at 60 Hz; returns the times at which a speed was reported.
    private func play(_ watch: inout SpeedWatch, from start: Double, seconds: Double, speed: Double, isLate: (Int) -> Bool) -> [Double] {
        (0..<Int(seconds * 60)).compactMap { index in
            watch.note(speed: speed, isLate: isLate(index), at: Timestamp(seconds: start + Double(index) / 60))
        }
    }

    @Test func whatIsHeldIsntTold() {
        var watch = SpeedWatch()
        #expect(play(&watch, from: 0, seconds: 60, speed: 2, isLate: { _ in false }).isEmpty)
        // A loop of a second begins each time with pictures that come late.
        #expect(play(&watch, from: 60, seconds: 60, speed: 1, isLate: { $0 % 60 < 6 }).isEmpty)
    }

    @Test func whatIsntHeldIsToldOnceForEachSpeed() {
        var watch = SpeedWatch()
        #expect(play(&watch, from: 0, seconds: 10, speed: 2, isLate: { $0 % 2 == 0 }) == [2])
        #expect(play(&watch, from: 10, seconds: 10, speed: 1, isLate: { _ in true }) == [1])
        #expect(play(&watch, from: 20, seconds: 10, speed: 0.5, isLate: { _ in false }).isEmpty)
        #expect(play(&watch, from: 30, seconds: 10, speed: 2, isLate: { _ in true }) == [2])
    }

    @Test("what stands, and the first moment after a new speed, don't count")
    func patience() {
        var watch = SpeedWatch()
        #expect(play(&watch, from: 0, seconds: 10, speed: 0, isLate: { _ in true }).isEmpty)
        #expect(play(&watch, from: 10, seconds: 10, speed: 2, isLate: { $0 < 30 }).isEmpty)
    }

    @Test("any run of vblanks: told at most once a speed, and only with more than the bearable share late", arguments: 1...20 as ClosedRange<UInt64>)
    func anyRun(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var watch = SpeedWatch()
        let share = Double.random(in: 0...0.4, using: &random)
        let late = (0..<1200).map { _ in Double.random(in: 0...1, using: &random) < share }
        let told = play(&watch, from: 0, seconds: 20, speed: 1, isLate: { late[$0] })
        #expect(told.count <= 1)
        if share < 0.05 { #expect(told.isEmpty) }
        if share > 0.3 { #expect(told == [1]) }
    }
}
