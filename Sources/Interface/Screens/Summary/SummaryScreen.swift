// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A scored session: the face with numbered hits, each linked to its clip.
struct SummaryScreen: Screen {
    var place: Place { .summary }
    var givesWay: Bool { true }

    /// The arrow that the knob has selected, or an end without arrows; `nil` in a session without an end.
    private(set) var stop: SummaryStop?
    /// The choice of another clip for an arrow, while it is open.
    private(set) var linking: Linking?
    /// The question whether a scored end is scored again, while it is up; only for a session of the card.
    private(set) var question: AgainQuestion?
    private(set) var grid = ClipGrid()
    /// True if the grid is open in a scored session.
    private(set) var isGridOpen: Bool
    /// True if the screen began with the grid. STOP leaves the screen from the view with which it began.
    private let beginsWithGrid: Bool
    private(set) var notes: NotesSheet
    /// A finger's touch, with the grid's top row when it went down.
    private var touch: Touch<Int>?
    /// The look when the screen was last used. It decides which clips are visible, and so which stills are requested.
    private var look: Look

    /// - Parameters:
    ///   - end: the end whose arrows come first; `nil`: the last end.
    ///   - beginsWithGrid: true if the clips come first, and the face with its arrows is one of the tools.
    init(end: Int?, of book: ScoreBook, beginsWithGrid: Bool = false, settings: Settings, at now: Timestamp) {
        (self.beginsWithGrid, isGridOpen) = (beginsWithGrid, beginsWithGrid)
        let first = end.flatMap { book[end: $0] } ?? book.ends.last
        stop = first.flatMap { ScoreBook.stops(of: $0).first }
        notes = NotesSheet(settings.notePhrases, at: now)
        look = Look(settings)
    }

    func view(of book: ScoreBook) -> SummaryView {
        if notes.isOpen { return notes.writing == nil ? .notes : .writing }
        if linking != nil { return .linking }
        if question != nil { return .question }
        let isUnscored = !book.hasArrows
        return isGridOpen || isUnscored ? .clips(isUnscored: isUnscored) : .arrows
    }

    /// Returns the current stop in the session as it is now.
    func stop(in book: ScoreBook) -> SummaryStop? { book.nearest(to: stop) }

    // MARK: Input

    func grammar(in context: Context) -> Grammar {
        guard let book = context.desk.book else { return [.press(.stop): .back] }
        return view(of: book).grammar(goesOn: context.goesOn(with: book), scores: context.settings.scores)
    }

    func tools(in context: Context) -> [ToolOffer] {
        guard let book = context.desk.book else { return [] }
        let isScored = stop(in: book)?.arrow != nil
        // Only the session with which the next mark would go on can be ended.
        let session = context.goesOn(with: book) ? context.sessions.state(of: book.ref) : nil
        let newSession = ToolOffer(
            .newSession, isPossible: session.map { $0.over == nil && $0.target?.archer == context.settings.shooter?.name } ?? false)
        switch view(of: book) {
        case .arrows:
            return [
                ToolOffer(.wrongClip, isPossible: isScored && !book.clips.isEmpty), ToolOffer(.score), ToolOffer(.notes),
                ToolOffer(.review, isPossible: !reviewed(of: book).isEmpty),
                ToolOffer(.clips, isPossible: !book.present.isEmpty), ToolOffer(.carousel, isPossible: book.hasClips),
                ToolOffer(.export, isPossible: exportSubject(of: book) != nil), newSession,
            ]
        case .clips(isUnscored: true):
            // Without scoring nothing mentions it, unless something was scored before.
            let score = context.settings.scores || !book.ends.isEmpty ? [ToolOffer(.score)] : []
            return clipTools(book) + goOnTool(book, context) + score + [ToolOffer(.notes), newSession]
        case .clips: return clipTools(book) + [ToolOffer(.arrows)] + goOnTool(book, context) + [ToolOffer(.notes)]
        case .linking, .notes, .writing, .question: return []
        }
    }

    func undo(in context: Context) -> String? { context.desk.corrections.newest?.words }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        if input == .tool(.undo) { return context.undoCorrection() }
        guard var book = context.desk.book else { return [.live] }
        look = Look(context.settings)
        stop = stop(in: book)
        let motion = context.settings.sheetMotion
        defer {
            keepInSight(book)
            context.desk.book = book
        }
        switch input {
        case .touchDown(let point): touch = Touch(grid.top, at: point, at: now)
        case .touchMoved(let point):
            touch?.move(to: point, at: now)
            drag(book)
        case .touchUp:
            guard let touch = touch.lift(), touch.tapped != nil,
                let action = SummaryLayout(look, self, book).action(at: touch.drag.start)
            else { return [] }
            return perform(action, &book, motion, in: &context, at: now)
        default:
            guard let action = view(of: book).action(for: input) else { return [] }
            return perform(action, &book, motion, in: &context, at: now)
        }
        return []
    }

    private mutating func perform(
        _ action: SummaryAction, _ book: inout ScoreBook, _ motion: Duration, in context: inout Context, at now: Timestamp
    ) -> [ScreenOutcome] {
        switch action {
        case .move(let steps): move(steps, book)
        case .choose(let chosen):
            guard chosen != stop else { return play(book) }
            stop = chosen
        case .play: return play(book)
        case .moveEnd(let steps): moveEnd(steps, book)
        case .link: return beginLink(book)
        case .newSession: return [.newSession, .toast(Strings.sessionEnded)]
        case .openClips: isGridOpen = book.hasArrows
        case .openArrows: isGridOpen = false
        case .judge(let decision):
            defer { grid.select([]) }
            return [.judge(clips: meantClips(book).map(\.number), decision)]
        case .export: return export(book)
        case .review: return review(book)
        case .carousel: return browse(book)
        case .select: if let clip = chosenClip(book) { grid.toggle(clip.number) }
        case .selectAll: grid.select(book.present.map(\.number))
        case .selectLiked: grid.select(book.present.filter { $0.isPlayable && $0.judgement.isLiked }.map(\.number))
        case .nextEnd: return nextEnd(book)
        case .score:
            guard case .stored = book.ref, stop?.arrow != nil else { return score(book) }
            question = AgainQuestion()
        case .answer(let isAgain): question?.isAgain = isAgain
        case .takeAnswer(let isAgain):
            defer { question = nil }
            return isAgain ?? question?.isAgain ?? false ? score(book) : []
        case .openNotes: notes.open(book.notes, at: now, motion: motion)
        case .back:
            // A selection is a state of its own, which STOP leaves first.
            if !grid.selected.isEmpty {
                grid.select([])
                return []
            }
            guard book.hasArrows, isGridOpen != beginsWithGrid else { return [.back] }
            isGridOpen.toggle()
        case .turn(let steps): linking?.turn(steps)
        case .take: return takeLink(&book)
        case .takeCandidate(let index):
            linking?.choose(index)
            return takeLink(&book)
        case .leaveLink: linking = nil
        case .moveClip(let steps): grid.move(steps, of: book.present.count)
        case .moveRow(let rows): grid.move(rows * ClipGridLayout(look, grid, book).columns, of: book.present.count)
        case .chooseClip(let index):
            guard index != grid.choice else { return playClip(book) }
            grid.choose(index)
        case .playClip: return playClip(book)
        case .moveNote(let steps): notes.move(steps)
        case .takeNote: return takeNote(&book)
        case .takePhrase(let index):
            notes.choose(index)
            return takeNote(&book)
        case .closeNotes: return closeNotes(book, motion, at: now)
        case .letter(let input): notes.use(input)
        case .takeLetter(let index): notes.takeLetter(index)
        case .takeWords: return takeWords(&book)
        case .leaveWords: notes.leaveWords()
        }
        return []
    }

    private mutating func move(_ steps: Int, _ book: ScoreBook) {
        let stops = book.stops
        guard let stop, let index = stops.firstIndex(of: stop) else { return }
        self.stop = stops[(index + steps.clamped(to: -10_000...10_000)).clamped(to: 0...stops.count - 1)]
    }

    /// Goes to the first arrow of the end before or after.
    private mutating func moveEnd(_ steps: Int, _ book: ScoreBook) {
        guard let stop, let index = book.ends.firstIndex(where: { $0.number == stop.end }) else { return }
        let target = book.ends[(index + steps.clamped(to: -10_000...10_000)).clamped(to: 0...book.ends.count - 1)]
        if target.number != stop.end { self.stop = ScoreBook.stops(of: target).first }
    }

    private func play(_ book: ScoreBook) -> [ScreenOutcome] {
        guard let arrow = stop?.arrow.flatMap({ book[arrow: $0] }) else { return [.toast(Strings.Summary.notScoredYet)] }
        guard let clip = arrow.clip else { return [.toast(Strings.Summary.noClipLinked)] }
        return play(clip, book)
    }

    private func playClip(_ book: ScoreBook) -> [ScreenOutcome] {
        guard let clip = chosenClip(book) else { return [.toast(Strings.Summary.noClipsYet)] }
        return play(clip.number, book)
    }

    private func play(_ clip: Int, _ book: ScoreBook) -> [ScreenOutcome] {
        book.clip(clip)?.file == nil ? [.toast(Strings.clipNotWritten)] : [.play(clip: clip)]
    }

    private func score(_ book: ScoreBook) -> [ScreenOutcome] { [.score(end: stop?.end ?? (book.ends.last?.number ?? 0) + 1)] }

    /// Begins the next end after the arrows were fetched, if the session is still going on.
    private func nextEnd(_ book: ScoreBook) -> [ScreenOutcome] {
        if let progress = book.roundOver {
            return [.toast(Strings.Summary.roundOver(progress.round.name, progress.total, of: progress.round.maximum))]
        }
        return [.nextEnd]
    }

    // MARK: Linking

    private mutating func beginLink(_ book: ScoreBook) -> [ScreenOutcome] {
        guard let place = stop?.arrow else { return [.toast(Strings.Summary.notScoredYet)] }
        guard !book.present.isEmpty else { return [.toast(Strings.Summary.noClipsYet)] }
        linking = Linking(place, in: book)
        return []
    }

    private mutating func takeLink(_ book: inout ScoreBook) -> [ScreenOutcome] {
        guard let linking else { return [] }
        self.linking = nil
        let before = book
        let changed = book.link(linking.arrow, toClip: linking.clip)
        guard !changed.isEmpty, let arrow = book[arrow: linking.arrow] else { return [] }
        let words = Strings.Summary.linked(arrow.number, linking.clip.map(book.title))
        let correction = Corrections.Correction(words: words, ends: changed.compactMap { before[end: $0] })
        return journal(changed, book) + [.corrected(correction), .toast(words)]
    }

    private func journal(_ ends: [Int], _ book: ScoreBook) -> [ScreenOutcome] {
        ends.compactMap { book[end: $0] }.map { ScreenOutcome.effect(.card(.journal(book.ref, .end($0)))) } + [.effect(.card(.file(book.ref)))]
    }

    // MARK: Notes

    private mutating func takeNote(_ book: inout ScoreBook) -> [ScreenOutcome] {
        guard let phrase = notes.phrase else {
            notes.write()
            return []
        }
        return change(&book) { $0.toggle(phrase) }
    }

    /// Adds the written words as a note.
    private mutating func takeWords(_ book: inout ScoreBook) -> [ScreenOutcome] {
        guard let words = notes.takeWords() else { return [] }
        return change(&book) { if !$0.has(words) { $0.toggle(words) } }
    }

    private mutating func change(_ book: inout ScoreBook, _ body: (inout SessionNotes) -> Void) -> [ScreenOutcome] {
        var changed = SessionNotes(book.notes)
        body(&changed)
        guard changed.text != book.notes else { return [] }
        let correction = Corrections.Correction(words: Strings.noteChanged, notes: book.notes)
        book.notes = changed.text
        return [.corrected(correction), .effect(.card(.journal(book.ref, .notes(book.notes))))]
    }

    private mutating func closeNotes(_ book: ScoreBook, _ motion: Duration, at now: Timestamp) -> [ScreenOutcome] {
        notes.close(book.notes, at: now, motion: motion) ? [.effect(.card(.file(book.ref)))] : []
    }

    // MARK: Touch

    private mutating func drag(_ book: ScoreBook) {
        guard let touch, touch.drag.hasStrayed, case .clips = view(of: book) else { return }
        let layout = ClipGridLayout(look, grid, book)
        let rows = (-touch.drag.offset.y / layout.rowHeight).rounded().clamped(to: -10_000...10_000)
        grid.scroll(toRow: touch.target + Int(rows), of: book.present.count, columns: layout.columns, rows: layout.rows)
    }

    private mutating func keepInSight(_ book: ScoreBook) {
        let layout = ClipGridLayout(look, grid, book)
        grid.keepInSight(of: book.present.count, columns: layout.columns, rows: layout.rows)
    }

    // MARK: Rendering

    func isWriting(in context: Context) -> Bool { context.desk.book.map { view(of: $0) == .writing } ?? false }

    /// Returns the space beside the face, so that the toast isn't on it.
    func toastPlace(in context: Context) -> ToastPlace? {
        guard let book = context.desk.book else { return .foot(Look(context.settings)) }
        let layout = SummaryLayout(Look(context.settings), self, book)
        switch layout.body {
        case .arrows(let face, let arrows):
            return ToastPlace(column: face.beside.x...face.beside.maxX, bottom: arrows.toastBottom)
        case .linking(let face, _):
            return ToastPlace(column: face.beside.x...face.beside.maxX, bottom: layout.frame.content.maxY)
        case .clips: return .foot(Look(context.settings))
        }
    }

    func face(in context: Context, at now: Timestamp) -> FaceSight? {
        guard let book = context.desk.book else { return nil }
        let layout = SummaryLayout(Look(context.settings), self, book)
        guard case .arrows(let column, _) = layout.body, let end = layout.end else { return nil }
        return FaceSight(end: end, drawing: column.drawing, window: column.window)
    }

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        guard let book = context.desk.book else { return [] }
        let settings = context.settings
        let look = Look(settings)
        let layout = SummaryLayout(look, self, book)
        var sketch = Sketch(look)
        let slide = notes.slide.value(at: now)
        SummaryDrawing(layout: layout, screen: self, book: book, scores: settings.scores, dimming: question == nil ? slide : 1).draw(on: &sketch)
        layout.question?.draw(on: &sketch)
        let base = Layer(.drawing(sketch.drawing))
        guard slide > 0 else { return [base] }
        let sheetLayout = NotesLayout(look, notes)
        var sheet = Sketch(look)
        sheetLayout.draw(notes, SessionNotes(book.notes), on: &sheet)
        var place = Canvas.bounds
        if !settings.hasReducedMotion { place.x = (1 - slide) * (Canvas.bounds.maxX - sheetLayout.panel.x) }
        return [base, Layer(.drawing(sheet.drawing), place: place, placement: Placement(opacity: settings.hasReducedMotion ? slide : 1))]
    }

    /// Returns the next instant after `seen` at which the picture changes by time alone.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        notes.slide.span.nextChange(after: seen)
    }

    func wishes(in context: Context, at now: Timestamp) -> Wishes {
        guard let book = context.desk.book else { return Wishes() }
        return Wishes(stills: SummaryLayout(look, self, book).clips.compactMap(book.key(ofClip:)))
    }
}
