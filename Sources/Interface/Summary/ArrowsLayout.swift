// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The right of the summary: the chosen arrow with its still, all arrows of the end, and what they come to.
struct ArrowsLayout {
    let look: Look
    let area: Rect
    let stop: SummaryStop
    let end: EndRecord
    let figures: SummaryFigures
    let words: [String]
    let still: Rect
    let data: Rect
    let strip: ArrowStrip
    let totals: Rect
    let table: EndsTable?
    /// What the totals are called and come to.
    let sums: [(word: String, figure: String)]
    private let linked: [Int?]
    /// Where each end begins.
    private let firstStops: [Int: SummaryStop]

    private static let gap = 16.0
    /// Below this a still shows nothing.
    private static let leastStill = 48.0
    /// How high the chosen arrow's still shall stay before all arrows take a second row.
    private static let goodStill = 200.0

    init(_ look: Look, _ area: Rect, _ stop: SummaryStop, _ end: EndRecord, _ book: ScoreBook) {
        self.look = look
        self.area = area
        self.stop = stop
        self.end = end
        let figures = SummaryFigures(end, in: book)
        self.figures = figures
        sums = Self.sums(figures, end, isAlone: book.ends.count == 1)
        linked = end.arrows.map(\.clip)
        firstStops = Dictionary(book.stops.map { ($0.end, $0) }, uniquingKeysWith: { first, _ in first })

        let count = end.arrows.count
        let sumsHeight = Self.sumsHeight(look)
        let stripText = count == 0 ? 0 : ArrowStrip.textHeight(look)
        let isTableWanted = book.ends.count > 1
        let words = Self.words(stop, end, book)
        func rest(_ words: [String]) -> Double {
            area.height - Self.dataHeight(look, lines: words.count) - sumsHeight - stripText - 2 * Self.gap
        }
        func lines(_ room: Double) -> Int { isTableWanted ? (1...3).last { EndsTable.height(lines: $0, look) + Self.gap <= room } ?? 0 : 0 }
        // The label tells the points nearly always; the way to the other ends needs the room more.
        let isCrowded = isTableWanted && lines(rest(words)) == 0 && words.count > 1
        let kept = isCrowded ? words.filter { $0 != words[1] } : words
        self.words = kept
        let needed = Self.dataHeight(look, lines: kept.count)
        var rest = rest(kept)
        let tableLines = lines(rest)
        let tableHeight = EndsTable.height(lines: tableLines, look)
        rest -= tableLines > 0 ? tableHeight + Self.gap : 0
        let fit = ArrowStrip.fit(count, area.width, look)
        let wanted = count == 0 ? 0 : ArrowStrip.stillHeight(count, area.width, look)
        let small = min(wanted, rest - 8) >= Self.leastStill ? min(wanted, rest - 8) : 0
        rest -= small > 0 ? small + 8 : 0
        let rowHeight = stripText + (small > 0 ? small + 8 : 0)
        let rows = count > fit && needed + rest - rowHeight - ArrowStrip.gap >= max(needed, Self.goodStill) ? 2 : 1
        let stripHeight = Double(rows) * (rowHeight + ArrowStrip.gap) - ArrowStrip.gap

        let below = sumsHeight + (count == 0 ? 0 : stripHeight + Self.gap) + (tableLines > 0 ? tableHeight + Self.gap : 0)
        let room = area.height - below - Self.gap
        let dataWidth = Self.dataWidth(look, kept)
        let stillWidth = count == 0 ? 0 : max(0, min(area.width - dataWidth - 24, room * 16 / 9))
        still = Rect(x: area.x, y: area.y, width: stillWidth, height: stillWidth * 9 / 16)
        data = Rect(x: still.maxX + 24, y: area.y, width: area.maxX - still.maxX - 24, height: room)
        // What is over is shared among the gaps.
        let gaps = (count == 0 ? 1.0 : 2) + (tableLines > 0 ? 1 : 0)
        let gap = Self.gap + max(0, room - max(still.height, needed)) / gaps

        let table = Rect(x: area.x, y: area.maxY - tableHeight, width: area.width, height: tableHeight)
        totals = Rect(x: area.x, y: (tableLines > 0 ? table.y - gap : area.maxY) - sumsHeight, width: area.width, height: sumsHeight)
        let inset = count > fit * rows ? ArrowStrip.signWidth : 0
        strip = ArrowStrip(
            count, chosen: stop.arrow?.index, rows: rows, still: small,
            in: Rect(x: area.x + inset, y: totals.y - gap - stripHeight, width: area.width - 2 * inset, height: stripHeight), look)
        self.table = tableLines > 0 ? EndsTable(figures, shown: end.number, lines: tableLines, in: table, look) : nil
    }

    // MARK: Words

    /// About the chosen arrow: which it is, what it counts, where it hit, which clip shows it.
    private static func words(_ stop: SummaryStop, _ end: EndRecord, _ book: ScoreBook) -> [String] {
        guard let place = stop.arrow, end.arrows.indices.contains(place.index) else { return [Strings.Summary.notScoredYet] }
        let entry = end.score.entries[place.index]
        let unplaced = entry.arrow.isHit ? Strings.Summary.byRing : Strings.Summary.notPlaced
        let hit = entry.arrow.place.map { Strings.Summary.place($0.distance, $0.direction) } ?? unplaced
        let clip =
            entry.arrow.clip.map { Strings.Summary.clip(book.title(ofClip: $0), seconds: book.clip($0)?.seconds ?? 0) } ?? Strings.Summary.noClip
        return [Strings.Summary.arrow(entry.arrow.number, of: end.arrows.count), Strings.Summary.points(entry.score.points), hit, clip]
    }

    private static func sums(_ figures: SummaryFigures, _ end: EndRecord, isAlone: Bool) -> [(word: String, figure: String)] {
        var sums = [(isAlone ? Strings.Summary.total : Strings.Summary.end, "\(figures.endTotal)")]
        if !isAlone { sums.append((end.round == nil ? Strings.Summary.session : Strings.Summary.round, "\(figures.runningTotal)")) }
        if let label = figures.innerLabel, let innerTens = figures.innerTens { sums.append((label, "\(innerTens)")) }
        if let tens = figures.tens { sums.append((Strings.Summary.tens, "\(tens)")) }
        if let average = figures.average { sums.append((Strings.Summary.average, hundredths(average))) }
        return sums
    }

    // MARK: Measures

    private static func dataHeight(_ look: Look, lines: Int) -> Double {
        scoreHeight(look) + look.lineHeight(look.small) * Double(max(0, lines - 1)) + 8
    }

    private static func scoreHeight(_ look: Look) -> Double { look.lineHeight(look.title) + 8 }

    private static func dataWidth(_ look: Look, _ words: [String]) -> Double {
        let lines = words.dropFirst().map { TextMetrics.width($0, size: look.small) }
        let first = TextMetrics.width(words[0], size: look.body) + (words.count > 1 ? SummaryParts.scoreWidth("10", size: look.title) + 20 : 0)
        return ([first] + lines).max() ?? 0
    }

    /// Very large text leaves no room for anything larger.
    private static func sumSize(_ look: Look) -> Double { look.scale > 1.5 ? look.title : look.figure }
    private static func sumsHeight(_ look: Look) -> Double { look.lineHeight(sumSize(look)) + look.lineHeight(look.small) }

    /// The numbers of the clips whose stills are drawn.
    var clips: [Int] {
        let chosen = stop.arrow.flatMap { linked.indices.contains($0.index) ? linked[$0.index] : nil }
        return ([chosen] + strip.cells.filter { $0.still != nil }.map { linked[$0.index] }).compactMap { $0 }
    }

    func action(at point: Point) -> SummaryAction? {
        if still.contains(point) { return .play }
        if let cell = strip.cells.first(where: { $0.rect.contains(point) }) { return .choose(.arrow(ArrowPlace(end: end.number, index: cell.index))) }
        guard let row = table?.cells.first(where: { $0.rect.contains(point) })?.row, row.number != end.number else { return nil }
        return firstStops[row.number].map { .choose($0) }
    }

    // MARK: Drawing

    func draw(_ book: ScoreBook, on sketch: inout Sketch) {
        drawChosen(book, on: &sketch)
        strip.draw(end, chosen: stop.arrow?.index, book, on: &sketch)
        drawSums(on: &sketch)
        table?.draw(on: &sketch)
    }

    private func drawChosen(_ book: ScoreBook, on sketch: inout Sketch) {
        let scoreHeight = Self.scoreHeight(look)
        var y = data.y + scoreHeight + 8
        guard let place = stop.arrow, end.arrows.indices.contains(place.index) else {
            sketch.line(words[0], x: area.x, middle: data.y + scoreHeight / 2, size: look.body, weight: .semibold)
            return
        }
        let arrow = end.arrows[place.index]
        SummaryParts.still(arrow.clip.flatMap(book.key(ofClip:)), in: still, isClip: arrow.clip != nil, on: &sketch)
        sketch.add([.stroke(still.inset(by: 2), cornerRadius: 8, width: 4, Palette.selected)])
        let score = end.score.entries[place.index].score
        let width = SummaryParts.scoreWidth(score.label, size: look.title)
        ScoreChip(score, on: end.face).draw(in: Rect(x: data.x, y: data.y, width: width, height: scoreHeight), size: look.title, on: &sketch)
        sketch.line(words[0], x: data.x + width + 20, middle: data.y + scoreHeight / 2, size: look.body, weight: .semibold)
        for line in words.dropFirst() {
            sketch.text(line, at: Point(data.x, y), size: look.small)
            y += look.lineHeight(look.small)
        }
    }

    private func drawSums(on sketch: inout Sketch) {
        let size = Self.sumSize(look)
        let baseline = totals.y + look.lineHeight(size)
        func widths(_ wordSize: Double) -> [Double] {
            sums.enumerated().map { index, sum in
                max(TextMetrics.width(sum.figure, size: index == 0 ? size : look.title), TextMetrics.width(sum.word, size: wordSize))
            }
        }
        var wordSize = look.small
        while wordSize > Look.smallest, widths(wordSize).reduce(0, +) + 8 * Double(sums.count - 1) > totals.width { wordSize -= 1 }
        let widths = widths(wordSize)
        let free = totals.width - widths.reduce(0, +)
        let spacing = sums.count > 1 ? min(64, free / Double(sums.count - 1)) : 0
        var x = totals.x
        for (index, sum) in sums.enumerated() {
            let figureSize = index == 0 ? size : look.scale > 1.5 ? look.body : look.title
            // All figures stand on one line: Inter's descent is a quarter of its em.
            sketch.text(
                sum.figure, at: Point(x, baseline - look.lineHeight(figureSize) - (size - figureSize) * 0.24), size: figureSize, weight: .semibold)
            sketch.text(sum.word, at: Point(x, baseline), size: wordSize, color: look.caption)
            x += widths[index] + spacing
        }
    }
}
