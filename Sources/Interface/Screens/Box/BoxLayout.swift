// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of the page about the box: conditions as panels, below them the figures of its state as rows.
struct BoxLayout {
    private struct Placed {
        var entry: BoxEntry
        var rect: Rect
    }

    /// The largest number of entries above the visible part.
    let last: Int
    private let look: Theme
    private let frame: SummaryFrame
    private let placed: [Placed]
    private let labelWidth: Double
    private let hasMore: Bool
    private let top: Int
    private let count: Int

    private static let gap = 12.0
    private static let padding = 24.0

    /// - Parameter top: the number of entries above the visible part.
    init(_ look: Theme, _ entries: [BoxEntry], top: Int) {
        self.look = look
        let frame = SummaryFrame(look)
        self.frame = frame
        let width = frame.content.width - Self.barWidth
        let labels = entries.map { entry in if case .figure(let label, _) = entry { TextMetrics.width(label, size: look.body) } else { 0.0 } }
        labelWidth = min(width * 0.4, (labels.max() ?? 0) + 48)
        let heights = entries.map { Self.height(of: $0, look, width: width) }
        let room = frame.content.height
        // The last entries fill the page, if all of them have no room.
        var (last, used) = (entries.count, 0.0)
        while last > 0, used + heights[last - 1] <= room {
            last -= 1
            used += heights[last] + Self.gap
        }
        self.last = min(last, max(0, entries.count - 1))
        let top = top.clamped(to: 0...self.last)
        var placed: [Placed] = []
        var y = frame.content.y
        for index in top..<max(top, entries.count) {
            guard y + heights[index] <= frame.content.maxY || index == top else { break }
            placed.append(Placed(entry: entries[index], rect: Rect(x: frame.content.x, y: y, width: width, height: heights[index])))
            y += heights[index] + Self.gap
        }
        self.placed = placed
        hasMore = self.last > 0
        (self.top, count) = (top, entries.count)
    }

    private static let barWidth = 32.0
    private static func plate(_ look: Theme) -> Double { 40 + 24 * look.scale }
    private static func inset(_ look: Theme) -> Double { plate(look) + 2 * padding }

    private static func height(of entry: BoxEntry, _ look: Theme, width: Double) -> Double {
        switch entry {
        case .condition(_, let words):
            let room = width - inset(look) - padding
            let lines = words.reduce(0) { $0 + lineCount($1, look, room) }
            return max(plate(look), look.lineHeight(look.body) + Double(lines) * look.lineHeight(look.small)) + 2 * 16
        case .allWell: return plate(look) + 2 * 16
        case .figure: return look.lineHeight(look.body) + 12
        }
    }

    private static func lineCount(_ words: String, _ look: Theme, _ room: Double) -> Int {
        min(3, TextMetrics.lines(words, size: look.small, within: room))
    }

    // MARK: Drawing

    func draw(on sketch: inout DrawingBuilder) {
        sketch.add([.fill(Canvas.bounds, cornerRadius: 0, SummaryFrame.ground)])
        sketch.text(Strings.boxTile, at: Point(frame.title.x, frame.title.y), size: look.title, weight: .semibold, width: frame.title.width)
        for item in placed { draw(item, on: &sketch) }
        guard hasMore else { return }
        let track = Rect(x: frame.content.maxX - 8, y: frame.content.y, width: 8, height: frame.content.height)
        ScrollBar(track, share: Double(placed.count) / Double(max(1, count)), progress: Double(top) / Double(max(1, last)))?
            .draw(isMoving: false, on: &sketch)
    }

    private func draw(_ item: Placed, on sketch: inout DrawingBuilder) {
        switch item.entry {
        case .condition(let chip, let words): draw(chip.icon, on: chip.plate, chip.title, words, in: item.rect, on: &sketch)
        case .allWell: draw(.saved, on: Palette.wellGround, Strings.Fault.allWell, [], in: item.rect, on: &sketch)
        case .figure(let label, let value):
            let middle = item.rect.center.y
            sketch.line(
                label, x: item.rect.x + Self.padding, middle: middle, size: look.body, weight: .regular, color: look.caption,
                width: labelWidth - 24)
            let x = item.rect.x + Self.padding + labelWidth
            sketch.line(value, x: x, middle: middle, size: look.body, width: item.rect.maxX - Self.padding - x)
        }
    }

    private func draw(_ icon: ChipIcon, on ground: Color, _ title: String, _ words: [String], in rect: Rect, on sketch: inout DrawingBuilder) {
        sketch.add([.fill(rect, cornerRadius: Theme.cornerRadius, Palette.panel)])
        if look.hasHighContrast { sketch.edge(rect, width: look.edgeWidth, look.edge) }
        let side = Self.plate(look)
        let plate = Rect(x: rect.x + Self.padding, y: rect.y + 16, width: side, height: side)
        sketch.add([.fill(plate, cornerRadius: 12, ground)])
        if look.hasHighContrast { sketch.edge(plate, radius: 12, width: 2, Palette.text) }
        sketch.add(icon.commands(in: plate, ground: ground))
        let x = rect.x + Self.inset(look)
        let room = rect.maxX - Self.padding - x
        guard !words.isEmpty else {
            return sketch.line(title, x: x, middle: rect.center.y, size: look.body, weight: .bold, width: room)
        }
        var y = rect.y + 16
        sketch.text(title, at: Point(x, y), size: look.body, weight: .bold, width: room)
        y += look.lineHeight(look.body)
        for line in words {
            let lines = Self.lineCount(line, look, room)
            sketch.text(line, at: Point(x, y), size: look.small, weight: .regular, color: look.caption, width: room, lines: lines)
            y += Double(lines) * look.lineHeight(look.small)
        }
    }
}
