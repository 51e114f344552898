// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of the sheet of notes: the phrases in two columns, all of them at every text size.
struct NotesLayout {
    let look: Theme
    let panel: Rect
    let title: Rect
    /// The size of the phrases' words.
    let size: Double
    /// The rectangles of the phrases, followed by the one for writing a note.
    let items: [Rect]
    /// The letters, while a note is written.
    let letters: LettersLayout?

    private static let padding = 32.0
    private static let gap = 8.0
    private static func box(_ look: Theme) -> Double { 40 * look.scale }

    init(_ look: Theme, _ sheet: NotesSheet) {
        self.look = look
        let words = sheet.phrases + [Strings.Summary.writeNote]
        let top = Areas.belowChip(look)
        let room = Areas.pageBottom(look) - top
        func column(_ size: Double) -> Double {
            (words.map { TextMetrics.width($0, size: size) }.max() ?? 0) + Self.box(look) + 20 + 2 * 20
        }
        func width(_ size: Double) -> Double { 2 * column(size) + Self.gap + 2 * Self.padding }
        var size = look.body
        let titleHeight = look.lineHeight(look.title)
        let rows = (words.count + 1) / 2
        let free = room - titleHeight - 2.5 * Self.padding - Self.gap * Double(rows - 1)
        while size > Theme.smallest, width(size) > Areas.right - Areas.left || look.lineHeight(size) > free / Double(rows) { size -= 1 }
        self.size = size
        let column = column(size)
        let width = width(size)
        let height = min(88, free / Double(rows), look.lineHeight(look.body) + 44).rounded(.down)
        panel = Rect(x: Areas.right - width, y: top, width: width, height: room)
        let left = panel.x + Self.padding
        title = Rect(x: left, y: top + Self.padding / 2, width: width - 2 * Self.padding, height: titleHeight)
        let first = title.maxY + Self.padding
        // The letters have the title's room too.
        let wide = Rect(x: left, y: title.y, width: title.width, height: panel.maxY - Self.padding / 2 - title.y)
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
        sketch.add([.fill(panel, cornerRadius: Theme.cornerRadius, Palette.sheet)])
        if look.hasHighContrast { sketch.add([.stroke(panel.inset(by: 1), cornerRadius: Theme.cornerRadius, width: 2, Palette.text)]) }
        if let letters, let wheel = sheet.writing { return letters.draw(wheel, on: &sketch) }
        sketch.text(Strings.Summary.notes, at: Point(title.x, title.y), size: look.title, weight: .semibold)
        let taken = TextMetrics.width(Strings.Summary.notes, size: look.title) + 32
        let natural = TextMetrics.width(notes.text, size: look.small)
        let free = title.width - taken
        sketch.line(notes.text, x: title.x + taken, middle: title.center.y, size: look.small, color: look.caption, width: natural > free ? free : nil)
        for (index, rect) in items.enumerated() {
            sketch.card(rect, isChosen: index == sheet.choice)
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
