// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout while an arrow's clip is changed: the clips go by as a film, with the one to be taken large above it.
struct LinkLayout {
    struct Cell {
        var index: Int
        var clip: Int?
        var rect: Rect
        var still: Rect
    }

    let look: Theme
    let question: String
    let large: Rect
    let cells: [Cell]
    /// The name of the clip, and what taking it would do to its present arrow.
    let sentences: [String]
    private let words: Rect
    private let wordsSize: Double
    private let area: Rect
    private let linking: Linking
    private let current: Int?

    private static let gap = 12.0
    private static let padding = 8.0

    init(_ look: Theme, _ area: Rect, _ linking: Linking, _ book: ScoreBook) {
        self.look = look
        self.area = area
        self.linking = linking
        let arrow = book[arrow: linking.arrow]
        current = arrow?.clip
        question = Strings.Summary.whichClip(ofArrow: arrow?.number ?? linking.arrow.index + 1)
        sentences = [
            linking.clip.map(book.words(ofClip:)) ?? Strings.Summary.noClip,
            Self.meaning(linking, book),
        ]

        let narrowest = max(168, TextMetrics.width(Strings.Summary.noClip, size: look.small) + 2 * Self.padding + 8)
        let fit = max(1, Int((area.width + Self.gap) / (narrowest + Self.gap)))
        let cellWidth = (area.width + Self.gap) / Double(fit) - Self.gap
        let line = look.lineHeight(look.small)
        let top = area.y + Double(Self.questionLines(question, look, area)) * look.lineHeight(look.body) + 12
        // Very large words stand beside the still, so that something of it stays visible. The film's stills leave them three lines.
        let isBeside = look.scale > 1.5
        let rest = line + 2 * Self.padding + 4
        let most = isBeside ? max(0, area.maxY - top - 16 - 3 * line - rest) : .infinity
        let stillHeight = min((cellWidth - 2 * Self.padding) * 9 / 16, most)
        let stillWidth = stillHeight * 16 / 9
        let filmHeight = stillHeight + rest
        let film = Rect(x: area.x, y: area.maxY - filmHeight, width: area.width, height: filmHeight)
        let wordsHeight = isBeside ? 0 : look.lineHeight(look.body) + line + 8
        let room = film.y - 16 - wordsHeight - top
        let height = max(0, min(room, area.width * (isBeside ? 0.5 : 1) * 9 / 16))
        large = Rect(x: area.x, y: top, width: height * 16 / 9, height: height)
        wordsSize = isBeside ? look.small : look.body
        self.words =
            isBeside
            ? Rect(x: large.maxX + 24, y: top, width: area.maxX - large.maxX - 24, height: room)
            : Rect(x: area.x, y: large.maxY + 8, width: area.width, height: wordsHeight - 8)
        let first = (linking.choice - fit / 2).clamped(to: 0...max(0, linking.candidates.count - fit))
        cells = (first..<min(linking.candidates.count, first + fit)).map { index in
            let rect = Rect(x: film.x + Double(index - first) * (cellWidth + Self.gap), y: film.y, width: cellWidth, height: filmHeight)
            return Cell(
                index: index, clip: linking.candidates[index], rect: rect,
                still: Rect(x: rect.center.x - stillWidth / 2, y: rect.y + Self.padding, width: stillWidth, height: stillHeight))
        }
    }

    private static func questionLines(_ question: String, _ look: Theme, _ area: Rect) -> Int {
        min(2, TextMetrics.lines(question, size: look.body, within: area.width))
    }

    /// Returns what taking the clip would do, in words.
    private static func meaning(_ linking: Linking, _ book: ScoreBook) -> String {
        if linking.clip == book[arrow: linking.arrow]?.clip { return linking.clip == nil ? Strings.Summary.noClipStays : Strings.Summary.keepsClip }
        guard let clip = linking.clip else { return Strings.Summary.noClipStays }
        guard let place = book.arrowPlace(ofClip: clip), let other = book[arrow: place] else { return Strings.Summary.unlinked }
        return place.end == linking.arrow.end
            ? Strings.Summary.swaps(withArrow: other.number)
            : Strings.Summary.swaps(withArrow: other.number, of: book.ends.name(ofEnd: place.end))
    }

    /// A toast covers the words, and no still.
    var toastPlace: ToastPlace { ToastPlace.foot(look, within: words.x...words.maxX).raised(to: words.maxY) }

    /// The numbers of the clips whose stills are drawn.
    var clips: [Int] { ([linking.clip] + cells.map(\.clip)).compactMap { $0 } }

    func target(at point: Point) -> SummaryTarget? {
        if large.contains(point) { return .still }
        return cells.first { $0.rect.contains(point) }.map { .candidate($0.index) }
    }

    func draw(_ book: ScoreBook, on sketch: inout DrawingBuilder) {
        sketch.text(
            question, at: Point(area.x, area.y), size: look.body, weight: .semibold, width: area.width,
            lines: Self.questionLines(question, look, area))
        SummaryParts.still(ofClip: linking.clip, in: book, large, on: &sketch)
        sketch.add([.stroke(large.inset(by: 2), cornerRadius: 8, width: 4, Palette.held)])
        sketch.text(sentences[0], at: Point(words.x, words.y), size: wordsSize, weight: .semibold)
        let below = words.y + look.lineHeight(wordsSize)
        sketch.text(
            sentences[1], at: Point(words.x, below), size: look.small, width: words.width,
            lines: max(1, Int((words.maxY - below + 1) / look.lineHeight(look.small))))
        for cell in cells {
            sketch.card(cell.rect, isHeld: cell.index == linking.choice)
            SummaryParts.still(ofClip: cell.clip, in: book, cell.still, on: &sketch)
            // The clip that the arrow has stays blue, inside the cursor too.
            if cell.clip == current { sketch.edge(cell.still, radius: 8, width: 4, Palette.selected) }
            let middle = (cell.still.maxY + cell.rect.maxY) / 2
            let name = cell.clip.map { ClipPlan.Kind(ofNumber: $0) == .mark ? "\($0)" : book.title(ofClip: $0) } ?? Strings.Summary.noClip
            sketch.line(
                name, x: cell.rect.center.x, middle: middle, size: look.small, weight: cell.clip == current ? .bold : .medium,
                alignment: .center, width: cell.rect.width - 8)
        }
    }
}
