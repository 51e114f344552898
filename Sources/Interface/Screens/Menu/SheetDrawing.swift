// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Draws a sheet of the menu.
struct SheetDrawing {
    let layout: SheetLayout
    let menu: Menu
    let panel: Menu.Panel
    let context: Context
    let now: Timestamp

    private var settings: Settings { context.settings }
    private var look: Theme { layout.look }
    private var choice: Int { menu.choice(of: panel, layout) }

    /// The layers from back to front. While the list moves, its rows are a drawing of their own, which only moves until another row comes
    /// into sight.
    var layers: [Layer] {
        var ground = DrawingBuilder(look)
        let isMoving = layout.place != layout.place.rounded()
        layout.sheet.draw(on: &ground)
        let place = layout.sheet.title
        ground.text(menu.title(of: panel), at: Point(place.x, place.y), size: look.title, weight: .semibold, width: place.width)
        switch panel {
        case .about: drawAbout(on: &ground)
        case .naming: layout.naming.draw(menu.wheel.letters, on: &ground)
        case .tiles, .page, .all, .archers, .archer, .lineClock:
            if !isMoving { for row in layout.rows { draw(row, in: row.rect, on: &ground) } }
            scrollBar?.draw(isMoving: isMoving, on: &ground)
        }
        if panel != .about { drawHelp(on: &ground) }
        return [Layer(.drawing(ground.drawing))] + (isMoving ? [strip, scrollBar?.layer].compactMap { $0 } : [])
    }

    /// The rows, drawn from the top of a canvas of their own and cropped to the visible part.
    private var strip: Layer? {
        guard let first = layout.rows.first?.index else { return nil }
        var sketch = DrawingBuilder(look)
        for row in layout.rows {
            var rect = row.rect
            rect.y = Double(row.index - first) * layout.rowHeight
            draw(row, in: rect, on: &sketch)
        }
        let list = ScrolledList(viewport: layout.viewport, above: (layout.place - Double(first)) * layout.rowHeight)
        return list.layer(sketch.drawing)
    }

    private var scrollBar: ScrollBar? {
        layout.sheet.scrollBar(
            of: layout.viewport, share: Double(layout.visible) / Double(max(1, layout.count)), progress: layout.place / Double(max(1, layout.last)))
    }

    // MARK: Rows

    private func draw(_ row: SheetLayout.Row, in rect: Rect, on sketch: inout DrawingBuilder) {
        let rows = menu.rows(of: panel, settings)
        guard rows.indices.contains(row.index) else { return }
        let item = rows[row.index]
        let isSelected = row.index == choice
        let isHeld = isSelected && menu.isEditing
        // The knob holds the row, or the row's value alone.
        if isSelected, isHeld {
            sketch.add([.fill(rect, cornerRadius: 12, look.hasHighContrast ? Palette.ink : Palette.plate)])
        } else if isSelected {
            // Red words need the darker ground.
            sketch.cursor(rect, isFilled: !item.isHeld)
        }
        let ofRow = panel.archer.map(settings.shooting) ?? settings
        let isIdle = !item.matters(in: ofRow)
        let middle = rect.center.y
        let arrow = isHeld ? look.body * 0.5 : 0
        let sign = item.opens ? look.body * 0.4 + 12 : 0
        let value =
            isHeld && menu.learning.isListening
            ? Strings.listening(menu.learning.secondsLeft(at: now)) : menu.value(of: item, isHeld: isHeld, on: panel, context)
        let title = item.title(in: ofRow)
        let all = rect.width - 40 - look.gap - 2 * arrow - sign - (isHeld ? 24 : 0)
        // Title and value share the row: if there isn't room for both, the longer one gives way.
        let wanted = TextMetrics.width(title, size: look.body)
        let natural = TextMetrics.width(value, size: look.body)
        let titleWidth = wanted + natural <= all ? wanted : min(wanted, max(all * 0.6, all - natural))
        let width = min(natural, max(0, all - titleWidth))
        sketch.line(
            title, x: rect.x + 16, middle: middle, size: look.body, weight: isSelected ? .semibold : .medium,
            color: item.isHeld ? look.loss : isIdle ? Palette.idle : Palette.text, width: titleWidth < wanted ? titleWidth : nil)
        if item.opens { chevron(at: Point(rect.maxX - 20, middle), size: look.body * 0.4, on: &sketch) }
        guard !value.isEmpty else { return }
        let right = rect.maxX - 20 - sign - (isHeld ? arrow + 12 : 0)
        // A long name, such as a face's, stands on two lines of smaller letters if the row has room for them.
        if width < natural, !isHeld, TextMetrics.width(value, size: look.small) > width, 2 * look.lineHeight(look.small) <= rect.height {
            return sketch.text(
                value, at: Point(right, middle - look.lineHeight(look.small)), size: look.small, weight: .regular, alignment: .trailing,
                color: isIdle ? Palette.idle : look.caption, width: width, lines: 2)
        }
        sketch.line(
            value, x: right, middle: middle, size: look.body, weight: isHeld ? .semibold : .regular, alignment: .trailing,
            color: isHeld ? Palette.held : isIdle ? Palette.idle : look.caption, width: width < natural ? width : nil)
        if isHeld, !menu.learning.isListening {
            triangle(at: Point(right - width - 12, middle), size: -arrow, on: &sketch)
            triangle(at: Point(right + 12, middle), size: arrow, on: &sketch)
        }
    }

    private func drawHelp(on sketch: inout DrawingBuilder) {
        sketch.add([
            .fill(Rect(x: layout.help.x, y: layout.help.y, width: layout.help.width, height: 2), cornerRadius: 0, Palette.text.opacity(0.2))
        ])
        sketch.text(
            menu.help(on: panel, choice: choice, context), at: Point(layout.help.x, layout.help.y + 16), size: look.small, weight: .regular,
            color: look.caption, width: layout.help.width, lines: 2)
    }

    private func triangle(at point: Point, size: Double, on sketch: inout DrawingBuilder) {
        sketch.add([
            .polygon(
                [
                    Point(point.x, point.y - abs(size) * 0.7), Point(point.x + size, point.y), Point(point.x, point.y + abs(size) * 0.7),
                ], Palette.held)
        ])
    }

    private func chevron(at point: Point, size: Double, on sketch: inout DrawingBuilder) {
        sketch.add([
            .line(
                [
                    Point(point.x - size * 0.6, point.y - size * 0.6), Point(point.x, point.y), Point(point.x - size * 0.6, point.y + size * 0.6),
                ], width: 4, Palette.text)
        ])
    }

    // MARK: Other sheets

    private func drawAbout(on sketch: inout DrawingBuilder) {
        let width = layout.panel.width - 64
        var y = layout.content.y
        for paragraph in Strings.about(settings, version: context.version).dropFirst(menu.aboutTop) {
            let lines = TextMetrics.lines(paragraph, size: look.small, within: width)
            let height = Double(lines) * look.lineHeight(look.small)
            guard y + height <= layout.panel.maxY - 24 else { break }
            sketch.text(paragraph, at: Point(layout.panel.x + 32, y), size: look.small, weight: .regular, width: width, lines: lines)
            y += height + 20
        }
    }
}
