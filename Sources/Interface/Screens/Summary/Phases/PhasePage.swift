// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The phases of an end's shots on the summary: a row for each shot with its hold time, its flight and its arrow's speed, and below them what
/// they come to, over the end and over its round.
struct PhasePage {
    /// A column says one thing about each shot.
    private enum Column: CaseIterable {
        case hold, source, flight, speed

        var title: String {
            switch self {
            case .hold: Strings.phaseHold
            case .source: ""
            case .flight: Strings.phaseFlight
            case .speed: Strings.phaseSpeed
            }
        }

        func words(_ shot: ShotPhases) -> String? {
            switch self {
            case .hold: shot.hold.map(Strings.hold)
            case .source: shot.releaseWords
            case .flight: shot.flight.map(Strings.hold)
            case .speed: shot.speed.map { Strings.speed($0.metresPerSecond, uncertainty: $0.uncertainty) }
            }
        }
    }

    struct Row: Hashable {
        let title: String
        /// The words in each column.
        let cells: [String]
        let rect: Rect
        /// The arrow that the shot's clip shows; `nil` if no arrow of the end is linked to it.
        let arrow: ArrowPlace?
        let isChosen: Bool
    }

    /// The sums of the end or of its round.
    struct Sum: Hashable {
        let title: String
        let lines: [String]
        let rect: Rect
    }

    let look: Theme
    /// The visible rows.
    let rows: [Row]
    let sums: [Sum]
    /// True if there are rows above the visible ones, or below them.
    let more: (above: Bool, below: Bool)
    private let columns: [Column]
    /// The left edges of the columns.
    private let edges: [Double]
    private let head: Rect

    private static let (columnGap, padding, gap) = (36.0, 20.0, 24.0)

    init(_ look: Theme, _ area: Rect, _ stop: SummaryStop, _ end: EndRecord, _ book: ScoreBook) {
        self.look = look
        let phases = SessionPhases(book)
        let shots = phases?.shots(ofEnd: end.number) ?? []
        let names = shots.map { shot in
            end.arrows.first { $0.clip == shot.clip }.map { Strings.Page.arrow($0.number) } ?? book.title(ofClip: shot.clip)
        }

        sums = phases.map { Self.sums(of: $0, end, book, above: area, look) } ?? []
        let bottom = sums.first.map { $0.rect.y - Self.gap } ?? area.maxY
        let head = Rect(x: area.x, y: area.y, width: area.width, height: look.lineHeight(look.small))
        self.head = head

        func width(_ words: String) -> Double { TextMetrics.width(words, size: look.body, weight: .semibold) }
        let nameWidth = min(names.map(width).max() ?? 0, area.width * 0.4)
        var columns = Column.allCases.filter { column in shots.contains { column.words($0) != nil } }
        func widths() -> [Double] {
            columns.map { column in
                max(TextMetrics.width(column.title, size: look.small), shots.compactMap(column.words).map(width).max() ?? 0)
            }
        }
        func needed() -> Double { nameWidth + widths().reduce(0) { $0 + $1 + Self.columnGap } + 2 * Self.padding }
        // On a narrow canvas, what says least goes first.
        for column in [Column.source, .flight] where needed() > area.width { columns.removeAll { $0 == column } }
        self.columns = columns
        var x = area.x + Self.padding + nameWidth + Self.columnGap
        edges = widths().map { width in
            defer { x += width + Self.columnGap }
            return x
        }

        let height = look.lineHeight(look.body) + 16
        let step = height + 8
        let most = max(1, Int((bottom - head.maxY - 8) / step))
        let chosen = stop.arrow.flatMap { end.arrows.indices.contains($0.index) ? end.arrows[$0.index].clip : nil }
        let index = shots.firstIndex { $0.clip == chosen } ?? 0
        let first = max(0, min(index - most / 2, shots.count - most))
        let visible = shots.indices.dropFirst(first).prefix(most)
        more = (first > 0, first + most < shots.count)
        rows = visible.map { place in
            let shot = shots[place]
            return Row(
                title: names[place], cells: columns.map { $0.words(shot) ?? "–" },
                rect: Rect(x: area.x, y: head.maxY + 8 + Double(place - first) * step, width: area.width, height: height),
                arrow: end.arrows.firstIndex { $0.clip == shot.clip }.map { ArrowPlace(end: end.number, index: $0) }, isChosen: shot.clip == chosen)
        }
    }

    func target(at point: Point) -> SummaryTarget? { rows.first { $0.rect.contains(point) }?.arrow.map { .arrow($0) } }

    // MARK: Sums

    /// Returns the sums on plates at the foot of an area, side by side.
    private static func sums(of phases: SessionPhases, _ end: EndRecord, _ book: ScoreBook, above area: Rect, _ look: Theme) -> [Sum] {
        let scope = EndScope(end, in: book)
        let whole = scope.ends(through: scope.number).map(\.number)
        let items =
            [(scope.name, items(of: phases, [end.number]))]
            + (whole.count > 1 && !end.isPractice ? [(scope.title(afterEnds: scope.number), self.items(of: phases, whole))] : [])
        let shown = items.filter { !$0.1.isEmpty }
        guard !shown.isEmpty else { return [] }
        let width = (area.width - gap * Double(shown.count - 1)) / Double(shown.count)
        let lines = shown.map { Self.lines($0.1, within: width - 2 * padding, look) }
        let height = Double(1 + (lines.map(\.count).max() ?? 0)) * look.lineHeight(look.small) + 2 * padding
        return shown.indices.map { index in
            Sum(
                title: "\(shown[index].0) · \(Strings.phaseMean)", lines: lines[index],
                rect: Rect(x: area.x + Double(index) * (width + gap), y: area.maxY - height, width: width, height: height))
        }
    }

    private static func items(of phases: SessionPhases, _ ends: [Int]) -> [String] {
        let holds = phases.holds(ofEnds: ends)
        return [
            holds.map { "\(Strings.phaseHold) \(Strings.hold($0.mean))" }, holds?.spread.map { "\(Strings.phaseSpread) \(Strings.hold($0))" },
            holds?.trend.map { "\(Strings.phaseTrend) \(Strings.holdTrend($0))" },
            phases.speed(ofEnds: ends).map { "\(Strings.phaseSpeed) \(Strings.speed($0.metresPerSecond, uncertainty: $0.uncertainty))" },
        ].compactMap { $0 }
    }

    /// Joins the items to as few lines as have room for them.
    private static func lines(_ items: [String], within width: Double, _ look: Theme) -> [String] {
        items.reduce(into: []) { lines, item in
            if let last = lines.last, TextMetrics.width("\(last) · \(item)", size: look.small) <= width {
                lines[lines.count - 1] = "\(last) · \(item)"
            } else {
                lines.append(item)
            }
        }
    }

    // MARK: Drawing

    func draw(on sketch: inout DrawingBuilder) {
        guard !rows.isEmpty else {
            return sketch.text(Strings.phasesNoneHere, at: Point(head.x, head.y), size: look.body, color: look.caption, width: head.width)
        }
        for (column, x) in zip(columns, edges) {
            sketch.line(column.title, x: x, middle: head.center.y, size: look.small, color: look.caption)
        }
        for row in rows {
            sketch.card(row.rect, isHeld: row.isChosen)
            let left = row.rect.x + Self.padding
            let room = (edges.first.map { $0 - Self.columnGap } ?? row.rect.maxX - Self.padding) - left
            sketch.line(row.title, x: left, middle: row.rect.center.y, size: look.body, width: room)
            for (words, x) in zip(row.cells, edges) {
                sketch.line(words, x: x, middle: row.rect.center.y, size: look.body, weight: .semibold, width: row.rect.maxX - Self.padding - x)
            }
        }
        drawMore(on: &sketch)
        for sum in sums { draw(sum, on: &sketch) }
    }

    private func draw(_ sum: Sum, on sketch: inout DrawingBuilder) {
        SummaryParts.plate(sum.rect, on: &sketch)
        let (x, room) = (sum.rect.x + Self.padding, sum.rect.width - 2 * Self.padding)
        let height = look.lineHeight(look.small)
        sketch.line(sum.title, x: x, middle: sum.rect.y + Self.padding + height / 2, size: look.small, color: look.caption, width: room)
        for (index, line) in sum.lines.enumerated() {
            let middle = sum.rect.y + Self.padding + height * (Double(index) + 1.5)
            sketch.line(line, x: x, middle: middle, size: look.small, weight: .semibold, width: room)
        }
    }

    /// Draws a sign above and below where there are more rows.
    private func drawMore(on sketch: inout DrawingBuilder) {
        guard let first = rows.first?.rect, let last = rows.last?.rect else { return }
        func sign(at y: Double, _ direction: Double) -> DrawingCommand {
            .polygon([Point(first.center.x - 10, y), Point(first.center.x + 10, y), Point(first.center.x, y + direction * 10)], Palette.held)
        }
        if more.above { sketch.add([sign(at: first.y - 4, -1)]) }
        if more.below { sketch.add([sign(at: last.maxY + 4, 1)]) }
    }
}
