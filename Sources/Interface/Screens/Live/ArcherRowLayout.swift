// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of the row's cells. Up to four archers have one cell each; of more archers three are shown, the chosen one in the middle.
struct ArcherRowLayout {
    /// An archer, with their progress in words.
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
    private let look: Theme
    private let nameSize: Double
    private let stateSize: Double

    static let radius = 12.0
    private static let padding = 8.0
    private static let mostCells = 4
    private static let cellsOfMore = 3
    /// The distance from a cell's edges to its words.
    private static let inset = 12.0

    /// Returns the least width of a cell. Rather than make cells narrower, and so names and states small, there are fewer cells.
    private static func leastStep(_ look: Theme) -> Double { 88 + 88 * look.chipTitle / 36 }

    /// - Parameters:
    ///   - chosen: the index of the current shooter.
    ///   - room: the span from left to right in which the row may lie.
    init(_ archers: [Entry], chosen: Int, look: Theme, room: ClosedRange<Double>, top: Double) {
        self.look = look
        let width = room.upperBound - room.lowerBound - 2 * Self.padding
        let most = archers.count > Self.mostCells ? Self.cellsOfMore : archers.count
        let count = max(1, min(most, Int(width / Self.leastStep(look))))
        let step = min((275 * look.chipTitle / 36).rounded(), width / Double(count))
        let height = ((look.chipTitle + look.chipLine) * 1.625).rounded()
        let full = Double(count) * step - 1 + 2 * Self.padding
        let x = max(room.lowerBound, min(Canvas.bounds.center.x - full / 2, room.upperBound - full))
        rect = Rect(x: x, y: top, width: full, height: height + 2 * Self.padding)
        // The archers who come next stand at the right of the shooter, and after the last archer comes the first.
        let first = count == archers.count ? 0 : chosen + archers.count - (count - 1) / 2
        cells = (0..<min(count, archers.count)).map { place in
            let index = (first + place) % archers.count
            return Cell(
                entry: archers[index],
                rect: Rect(x: x + Self.padding + Double(place) * step, y: top + Self.padding, width: step - 1, height: height),
                isChosen: index == chosen)
        }
        // All names have the same size, and so do all states.
        let words = step - 1 - 2 * Self.inset
        nameSize = cells.map { Theme.size(look.chipTitle, for: $0.entry.name, within: words) }.min() ?? look.chipTitle
        stateSize = cells.map { Theme.size(look.chipLine, for: $0.entry.state, within: words) }.min() ?? look.chipLine
    }

    /// - Parameters:
    ///   - ground: the sheet under the row, whole or on its way; nothing is drawn outside of it.
    func draw(on sketch: inout DrawingBuilder, ground: Rect) {
        var inner = DrawingBuilder(look)
        for cell in cells { draw(cell, on: &inner) }
        sketch.sheet(ground)
        sketch.add(ground == rect ? inner.commands : [.clipped(ground.inset(by: 2), cornerRadius: Theme.cornerRadius, inner.commands)])
    }

    private func draw(_ cell: Cell, on sketch: inout DrawingBuilder) {
        if cell.isChosen {
            sketch.add([
                .fill(cell.rect, cornerRadius: Self.radius, Palette.chosenGround),
                .stroke(cell.rect.inset(by: 2.5), cornerRadius: Self.radius - 2.5, width: 5, Palette.selected),
            ])
        }
        let middle = cell.rect.center.x
        let hasState = !cell.entry.state.isEmpty
        let room = cell.rect.width - 2 * Self.inset
        sketch.line(
            cell.entry.name, x: middle, middle: cell.rect.y + cell.rect.height * (hasState ? 0.32 : 0.5), size: nameSize, weight: .bold,
            alignment: .center, width: room)
        guard hasState else { return }
        sketch.line(
            cell.entry.state, x: middle, middle: cell.rect.y + cell.rect.height * 0.72, size: stateSize, alignment: .center,
            width: room)
    }
}

extension Context {
    /// Returns the row of archers in the room that the HUD leaves it, or `nil` while nobody chooses.
    func archerRowLayout(in hud: HUDLayout, at now: Timestamp) -> ArcherRowLayout? {
        guard archerRow != nil, cover.place == .live, let chosen = settings.archers.firstIndex(where: { $0.name == settings.shooter?.name })
        else { return nil }
        let entries = settings.archers.map { ArcherRowLayout.Entry(name: $0.name, state: status(of: $0.name, at: now)?.stateWords ?? "") }
        return ArcherRowLayout(entries, chosen: chosen, look: Theme(settings), room: hud.room, top: Areas.top)
    }
}
