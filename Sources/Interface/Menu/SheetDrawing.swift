// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Where everything on the settings sheet lies, once it is in.
struct SheetLayout {
    struct Row {
        var index: Int
        var rect: Rect
    }

    let panel: Rect
    /// The rows that can be seen, the chosen one among them.
    let rows: [Row]
    /// Between the header and the help line.
    let content: Rect
    let help: Rect
    let look: Look

    init(_ look: Look, _ menu: Menu) {
        self.look = look
        let width = 224 + 416 * look.scale
        let panel = Rect(x: Areas.right - width, y: Areas.top, width: width, height: Areas.middleBottom - Areas.top)
        self.panel = panel
        let header = look.lineHeight(look.title) + 40
        let helpHeight = 2 * look.lineHeight(look.small) + 32
        help = Rect(x: panel.x + 32, y: panel.maxY - helpHeight, width: panel.width - 64, height: helpHeight)
        content = Rect(
            x: panel.x, y: panel.y + header, width: panel.width,
            height: panel.height - header - helpHeight - 8)
        let all = SettingRow.all.count
        let rowHeight = look.lineHeight(look.body) + 20
        let visible = max(1, min(all, Int(content.height / rowHeight)))
        // The chosen row stays in the middle until an end of the list comes into view.
        let first = (menu.selected - visible / 2).clamped(to: 0...max(0, all - visible))
        rows = (0..<visible).map { offset in
            Row(
                index: first + offset,
                rect: Rect(
                    x: panel.x + 16, y: panel.y + header + Double(offset) * rowHeight,
                    width: panel.width - 48, height: rowHeight))
        }
    }
}

/// The settings sheet as it looks when it is in.
struct SheetDrawing {
    let layout: SheetLayout
    let menu: Menu
    let settings: Settings
    /// Seconds of footage that fit, once they are known.
    let available: Double?
    let now: Timestamp

    func draw(on sketch: inout Sketch) {
        let look = layout.look
        sketch.sheet(layout.panel)
        sketch.text(
            menu.isAboutOpen ? Strings.aboutTitle : Strings.settings,
            at: Point(layout.panel.x + 32, layout.panel.y + 20), size: look.title, weight: .semibold,
            width: layout.panel.width - 64)
        if menu.isAboutOpen {
            drawAbout(on: &sketch)
        } else {
            for row in layout.rows { draw(row, on: &sketch) }
            drawScrollBar(on: &sketch)
            sketch.add([
                .fill(
                    Rect(x: layout.help.x, y: layout.help.y, width: layout.help.width, height: 2),
                    cornerRadius: 0, Palette.text.opacity(0.2))
            ])
            sketch.text(
                help,
                at: Point(layout.help.x, layout.help.y + 16), size: look.small, weight: .regular,
                color: look.caption, width: layout.help.width, lines: 2)
        }
    }

    private func draw(_ row: SheetLayout.Row, on sketch: inout Sketch) {
        let look = layout.look
        let setting = SettingRow.all[row.index]
        let isSelected = row.index == menu.selected
        let isHeld = isSelected && menu.isEditing
        if isSelected {
            let color = isHeld ? Palette.held : Palette.selected
            sketch.add([
                .fill(row.rect, cornerRadius: 12, color.opacity(0.22)),
                .stroke(row.rect.inset(by: 2), cornerRadius: 12, width: 4, color),
            ])
        }
        let middle = row.rect.center.y
        let arrow = isHeld ? look.body * 0.5 : 0
        let value = value(of: setting, isHeld: isHeld)
        let title = Strings.title(of: setting)
        let all = row.rect.width - 40 - look.gap - 2 * arrow - (isHeld ? 24 : 0)
        // Title and value share the row: if both can't have what they want, the longer one gives way.
        let wanted = TextMetrics.width(title, size: look.body)
        let natural = TextMetrics.width(value, size: look.body)
        let titleWidth = wanted + natural <= all ? wanted : min(wanted, max(all * 0.6, all - natural))
        let width = min(natural, max(0, all - titleWidth))
        sketch.line(
            title, x: row.rect.x + 16, middle: middle, size: look.body, weight: isSelected ? .semibold : .medium,
            width: titleWidth < wanted ? titleWidth : nil)
        let right = row.rect.maxX - 20 - (isHeld ? arrow + 12 : 0)
        if setting.opens {
            chevron(at: Point(right, middle), size: look.body * 0.4, on: &sketch)
            return
        }
        sketch.line(
            value, x: right, middle: middle, size: look.body, weight: isHeld ? .semibold : .regular,
            alignment: .trailing, color: isHeld ? Palette.held : look.caption,
            width: width < natural ? width : nil)
        if isHeld, !menu.learning.isListening {
            triangle(at: Point(right - width - 12, middle), size: -arrow, on: &sketch)
            triangle(at: Point(right + 12, middle), size: arrow, on: &sketch)
        }
    }

    private var help: String {
        if menu.learning.isListening { return Strings.listening(for: menu.learning.control) }
        return menu.outcome ?? Strings.help(for: menu.row, available: available)
    }

    private func value(of setting: SettingRow, isHeld: Bool) -> String {
        if setting == .switchOff { return menu.askingEnd == nil ? "" : Strings.pushAgain }
        guard setting == .learnKey, isHeld else { return Strings.value(of: setting, in: settings) }
        return menu.learning.isListening
            ? Strings.listening(menu.learning.secondsLeft(at: now))
            : Strings.name(of: menu.learning.control)
    }

    private func triangle(at point: Point, size: Double, on sketch: inout Sketch) {
        sketch.add([
            .polygon(
                [
                    Point(point.x, point.y - abs(size) * 0.7), Point(point.x + size, point.y),
                    Point(point.x, point.y + abs(size) * 0.7),
                ], Palette.held)
        ])
    }

    private func chevron(at point: Point, size: Double, on sketch: inout Sketch) {
        sketch.add([
            .line(
                [
                    Point(point.x - size * 0.6, point.y - size * 0.6), Point(point.x, point.y),
                    Point(point.x - size * 0.6, point.y + size * 0.6),
                ], width: 4, Palette.text)
        ])
    }

    private func drawScrollBar(on sketch: inout Sketch) {
        let all = Double(SettingRow.all.count)
        guard let first = layout.rows.first, Double(layout.rows.count) < all, let last = layout.rows.last else { return }
        let track = Rect(x: layout.panel.maxX - 20, y: first.rect.y, width: 6, height: last.rect.maxY - first.rect.y)
        var thumb = track
        thumb.height = track.height * Double(layout.rows.count) / all
        thumb.y = track.y + track.height * Double(first.index) / all
        sketch.add([
            .fill(track, cornerRadius: 3, Palette.text.opacity(0.15)),
            .fill(thumb, cornerRadius: 3, Palette.text.opacity(0.7)),
        ])
    }

    private func drawAbout(on sketch: inout Sketch) {
        let look = layout.look
        let width = layout.panel.width - 64
        var y = layout.content.y
        for paragraph in Strings.about.dropFirst(menu.aboutTop) {
            let lines = TextMetrics.lines(paragraph, size: look.small, within: width)
            let height = Double(lines) * look.lineHeight(look.small)
            guard y + height <= layout.panel.maxY - 24 else { break }
            sketch.text(
                paragraph, at: Point(layout.panel.x + 32, y), size: look.small, weight: .regular, width: width,
                lines: lines)
            y += height + 20
        }
    }
}
