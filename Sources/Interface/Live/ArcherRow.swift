// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The row of archers in the status' place, while somebody chooses who shoots. The choice itself has been made by then: the row only
/// shows it, and goes by itself, since it lies near the athlete.
struct ArcherRow: Hashable, Sendable {
    /// How long it stays after the last press.
    static let stays: Duration = .seconds(2)

    private var opening: Transition
    private var closing: Stretch

    /// Nobody chooses yet: it is closed.
    /// - Parameter hasReducedMotion: it fades, and nothing moves.
    init(hasReducedMotion: Bool, at now: Timestamp) {
        opening = Transition(at: 0, since: now)
        closing = Stretch(now, for: .zero)
        open(hasReducedMotion: hasReducedMotion, at: now)
    }

    /// An archer was chosen: the row opens, from where it is on its way, and its time begins anew.
    mutating func open(hasReducedMotion: Bool, at now: Timestamp) {
        let motion = hasReducedMotion ? Motion.crossFade : Motion.sheet
        opening = Transition(at: openness(at: now), since: now)
        opening.go(to: 1, at: now, within: motion)
        closing = Stretch(now + Self.stays, for: motion)
    }

    /// It is gone: the status stands in its place.
    var end: Timestamp { closing.end }

    /// 1: the row, 0: the status; eased out both ways.
    func openness(at now: Timestamp) -> Double {
        let rest = 1 - closing.progress(at: now)
        return opening.value(at: now) * rest * rest * rest
    }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        opening.span.nextChange(after: seen) ?? closing.nextChange(after: seen)
    }
}

/// Where the row's cells lie. All archers up to four have one each; of more there are three, the chosen one in the middle.
struct ArcherRowLayout {
    /// An archer, and how far they are.
    struct Entry: Hashable {
        var name: String
        var state: String
    }

    struct Cell {
        let entry: Entry
        let rect: Rect
        let isChosen: Bool
    }

    let rect: Rect
    let cells: [Cell]
    private let look: Look
    private let nameSize: Double
    private let stateSize: Double

    static let radius = 12.0
    private static let padding = 8.0
    private static let mostCells = 4
    private static let cellsOfMore = 3
    /// Between a cell's edges and its words.
    private static let inset = 12.0

    /// A cell that is narrower makes names and states small: rather there are fewer cells.
    private static func leastStep(_ look: Look) -> Double { 88 + 88 * look.chipTitle / 36 }

    /// - Parameters:
    ///   - chosen: the index of who shoots now.
    ///   - room: how far left and right it may reach.
    init(_ archers: [Entry], chosen: Int, look: Look, room: ClosedRange<Double>, top: Double) {
        self.look = look
        let width = room.upperBound - room.lowerBound - 2 * Self.padding
        let most = archers.count > Self.mostCells ? Self.cellsOfMore : archers.count
        let count = max(1, min(most, Int(width / Self.leastStep(look))))
        let step = min((275 * look.chipTitle / 36).rounded(), width / Double(count))
        let height = ((look.chipTitle + look.chipLine) * 1.625).rounded()
        let full = Double(count) * step - 1 + 2 * Self.padding
        let x = max(room.lowerBound, min(Canvas.bounds.center.x - full / 2, room.upperBound - full))
        rect = Rect(x: x, y: top, width: full, height: height + 2 * Self.padding)
        // Those who come next stand at the right of who shoots now, and after the last comes the first.
        let first = count == archers.count ? 0 : chosen + archers.count - (count - 1) / 2
        cells = (0..<min(count, archers.count)).map { place in
            let index = (first + place) % archers.count
            return Cell(
                entry: archers[index],
                rect: Rect(x: x + Self.padding + Double(place) * step, y: top + Self.padding, width: step - 1, height: height),
                isChosen: index == chosen)
        }
        // All names are as large as each other, and so are all states.
        let words = step - 1 - 2 * Self.inset
        nameSize = cells.map { Look.size(look.chipTitle, for: $0.entry.name, within: words) }.min() ?? look.chipTitle
        stateSize = cells.map { Look.size(look.chipLine, for: $0.entry.state, within: words) }.min() ?? look.chipLine
    }

    /// - Parameters:
    ///   - ground: the sheet it lies on, whole or on its way; what lies outside of that isn't seen.
    func draw(on sketch: inout Sketch, ground: Rect) {
        var inner = Sketch(look)
        for cell in cells { draw(cell, on: &inner) }
        sketch.sheet(ground)
        sketch.add(ground == rect ? inner.commands : [.clipped(ground.inset(by: 2), cornerRadius: Look.cornerRadius, inner.commands)])
    }

    private func draw(_ cell: Cell, on sketch: inout Sketch) {
        if cell.isChosen {
            sketch.add([
                .fill(cell.rect, cornerRadius: Self.radius, Palette.chosenGround),
                .stroke(cell.rect.inset(by: 2.5), cornerRadius: Self.radius - 2.5, width: 5, Palette.selected),
            ])
        }
        let middle = cell.rect.center.x
        let hasState = !cell.entry.state.isEmpty
        sketch.line(
            cell.entry.name, x: middle, middle: cell.rect.y + cell.rect.height * (hasState ? 0.32 : 0.5), size: nameSize, weight: .bold,
            alignment: .center, width: room(in: cell, for: cell.entry.name, nameSize))
        guard hasState else { return }
        sketch.line(
            cell.entry.state, x: middle, middle: cell.rect.y + cell.rect.height * 0.72, size: stateSize, alignment: .center,
            width: room(in: cell, for: cell.entry.state, stateSize))
    }

    /// Words that fit get no width, so that a wider font never wraps them.
    private func room(in cell: Cell, for words: String, _ size: Double) -> Double? {
        let room = cell.rect.width - 2 * Self.inset
        return TextMetrics.width(words, size: size) > room ? room : nil
    }
}

extension Context {
    /// Another archer shoots now, and the row of archers shows who.
    mutating func turn(to archer: String, at now: Timestamp) -> [Effect] {
        let still = settings.hasReducedMotion
        archerRow == nil ? archerRow = ArcherRow(hasReducedMotion: still, at: now) : archerRow?.open(hasReducedMotion: still, at: now)
        return choose(archer: archer, at: now)
    }

    /// The row of archers in the room that the HUD leaves it; `nil` while nobody chooses.
    func archerRowLayout(in hud: HUDLayout, at now: Timestamp) -> ArcherRowLayout? {
        guard archerRow != nil, cover.place == .live, let chosen = settings.archers.firstIndex(where: { $0.name == settings.shooter?.name })
        else { return nil }
        let entries = settings.archers.map { ArcherRowLayout.Entry(name: $0.name, state: status(of: $0.name, at: now)?.stateWords ?? "") }
        return ArcherRowLayout(entries, chosen: chosen, look: Look(settings), room: hud.room, top: Areas.top)
    }
}
