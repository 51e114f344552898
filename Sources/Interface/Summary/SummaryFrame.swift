// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What every view of the summary has: a title, the room for what it shows, and a row of buttons.
struct SummaryFrame {
    let look: Look
    let title: Rect
    let content: Rect
    /// The row of buttons.
    let footer: Rect

    static let ground = Palette.page

    init(_ look: Look) {
        self.look = look
        let width = Areas.right - Areas.left
        let pillHeight = max(88, HintLayout.footerHeight(look))
        footer = Rect(x: Areas.left, y: Areas.bottom - pillHeight, width: width, height: pillHeight)
        title = Rect(x: Areas.left, y: Areas.top, width: Areas.titleRight(look) - Areas.left, height: look.lineHeight(look.title))
        let top = max(title.maxY + 12, Areas.belowChip(look))
        content = Rect(x: Areas.left, y: top, width: width, height: footer.y - 20 - top)
    }
}

/// A button of the summary: what it does, and which control does the same.
struct SummaryPill: Hashable {
    var action: SummaryAction
    var icon: Icon
    var words: String
    /// Where there is little room.
    var shortWords: String

    init(_ action: SummaryAction, _ icon: Icon, _ words: String, short: String? = nil) {
        self.action = action
        self.icon = icon
        self.words = words
        shortWords = short ?? words
    }
}

/// The buttons in one row: where they don't fit, their words get shorter, then their edges.
struct SummaryPills {
    let placed: [(pill: SummaryPill, words: String, rect: Rect)]
    /// What the controls do that have no button, where there is room for it.
    let legend: LegendRow?

    private static let gap = 16.0
    /// A button's edges may give way by so much before its words would.
    private static let slack = 32.0

    init(_ pills: [SummaryPill], hints: [LegendItem], in frame: SummaryFrame) {
        let look = frame.look
        let row = frame.footer
        let gaps = Self.gap * Double(max(0, pills.count - 1))
        func widths(_ words: [String]) -> [Double] { zip(pills, words).map { Pills.width($0.icon, $1, look) } }
        let all = pills.map(\.words)
        let isShort = widths(all).reduce(0, +) + gaps > row.width
        let words = isShort ? pills.map(\.shortWords) : all
        let natural = widths(words)
        let excess = max(0, natural.reduce(0, +) + gaps - row.width)
        let squeeze = pills.isEmpty ? 0 : min(Self.slack, excess / Double(pills.count))
        let scale = min(1, (row.width - gaps) / max(1, natural.reduce(0) { $0 + $1 - squeeze }))
        var x = row.x
        placed = zip(pills, zip(words, natural)).map { pill, found in
            let rect = Rect(x: x, y: row.y, width: (found.1 - squeeze) * scale, height: row.height)
            x = rect.maxX + Self.gap
            return (pill, found.0, rect)
        }
        let right = row.maxX
        let end = x
        legend = (0..<hints.count).lazy.map { Array(hints.dropLast($0)) }.first {
            end + 8 + LegendRow.width(of: $0, look: look) <= right
        }.map { LegendRow($0, x: right - LegendRow.width(of: $0, look: look), y: row.y, height: row.height, look: look) }
    }

    func draw(on sketch: inout Sketch) {
        for (pill, words, rect) in placed { Pills.draw(pill.icon, words, in: rect, on: &sketch) }
        legend?.draw(on: &sketch)
    }
}
