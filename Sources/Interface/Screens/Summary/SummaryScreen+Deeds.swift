// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The actions of the controls, the tools and the fingers.
extension SummaryScreen {
    mutating func move(_ steps: Int, _ book: ScoreBook) {
        let stops = book.stops
        guard let stop, let index = stops.firstIndex(of: stop) else { return }
        self.stop = stops[(index + steps.clamped(to: -10_000...10_000)).clamped(to: 0...stops.count - 1)]
    }

    /// Goes to the first arrow of the end before or after.
    mutating func moveEnd(_ steps: Int, _ book: ScoreBook) {
        guard let stop, let index = book.ends.firstIndex(where: { $0.number == stop.end }) else { return }
        let target = book.ends[(index + steps.clamped(to: -10_000...10_000)).clamped(to: 0...book.ends.count - 1)]
        if target.number != stop.end { self.stop = ScoreBook.stops(of: target).first }
    }

    /// Leaves the selection, then the view that was opened here, then the screen.
    mutating func goBack(_ book: ScoreBook) -> [ScreenOutcome] {
        // A selection is a state of its own, which STOP leaves first.
        if !grid.selected.isEmpty {
            grid.select([])
            return []
        }
        if view(of: book) == .phases {
            arePhasesOpen = false
            return []
        }
        guard book.hasArrows, isGridOpen != beginsWithGrid else { return [.back] }
        isGridOpen.toggle()
        return []
    }

    func play(_ book: ScoreBook) -> [ScreenOutcome] {
        guard let arrow = stop?.arrow.flatMap({ book[arrow: $0] }) else { return [.toast(Strings.Summary.notScoredYet)] }
        guard let clip = arrow.clip else { return [.toast(Strings.Summary.noClipLinked)] }
        return play(clip, book)
    }

    private func play(_ clip: Int, _ book: ScoreBook) -> [ScreenOutcome] {
        book.clip(clip)?.isThere != true ? [.toast(Strings.clipNotWritten)] : [.play(clip: clip)]
    }

    // MARK: Scoring

    /// Scores the end. An end of the card that has a score isn't scored again without a question.
    mutating func askToScore(_ book: ScoreBook) -> [ScreenOutcome] {
        guard case .stored = book.ref, stop?.arrow != nil else { return score(book) }
        question = AgainQuestion()
        return []
    }

    mutating func takeAnswer(again isAgain: Bool, _ book: ScoreBook) -> [ScreenOutcome] {
        question = nil
        return isAgain ? score(book) : []
    }

    private func score(_ book: ScoreBook) -> [ScreenOutcome] { [.score(end: stop?.end ?? (book.ends.last?.number ?? 0) + 1)] }

    // MARK: Clips

    mutating func moveClip(_ steps: Int, _ book: ScoreBook) { grid.move(steps, of: book.present.count) }

    mutating func moveRow(_ rows: Int, _ book: ScoreBook) { moveClip(rows * ClipGridLayout(look, grid, book).columns, book) }

    /// Selects the chosen clip, or deselects it.
    mutating func select(_ book: ScoreBook) { if let clip = chosenClip(book) { grid.toggle(clip.number) } }

    func playClip(_ book: ScoreBook) -> [ScreenOutcome] {
        guard let clip = chosenClip(book) else { return [.toast(Strings.Summary.noClipsYet)] }
        return play(clip.number, book)
    }

    /// Decides this about the selected clips; without any, about the chosen one.
    mutating func judge(_ decision: ClipDecision, _ book: ScoreBook) -> [ScreenOutcome] {
        defer { grid.select([]) }
        return [.judge(clips: meantClips(book).map(\.number), decision)]
    }

    // MARK: Linking

    /// Begins to choose another clip for the chosen arrow.
    mutating func beginLink(_ book: ScoreBook) -> [ScreenOutcome] {
        guard let place = stop?.arrow else { return [.toast(Strings.Summary.notScoredYet)] }
        guard !book.present.isEmpty else { return [.toast(Strings.Summary.noClipsYet)] }
        linking = Linking(place, in: book)
        return []
    }

    mutating func takeLink(in context: inout Context) -> [ScreenOutcome] {
        guard let linking, var book = context.desk.book else { return [] }
        self.linking = nil
        let before = book
        let changed = book.link(linking.arrow, toClip: linking.clip)
        context.desk.book = book
        guard !changed.isEmpty, let arrow = book[arrow: linking.arrow] else { return [] }
        let words = Strings.Summary.linked(arrow.number, linking.clip.map(book.title))
        return journal(changed, book) + [.edited(SessionEdit(words: words, links: changed, from: before, to: book)), .toast(words, undo: .tools)]
    }

    private func journal(_ ends: [Int], _ book: ScoreBook) -> [ScreenOutcome] {
        ends.compactMap { book[end: $0] }.map { ScreenOutcome.effect(.card(.journal(book.ref, .end($0)))) } + [.effect(.card(.file(book.ref)))]
    }

    // MARK: Splitting

    /// Returns the end from which on the session can become one of its own: the chosen one, if ends come before it.
    func splitEnd(of book: ScoreBook, _ context: Context) -> Int? {
        guard context.sessions.canSplit(book.ref, on: context.card), let end = stop(in: book)?.end, book[end: end] != nil,
            book.ends.contains(where: { $0.number < end })
        else { return nil }
        return end
    }

    func split(_ book: ScoreBook, _ context: Context) -> [ScreenOutcome] { splitEnd(of: book, context).map { [.split(end: $0)] } ?? [] }

    // MARK: Notes

    mutating func takeNote(in context: inout Context) -> [ScreenOutcome] {
        guard let phrase = notes.phrase else {
            notes.write()
            return []
        }
        return change(in: &context) { $0.toggle(phrase) }
    }

    /// Adds the written words as a note.
    mutating func takeWords(in context: inout Context) -> [ScreenOutcome] {
        guard let words = notes.takeWords() else { return [] }
        return change(in: &context) { if !$0.has(words) { $0.toggle(words) } }
    }

    private func change(in context: inout Context, _ body: (inout SessionNotes) -> Void) -> [ScreenOutcome] {
        guard let book = context.desk.book else { return [] }
        var changed = SessionNotes(book.notes)
        body(&changed)
        guard changed.text != book.notes else { return [] }
        let edit = SessionEdit(words: Strings.noteChanged, notes: .init(before: book.notes, after: changed.text))
        context.desk.book?.notes = changed.text
        return [.edited(edit), .effect(.card(.journal(book.ref, .notes(changed.text))))]
    }

    mutating func closeNotes(in context: Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let book = context.desk.book else { return [] }
        return notes.close(book.notes, at: now, motion: context.settings.sheetMotion) ? [.effect(.card(.file(book.ref)))] : []
    }
}
