// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The grid of clips, and which clips a tool is about.
extension SummaryScreen {
    /// Returns the tools of the grid. The selected clips are deleted, or restored if all of them are deleted; without a selection, the
    /// chosen clip.
    func clipTools(_ book: ScoreBook) -> [ToolOffer] {
        let meant = meantClips(book)
        let isDeleted = !meant.isEmpty && meant.allSatisfy(\.isDeleted)
        return [
            ToolOffer(isDeleted ? .restoreClip : .deleteClip, isPossible: meant.contains(where: \.isThere)),
            ToolOffer(.selectAll, isPossible: book.present.contains { !grid.selected.contains($0.number) }),
            ToolOffer(.selectLiked, isPossible: book.present.contains { $0.isPlayable && $0.judgement.isLiked }),
            ToolOffer(.review, isPossible: !reviewed(of: book).isEmpty),
            ToolOffer(.carousel, isPossible: book.hasClips),
            ToolOffer(.export, isPossible: exportSubject(of: book) != nil),
        ]
    }

    /// Shows the session's clips side by side, with the chosen one in the middle.
    func browse(_ book: ScoreBook) -> [ScreenOutcome] {
        let chosen = view(of: book) == .arrows ? stop?.arrow.flatMap { book[arrow: $0]?.clip } : chosenClip(book)?.number
        return [.go(.carousel(showing: chosen))]
    }

    func goOnTool(_ book: ScoreBook, _ context: Context) -> [ToolOffer] { context.goesOn(with: book) ? [ToolOffer(.goOn)] : [] }

    /// Returns the clips that a tool is about.
    func meantClips(_ book: ScoreBook) -> [ScoreBook.Clip] {
        let selected = book.present.filter { grid.selected.contains($0.number) }
        return selected.isEmpty ? chosenClip(book).map { [$0] } ?? [] : selected
    }

    /// Returns the clips to export: on the face with its arrows the end's clips; in the grid the selected ones, or the whole session.
    func exportSubject(of book: ScoreBook) -> ExportSubject? {
        guard let name = book.name else { return nil }
        var wanted: [Int] = []
        if view(of: book) == .arrows {
            let end = stop(in: book).flatMap { book[end: $0.end] }
            wanted = end.map { $0.clips + $0.arrows.compactMap(\.clip) } ?? []
            guard !wanted.isEmpty else { return nil }
        } else {
            wanted = book.clips.filter { grid.selected.contains($0.number) }.map(\.number)
        }
        let clips = book.clips.filter { $0.isPlayable && (wanted.isEmpty || wanted.contains($0.number)) }.map(\.number)
        return clips.isEmpty ? nil : ExportSubject(session: name, clips: wanted.isEmpty ? [] : clips)
    }

    /// Returns the clips to review: on the face with its arrows the end's clips; in the grid the selected ones, or the whole session.
    func reviewed(of book: ScoreBook) -> [Int] {
        let all = book.reviewable
        if view(of: book) == .arrows {
            let end = stop(in: book).flatMap { book[end: $0.end] }
            let wanted = Set(end.map { $0.clips + $0.arrows.compactMap(\.clip) } ?? [])
            return all.filter(wanted.contains)
        }
        return grid.selected.isEmpty ? all : all.filter(grid.selected.contains)
    }

    func review(_ book: ScoreBook) -> [ScreenOutcome] {
        let clips = reviewed(of: book)
        return clips.isEmpty ? [.toast(Strings.nothingToReview)] : [.review(clips: clips)]
    }

    func export(_ book: ScoreBook) -> [ScreenOutcome] {
        guard let subject = exportSubject(of: book) else { return [] }
        let what = subject.clips.isEmpty ? Strings.theSession : Strings.clips(subject.clips.count)
        let end = view(of: book) == .arrows ? stop.map { book.ends.name(ofEnd: $0.end) } : nil
        let line = [end, book.archer].compactMap { $0 }.joined(separator: " · ")
        return [.go(.export(subject, title: Strings.export(what), line: line.isEmpty ? nil : line))]
    }

    func chosenClip(_ book: ScoreBook) -> ScoreBook.Clip? {
        let clips = book.present
        return clips.indices.contains(grid.choice) ? clips[grid.choice] : nil
    }
}
