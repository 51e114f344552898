// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The grid of a session's clips: the chosen clip, the selected clips, and the visible rows.
struct ClipGrid: Hashable, Sendable {
    private(set) var choice = 0
    /// The first visible row.
    private(set) var top = 0
    /// The numbers of the selected clips, for the next action.
    private(set) var selected: Set<Int> = []

    mutating func move(_ steps: Int, of count: Int) {
        choice = (choice + steps.clamped(to: -10_000...10_000)).clamped(to: 0...max(0, count - 1))
    }

    mutating func choose(_ index: Int) { choice = index }

    /// Selects a clip, or deselects it.
    mutating func toggle(_ number: Int) { selected.formSymmetricDifference([number]) }

    mutating func select(_ numbers: some Sequence<Int>) { selected = Set(numbers) }

    /// Scrolls the rows under a finger. The choice stays among the visible ones.
    mutating func scroll(toRow row: Int, of count: Int, columns: Int, rows: Int) {
        let last = max(0, (count + columns - 1) / columns - rows)
        top = row.clamped(to: 0...last)
        let lowest = top * columns
        choice = choice.clamped(to: lowest...max(lowest, min(count, lowest + rows * columns) - 1))
    }

    mutating func keepInSight(of count: Int, columns: Int, rows: Int) {
        choice = choice.clamped(to: 0...max(0, count - 1))
        let row = choice / columns
        top = min(max(top, row - rows + 1), row)
    }
}
