// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of the summary, with what a finger finds there.
struct SummaryLayout {
    enum Body {
        case arrows(FaceColumn, ArrowsLayout)
        case phases(PhasePage)
        case linking(FaceColumn, LinkLayout)
        case clips(ClipGridLayout)
    }

    let frame: SummaryFrame
    let body: Body
    /// The sheet of notes above everything, if it is open.
    let notes: NotesLayout?
    /// The question above everything, if it is asked.
    let question: DialogLayout?
    /// The end that is shown; `nil` in the grid of clips.
    let end: EndRecord?

    init(_ look: Theme, _ screen: SummaryScreen, _ book: ScoreBook) {
        frame = SummaryFrame(look)
        let view = screen.view(of: book)
        let stop = screen.stop(in: book)
        let end = (screen.linking?.arrow.end ?? stop?.end).flatMap { book[end: $0] }
        notes = view == .notes || view == .writing ? NotesLayout(look, screen.notes) : nil
        question = screen.question.flatMap { question in end.map { question.layout(look, EndWords($0, in: book).title) } }
        if let linking = screen.linking, let end {
            let face = FaceColumn(look, frame.content, end, in: book)
            body = .linking(face, LinkLayout(look, face.beside, linking, book))
            self.end = end
        } else if let stop, let end, book.hasArrows, !screen.isGridOpen, screen.arePhasesOpen {
            body = .phases(PhasePage(look, frame.content, stop, end, book))
            self.end = end
        } else if let stop, let end, book.hasArrows, !screen.isGridOpen {
            let face = FaceColumn(look, frame.content, end, in: book)
            body = .arrows(face, ArrowsLayout(look, face.beside, stop, end, book))
            self.end = end
        } else {
            body = .clips(ClipGridLayout(look, screen.grid, book))
            self.end = nil
        }
    }

    /// The numbers of the visible clips.
    var clips: [Int] {
        switch body {
        case .arrows(_, let layout): layout.clips
        case .phases: []
        case .linking(_, let layout): layout.clips
        case .clips(let layout): layout.cells.map(\.clip.number)
        }
    }

    // MARK: Touch

    /// Returns the target of a tap at this point.
    func target(at point: Point) -> SummaryTarget? {
        if let notes { return notes.target(at: point) }
        if let question {
            if question.save.contains(point) { return .answer(again: false) }
            return question.dontSave.contains(point) ? .answer(again: true) : nil
        }
        switch body {
        case .phases(let page): return page.target(at: point)
        case .arrows(let face, let layout): return layout.target(at: point) ?? face.arrow(at: point).map { .arrow($0) }
        case .linking(_, let layout): return layout.target(at: point)
        case .clips(let layout): return layout.cells.first { $0.rect.contains(point) }.map { .clip($0.index) }
        }
    }
}
