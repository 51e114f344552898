// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The right of the summary: the chosen arrow's still beside the totals of the end and its round, all arrows of the end, and what they say
/// about the sight.
struct ArrowsLayout {
    let look: Theme
    let stop: SummaryStop
    let end: EndRecord
    let figures: SummaryFigures
    /// The words about the chosen arrow: its number, and where it hit; the captions from the fullest to the shortest.
    let words: (title: String, captions: [String])
    /// The rectangle of the chosen arrow's still; empty if there is no room for it.
    let still: Rect
    let strip: ArrowStrip
    let coach: Rect
    private let panel: (content: FiguresPanel, rect: Rect)
    private let linked: [Int?]

    private static let gap = 24.0
    /// The height below which a still shows nothing.
    private static let leastStill = 120.0
    private static let leastSmallStill = 48.0

    init(_ look: Theme, _ area: Rect, _ stop: SummaryStop, _ end: EndRecord, _ book: ScoreBook) {
        self.look = look
        self.stop = stop
        self.end = end
        let figures = SummaryFigures(end, in: book)
        self.figures = figures
        words = Self.words(stop, end, book)
        linked = end.arrows.map(\.clip)
        let gap = look.scale > 1 ? 14 : Self.gap

        // From the bottom: the coach's sentence, then the arrows, and the still gets what is left.
        let coachHeight = CoachPanel.height(look)
        coach = Rect(x: area.x, y: area.maxY - coachHeight, width: area.width, height: coachHeight)
        let count = end.arrows.count
        let stripText = count == 0 ? 0 : ArrowStrip.textHeight(look)
        let room = coach.y - gap - area.y - (count == 0 ? 0 : gap)
        let needed = FiguresPanel(figures, height: 0, look).leastHeight
        let wanted = count == 0 ? 0 : min(88 * look.scale, ArrowStrip.stillHeight(count, area.width, look))
        let spare = room - stripText - max(needed, look.scale > 1 ? needed : 360)
        let small = min(wanted, spare) >= Self.leastSmallStill ? min(wanted, spare) : 0
        let rowHeight = stripText + (small > 0 ? small + ArrowStrip.padding : 0)
        let fit = ArrowStrip.fit(count, area.width, look)
        let isTwo = count > fit && room - 2 * rowHeight - ArrowStrip.gap >= max(needed, 200)
        let stripHeight = count == 0 ? 0 : isTwo ? 2 * rowHeight + ArrowStrip.gap : rowHeight
        let inset = count > fit * (isTwo ? 2 : 1) ? ArrowStrip.signWidth : 0
        strip = ArrowStrip(
            count, chosen: stop.arrow?.index, rows: isTwo ? 2 : 1, still: small,
            in: Rect(x: area.x + inset, y: coach.y - gap - stripHeight, width: area.width - 2 * inset, height: stripHeight), look)

        let height = room - stripHeight
        let content = FiguresPanel(figures, height: height, look)
        let left = area.width - content.width - 32
        let stillHeight = min(height, left * 9 / 16)
        if count > 0, stillHeight >= Self.leastStill {
            let width = min(left, height * 16 / 9)
            still = Rect(x: area.x, y: area.y, width: width, height: height)
            panel = (content, Rect(x: still.maxX + 32, y: area.y, width: area.maxX - still.maxX - 32, height: height))
        } else {
            still = Rect(x: area.x, y: area.y, width: 0, height: 0)
            panel = (content, Rect(x: area.x, y: area.y, width: area.width, height: height))
        }
    }

    private static func words(_ stop: SummaryStop, _ end: EndRecord, _ book: ScoreBook) -> (String, [String]) {
        guard let place = stop.arrow, end.arrows.indices.contains(place.index) else { return (Strings.Summary.notScoredYet, []) }
        let arrow = end.arrows[place.index]
        let unplaced = arrow.isHit ? Strings.Summary.byRing : Strings.Summary.notPlaced
        let hit = Strings.Summary.place(of: arrow) ?? unplaced
        let clip =
            arrow.clip.map(book.words(ofClip:)) ?? Strings.Summary.noClip
        return (Strings.Summary.arrow(arrow.number, of: end.arrows.count), ["\(hit) · \(clip)", hit])
    }

    /// The numbers of the clips whose stills are drawn.
    var clips: [Int] {
        let chosen = stop.arrow.flatMap { linked.indices.contains($0.index) ? linked[$0.index] : nil }
        return ([still.width > 0 ? chosen : nil] + strip.cells.filter { $0.still != nil }.map { linked[$0.index] }).compactMap { $0 }
    }

    func target(at point: Point) -> SummaryTarget? {
        if still.contains(point) { return .still }
        return strip.cells.first { $0.rect.contains(point) }.map { .arrow(ArrowPlace(end: end.number, index: $0.index)) }
    }

    // MARK: Drawing

    func draw(_ book: ScoreBook, on sketch: inout DrawingBuilder) {
        drawChosen(book, on: &sketch)
        panel.content.draw(in: panel.rect, on: &sketch)
        strip.draw(end, chosen: stop.arrow?.index, book, on: &sketch)
        CoachPanel(end, figures, chosen: stop.arrow?.index, in: book, look).draw(in: coach, on: &sketch)
    }

    private func drawChosen(_ book: ScoreBook, on sketch: inout DrawingBuilder) {
        guard still.width > 0, let place = stop.arrow, end.arrows.indices.contains(place.index) else { return }
        let arrow = end.arrows[place.index]
        SummaryParts.still(ofClip: arrow.clip, in: book, still, on: &sketch)
        sketch.edge(still, radius: Theme.cornerRadius, width: look.edgeWidth, look.edge)
        let room = still.width - 2 * Theme.margin - 2 * Theme.padding
        let caption = words.captions.first { TextMetrics.width($0, size: look.small) <= room } ?? words.captions.last ?? ""
        let isShown = TextMetrics.width(caption, size: Theme.smallest) <= room
        let lines = look.lineHeight(look.body) + look.lineHeight(look.small)
        let hasCaption = isShown && still.height >= lines + 2 * Theme.margin + 100
        let width = min(room, 2 + max(TextMetrics.width(words.title, size: look.body), hasCaption ? TextMetrics.width(caption, size: look.small) : 0))
        let height = 16 + (hasCaption ? lines : look.lineHeight(look.body))
        let scrim = Rect(x: still.x + Theme.margin, y: still.maxY - Theme.margin - height, width: width + 2 * Theme.padding, height: height)
        guard scrim.y >= still.y else { return }
        sketch.scrim(scrim)
        sketch.text(words.title, at: Point(scrim.x + Theme.padding, scrim.y + 8), size: look.body, weight: .semibold, width: width)
        guard hasCaption else { return }
        sketch.text(
            caption, at: Point(scrim.x + Theme.padding, scrim.y + 8 + look.lineHeight(look.body)), size: look.small, width: width)
    }
}
