// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout and drawing of the letters for writing words.
struct LettersLayout {
    let look: Theme
    let text: Rect
    let letters: [Rect]

    /// - Parameter area: the words are at its top, and the letters fill the rest.
    init(_ look: Theme, in area: Rect) {
        self.look = look
        text = Rect(x: area.x, y: area.y, width: area.width, height: look.lineHeight(look.title) + 8)
        let top = text.maxY + 12
        let rows = (LetterWheel.letters.count + LetterWheel.columns - 1) / LetterWheel.columns
        let width = area.width / Double(LetterWheel.columns)
        let height = min(width, (area.maxY - top) / Double(rows))
        letters = LetterWheel.letters.indices.map { index in
            Rect(
                x: area.x + Double(index % LetterWheel.columns) * width, y: top + Double(index / LetterWheel.columns) * height, width: width,
                height: height)
        }
    }

    func letter(at point: Point) -> Int? { letters.firstIndex { $0.contains(point) } }

    /// Draws the words with the place of the next letter, and below them the letters, of which the knob holds one.
    func draw(_ wheel: LetterWheel, on sketch: inout DrawingBuilder) {
        let size = Theme.size(look.title, for: wheel.text + wheel.written, within: text.width - 24)
        let middle = text.center.y
        let taken = TextMetrics.width(wheel.text, size: size)
        let isCut = taken > text.width - 48
        sketch.line(wheel.text, x: text.x, middle: middle, size: size, weight: .semibold, width: isCut ? text.width - 48 : nil)
        // The place of the letter that a push would append.
        let x = text.x + min(taken, text.width - 48)
        let width = TextMetrics.width("n", size: size)
        sketch.add([.fill(Rect(x: x, y: text.maxY - 6, width: width, height: 4), cornerRadius: 2, Palette.held)])
        for (index, rect) in letters.enumerated() { draw(index, in: rect, isHeld: index == wheel.letter, on: &sketch) }
    }

    private func draw(_ index: Int, in rect: Rect, isHeld: Bool, on sketch: inout DrawingBuilder) {
        let cell = rect.inset(by: 3)
        sketch.add([.fill(cell, cornerRadius: 12, isHeld ? Palette.plate : Palette.well)])
        if isHeld { sketch.edge(cell, radius: 12, width: 6, Palette.held) }
        let letter = LetterWheel.letters[index] == " " ? "␣" : String(LetterWheel.letters[index])
        sketch.line(letter, x: rect.center.x, middle: rect.center.y, size: min(look.body, rect.height * 0.7), weight: .semibold, alignment: .center)
    }
}
