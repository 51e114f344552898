// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The list of the history while it moves by a flick, and what stops it.
@Suite struct HistoryMotionTests {
    /// Flicks the list by this number of rows, from the middle, within a tenth of a second.
    private func flick(_ box: inout HistoryPractice, rows: Double) {
        let start = box.layout.list.center
        let height = box.layout.rowHeight
        box.send(.touchDown(start))
        for step in 1...10 {
            box.now = box.now + .milliseconds(10)
            box.send(.touchMoved(Point(start.x, start.y - rows * height * Double(step) / 10)))
        }
        box.send(.touchUp)
    }

    @Test func aFlickedListGoesOnByItselfAndStops() {
        var box = HistoryPractice(1000)
        flick(&box, rows: 2)
        let thrown = box.screen.scroll.position(at: box.now)
        #expect(abs(thrown - 2) < 0.01 && box.screen.top >= 10)
        var steps = 0
        while let next = box.screen.nextChange(after: box.now) {
            box.now = next
            steps += 1
            // Each passing row is loaded, and the choice moves along.
            #expect(box.layout.rows.allSatisfy { box.screen.window[$0.index] != nil })
            #expect(box.layout.rows.contains { $0.index == box.screen.choice(at: box.now, visible: box.layout.visible) })
        }
        #expect(steps > 100 && box.layout.place == Double(box.screen.top))
        box.send(.tapped(.knob))
        #expect(box.screen.choice == box.screen.top)
    }

    @Test func aListThatMovesIsCaughtByAFingerAndNothingIsTapped() {
        var box = HistoryPractice(1000)
        flick(&box, rows: 2)
        box.now = box.now + .milliseconds(300)
        let place = box.layout.place
        #expect(box.send(.touchDown(box.layout.rows[2].rect.center)).isEmpty)
        box.now = box.now + .seconds(1)
        #expect(box.layout.place == place)
        #expect(box.send(.touchUp).isEmpty)
        box.now = box.now + .seconds(2)
        #expect(box.layout.place == place.rounded())
    }

    @Test func theKnobStopsAListThatMoves() {
        var box = HistoryPractice(1000)
        flick(&box, rows: 2)
        box.now = box.now + .milliseconds(300)
        let place = box.layout.place
        box.send(.turned(1, .slow))
        #expect(box.layout.place == place.rounded() && box.screen.nextChange(after: box.now) == nil)
        #expect(box.layout.rows.contains { $0.index == box.screen.choice })
    }

    @Test func withReducedMotionAFlickedListStopsWhereItIsLetGo() {
        var box = HistoryPractice(1000)
        box.settings.hasReducedMotion = true
        flick(&box, rows: 2)
        #expect(box.screen.top == 2 && box.screen.nextChange(after: box.now) == nil && box.layout.place == 2)
        flick(&box, rows: -6)
        #expect(box.screen.top == 0)
    }

    /// Rows that only move aren't painted again.
    @Test func rowsThatMoveArePaintedOnlyWhenAnotherComesIntoSight() {
        var box = HistoryPractice(1000)
        flick(&box, rows: 2)
        var drawings = Set<Drawing>()
        var (frames, lines) = (0, Set<Int>())
        while let next = box.screen.nextChange(after: box.now) {
            box.now = next
            let layers = box.scene.layers
            guard layers.count > 1 else { continue }
            frames += 1
            lines.insert(Int(box.layout.place))
            for layer in layers { if case .drawing(let drawing) = layer.content { drawings.insert(drawing) } }
        }
        // Background and thumb once, and the rows once for each row that passed.
        #expect(drawings.count <= lines.count + 2 && frames > 10 * lines.count)
    }

    @Test func theMovingRowsLieWhereTheyDoAtRest() throws {
        var box = HistoryPractice(40)
        let start = box.layout.list.center
        let height = box.layout.rowHeight
        box.send(.touchDown(start), .touchMoved(Point(start.x, start.y - 2.25 * height)))
        let strip = try #require(box.scene.layers.dropFirst().first)
        let row = box.layout.rows[1].rect
        // The same row in the strip's own canvas, mapped to the TV by its crop.
        #expect(abs(row.y - (strip.place.y + (height - strip.crop.y * Canvas.bounds.height))) < 1e-6)
        #expect(strip.place.maxY <= box.layout.list.maxY + 1 && strip.place.y == box.layout.list.y)
        #expect(abs(strip.crop.height * Canvas.bounds.height - strip.place.height) < 1e-6)
        // Pulled beyond the beginning, there is room above the first row.
        box.send(.touchMoved(Point(start.x, start.y + 3 * height)))
        let lower = try #require(box.scene.layers.dropFirst().first)
        #expect(abs(lower.place.y - box.layout.rows[0].rect.y) < 1e-6 && lower.place.y > box.layout.list.y && lower.crop.y == 0)
    }
}
