// SPDX-License-Identifier: GPL-3.0-or-later

/// The target of a tap on the summary.
enum SummaryTarget: Hashable, Sendable {
    /// The large picture of a clip: it plays, or it is taken for the arrow.
    case still
    /// An arrow, which is chosen. If it is chosen already, it plays.
    case arrow(ArrowPlace)
    /// A clip that the arrow may get.
    case candidate(Int)
    /// An answer to the question whether the end is scored again.
    case answer(again: Bool)
    /// A clip of the grid, by its index. If it is chosen already, it plays.
    case clip(Int)
    case phrase(Int)
    case letter(Int)
    /// Outside of the sheet of notes.
    case besideNotes
}
