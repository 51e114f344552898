// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The placed arrows as on a scorecard, high to low, each with the number of its shot: an outline until the journal has it.
struct Scorecard {
    private let end: EndRecord
    private let book: ScoreBook
    private let look: Look
    private let entries: [EndScore.Entry]

    init(_ end: EndRecord, in book: ScoreBook, look: Look) {
        self.end = end
        self.book = book
        self.look = look
        entries = end.score.scorecard
    }

    private static let gap = 8.0
    /// Around the number of its shot.
    private static let space = 6.0

    private var size: Double { ScoreLayout.axisSize(look) }
    private var chipWidth: Double {
        let widest = end.face.rings.map { TextMetrics.width($0.label, size: size) }.max() ?? 0
        return min(max(widest, TextMetrics.width("10", size: size)) + 16, 4 * size)
    }
    private var badgeWidth: Double { Badge.width(end.arrows.count, look) }
    private var height: Double { max(look.lineHeight(size) + 8, Badge.height(look)) }

    func draw(in area: Rect, on sketch: inout Sketch) {
        let width = chipWidth + badgeWidth + 2 * Self.space
        let places = Flow.places(
            Array(repeating: width, count: entries.count), height: height, gap: Self.gap,
            at: Point(area.x, area.y), room: area.width
        ).filter { $0.maxY <= area.maxY }
        // Where not all find room, the last place says how many are missing.
        let shown = places.count < entries.count ? max(0, places.count - 1) : places.count
        for (entry, rect) in zip(entries.prefix(shown), places) { draw(entry, in: rect, on: &sketch) }
        guard shown < entries.count, let rest = places.last else { return }
        sketch.line(Strings.Score.hidden(entries.count - shown), x: rest.x, middle: rest.center.y, size: size, color: look.caption)
    }

    private func draw(_ entry: EndScore.Entry, in rect: Rect, on sketch: inout Sketch) {
        sketch.add([.fill(rect, cornerRadius: rect.height / 4, Palette.text.opacity(0.14))])
        let chip = Rect(x: rect.x, y: rect.y, width: chipWidth, height: rect.height)
        ScoreChip(entry.score, on: end.face).draw(in: chip, size: size, on: &sketch)
        let badge = Rect(
            x: chip.maxX + Self.space, y: rect.center.y - Badge.height(look) / 2, width: Badge.width(entry.arrow.number, look),
            height: Badge.height(look))
        Badge.draw(entry.arrow.number, in: badge, on: &sketch, isSolid: book.isAcknowledged(entry.arrow, end: end.number))
    }
}
