// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Draws the history's screen.
struct HistoryDrawing {
    let screen: HistoryScreen
    let layout: HistoryLayout
    /// The part of the hold on the answer "delete" that is over, 0…1; `nil` without a hold.
    let progress: Double?
    /// True if arrows are scored on this box.
    let scores: Bool
    /// All faces that the box knows.
    let faces: [Face]
    let now: Timestamp

    /// The layers from back to front; they cover the whole TV. While the list moves, its rows are a drawing of their own, which only moves
    /// until another row comes into sight.
    var layers: [Layer] {
        var ground = DrawingBuilder(layout.look)
        let isMoving = layout.place != layout.place.rounded()
        draw(on: &ground, isMoving: isMoving)
        return [Layer(.drawing(ground.drawing))] + (isMoving ? [strip, scrollBar?.layer].compactMap { $0 } : [])
    }

    /// - Parameter isMoving: true if the rows and the thumb are drawn elsewhere.
    private func draw(on sketch: inout DrawingBuilder, isMoving: Bool) {
        sketch.add([.fill(Canvas.bounds, cornerRadius: 0, Palette.page)])
        drawHeader(on: &sketch)
        drawList(on: &sketch, isMoving: isMoving)
        if screen.deletion != nil || screen.filter.isOpen {
            sketch.add([.fill(Canvas.bounds, cornerRadius: 0, Palette.ink.opacity(0.6))])
        }
        if let deletion = screen.deletion { draw(deletion, on: &sketch) }
        if screen.filter.isOpen { drawFilter(on: &sketch) }
    }

    private func drawHeader(on sketch: inout DrawingBuilder) {
        let look = layout.look
        let selected = screen.selected.isEmpty ? nil : Strings.selectedCount(screen.selected.count)
        let words = [screen.title, screen.filter.words, selected].compactMap { $0 }
            .joined(separator: "  ·  ")
        sketch.text(words, at: Point(layout.title.x, layout.title.y), size: look.title, weight: .semibold, width: layout.title.width)
        if let season = screen.season {
            sketch.text(
                figures(of: season), at: Point(layout.season.x, layout.season.y), size: look.small, color: look.caption, width: layout.season.width)
        }
        let total = Double(screen.usedBytes + screen.freeBytes)
        guard total > 0 else { return }
        let gauge = layout.gauge
        let isBeside = gauge.y == layout.title.y
        let taken = isBeside ? min(layout.title.width, TextMetrics.width(words, size: look.title)) : 0
        sketch.text(
            Strings.storage(used: screen.usedBytes, free: screen.freeBytes), at: Point(gauge.maxX, gauge.y), size: look.small,
            alignment: .trailing, color: look.caption, width: gauge.maxX - layout.title.x - taken - 24)
        let width = min(480, gauge.width)
        let bar = Rect(x: gauge.maxX - width, y: gauge.y + look.lineHeight(look.small) + 8, width: width, height: 12)
        var used = bar
        used.width = max(12, bar.width * Double(screen.usedBytes) / total)
        sketch.add([.fill(bar, cornerRadius: 6, Palette.text.opacity(0.2)), .fill(used, cornerRadius: 6, Palette.text)])
    }

    /// `36 sessions · 216 arrows · Average 8.91 · Mean radius 84 mm (70 m, WA 122 cm)`, as on the archer's page.
    private func figures(of season: SeasonSum) -> String {
        let group = season.group.flatMap { size in
            season.target.map { "\(Strings.Page.meanRadius) \(Strings.Page.millimetres(Int(size.rounded()))) (\($0.words))" }
        }
        return [
            Strings.sessionCount(season.sessions), Strings.arrows(season.arrows), season.average.map(Strings.Summary.average), group,
        ]
        .compactMap { $0 }.joined(separator: "  ·  ")
    }

    // MARK: The list

    private func drawList(on sketch: inout DrawingBuilder, isMoving: Bool) {
        let look = layout.look
        if let words = screen.emptyWords {
            sketch.text(
                words, at: Point(layout.list.center.x, layout.list.center.y - look.lineHeight(look.body)), size: look.body,
                alignment: .center, color: look.caption, width: layout.list.width, lines: 2)
            return
        }
        if !isMoving { for (index, rect) in layout.rows { drawRow(index, in: rect, on: &sketch) } }
        scrollBar?.draw(isMoving: isMoving, on: &sketch)
    }

    /// The rows, drawn from the top of a canvas of their own and cropped to the visible part.
    private var strip: Layer? {
        guard let first = layout.rows.first?.index else { return nil }
        var sketch = DrawingBuilder(layout.look)
        for (index, rect) in layout.rows {
            drawRow(index, in: Rect(x: rect.x, y: Double(index - first) * layout.rowHeight, width: rect.width, height: rect.height), on: &sketch)
        }
        let list = ScrolledList(viewport: layout.viewport, above: (layout.place - Double(first)) * layout.rowHeight)
        return list.layer(sketch.drawing)
    }

    private var scrollBar: ScrollBar? {
        guard let count = screen.window.count else { return nil }
        return ScrollBar.beside(
            layout.viewport, share: Double(layout.visible) / Double(max(1, count)), progress: layout.place / Double(max(1, layout.last)))
    }

    private var choice: Int { screen.choice(at: now, visible: layout.visible) }

    private func drawRow(_ index: Int, in rect: Rect, on sketch: inout DrawingBuilder) {
        let look = layout.look
        // While a sheet is open, the knob holds something on the sheet.
        sketch.card(rect, isHeld: index == choice && screen.deletion == nil && !screen.filter.isOpen)
        guard let session = screen.window[index] else { return }
        let box = layout.box(of: rect)
        if !screen.isChoosing { sketch.tickBox(box, isOn: screen.selected.contains(session.key)) }
        let figures = drawTotal(session, in: rect, on: &sketch)
        var x = screen.isChoosing ? box.x : box.maxX + 24
        let side = HistoryLayout.faceSide(look)
        if scores || session.faceID != nil {
            // The face that was shot at. A session without one leaves the place empty, so that the words stand in one column.
            let place = Rect(x: x, y: rect.center.y - side / 2, width: side, height: side)
            if let face = faces.first(where: { $0.id == session.faceID }) { sketch.add(face.picture(in: place)) }
            x = place.maxX + 24
        }
        let room = figures - x - 24
        sketch.text(
            screen.title(of: session),
            at: Point(x, rect.y + 10), size: look.body, weight: .semibold,
            width: room)
        sketch.text(
            screen.details(of: session, at: index, scores: scores),
            at: Point(x, rect.y + 12 + look.lineHeight(look.body)), size: look.small, weight: .regular,
            color: look.caption, width: room)
    }

    /// - Returns: the left edge of the figures.
    private func drawTotal(_ session: SessionSummary, in rect: Rect, on sketch: inout DrawingBuilder) -> Double {
        guard session.arrows > 0 else { return rect.maxX - 24 }
        let look = layout.look
        let total = "\(session.total)"
        let tens = tally(session)
        let right = rect.maxX - 24
        let width = max(TextMetrics.width(total, size: look.title), TextMetrics.width("888", size: look.title))
        sketch.line(total, x: right, middle: rect.center.y, size: look.title, weight: .semibold, alignment: .trailing)
        let tensWidth = max(TextMetrics.width(tens, size: look.small), TextMetrics.width(Strings.tensCount(88), size: look.small))
        sketch.line(tens, x: right - width - 24, middle: rect.center.y, size: look.small, alignment: .trailing, color: look.caption)
        return right - width - 24 - tensWidth
    }

    /// The tens, and those of them in the inner ring: "10s 3 · X 1".
    private func tally(_ session: SessionSummary) -> String {
        let inner = faces.first { $0.id == session.faceID }?.innerLabel ?? Ring.innerLabel
        return [
            session.tens > 0 ? Strings.tensCount(session.tens) : nil,
            session.innerTens > 0 ? Strings.innerCount(Strings.Summary.inner(inner), count: session.innerTens) : nil,
        ]
        .compactMap { $0 }.joined(separator: " · ")
    }

    // MARK: Sheets

    private func draw(_ deletion: HistoryScreen.Deletion, on sketch: inout DrawingBuilder) {
        let look = layout.look
        let sheet = layout.sheet
        Sheet.ground(sheet, on: &sketch)
        sketch.edge(sheet, radius: Sheet.radius, width: 4, Palette.loss)
        let width = sheet.width - 80
        sketch.text(
            deletion.question, at: Point(sheet.x + 40, sheet.y + 40), size: look.title, weight: .semibold,
            width: width)
        sketch.text(
            deletion.warning, at: Point(sheet.x + 40, sheet.y + 56 + look.lineHeight(look.title)),
            size: look.small, weight: .regular, color: look.caption, width: width, lines: 2)
        for (answer, rect) in layout.answers { draw(answer, in: rect, deletion, on: &sketch) }
    }

    private func draw(_ answer: HistoryLayout.Answer, in rect: Rect, _ deletion: HistoryScreen.Deletion, on sketch: inout DrawingBuilder) {
        let look = layout.look
        let isHeld = deletion.isChosen == (answer == .delete)
        let (icon, words) = answer == .keep ? (Icon.mark, Strings.keepWord) : (Icon.knobPush, deletion.answer)
        sketch.add([.fill(rect, cornerRadius: 15, Palette.text.opacity(look.hasHighContrast ? 0 : isHeld ? 0.2 : 0.12))])
        sketch.add([
            .stroke(rect.inset(by: 3), cornerRadius: 15, width: isHeld ? 6 : look.hasHighContrast ? 2 : 0, isHeld ? Palette.held : Palette.text)
        ])
        let side = 44 * min(look.scale, 1.5)
        let room = rect.width - side - look.gap - 2 * 16
        let size = Theme.size(look.small, for: words, within: room)
        let width = min(room, TextMetrics.width(words, size: size))
        let box = Rect(x: rect.center.x - (side + look.gap + width) / 2, y: rect.center.y - side / 2, width: side, height: side)
        if answer == .delete {
            sketch.add(icon.held(in: box, progress: progress ?? 0, Palette.text, filled: Palette.loss))
        } else {
            sketch.icon(icon, in: box)
        }
        sketch.line(words, x: box.maxX + look.gap, middle: rect.center.y, size: size, weight: .semibold, width: width)
    }

    private func drawFilter(on sketch: inout DrawingBuilder) {
        let look = layout.look
        let frame = Sheet(look, .narrow)
        frame.draw(on: &sketch)
        sketch.text(
            Strings.filterWord, at: Point(frame.title.x, frame.title.y), size: look.title, weight: .semibold,
            width: Areas.titleRight(look) - frame.title.x)
        let items = screen.filter.items
        if let first = layout.items.first, let last = layout.items.last, layout.items.count < items.count {
            let list = Rect(x: first.rect.x, y: first.rect.y, width: first.rect.width, height: last.rect.maxY - first.rect.y)
            frame.scrollBar(
                of: list, share: Double(layout.items.count) / Double(items.count),
                progress: Double(first.index) / Double(items.count - layout.items.count))?
                .draw(isMoving: false, on: &sketch)
        }
        for (index, rect) in layout.items {
            if index == screen.filter.choice { sketch.cursor(rect) }
            let isTaken = screen.filter.isTaken(items[index])
            let tick = isTaken ? look.body : 0
            let words = items[index].words
            let room = rect.width - 48 - tick
            sketch.line(
                words, x: rect.x + 20, middle: rect.center.y, size: look.body, weight: isTaken ? .semibold : .regular,
                width: TextMetrics.width(words, size: look.body) > room ? room : nil)
            if isTaken { sketch.add([.disc(center: Point(rect.maxX - 32, rect.center.y), radius: look.body * 0.25, Palette.selected)]) }
        }
    }
}
