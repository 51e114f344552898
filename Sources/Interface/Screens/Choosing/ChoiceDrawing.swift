// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Draws the list of faces or rounds.
struct ChoiceDrawing {
    let screen: ChoiceScreen
    let layout: ChoiceLayout
    let settings: Settings

    private var look: Theme { layout.look }

    /// The layers from back to front; they cover the whole TV. While the list moves, its lines are a drawing of their own.
    var layers: [Layer] {
        var ground = DrawingBuilder(look)
        ground.add([.fill(Canvas.bounds, cornerRadius: 0, Palette.page)])
        ground.text(screen.title, at: Point(layout.title.x, layout.title.y), size: look.title, weight: .bold, width: layout.title.width)
        if let caption = screen.caption(settings) {
            let isBeside = layout.caption.x > layout.title.x
            ground.text(
                caption, at: Point(isBeside ? layout.caption.maxX : layout.caption.x, layout.caption.y), size: look.small,
                alignment: isBeside ? .trailing : .leading, color: look.caption, width: layout.caption.width)
        }
        let isMoving = layout.place != layout.place.rounded()
        if !isMoving { for line in layout.seen { draw(line, top: layout.y(of: line), on: &ground) } }
        scrollBar?.draw(isMoving: isMoving, on: &ground)
        if screen.list.items.indices.contains(screen.choice) {
            ChoicePreview(screen.list.items[screen.choice], in: layout.preview, look, settings).draw(on: &ground)
        }
        return [Layer(.drawing(ground.drawing))] + (isMoving ? [strip, scrollBar?.layer].compactMap { $0 } : [])
    }

    private var strip: Layer? {
        guard let first = layout.seen.first else { return nil }
        var sketch = DrawingBuilder(look)
        for line in layout.seen { draw(line, top: line.top - first.top, on: &sketch) }
        let list = ScrolledList(viewport: layout.viewport, above: layout.offset(at: layout.place) - first.top)
        return list.layer(sketch.drawing)
    }

    private var scrollBar: ScrollBar? {
        guard layout.last > 0, let all = layout.lines.last?.bottom else { return nil }
        let track = Rect(x: layout.viewport.maxX + 28, y: layout.viewport.y, width: 8, height: layout.viewport.height)
        let end = max(1, layout.offset(at: Double(layout.last)))
        return ScrollBar(track, share: layout.viewport.height / all, progress: layout.offset(at: layout.place) / end)
    }

    private func draw(_ line: ChoiceLayout.Line, top: Double, on sketch: inout DrawingBuilder) {
        if line.hasHeading {
            let isHeld = screen.list.group(of: screen.choice) == line.group
            sketch.text(
                screen.list.groups[line.group].title, at: Point(layout.viewport.x, top), size: look.small, weight: .semibold,
                color: isHeld ? Palette.text : look.caption, width: layout.viewport.width)
        }
        for item in line.items { draw(item, in: layout.rect(of: item, in: line, lineTop: top), on: &sketch) }
    }

    private func draw(_ index: Int, in rect: Rect, on sketch: inout DrawingBuilder) {
        let item = screen.list.items[index]
        let isHeld = index == screen.choice
        sketch.add([.fill(rect, cornerRadius: Theme.cornerRadius, isHeld ? Palette.plate : Palette.panel)])
        if isHeld { sketch.edge(rect, width: 6, Palette.held) }
        let (name, kind) = item.words
        let kindSize = ChoiceLayout.kindSize(look)
        let isLarge = look.scale > 1
        // In larger text the face stands beside the words.
        let face = isLarge ? 112.0 : 0
        let room = isLarge ? rect.width - face - 48 : rect.width - 20
        let nameLines = Theme.lines(name, size: look.small, within: room)
        let kindLines = kind.isEmpty ? 0 : nameLines > 1 && isLarge ? 1 : Theme.lines(kind, size: kindSize, within: room)
        let height = Double(nameLines) * look.lineHeight(look.small) + Double(kindLines) * look.lineHeight(kindSize)
        let top = isLarge ? rect.center.y - height / 2 : rect.maxY - 10 - height
        let x = isLarge ? rect.x + face + 32 : rect.center.x
        let alignment: TextRun.Alignment = isLarge ? .leading : .center
        let faceRect =
            isLarge
            ? Rect(x: rect.x + 16, y: rect.center.y - face / 2, width: face, height: face)
            : Rect(x: rect.x + 20, y: rect.y + 14, width: rect.width - 40, height: top - rect.y - 20)
        if let first = item.faces(settings).first { sketch.add(first.picture(in: faceRect)) }
        sketch.text(name, at: Point(x, top), size: look.small, weight: .semibold, alignment: alignment, width: room, lines: nameLines)
        guard kindLines > 0 else { return }
        sketch.text(
            kind, at: Point(x, top + Double(nameLines) * look.lineHeight(look.small)), size: kindSize, alignment: alignment,
            color: look.caption, width: room, lines: kindLines)
    }

}

extension Face {
    /// Returns the face as large as it fits. A black face stands on a lighter disc, so that it shows on the dark page.
    func picture(in rect: Rect) -> [DrawingCommand] {
        let isDark = rings.last?.color == .black
        let area = isDark ? rect.inset(by: 8) : rect
        let drawing = FaceDrawing(self, fitting: area)
        let radius = drawing.units(scoringDiameter) / 2
        let discs = isDark ? spots.map { DrawingCommand.disc(center: drawing.point($0), radius: radius + 8, Palette.rim) } : []
        return discs + drawing.commands
    }
}
