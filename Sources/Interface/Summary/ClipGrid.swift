// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The session's clips side by side, row below row: which one is chosen, which are selected, and which rows are seen.
struct ClipGrid: Hashable, Sendable {
    private(set) var choice = 0
    /// The first row that is seen.
    private(set) var top = 0
    /// The numbers of the clips that something is to be done with.
    private(set) var selected: Set<Int> = []

    mutating func move(_ steps: Int, of count: Int) {
        choice = (choice + steps.clamped(to: -10_000...10_000)).clamped(to: 0...max(0, count - 1))
    }

    mutating func choose(_ index: Int) { choice = index }

    /// Selects a clip, or no longer.
    mutating func toggle(_ number: Int) { selected.formSymmetricDifference([number]) }

    mutating func select(_ numbers: some Sequence<Int>) { selected = Set(numbers) }

    /// The rows go by under a finger; the choice stays among those that are seen.
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
