// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of the session's clips as a grid of stills, with as many rows as fit.
struct ClipGridLayout {
    struct Cell {
        var index: Int
        var clip: ScoreBook.Clip
        var rect: Rect
        var still: Rect
    }

    let look: Theme
    let area: Rect
    let columns: Int
    let rows: Int
    /// The distance from one row to the next.
    let rowHeight: Double
    let cells: [Cell]
    /// The scores of the clips' arrows, by the clips' numbers.
    let labels: [Int: ArrowScore]
    private let count: Int
    private let top: Int
    private let choice: Int
    private let selected: Set<Int>

    private static let gap = 16.0
    private static let padding = 8.0

    init(_ look: Theme, _ grid: ClipGrid, _ book: ScoreBook) {
        self.look = look
        var area = SummaryFrame(look).content
        // A toast never lies on a still.
        area.height = ToastPlace.top(look) - Self.gap - area.y
        self.area = area
        let clips = book.present
        count = clips.count
        choice = grid.choice
        selected = grid.selected
        columns = look.scale > 1.5 ? 3 : look.scale > 1 ? 4 : 5
        // The bar beside the grid shows the visible part.
        let width = (area.width - 24 - Self.gap * Double(columns - 1)) / Double(columns)
        let words = look.lineHeight(look.small) + 3 * Self.padding
        let natural = (width - 2 * Self.padding) * 9 / 16 + words
        // A row that nearly fits is shown: stills may lose a little above and below.
        let rows = max(1, Int((area.height + Self.gap) / (natural * 0.86 + Self.gap)))
        self.rows = rows
        let height = min(natural, (area.height + Self.gap) / Double(rows) - Self.gap)
        let still = height - words
        rowHeight = height + Self.gap
        top = grid.top
        let first = min(top * columns, count)
        cells = (first..<min(count, first + rows * columns)).map { [columns, rowHeight] index in
            let place = index - first
            let rect = Rect(
                x: area.x + Double(place % columns) * (width + Self.gap), y: area.y + Double(place / columns) * rowHeight,
                width: width, height: height)
            return Cell(
                index: index, clip: clips[index], rect: rect,
                still: Rect(x: rect.x + Self.padding, y: rect.y + Self.padding, width: width - 2 * Self.padding, height: still))
        }
        labels = Dictionary(
            book.ends.flatMap { $0.score.entries }.compactMap { entry in entry.arrow.clip.map { ($0, entry.score) } },
            uniquingKeysWith: { first, _ in first })
    }

    func draw(_ book: ScoreBook, on sketch: inout DrawingBuilder) {
        guard !cells.isEmpty else {
            sketch.text(
                Strings.Summary.noClipsYet, at: Point(area.center.x, area.center.y - look.lineHeight(look.body)), size: look.body,
                alignment: .center, color: look.caption, width: area.width)
            return
        }
        for cell in cells { draw(cell, book, on: &sketch) }
        drawScrollBar(on: &sketch)
    }

    private func draw(_ cell: Cell, _ book: ScoreBook, on sketch: inout DrawingBuilder) {
        sketch.card(cell.rect, isChosen: cell.index == choice)
        SummaryParts.still(ofClip: cell.clip.number, in: book, cell.still, on: &sketch)
        drawSelection(cell, on: &sketch)
        drawHeart(cell, on: &sketch)
        let middle = cell.still.maxY + Self.padding / 2 + (cell.rect.maxY - cell.still.maxY - Self.padding / 2) / 2
        var (left, right) = (cell.rect.x + Self.padding + 4, cell.rect.maxX - Self.padding - 4)
        func lead(_ words: String, weight: TextRun.Weight = .medium, color: Color = Palette.text, on sketch: inout DrawingBuilder) {
            let width = TextMetrics.width(words, size: look.small)
            guard left + width <= right else { return }
            sketch.line(words, x: left, middle: middle, size: look.small, weight: weight, color: color)
            left += width + 16
        }
        func trail(_ words: String, weight: TextRun.Weight = .medium, color: Color = Palette.text, on sketch: inout DrawingBuilder) {
            let width = TextMetrics.width(words, size: look.small)
            guard right - width >= left else { return }
            sketch.line(words, x: right, middle: middle, size: look.small, weight: weight, alignment: .trailing, color: color)
            right -= width + 16
        }
        lead(cell.clip.kind == .mark ? "\(cell.clip.number)" : cell.clip.title, weight: .semibold, on: &sketch)
        if let score = labels[cell.clip.number] { trail(score.label, weight: .bold, on: &sketch) }
        guard !cell.clip.isDeleted else { return trail(Strings.Summary.deleted, color: look.caption, on: &sketch) }
        if cell.clip.seconds > 0 { trail(Strings.seconds(cell.clip.seconds), color: look.caption, on: &sketch) }
        // Words without room beside the others are left out.
        if let offset = cell.clip.offset { lead(Strings.Summary.moment(offset), color: look.caption, on: &sketch) }
    }

    /// Draws whether the clip is selected, once any clip is.
    private func drawSelection(_ cell: Cell, on sketch: inout DrawingBuilder) {
        guard !selected.isEmpty else { return }
        let center = Point(cell.still.x + 36, cell.still.y + 36)
        guard selected.contains(cell.clip.number) else {
            return sketch.add([
                .disc(center: center, radius: 22, Palette.ink.opacity(0.55)), .circle(center: center, radius: 20, width: 4, Palette.text),
            ])
        }
        sketch.edge(cell.still, radius: 8, width: 8, Palette.selected)
        sketch.add([
            .disc(center: center, radius: 22, Palette.selected), .circle(center: center, radius: 21, width: 2, Palette.text),
            .line([Point(center.x - 10, center.y), Point(center.x - 3, center.y + 8), Point(center.x + 11, center.y - 8)], width: 5, Palette.text),
        ])
    }

    /// Draws a heart on a liked clip.
    private func drawHeart(_ cell: Cell, on sketch: inout DrawingBuilder) {
        guard cell.clip.judgement.isLiked, !cell.clip.isDeleted else { return }
        let center = Point(cell.still.maxX - 36, cell.still.y + 36)
        sketch.add([.disc(center: center, radius: 24, Palette.ink.opacity(0.8))])
        sketch.add(SummaryParts.heart(at: Point(center.x, center.y + 1), size: 26, Palette.done))
    }

    private func drawScrollBar(on sketch: inout DrawingBuilder) {
        let all = (count + columns - 1) / columns
        guard all > rows else { return }
        let track = Rect(x: area.maxX - 8, y: area.y, width: 8, height: Double(rows) * rowHeight - Self.gap)
        var thumb = track
        thumb.height = max(24, track.height * Double(rows) / Double(all))
        thumb.y = track.y + (track.height - thumb.height) * Double(top) / Double(all - rows)
        sketch.add([.fill(track, cornerRadius: 4, Palette.text.opacity(0.15)), .fill(thumb, cornerRadius: 4, Palette.text.opacity(0.7))])
    }
}
