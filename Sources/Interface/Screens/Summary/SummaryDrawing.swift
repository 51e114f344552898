// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The drawing of the summary.
struct SummaryDrawing {
    let layout: SummaryLayout
    let screen: SummaryScreen
    let book: ScoreBook
    /// True if arrows are scored on this box.
    let scores: Bool
    /// The dimming of everything under the sheet, 0…1.
    let dimming: Double

    func draw(on sketch: inout DrawingBuilder) {
        sketch.add([.fill(Canvas.bounds, cornerRadius: 0, SummaryFrame.ground)])
        drawTitle(on: &sketch)
        switch layout.body {
        case .arrows(let face, let arrows):
            face.draw(chosen: arrows.stop.arrow?.index, on: &sketch)
            arrows.draw(book, on: &sketch)
        case .phases(let page): page.draw(on: &sketch)
        case .linking(let face, let link):
            face.draw(chosen: screen.linking?.arrow.index, on: &sketch)
            link.draw(book, on: &sketch)
        case .clips(let grid):
            grid.draw(book, on: &sketch)
        }
        if dimming > 0 { sketch.add([.fill(Canvas.bounds, cornerRadius: 0, Palette.ink.opacity(0.6 * dimming))]) }
    }

    /// Draws the end's name, and beside it in smaller words its face and its date.
    private func drawTitle(on sketch: inout DrawingBuilder) {
        let look = layout.frame.look
        let rect = layout.frame.title
        let title = self.title
        let captions = captions
        // A long title leaves room for the shortest caption.
        let reserve = 40 + min(rect.width * 0.3, captions.last.map { TextMetrics.width($0, size: Theme.smallest) } ?? 0)
        let size = Theme.size(look.title, for: title, within: rect.width - reserve)
        let natural = TextMetrics.width(title, size: size)
        sketch.text(title, at: Point(rect.x, rect.y), size: size, weight: .semibold, width: natural > rect.width ? rect.width : nil)
        let room = rect.width - min(natural, rect.width) - 40
        let fitting = captions.first { TextMetrics.width($0, size: look.small) <= room }
        guard let caption = fitting ?? captions.last, room > 0 else { return }
        sketch.line(
            caption, x: rect.x + min(natural, rect.width) + 40, middle: rect.center.y + (size - look.small) * 0.2, size: look.small,
            color: look.caption, width: fitting == nil ? room : nil)
    }

    private var title: String {
        guard let end = layout.end else {
            let what = !book.hasArrows && scores ? Strings.Summary.notScoredYet : Strings.Summary.clipsOfSession
            return [book.archer, what].compactMap { $0 }.joined(separator: " · ")
        }
        return [book.archer, EndWords(end, in: book).title].compactMap { $0 }.joined(separator: " · ")
    }

    /// The captions from the fullest to the shortest. The longest caption that fits is shown.
    private var captions: [String] {
        let date = Strings.session(started: book.started, number: book.number, folder: nil)
        let notes = book.notes.isEmpty ? nil : book.notes
        let selected = screen.grid.selected.count
        let counted = selected > 0 ? Strings.Summary.selected(selected) : Strings.clips(book.keptCount)
        let what = layout.end.map { EndWords($0, in: book).captions } ?? [counted]
        let wordings = [[what[0], date, notes], [what[0], date]] + what.map { [$0] }
        return wordings.map { $0.compactMap { $0 }.joined(separator: " · ") }
    }
}
