// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The card with the next archer's name. It comes between the faces of two archers, because one empty face looks like another.
struct ArcherCard: Hashable, Sendable {
    /// The card stands for this long, unless somebody presses a control.
    static let stay: Duration = .milliseconds(1500)
    /// MARK places nothing for this long: it may have been pressed for the archer before.
    static let deafTime: Duration = .milliseconds(800)

    /// The instant at which it came up; `nil` while another screen lies over the face.
    private var start: Timestamp?
    private var fade: TimeSpan?
    private(set) var isMarkDeaf = true

    /// True until the face may be used.
    var isUp: Bool { fade == nil }

    /// Brings it up. Only the first time counts.
    mutating func begin(at now: Timestamp) { start = start ?? now }

    /// Takes it away before its time.
    mutating func dismiss(isReduced: Bool, at now: Timestamp) {
        if isUp { fade = TimeSpan(now, for: isReduced ? Motion.crossFade : Motion.sheet) }
    }

    mutating func pass(to now: Timestamp, isReduced: Bool) {
        guard let start else { return }
        if start + Self.deafTime <= now { isMarkDeaf = false }
        if start + Self.stay <= now { dismiss(isReduced: isReduced, at: start + Self.stay) }
    }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        let deadlines = [isMarkDeaf ? start.map { $0 + Self.deafTime } : nil, isUp ? start.map { $0 + Self.stay } : nil]
        return (deadlines.compactMap { $0 } + [fade?.nextChange(after: seen)].compactMap { $0 }).min()
    }

    // MARK: Drawing

    private static let size = 120.0

    /// Returns the card while any of it is visible.
    func layer(_ end: EndRecord, of book: ScoreBook, _ layout: ScoreLayout, at now: Timestamp) -> Layer? {
        let opacity = 1 - (fade?.progress(at: now) ?? 0)
        return opacity > 0 ? Layer(.drawing(Self.drawing(end, of: book, layout)), placement: Placement(opacity: opacity)) : nil
    }

    /// Returns the card on the whole column, over a face that waits.
    private static func drawing(_ end: EndRecord, of book: ScoreBook, _ layout: ScoreLayout) -> Drawing {
        let (look, rect) = (layout.look, layout.column)
        let words = EndWords(end, in: book)
        var sketch = DrawingBuilder(look)
        sketch.add([
            .fill(layout.window.inset(by: -1), cornerRadius: ScoreDrawing.windowRadius, Palette.page.opacity(0.72)),
            .fill(rect.inset(by: -4), cornerRadius: 0, Palette.page),
            .fill(rect, cornerRadius: ScoreDrawing.windowRadius, look.hasHighContrast ? Palette.ink : Palette.panel),
        ])
        sketch.edge(rect, radius: ScoreDrawing.windowRadius, width: look.edgeWidth, look.edge)
        let (x, room) = (rect.x + 48, rect.width - 96)
        let name = book.archer ?? words.title
        // A name of two words may have two lines; a word is never broken.
        let size = name.split(separator: " ").map { Theme.size(Self.size, for: String($0), within: room) }.min() ?? Self.size
        let lines = TextMetrics.lines(name, size: size, within: room) > 1 ? 2 : 1
        let nameHeight = Double(lines) * look.lineHeight(size)
        let rows = book.archer == nil ? [] : [(words.title, look.title, Palette.text), (end.face.name, look.body, look.caption)]
        let height = nameHeight + rows.reduce(0) { $0 + look.lineHeight($1.1) + 8 }
        var y = rect.center.y - height / 2
        sketch.text(name, at: Point(x, y), size: size, weight: .bold, width: room, lines: lines)
        y += nameHeight + 8
        for (row, size, color) in rows {
            sketch.text(row, at: Point(x, y), size: size, color: color, width: room)
            y += look.lineHeight(size) + 8
        }
        return sketch.drawing
    }
}

extension ScoreScreen {
    /// The controls while the card is up: MARK or a push takes it away, and does nothing else.
    func bindings(on card: ArcherCard) -> Bindings<Self> {
        let begin = Binding<Self>(.toScore) { $0.dismissCard($1.settings, at: $2) }
        return [.press(.stop): .back, .press(.mark): begin.when(!card.isMarkDeaf), .press(.knob): begin]
    }

    mutating func dismissCard(_ settings: Settings, at now: Timestamp) {
        card?.dismiss(isReduced: settings.hasReducedMotion, at: now)
    }

    /// Comes up after the clips of this end were reviewed: only now the card is seen.
    mutating func comeBack(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        card?.begin(at: now)
        if let record = context.desk.book?[end: end] { follow(record) }
        return []
    }
}
