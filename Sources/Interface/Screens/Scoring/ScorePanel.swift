// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The drawing of the column beside the face on the score screen.
struct ScorePanel {
    private let parent: ScoreDrawing

    init(_ parent: ScoreDrawing) {
        self.parent = parent
    }

    private var screen: ScoreScreen { parent.screen }
    private var end: EndRecord { parent.end }
    private var layout: ScoreLayout { parent.layout }
    private var look: Theme { parent.look }

    var drawing: Drawing {
        var sketch = DrawingBuilder(look)
        drawTitle(on: &sketch)
        drawTile(on: &sketch)
        drawParts(on: &sketch)
        if parent.isPlacing { drawHints(on: &sketch) }
        drawInset(on: &sketch)
        drawCells(on: &sketch)
        drawMeaning(on: &sketch)
        drawTotals(on: &sketch)
        return sketch.drawing
    }

    private func drawTitle(on sketch: inout DrawingBuilder) {
        let words = EndWords(end, in: parent.book)
        // The faces of several archers come one after the other.
        let line = NameLine(parent.book.archer, words.title)
        let (rect, wanted) = (layout.title, ScoreLayout.titleSize(look))
        let size = line.size(wanted, within: rect.width, least: Theme.smallest)
        // The words stand on one line with a title of full size.
        line.draw(in: rect, baseline: rect.y + wanted * TextMetrics.ascent, size: size, .leading, on: &sketch)
        guard layout.caption.height > 0 else { return }
        let fitting = words.captions.first { TextMetrics.fits($0, size: look.small, within: layout.caption.width) }
        sketch.text(
            fitting ?? end.face.name, at: Point(layout.caption.x, layout.caption.y), size: look.small, weight: .regular, color: look.caption,
            width: layout.caption.width)
    }

    // MARK: The held arrow

    private func drawTile(on sketch: inout DrawingBuilder) {
        let tile = layout.tile
        let size = tile.height * 200 / 256
        let chip =
            parent.isPlacing ? ScoreChip(screen.held.score(in: end), on: end.face) : ScoreChip.neutral("\(end.score.total)")
        chip.draw(in: tile, size: size, weight: .extraBold, radius: 20, on: &sketch)
        guard parent.isPlacing else { return }
        sketch.add([.stroke(tile.inset(by: -7), cornerRadius: 26, width: 6, Palette.held)])
    }

    private func drawParts(on sketch: inout DrawingBuilder) {
        let number = screen.active(end) + 1
        let all = max(screen.wanted, end.arrows.count)
        let words = parent.isPlacing ? Strings.Score.arrow(number, of: all) : Strings.Score.allPlaced(end.arrows.count)
        sketch.text(
            words, at: Point(layout.header.x, layout.header.y), size: ScoreLayout.headerSize(look), weight: .bold, width: layout.header.width)
        guard parent.isPlacing, let first = layout.parts.first?.rect, let last = layout.parts.last?.rect else { return }
        let well = first.union(last).inset(by: -4)
        sketch.add([.fill(well, cornerRadius: 14, look.hasHighContrast ? Palette.ink : Palette.well)])
        if look.hasHighContrast { sketch.add([.stroke(well.inset(by: 1), cornerRadius: 14, width: 2, Palette.text)]) }
        for part in layout.parts {
            let isHeld = part.axis == screen.held.axis
            if isHeld { sketch.add([.fill(part.rect, cornerRadius: 11, Palette.held)]) }
            sketch.line(
                Strings.Score.name(of: part.axis), x: part.rect.center.x, middle: part.rect.center.y, size: look.small,
                weight: isHeld ? .semibold : .medium, alignment: .center, color: isHeld ? Palette.ink : look.caption, width: part.rect.width - 8)
        }
    }

    /// Draws the hints about what turn and push do next.
    private func drawHints(on sketch: inout DrawingBuilder) {
        guard layout.hints.count == 2 else { return }
        let held = screen.held
        let turn: (words: String, color: Color) =
            switch held.axis {
            case .ring: (Strings.Score.turnRing, Palette.text)
            case .hour: (Strings.Score.clock(held.direction), Palette.held)
            case .fine: (Strings.Score.out(held.distanceOut ?? .zero), Palette.held)
            }
        let push =
            switch held.axis {
            case .ring: Strings.Score.pushHour
            case .hour: Strings.Score.pushFine
            case .fine: Strings.Score.pushRing
            }
        let hints = [(Icon.knobTurn, turn.words, turn.color), (.knobPush, push, Palette.text)]
        for (rect, hint) in zip(layout.hints, hints) {
            let side = 40 * look.scale
            sketch.icon(hint.0, in: Rect(x: rect.x, y: rect.center.y - side / 2, width: side, height: side), Palette.text)
            // The map of a face with several spots reaches down beside them.
            let right = min(rect.maxX, layout.inset.map { $0.maxY > rect.y ? $0.x - 12 : rect.maxX } ?? rect.maxX)
            sketch.line(
                hint.1, x: rect.x + side + 20, middle: rect.center.y, size: look.small, weight: .medium, color: hint.2,
                width: right - rect.x - side - 20)
        }
    }

    // MARK: The whole sheet

    private func drawInset(on sketch: inout DrawingBuilder) {
        guard let inset = layout.inset else { return }
        let sheet = layout.sheet
        sketch.add([.clipped(inset, cornerRadius: 16, ScoreDrawing.sheet(sheet, in: inset))])
        let radius = sheet.units(end.face.scoringDiameter) / 2
        if end.face.spots.count > 1 {
            for spot in end.face.spots.indices where spot != screen.held.spot || !parent.isPlacing {
                sketch.add([.disc(center: sheet.point(ofSpot: spot), radius: radius + 1, Palette.well.opacity(0.5))])
            }
            if parent.isPlacing {
                sketch.add([.circle(center: sheet.point(ofSpot: screen.held.spot), radius: radius + 5, width: 5, Palette.held)])
            }
        } else {
            // The part that is seen through the window.
            let scale = sheet.scale / layout.face.scale
            let middle = Point(
                sheet.centre.x + (layout.window.center.x - layout.face.centre.x) * scale,
                sheet.centre.y + (layout.window.center.y - layout.face.centre.y) * scale)
            let side = layout.window.width * scale
            let seen = Rect(x: middle.x - side / 2, y: middle.y - side / 2, width: side, height: side)
            if let frame = seen.intersection(inset.inset(by: 3)), side < inset.width {
                sketch.add([.stroke(frame, cornerRadius: 4, width: 5, Palette.ink), .stroke(frame, cornerRadius: 4, width: 2.5, Palette.text)])
            }
        }
        let dots = end.arrows.compactMap { arrow in arrow.place.map { sheet.point(of: $0, inSpot: arrow.spot) } }.filter(inset.inset(by: 7).contains)
        sketch.add(dots.flatMap { [.disc(center: $0, radius: 6, Palette.ink), .disc(center: $0, radius: 4.5, Palette.text)] })
    }

    // MARK: The end

    private func drawCells(on sketch: inout DrawingBuilder) {
        let entries = end.score.entries
        let active = parent.isPlacing ? screen.active(end) : nil
        for cell in layout.cells {
            let isHeld = cell.index == active
            let entry = entries.indices.contains(cell.index) ? entries[cell.index] : nil
            if isHeld {
                sketch.add([.stroke(cell.rect.inset(by: 3), cornerRadius: 10, width: 6, Palette.held)])
                let label = screen.held.score(in: end).label
                sketch.line(
                    label, x: cell.rect.center.x, middle: cell.rect.center.y, size: ScoreLayout.labelSize(look), weight: .bold, alignment: .center,
                    color: Palette.held, width: cell.rect.width - 16, figures: .proportional)
            } else if let entry {
                ScoreChip(entry, on: end.face).draw(in: cell.rect, size: ScoreLayout.labelSize(look), radius: 12, on: &sketch)
            } else {
                sketch.add(Self.dashes(around: cell.rect.inset(by: 1)))
            }
            drawNumber(cell, entry?.arrow, isHeld: isHeld, on: &sketch)
        }
        drawMore(on: &sketch)
    }

    /// Draws the arrow's number, and a dot: full if its position is known, open if it is scored by its ring. The number is dim until the
    /// journal has the arrow.
    private func drawNumber(_ cell: ScoreLayout.Cell, _ arrow: PlacedArrow?, isHeld: Bool, on sketch: inout DrawingBuilder) {
        let isSolid = arrow.map { parent.book.isAcknowledged($0, end: end.number) } ?? false
        let color = isHeld ? Palette.held : isSolid ? Palette.text : look.caption
        let words = "\(cell.index + 1)"
        let middle = cell.number.center
        let dot = 6 * look.scale
        let hasDot = arrow.map { $0.isHit } ?? false && !isHeld
        let x = middle.x - (hasDot ? dot + 4 : 0)
        sketch.line(words, x: x, middle: middle.y, size: look.small, weight: isHeld ? .bold : .medium, alignment: .center, color: color)
        guard hasDot, let arrow else { return }
        let left = x + TextMetrics.width(words, size: look.small) / 2 + 8 + dot
        Self.drawDot(at: Point(left, middle.y), radius: dot, isFull: arrow.place != nil, color, on: &sketch)
    }

    private static func drawDot(at point: Point, radius: Double, isFull: Bool, _ color: Color, on sketch: inout DrawingBuilder) {
        sketch.add([
            isFull ? .disc(center: point, radius: radius * 0.8, color) : .circle(center: point, radius: radius * 0.85, width: radius * 0.45, color)
        ])
    }

    /// Returns a dashed outline for an arrow that isn't placed yet.
    private static func dashes(around rect: Rect) -> [DrawingCommand] {
        let color = Palette.text.opacity(0.4)
        func side(_ from: Point, _ to: Point) -> [DrawingCommand] {
            let (dx, dy) = (to.x - from.x, to.y - from.y)
            let count = max(1, Int((abs(dx) + abs(dy)) / 16))
            return (0..<count).map { index in
                let (start, stop) = ((Double(index) + 0.25) / Double(count), (Double(index) + 0.75) / Double(count))
                return .line([Point(from.x + dx * start, from.y + dy * start), Point(from.x + dx * stop, from.y + dy * stop)], width: 2, color)
            }
        }
        let corners = [Point(rect.x, rect.y), Point(rect.maxX, rect.y), Point(rect.maxX, rect.maxY), Point(rect.x, rect.maxY)]
        return corners.indices.flatMap { side(corners[$0], corners[($0 + 1) % 4]) }
    }

    /// Draws a sign at each side where there are more arrows.
    private func drawMore(on sketch: inout DrawingBuilder) {
        guard let first = layout.cells.first?.rect, let last = layout.cells.last?.rect else { return }
        func sign(at x: Double, _ direction: Double) -> DrawingCommand {
            let middle = first.center.y
            return .polygon([Point(x, middle - 12), Point(x, middle + 12), Point(x + direction * 12, middle)], Palette.text)
        }
        if layout.more.before { sketch.add([sign(at: first.x - 8, -1)]) }
        if layout.more.after { sketch.add([sign(at: last.maxX + 8, 1)]) }
    }

    /// Draws what the cells don't show: that clips aren't linked, that only the lowest arrows count, or what an open dot means.
    private func drawMeaning(on sketch: inout DrawingBuilder) {
        let size = ScoreLayout.meaningSize(look)
        let rect = layout.meaning
        if parent.settings.scoreOrder == .high, end.arrows.count <= end.arrowsAsked ?? .max {
            return sketch.line(Strings.Score.highToLow, x: rect.x, middle: rect.center.y, size: size, color: look.caption, width: rect.width)
        }
        if let asked = end.arrowsAsked, end.arrows.count > asked {
            let words = Strings.Score.lowestCount(asked)
            return sketch.line(words, x: rect.x, middle: rect.center.y, size: size, color: look.caption, width: rect.width)
        }
        guard end.arrows.contains(where: { $0.isHit && $0.place == nil }) else { return }
        let radius = size / 5
        Self.drawDot(at: Point(rect.x + radius, rect.center.y), radius: radius, isFull: false, look.caption, on: &sketch)
        let x = rect.x + 2 * radius + 10
        sketch.line(Strings.Score.ringOnly, x: x, middle: rect.center.y, size: size, color: look.caption, width: rect.maxX - x)
    }

    // MARK: Totals

    private func drawTotals(on sketch: inout DrawingBuilder) {
        let totals = ScopedTotal.of(end, in: parent.book, isBeingScored: parent.isPlacing)
        guard let first = layout.totals.first, let last = layout.totals.last else { return }
        let ground = first.union(last)
        sketch.add([.fill(ground, cornerRadius: Theme.cornerRadius, look.hasHighContrast ? Palette.ink : Palette.panel)])
        if look.hasHighContrast { sketch.add([.stroke(ground.inset(by: 1), cornerRadius: Theme.cornerRadius, width: 2, Palette.text)]) }
        let size = ScoreLayout.totalSize(look)
        let isBeside = first.y == last.y
        for (total, rect) in zip(totals, layout.totals) {
            let left = rect.x + 32
            if isBeside {
                if rect.x > first.x {
                    sketch.add([.line([Point(rect.x, rect.y + 24), Point(rect.x, rect.maxY - 24)], width: 1.5, Palette.text.opacity(0.2))])
                }
                sketch.line(
                    total.title, x: left, middle: rect.y + 36, size: look.small, weight: .regular, color: look.caption, width: rect.maxX - left - 16)
                sketch.line("\(total.points)", x: left, middle: rect.y + 92, size: size, weight: .bold)
            } else {
                let figure = TextMetrics.width("\(total.points)", size: size)
                sketch.line("\(total.points)", x: rect.maxX - 24, middle: rect.center.y, size: size, weight: .bold, alignment: .trailing)
                sketch.line(
                    total.title, x: left, middle: rect.center.y, size: look.small, weight: .regular, color: look.caption,
                    width: rect.width - 32 - 24 - figure - 16)
            }
        }
    }
}
