// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension ToolRow {
    /// - Parameters:
    ///   - undo: what Undo would take back, in words.
    ///   - redo: what Redo would do again.
    func draw(_ layers: ToolLayers, undo: String?, redo: String?, on sketch: inout DrawingBuilder) {
        let (look, offers) = (sketch.look, layers[layer])
        let layout = ToolRowLayout(look, count: offers.count, choice: choice)
        sketch.add([.fill(layout.rect, cornerRadius: 24, look.hasHighContrast ? Palette.ink : Palette.page)])
        sketch.edge(layout.rect, radius: 24, width: look.edgeWidth, look.edge)
        for (index, tile) in layout.tiles where offers.indices.contains(index) {
            draw(offers[index], in: tile, isChosen: index == choice, on: &sketch)
        }
        for (edge, place) in layout.edges { draw(edge, in: place, on: &sketch) }
        drawLine(offers, undo, redo, layout, on: &sketch)
    }

    private func draw(_ offer: ToolOffer, in tile: Rect, isChosen: Bool, on sketch: inout DrawingBuilder) {
        let size = ToolRowLayout.wordSize(sketch.look)
        let color = offer.isPossible ? Palette.text : Palette.text.opacity(0.4)
        if isChosen {
            sketch.add([
                .fill(tile, cornerRadius: Theme.cornerRadius - 1, Palette.ink.opacity(0.6)),
                .stroke(tile.inset(by: 2.5), cornerRadius: Theme.cornerRadius - 1, width: 5, Palette.held),
            ])
        }
        sketch.add(offer.tool.picture(in: Rect(x: tile.center.x - 36, y: tile.y + 12, width: 72, height: 72), color))
        sketch.line(
            Strings.word(of: offer.tool), x: tile.center.x, middle: tile.maxY - 12 - size * TextMetrics.lineHeight / 2, size: size,
            weight: isChosen ? .semibold : .medium, alignment: .center, color: color, width: tile.width - 12)
        guard let state = offer.state else { return }
        let width = TextMetrics.width(state, size: Theme.smallest) + 20
        let badge = Rect(x: min(tile.maxX - width - 8, tile.center.x + 20), y: tile.y + 8, width: width, height: 34)
        sketch.add([.fill(badge, cornerRadius: 10, Palette.text)])
        sketch.line(state, x: badge.center.x, middle: badge.center.y, size: Theme.smallest, weight: .bold, alignment: .center, color: Palette.ink)
    }

    /// Draws the sign that there are more tools in this direction.
    private func draw(_ edge: ToolRowLayout.Edge, in place: Rect, on sketch: inout DrawingBuilder) {
        let (center, way) = (place.center, edge == .before ? -1.0 : 1)
        sketch.add([
            .line(
                [Point(center.x - 7 * way, center.y - 16), Point(center.x + 7 * way, center.y), Point(center.x - 7 * way, center.y + 16)], width: 5,
                Palette.text)
        ])
    }

    private func drawLine(
        _ offers: [ToolOffer], _ undo: String?, _ redo: String?, _ layout: ToolRowLayout, on sketch: inout DrawingBuilder
    ) {
        let size = ToolRowLayout.lineSize(sketch.look)
        let middle = layout.line.center.y - 2
        let chosen = offers.indices.contains(choice) ? offers[choice].tool : .undo
        let left =
            layer == .more
            ? Strings.moreTools : chosen == .redo ? redo.map(Strings.redo) ?? "" : undo.map(Strings.undo) ?? Strings.nothingToUndo
        let help = chosen == .undo || chosen == .redo ? "" : Strings.help(for: chosen)
        if Areas.isUpright {
            let height = sketch.look.lineHeight(size)
            sketch.line(left, x: layout.line.x, middle: layout.line.y + height / 2, size: size, width: layout.line.width)
            sketch.line(
                help, x: layout.line.x, middle: layout.line.y + height * 1.5, size: size, weight: .semibold, width: layout.line.width)
            return
        }
        let room = layout.line.width - 40
        let leftWidth = min(TextMetrics.width(left, size: size), help.isEmpty ? room : room * 0.45)
        sketch.line(left, x: layout.line.x, middle: middle, size: size, width: leftWidth)
        guard !help.isEmpty else { return }
        sketch.line(
            help, x: layout.line.maxX, middle: middle, size: size, weight: .semibold, alignment: .trailing, width: room - leftWidth)
    }
}
