// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core

/// The movement that ends a replay that came by itself.
@Suite struct LastingMovementTests {
    @Test("X-02 movement lasts from its beginning, over short rests, and a rest of half a second ends it")
    func shortRestsAreNone() {
        var movement = LastingMovement()
        #expect(movement.time(at: Timestamp(seconds: 1)) == .zero)
        for tenth in 10...30 { movement.note(at: Timestamp(seconds: Double(tenth) / 10)) }
        #expect(movement.time(at: Timestamp(seconds: 3)) == .seconds(2))
        #expect(movement.time(at: Timestamp(seconds: 3.4)) == .milliseconds(2400))
        movement.note(at: Timestamp(seconds: 3.4))
        #expect(movement.time(at: Timestamp(seconds: 3.5)) == .milliseconds(2500))
        #expect(movement.time(at: Timestamp(seconds: 3.9)) == .zero)
        movement.note(at: Timestamp(seconds: 4))
        #expect(movement.time(at: Timestamp(seconds: 4.2)) == .milliseconds(200))
    }

    @Test("X-02 only what moves near the person counts")
    func onlyTheRegionCounts() {
        var levels = [UInt8](repeating: 0, count: BlockMeans.count)
        // Column 3 of row 4.
        levels[4 * BlockMeans.columns + 3] = MotionGrid.least
        let grid = MotionGrid(levels: levels)
        #expect(grid.moves(near: Point(0.25, 0.5), reach: (0.1, 0.1)))
        #expect(!grid.moves(near: Point(0.75, 0.5), reach: (0.2, 0.35)))
        #expect(!grid.moves(near: Point(0.25, 0.9), reach: (0.2, 0.35)))
        #expect(!MotionGrid.still.moves(near: Point(0.5, 0.5), reach: (1, 1)))
    }
}
