// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The session's ends side by side: number, total and running total; as many as fit, the shown one among them.
struct EndsTable {
    private enum Line: CaseIterable { case number, total, running }

    struct Cell {
        var row: SummaryFigures.Row
        var rect: Rect
    }

    let look: Look
    let rect: Rect
    let cells: [Cell]
    private let lines: [Line]
    private let shown: Int
    private let labelWidth: Double

    private static let padding = 8.0

    static func height(lines: Int, _ look: Look) -> Double { lines == 0 ? 0 : Double(lines) * look.lineHeight(look.small) + 2 * padding }

    /// - Parameter lines: how many there is room for, 1…3; the running total goes first, then the numbers.
    init(_ figures: SummaryFigures, shown: Int, lines: Int, in rect: Rect, _ look: Look) {
        self.look = look
        self.rect = rect
        self.shown = shown
        self.lines = lines >= 3 ? [.number, .total, .running] : lines == 2 ? [.number, .total] : [.total]
        let width = [Strings.Summary.end, Strings.Summary.total, Strings.Summary.sum].map { TextMetrics.width($0, size: look.small) }.max() ?? 0
        labelWidth = width + 2 * 12
        let cellWidth = max(64, TextMetrics.width("8888", size: look.small) + 12)
        let fit = max(1, Int((rect.width - labelWidth) / cellWidth))
        let index = figures.rows.firstIndex { $0.number == shown } ?? 0
        let first = (index - fit / 2).clamped(to: 0...max(0, figures.rows.count - fit))
        cells = figures.rows.dropFirst(first).prefix(fit).enumerated().map { [labelWidth] place, row in
            Cell(row: row, rect: Rect(x: rect.x + labelWidth + Double(place) * cellWidth, y: rect.y, width: cellWidth, height: rect.height))
        }
    }

    func draw(on sketch: inout Sketch) {
        sketch.add([.fill(rect, cornerRadius: 12, Palette.text.opacity(0.06))])
        for (index, line) in lines.enumerated() {
            let word =
                switch line {
                case .number: Strings.Summary.end
                case .total: Strings.Summary.total
                case .running: Strings.Summary.sum
                }
            sketch.line(word, x: rect.x + 12, middle: middle(of: index), size: look.small, color: look.caption)
        }
        for cell in cells {
            let isShown = cell.row.number == shown
            if isShown {
                sketch.add([
                    .fill(cell.rect, cornerRadius: 12, Palette.selected.opacity(0.28)),
                    .stroke(cell.rect.inset(by: 1.5), cornerRadius: 12, width: 3, Palette.selected),
                ])
            }
            for (index, line) in lines.enumerated() {
                let figure =
                    switch line {
                    case .number: "\(cell.row.number)"
                    case .total: cell.row.total.map { "\($0)" } ?? "–"
                    case .running: "\(cell.row.running)"
                    }
                sketch.line(
                    figure, x: cell.rect.center.x, middle: middle(of: index), size: look.small, weight: line == .total ? .semibold : .regular,
                    alignment: .center, color: line == .number && !isShown ? look.caption : Palette.text)
            }
        }
    }

    private func middle(of line: Int) -> Double { rect.y + Self.padding + (Double(line) + 0.5) * look.lineHeight(look.small) }
}
