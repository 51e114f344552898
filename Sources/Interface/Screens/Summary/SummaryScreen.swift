// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A scored session: the face with numbered hits, each linked to its clip.
struct SummaryScreen: Screen {
    var place: ScreenKind { .summary }
    var givesWay: Bool { true }

    /// The arrow that the knob has selected, or an end without arrows; `nil` in a session without an end.
    var stop: SummaryStop?
    /// The choice of another clip for an arrow, while it is open.
    var linking: Linking?
    /// The question whether a scored end is scored again, while it is up; only for a session of the card.
    var question: AgainQuestion?
    var grid = ClipGrid()
    /// True if the phases of the shots are open, in the place of the face.
    var arePhasesOpen = false
    /// True if the grid is open in a scored session.
    var isGridOpen: Bool
    /// True if the screen began with the grid. STOP leaves the screen from the view with which it began.
    let beginsWithGrid: Bool
    var notes: NotesSheet
    /// True if nothing but Live lies under the screen.
    let isOverLive: Bool
    /// A finger's touch, with the grid's top row when it went down.
    private var touch: Touch<Int>?
    /// The look when the screen was last used. It decides which clips are visible, and so which stills are requested.
    private(set) var look: Theme

    /// - Parameters:
    ///   - end: the end whose arrows come first; `nil`: the last end.
    ///   - beginsWithGrid: true if the clips come first, and the face with its arrows is one of the tools.
    ///   - isOverLive: true if nothing but Live lies under the screen.
    init(
        end: Int?, of book: ScoreBook, beginsWithGrid: Bool = false, isOverLive: Bool = false, settings: Settings, at now: Timestamp
    ) {
        (self.beginsWithGrid, isGridOpen) = (beginsWithGrid, beginsWithGrid)
        self.isOverLive = isOverLive
        let first = end.flatMap { book[end: $0] } ?? book.ends.last
        // The lowest arrow comes first: a push plays it.
        stop = first.flatMap { end in
            end.score.lowest.map { SummaryStop.arrow(ArrowPlace(end: end.number, index: $0)) } ?? ScoreBook.stops(of: end).first
        }
        notes = NotesSheet(settings.notePhrases, at: now)
        look = Theme(settings)
    }

    func view(of book: ScoreBook) -> SummaryView {
        if notes.isOpen { return notes.writing == nil ? .notes : .writing }
        if linking != nil { return .linking }
        if question != nil { return .question }
        let isUnscored = !book.hasArrows
        if isGridOpen || isUnscored { return .clips(isUnscored: isUnscored) }
        return arePhasesOpen ? .phases : .arrows
    }

    /// Returns the current stop in the session as it is now.
    func stop(in book: ScoreBook) -> SummaryStop? { book.nearest(to: stop) }

    // MARK: Input

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
                ToolOffer(.splitHere, isPossible: splitEnd(of: book, context) != nil),
            ] + (SessionPhases(book) == nil ? [] : [ToolOffer(.phases)])
        case .phases: return [ToolOffer(.arrows), ToolOffer(.notes)]
        case .clips(isUnscored: true):
            // Without scoring nothing mentions it, unless something was scored before.
            let score = context.settings.scores || !book.ends.isEmpty ? [ToolOffer(.score)] : []
            return clipTools(book) + goOnTool(book, context) + score + [ToolOffer(.notes), newSession]
        case .clips: return clipTools(book) + [ToolOffer(.arrows)] + goOnTool(book, context) + [ToolOffer(.notes)]
        case .linking, .notes, .writing, .question: return []
        }
    }

    func undo(in context: Context) -> String? { context.undoable?.words }
    func redo(in context: Context) -> String? { context.redoable?.words }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        if let outcomes = context.undoOrRedo(input) { return outcomes }
        guard let book = context.desk.book else { return [.live] }
        look = Theme(context.settings)
        stop = stop(in: book)
        defer { keepInSight(context.desk.book ?? book) }
        switch input {
        case .touchDown(let point): touch = Touch(grid.top, at: point, at: now)
        case .touchMoved(let point):
            touch?.move(to: point, at: now)
            drag(book)
        case .touchUp:
            guard let touch = touch.lift(), touch.tapped != nil else { break }
            return SummaryLayout(look, self, book).target(at: touch.drag.start).map { tap($0, book, in: &context, at: now) } ?? []
        case .tool(let tool): return use(tool, book, context, at: now)
        case .typed(.done) where view(of: book) == .writing: return takeWords(in: &context)
        case .typed(let typing): notes.write { $0.write(typing) }
        default: return perform(input, in: &context, at: now)
        }
        return []
    }

    private mutating func use(_ tool: Tool, _ book: ScoreBook, _ context: Context, at now: Timestamp) -> [ScreenOutcome] {
        switch tool {
        case .wrongClip: return beginLink(book)
        case .score: return askToScore(book)
        case .notes: notes.open(book.notes, at: now, motion: context.settings.sheetMotion)
        case .clips: isGridOpen = book.hasArrows
        case .arrows: (isGridOpen, arePhasesOpen) = (false, false)
        case .phases: arePhasesOpen = true
        case .newSession: return [.newSession, .toast(Strings.sessionEnded)]
        case .splitHere: return split(book, context)
        case .deleteClip, .restoreClip: return judge(.deleted(tool == .deleteClip), book)
        case .selectAll: grid.select(book.present.map(\.number))
        case .selectLiked: grid.select(book.present.filter { $0.isPlayable && $0.judgement.isLiked }.map(\.number))
        case .export: return export(book)
        case .review: return review(book)
        case .carousel: return browse(book)
        case .goOn: return [.nextEnd]
        default: break
        }
        return []
    }

    private mutating func tap(_ target: SummaryTarget, _ book: ScoreBook, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch target {
        case .still: return linking == nil ? play(book) : takeLink(in: &context)
        case .arrow(let arrow):
            guard stop != .arrow(arrow) else { return play(book) }
            stop = .arrow(arrow)
        case .candidate(let index):
            linking?.choose(index)
            return takeLink(in: &context)
        case .answer(let isAgain): return takeAnswer(again: isAgain, book)
        case .clip(let index):
            guard index != grid.choice else { return playClip(book) }
            grid.choose(index)
        case .phrase(let index):
            notes.choose(index)
            return takeNote(in: &context)
        case .letter(let index): notes.write { $0.take(index) }
        case .besideNotes: return closeNotes(in: context, at: now)
        }
        return []
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
        guard let book = context.desk.book else { return .foot(Theme(context.settings)) }
        let look = Theme(context.settings)
        switch SummaryLayout(look, self, book).body {
        case .linking(_, let clips): return clips.toastPlace
        case .arrows(let face, _): return .foot(look, within: face.beside.x...face.beside.maxX)
        case .clips, .phases: return .foot(look)
        }
    }

    func face(in context: Context, at now: Timestamp) -> FaceSight? {
        guard let book = context.desk.book else { return nil }
        let layout = SummaryLayout(Theme(context.settings), self, book)
        guard case .arrows(let column, _) = layout.body else { return nil }
        return FaceSight(end: column.shown, drawing: column.drawing, window: column.window)
    }

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        guard let book = context.desk.book else { return [] }
        let settings = context.settings
        let look = Theme(settings)
        let layout = SummaryLayout(look, self, book)
        var sketch = DrawingBuilder(look)
        let slide = notes.slide.value(at: now)
        SummaryDrawing(layout: layout, screen: self, book: book, scores: settings.scores, dimming: question == nil ? slide : 1).draw(on: &sketch)
        layout.question?.draw(on: &sketch)
        let base = Layer(.drawing(sketch.drawing))
        guard slide > 0 else { return [base] }
        let sheetLayout = NotesLayout(look, notes)
        var sheet = DrawingBuilder(look)
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
