// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The arrows of an end in the order of shooting, each with the still of its clip: as many as fit, including the chosen one.
struct ArrowStrip {
    struct Cell {
        var index: Int
        var rect: Rect
        /// `nil` if there is no room for stills.
        var still: Rect?
    }

    let look: Theme
    let cells: [Cell]
    /// True if there are more before the first cell, and after the last.
    private let more: (before: Bool, after: Bool)

    static let gap = 8.0
    /// The width of the signs on either side that say that there are more.
    static let signWidth = 20.0
    static let padding = 8.0

    private static func labelSize(_ look: Theme) -> Double { look.small }
    static func textHeight(_ look: Theme) -> Double { Badge.height(look) + 2 * padding }

    private static func narrowest(_ count: Int, _ look: Theme) -> Double {
        Badge.width(count, look) + SummaryParts.scoreWidth("10", size: labelSize(look)) + 8 + 2 * padding
    }

    /// Returns the number of arrows that fit beside each other.
    static func fit(_ count: Int, _ width: Double, _ look: Theme) -> Int { max(1, Int((width + gap) / (narrowest(count, look) + gap))) }

    private static func cellWidth(_ count: Int, _ width: Double, _ look: Theme) -> Double {
        let shown = Double(min(count, fit(count, width, look)))
        return min(max(narrowest(count, look) * 1.3, 176), (width - gap * (shown - 1)) / max(1, shown))
    }

    /// Returns the height of a still that is as wide as its cell.
    static func stillHeight(_ count: Int, _ width: Double, _ look: Theme) -> Double { (cellWidth(count, width, look) - 2 * padding) * 9 / 16 }

    /// - Parameters:
    ///   - rows: the number of rows.
    ///   - still: the height of the stills; 0: there is no room for them.
    init(_ count: Int, chosen: Int?, rows: Int, still: Double, in rect: Rect, _ look: Theme) {
        self.look = look
        let columns = Self.fit(count, rect.width, look)
        let width = Self.cellWidth(count, rect.width, look)
        let height = Self.textHeight(look) + (still > 0 ? still + Self.padding : 0)
        let fit = columns * rows
        let first = ((chosen ?? 0) - fit / 2).clamped(to: 0...max(0, count - fit))
        let last = min(count, first + fit)
        more = (first > 0, last < count)
        cells = (first..<last).map { index in
            let place = index - first
            let cell = Rect(
                x: rect.x + Double(place % columns) * (width + Self.gap), y: rect.y + Double(place / columns) * (height + Self.gap),
                width: width, height: height)
            return Cell(
                index: index, rect: cell,
                still: still > 0 ? Rect(x: cell.x + Self.padding, y: cell.y + Self.padding, width: width - 2 * Self.padding, height: still) : nil)
        }
    }

    func draw(_ end: EndRecord, chosen: Int?, _ book: ScoreBook, on sketch: inout DrawingBuilder) {
        let entries = end.score.entries
        for cell in cells {
            let arrow = entries[cell.index].arrow
            sketch.card(cell.rect, isHeld: cell.index == chosen)
            if let still = cell.still {
                SummaryParts.still(ofClip: arrow.clip, in: book, still, on: &sketch)
            }
            let size = Self.labelSize(look)
            let middle = cell.rect.maxY - Self.textHeight(look) / 2
            let height = Badge.height(look)
            let number = Rect(x: cell.rect.x + Self.padding, y: middle - height / 2, width: Badge.width(arrow.number, look), height: height)
            Badge.draw(arrow.number, in: number, on: &sketch, isSolid: book.isAcknowledged(arrow, end: end.number))
            let score = entries[cell.index].score
            let width = SummaryParts.scoreWidth(score.label, size: size)
            ScoreChip(entries[cell.index], on: end.face)
                .draw(
                    in: Rect(x: cell.rect.maxX - Self.padding - width, y: middle - height / 2, width: width, height: height), size: size, on: &sketch)
        }
        drawMore(on: &sketch)
    }

    /// Draws a sign at each side where there are more arrows.
    private func drawMore(on sketch: inout DrawingBuilder) {
        guard let first = cells.first?.rect, let last = cells.last?.rect else { return }
        func sign(at x: Double, _ middle: Double, _ direction: Double) -> DrawingCommand {
            .polygon([Point(x, middle - 10), Point(x, middle + 10), Point(x + direction * 10, middle)], Palette.held)
        }
        if more.before { sketch.add([sign(at: first.x - 6, first.center.y, -1)]) }
        if more.after { sketch.add([sign(at: last.maxX + 6, last.center.y, 1)]) }
    }
}
