// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The clips alone: which of them a tool is about.
extension SummaryScreen {
    /// What is selected is deleted, or comes back if all of it was; without a selection, the chosen clip.
    func clipTools(_ book: ScoreBook) -> [ToolOffer] {
        let meant = meantClips(book)
        let isDeleted = !meant.isEmpty && meant.allSatisfy(\.isDeleted)
        return [
            ToolOffer(isDeleted ? .restoreClip : .deleteClip, isPossible: meant.contains { $0.file != nil }),
            ToolOffer(.selectAll, isPossible: book.present.contains { !grid.selected.contains($0.number) }),
        ]
    }

    func goOnTool(_ book: ScoreBook, _ context: Context) -> [ToolOffer] { context.goesOn(with: book) ? [ToolOffer(.goOn)] : [] }

    /// The clips that a tool is about.
    func meantClips(_ book: ScoreBook) -> [ScoreBook.Clip] {
        let selected = book.present.filter { grid.selected.contains($0.number) }
        return selected.isEmpty ? chosenClip(book).map { [$0] } ?? [] : selected
    }

    func chosenClip(_ book: ScoreBook) -> ScoreBook.Clip? {
        let clips = book.present
        return clips.indices.contains(grid.choice) ? clips[grid.choice] : nil
    }
}
