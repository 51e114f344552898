// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Shows the clips of a session on the card, to choose one for a comparison.
struct ClipChoiceScreen: Screen {
    var place: ScreenKind { .clipChoice }

    private var book: ScoreBook
    private var grid = ClipGrid()
    /// The finger, with the grid's top row when it went down.
    private var touch: Touch<Int>?

    /// Creates the screen with the knob on the clip of the best arrow.
    init(_ book: ScoreBook, _ settings: Settings) {
        self.book = book
        if let best = book.best(), let index = book.present.firstIndex(where: { $0.number == best.number }) { grid.choose(index) }
        keepInSight(Theme(settings))
    }

    private func layout(_ look: Theme) -> ClipGridLayout { ClipGridLayout(look, grid, book) }

    private mutating func keepInSight(_ look: Theme) {
        let layout = layout(look)
        grid.keepInSight(of: book.present.count, columns: layout.columns, rows: layout.rows)
    }

    // MARK: Input

    func bindings(in context: Context) -> Bindings<Self> {
        [
            .press(.mark): Binding(.take) { $0.take(in: &$1) },
            .press(.stop): .back,
            .press(.left): Binding(.clipBefore) { $0.move(-1) }.repeated,
            .press(.right): Binding(.clipAfter) { $0.move(1) }.repeated,
            .press(.up): Binding(.rowUp) { $0.move(rows: -1, $1) }.repeated,
            .press(.down): Binding(.rowDown) { $0.move(rows: 1, $1) }.repeated,
            .turn: .turning(.clip) { $0.move($3.steps) },
            .press(.knob): Binding(.take) { $0.take(in: &$1) },
        ]
    }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let look = Theme(context.settings)
        defer { keepInSight(look) }
        switch input {
        case .tool(.model): return pin(in: &context)
        case .touchDown(let point): touch = Touch(grid.top, at: point, at: now)
        case .touchMoved(let point):
            touch?.move(to: point, at: now)
            drag(look)
        case .touchUp:
            guard let touch = touch.lift(), touch.tapped != nil,
                let cell = layout(look).cells.first(where: { $0.rect.contains(touch.drag.start) })
            else { break }
            guard cell.index != grid.choice else { return take(in: &context) }
            grid.choose(cell.index)
        default: return perform(input, in: &context, at: now)
        }
        return []
    }

    /// A session of films offers its films as models.
    func tools(in context: Context) -> [ToolOffer] { book.isOfFilms ? [context.modelOffer(chosen, of: book)] : [] }

    private var chosen: ScoreBook.Clip? { book.present.indices.contains(grid.choice) ? book.present[grid.choice] : nil }

    private mutating func move(_ steps: Int) { grid.move(steps, of: book.present.count) }

    private mutating func move(rows: Int, _ context: Context) { move(rows * layout(Theme(context.settings)).columns) }

    private mutating func drag(_ look: Theme) {
        guard let touch, touch.drag.hasStrayed else { return }
        let layout = layout(look)
        let rows = (-touch.drag.offset.y / layout.rowHeight).rounded().clamped(to: -10_000...10_000)
        grid.scroll(toRow: touch.target + Int(rows), of: book.present.count, columns: layout.columns, rows: layout.rows)
    }

    /// Pins the chosen film as the model of the archer on the desk, or takes it off again.
    private mutating func pin(in context: inout Context) -> [ScreenOutcome] {
        guard let key = chosen.flatMap({ book.key(ofClip: $0.number) }) else { return [] }
        if context.desk.book(of: key) == nil { context.desk.invite(book) }
        let outcomes = context.toggleModel(key)
        if let changed = context.desk.book(of: key) { book = changed }
        return outcomes
    }

    /// Takes the choice and goes back past the list, to the screen that asked.
    private func take(in context: inout Context) -> [ScreenOutcome] {
        guard let clip = chosen else { return [] }
        guard clip.isPlayable, let key = book.key(ofClip: clip.number) else {
            return [.toast(clip.isDeleted ? Strings.Summary.isDeleted(clip.title) : Strings.clipNotWritten), .effect(.panel(.signal(.refused)))]
        }
        context.desk.invite(book)
        context.desk.chosen = key
        return [.back, .back]
    }

    // MARK: Rendering

    /// The archer, and when the session was.
    private var words: String {
        let date = Strings.session(started: book.started, number: book.number, folder: book.name)
        return [book.archer, date].compactMap { $0 }.joined(separator: " · ")
    }

    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        grid.spoken("\(Strings.word(of: Tool.chooseOther)), \(words)", intro: [], book, selects: false)
    }

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        let look = Theme(context.settings)
        var sketch = DrawingBuilder(look)
        sketch.add([.fill(Canvas.bounds, cornerRadius: 0, SummaryFrame.ground)])
        let title = SummaryFrame(look).title
        sketch.text(
            words, at: Point(title.x, title.y), size: Theme.size(look.title, for: words, within: title.width), weight: .semibold, width: title.width)
        layout(look).draw(book, on: &sketch)
        return [Layer(.drawing(sketch.drawing))]
    }

    func wishes(in context: Context, at now: Timestamp) -> Wishes {
        Wishes(stills: layout(Theme(context.settings)).cells.compactMap { book.key(ofClip: $0.clip.number) })
    }

    func nextChange(after seen: Timestamp) -> Timestamp? { nil }
}
