// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of the session's clips as a grid of stills, with as many rows as fit. A few clips are shown larger.
struct ClipGridLayout {
    struct Cell {
        var index: Int
        var clip: ScoreBook.Clip
        /// The still, with everything about the clip on it.
        var rect: Rect
    }

    let look: Theme
    let area: Rect
    let columns: Int
    let rows: Int
    /// The distance from one row to the next.
    let rowHeight: Double
    let cells: [Cell]
    /// The scores of the clips' arrows, by the clips' numbers.
    let labels: [Int: ScoreChip]
    private let count: Int
    private let top: Int
    private let choice: Int
    private let selected: Set<Int>

    private static let radius = 14.0
    /// The distance from a still's edge to what lies on the still.
    private static let inset = 12.0
    /// The most clips that are shown in three columns: all of them are seen at once.
    private static let few = 6

    init(_ look: Theme, _ grid: ClipGrid, _ book: ScoreBook) {
        self.look = look
        var area = SummaryFrame(look).content
        // The cursor's edge lies outside of a still, so it needs room below the title. A toast never lies on a still.
        area.y += 10
        area.height = ToastPlace.top(look) - Theme.padding - area.y
        self.area = area
        let clips = book.present
        count = clips.count
        choice = grid.choice
        selected = grid.selected
        columns = (look.scale > 1 || clips.count <= Self.few ? 3 : 4) - (Areas.isUpright ? 1 : 0)
        let gap = columns <= 3 ? 24.0 : 32
        let width = (area.width - gap * Double(columns - 1)) / Double(columns)
        let (natural, least) = (width * 9 / 16, columns <= 3 ? 24.0 : 42)
        // A row that nearly fits is shown: stills may lose a little above and below.
        let rows = max(1, Int((area.height + least) / (natural * 0.86 + least)))
        self.rows = rows
        let height = min(natural, (area.height + least) / Double(rows) - least)
        rowHeight = height + least
        top = grid.top
        let first = min(top * columns, count)
        cells = (first..<min(count, first + rows * columns)).map { [columns, rowHeight] index in
            let place = index - first
            return Cell(
                index: index, clip: clips[index],
                rect: Rect(
                    x: area.x + Double(place % columns) * (width + gap), y: area.y + Double(place / columns) * rowHeight, width: width,
                    height: height))
        }
        labels = Dictionary(
            book.ends.flatMap { end in
                end.score.entries.compactMap { entry in entry.arrow.clip.map { ($0, ScoreChip(entry, on: end.face)) } }
            }, uniquingKeysWith: { first, _ in first })
    }

    func draw(_ book: ScoreBook, on sketch: inout DrawingBuilder) {
        guard !cells.isEmpty else {
            sketch.text(
                Strings.Summary.noClipsYet, at: Point(area.center.x, area.center.y - look.lineHeight(look.body)), size: look.body,
                alignment: .center, color: look.caption, width: area.width)
            return
        }
        for cell in cells where cell.index != choice { draw(cell, book, on: &sketch) }
        // The chosen clip lies above the others: its edge reaches over its own still.
        for cell in cells where cell.index == choice {
            draw(cell, book, on: &sketch)
            sketch.add([
                .stroke(cell.rect.inset(by: -5), cornerRadius: 18, width: 10, Palette.ink),
                .stroke(cell.rect.inset(by: -5), cornerRadius: 18, width: 6, Palette.held),
            ])
        }
        scrollBar?.draw(isMoving: false, on: &sketch)
    }

    private func draw(_ cell: Cell, _ book: ScoreBook, on sketch: inout DrawingBuilder) {
        SummaryParts.still(ofClip: cell.clip.number, in: book, cell.rect, radius: Self.radius, on: &sketch)
        sketch.edge(cell.rect, radius: Self.radius, width: 2, Palette.text.opacity(look.hasHighContrast ? 1 : 0.3))
        drawSelection(cell, on: &sketch)
        drawHeart(cell, on: &sketch)
        let side = 48 * (0.5 + look.scale / 2)
        let y = cell.rect.maxY - Self.inset - side
        var (left, right) = (cell.rect.x + Self.inset, cell.rect.maxX - Self.inset)
        if let chip = labels[cell.clip.number] {
            let width = max(side, SummaryParts.scoreWidth(chip.label, size: side * 0.5))
            chip.draw(in: Rect(x: right - width, y: y, width: width, height: side), size: side * 0.6, on: &sketch)
            right -= width + Self.inset
        }
        /// Draws words on a plate of their own, if there is room for them. A clock before them says that they are the time of its beginning.
        func plate(_ words: String, weight: TextRun.Weight, isFramed: Bool = false, hasClock: Bool = false, on sketch: inout DrawingBuilder) {
            let clock = hasClock ? look.small : 0
            let width = max(side, TextMetrics.width(words, size: look.small) + 24 + clock)
            guard left + width <= right else { return }
            let rect = Rect(x: left, y: y, width: width, height: side)
            sketch.add([.fill(rect, cornerRadius: 10, Palette.ink.opacity(look.hasHighContrast ? 1 : 0.85))])
            if isFramed { sketch.edge(rect, radius: 10, width: 2, Palette.text) }
            sketch.line(words, x: rect.center.x + clock / 2, middle: rect.center.y, size: look.small, weight: weight, alignment: .center)
            if hasClock { Self.drawClock(at: Point(rect.x + 10 + clock / 2, rect.center.y), radius: clock * 0.36, on: &sketch) }
            left += width + Self.inset
        }
        plate(cell.clip.kind == .mark ? "\(cell.clip.number)" : cell.clip.title, weight: .bold, isFramed: true, on: &sketch)
        if !cell.clip.isDeleted, !cell.clip.judgement.modelOf.isEmpty {
            plate(Strings.word(of: Tool.model), weight: .semibold, isFramed: true, on: &sketch)
        }
        if cell.clip.isDeleted {
            plate(Strings.Summary.deleted, weight: .semibold, isFramed: true, on: &sketch)
        } else if cell.clip.seconds > 0 {
            plate(Strings.seconds(cell.clip.seconds), weight: .medium, on: &sketch)
        }
        if let offset = cell.clip.offset { plate(Strings.Summary.moment(offset), weight: .medium, hasClock: true, on: &sketch) }
    }

    private static func drawClock(at center: Point, radius: Double, on sketch: inout DrawingBuilder) {
        let hands = [Point(center.x, center.y - radius * 0.6), center, Point(center.x + radius * 0.45, center.y + radius * 0.3)]
        sketch.add([.circle(center: center, radius: radius, width: 2.5, Palette.text), .line(hands, width: 2.5, Palette.text)])
    }

    /// Draws whether the clip is selected, once any clip is.
    private func drawSelection(_ cell: Cell, on sketch: inout DrawingBuilder) {
        guard !selected.isEmpty else { return }
        let center = Point(cell.rect.x + 38, cell.rect.y + 38)
        guard selected.contains(cell.clip.number) else {
            return sketch.add([
                .disc(center: center, radius: 22, Palette.ink.opacity(0.55)), .circle(center: center, radius: 20, width: 4, Palette.text),
            ])
        }
        sketch.edge(cell.rect, radius: Self.radius, width: 8, Palette.selected)
        sketch.add([
            .disc(center: center, radius: 22, Palette.selected), .circle(center: center, radius: 21, width: 2, Palette.text),
            .line([Point(center.x - 10, center.y), Point(center.x - 3, center.y + 8), Point(center.x + 11, center.y - 8)], width: 5, Palette.text),
        ])
    }

    /// Draws a heart on a liked clip.
    private func drawHeart(_ cell: Cell, on sketch: inout DrawingBuilder) {
        guard cell.clip.judgement.isLiked, !cell.clip.isDeleted else { return }
        let center = Point(cell.rect.maxX - 34, cell.rect.y + 34)
        sketch.add([.disc(center: center, radius: 24, Palette.ink.opacity(0.8))])
        sketch.add(SummaryParts.heart(at: Point(center.x, center.y + 1), size: 26, Palette.done))
    }

    private var scrollBar: ScrollBar? {
        let all = (count + columns - 1) / columns
        let list = Rect(x: area.x, y: area.y, width: area.width, height: Double(rows) * rowHeight - 24)
        return ScrollBar.beside(list, share: Double(rows) / Double(max(1, all)), progress: Double(top) / Double(max(1, all - rows)))
    }
}
