// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of the dialog.
struct DialogLayout {
    let panel: Rect
    let save: Rect
    let dontSave: Rect
    private let look: Theme
    private let text: DialogText
    private let titleSize: Double
    private let lineSize: Double
    private let titleLines: Int
    private let inner: Double

    private static let padding = 40.0

    /// Lies in the middle of the free area below the HUD.
    init(_ look: Theme, _ text: DialogText, below top: Double) {
        self.look = look
        self.text = text
        let width = min(416 + 464 * look.scale, Areas.right - Areas.left)
        inner = width - 2 * Self.padding
        let inner = inner
        let answers = text.answer == nil ? 0 : Self.answerHeight(look) + 32
        func height(_ share: Double) -> Double {
            func height(_ words: String, _ size: Double) -> Double {
                Double(TextMetrics.lines(words, size: size, within: inner)) * look.lineHeight(size)
            }
            let lines = text.lines.reduce(0) { $0 + 12 + height($1, look.small * share) }
            return 2 * Self.padding + height(text.title, look.title * share) + lines + (text.progress == nil ? 0 : 40) + answers
        }
        // If the dialog would grow over the HUD, long words in large text are made smaller.
        var share = 1.0
        while height(share) > Areas.middleBottom - top, look.small * (share - 0.05) >= Theme.smallest { share -= 0.05 }
        titleSize = look.title * share
        lineSize = look.small * share
        titleLines = TextMetrics.lines(text.title, size: titleSize, within: inner)
        let height = height(share)
        let middle = (top + Areas.middleBottom) / 2
        panel = Rect(
            x: Canvas.bounds.center.x - width / 2, y: min(middle - height / 2, Areas.middleBottom - height),
            width: width, height: height)
        let y = panel.maxY - Self.padding - Self.answerHeight(look)
        let half = (inner - Theme.margin) / 2
        save = Rect(x: panel.x + Self.padding, y: y, width: half, height: Self.answerHeight(look))
        dontSave = Rect(
            x: panel.x + Self.padding + half + Theme.margin, y: y, width: half,
            height: Self.answerHeight(look))
    }

    private static func answerHeight(_ look: Theme) -> Double { max(88, look.lineHeight(look.small) + 40) }

    func draw(on sketch: inout DrawingBuilder) {
        Sheet.ground(panel, on: &sketch)
        let x = panel.x + Self.padding
        var y = panel.y + Self.padding
        sketch.text(text.title, at: Point(x, y), size: titleSize, weight: .semibold, width: inner, lines: titleLines)
        y += Double(titleLines) * look.lineHeight(titleSize)
        for line in text.lines {
            let count = TextMetrics.lines(line, size: lineSize, within: inner)
            sketch.text(
                line, at: Point(x, y + 12), size: lineSize, weight: .regular, color: look.caption, width: inner,
                lines: count)
            y += 12 + Double(count) * look.lineHeight(lineSize)
        }
        if let progress = text.progress {
            let bar = Rect(x: x, y: y + 28, width: inner, height: 12)
            sketch.add([.fill(bar, cornerRadius: 6, Palette.text.opacity(0.25))])
            if progress > 0 {
                var done = bar
                done.width = max(12, bar.width * progress)
                sketch.add([.fill(done, cornerRadius: 6, Palette.text)])
            }
        }
        guard let answer = text.answer else { return }
        draw(text.keeping, .mark, isHeld: answer, in: save, on: &sketch)
        draw(text.other, nil, isHeld: !answer, in: dontSave, on: &sketch)
    }

    /// - Parameter icon: MARK's icon, on the answer that keeps.
    private func draw(_ words: String, _ icon: Icon?, isHeld: Bool, in rect: Rect, on sketch: inout DrawingBuilder) {
        sketch.add([.fill(rect, cornerRadius: 15, Palette.text.opacity(look.hasHighContrast ? 0 : isHeld ? 0.2 : 0.12))])
        if isHeld {
            sketch.add([.stroke(rect.inset(by: 3), cornerRadius: 15, width: 6, Palette.held)])
        } else if look.hasHighContrast {
            sketch.add([.stroke(rect.inset(by: 1), cornerRadius: 15, width: 2, Palette.text)])
        }
        let side = 36 * look.scale
        let taken = icon == nil ? 0 : side + look.gap
        let room = rect.width - taken - 2 * 12
        let size = Theme.size(look.small, for: words, within: room)
        let width = taken + TextMetrics.width(words, size: size)
        let x = rect.center.x - width / 2
        if let icon { sketch.icon(icon, in: Rect(x: x, y: rect.center.y - side / 2, width: side, height: side)) }
        sketch.line(words, x: x + taken, middle: rect.center.y, size: size, weight: .semibold)
    }
}
