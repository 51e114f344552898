// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of the sheet of notes: the phrases in two columns, all of them at every text size.
struct NotesLayout {
    let look: Theme
    let sheet: Sheet
    let title: Rect
    /// The size of the phrases' words.
    let size: Double
    /// The rectangles of the phrases, followed by the one for writing a note.
    let items: [Rect]
    /// The letters, while a note is written.
    let letters: LettersLayout?

    var panel: Rect { sheet.rect }

    private static let gap = 8.0
    private static func box(_ look: Theme) -> Double { 40 * look.scale }

    init(_ look: Theme, _ sheet: NotesSheet) {
        self.look = look
        let words = sheet.phrases + [Strings.Summary.writeNote]
        let frame = Sheet(look, .wide)
        self.sheet = frame
        let left = frame.title.x
        // The chip is in the corner of the sheet.
        title = Rect(x: left, y: frame.title.y, width: Areas.titleRight(look) - left, height: frame.title.height)
        let first = max(frame.contentTop, Areas.belowChip(look) + 8)
        let column = (frame.title.width - Self.gap) / 2
        let rows = (words.count + 1) / 2
        let free = frame.rect.maxY - Sheet.padding / 2 - first - Self.gap * Double(rows - 1)
        let room = column - Self.box(look) - 20 - 2 * 20
        var size = look.body
        while size > Theme.smallest,
            look.lineHeight(size) > free / Double(rows) || words.contains(where: { TextMetrics.width($0, size: size) > room })
        {
            size -= 1
        }
        self.size = size
        let height = min(88, free / Double(rows), look.lineHeight(look.body) + 44).rounded(.down)
        let wide = Rect(x: left, y: first, width: frame.title.width, height: frame.rect.maxY - Sheet.padding / 2 - first)
        letters = sheet.writing == nil ? nil : LettersLayout(look, in: wide)
        items = words.indices.map { index in
            Rect(
                x: left + Double(index % 2) * (column + Self.gap), y: first + Double(index / 2) * (height + Self.gap), width: column,
                height: height)
        }
    }

    func target(at point: Point) -> SummaryTarget? {
        guard panel.contains(point) else { return .besideNotes }
        if let letters { return letters.letter(at: point).map { .letter($0) } }
        return items.firstIndex { $0.contains(point) }.map { .phrase($0) }
    }

    func draw(_ sheet: NotesSheet, _ notes: SessionNotes, on sketch: inout DrawingBuilder) {
        self.sheet.draw(on: &sketch)
        sketch.text(Strings.Summary.notes, at: Point(title.x, title.y), size: look.title, weight: .semibold)
        if let letters, let wheel = sheet.writing { return letters.draw(wheel, on: &sketch) }
        let taken = TextMetrics.width(Strings.Summary.notes, size: look.title) + 32
        let natural = TextMetrics.width(notes.text, size: look.small)
        let free = title.width - taken
        // In large text there is no room beside the title; the ticks show the phrases too.
        if natural <= free || free > 8 * look.small {
            sketch.line(
                notes.text, x: title.x + taken, middle: title.center.y, size: look.small, color: look.caption, width: natural > free ? free : nil)
        }
        for (index, rect) in items.enumerated() {
            sketch.card(rect, isHeld: index == sheet.choice)
            let side = min(Self.box(look), rect.height - 12)
            let box = Rect(x: rect.x + 20, y: rect.center.y - side / 2, width: side, height: side)
            let isPhrase = index < sheet.phrases.count
            let words = isPhrase ? sheet.phrases[index] : Strings.Summary.writeNote
            if isPhrase {
                sketch.tickBox(box, isOn: notes.has(words))
            } else {
                sketch.add(Tool.notes.picture(in: box, Palette.text))
            }
            sketch.line(words, x: box.maxX + 20, middle: rect.center.y, size: size, width: rect.maxX - box.maxX - 30)
        }
    }
}
