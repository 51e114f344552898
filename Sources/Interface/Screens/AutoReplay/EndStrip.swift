// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The strip of an end: its shots side by side with their numbers, each at its moment. The shot that plays has a white edge and its speed.
struct EndStrip {
    private let screen: AutoReplayScreen
    private let context: Context
    private let look: Theme
    private let tiles: ShotTiles

    /// - Parameter area: the room for the tiles.
    init(_ screen: AutoReplayScreen, _ context: Context, within area: Rect) {
        (self.screen, self.context) = (screen, context)
        look = Theme(context.settings)
        let whole = LivePictures.picture(.replay, context, within: Canvas.bounds).place
        tiles = ShotTiles(screen.moments.count, aspect: whole.width / max(1, whole.height), within: area)
    }

    /// The pictures on their ground. A shot whose picture isn't there yet has an empty tile.
    var layers: [Layer] {
        var ground = DrawingBuilder(look)
        ground.add([.fill(Canvas.bounds, cornerRadius: 0, Palette.page)])
        for rect in tiles.rects { ground.add([.fill(rect, cornerRadius: 0, Palette.well)]) }
        return [Layer(.drawing(ground.drawing))] + tiles.rects.indices.compactMap(picture)
    }

    private func picture(_ index: Int) -> Layer? {
        guard index != screen.index else {
            var playing = LivePictures.picture(.replay, context, within: tiles.rects[index])
            playing.place = tiles.rects[index]
            return playing
        }
        let still = AutoReplayScreen.still(of: screen.moments[index])
        guard context.extracts.isThere(still) else { return nil }
        return Layer(.extract(still), place: tiles.rects[index], crop: context.zoom.crop, orientation: context.settings.orientation)
    }

    /// Draws what lies on the pictures: at their upper edges, because the athlete stands lower.
    func draw(on sketch: inout DrawingBuilder) {
        for (index, rect) in tiles.rects.enumerated() {
            plate("\(index + 1)", in: rect, atRight: false, on: &sketch)
            guard index == screen.index else { continue }
            sketch.edge(rect.inset(by: -6), radius: 6, width: 6, Palette.text)
            plate(Strings.speed(screen.transport.speed), in: rect, atRight: true, on: &sketch)
        }
    }

    private func plate(_ words: String, in tile: Rect, atRight: Bool, on sketch: inout DrawingBuilder) {
        let side = 72 * min(1.5, look.scale)
        let width = max(side, SummaryParts.scoreWidth(words, size: side * 0.6))
        ScoreChip.neutral(words).draw(
            in: Rect(x: atRight ? tile.maxX - 12 - width : tile.x + 12, y: tile.y + 12, width: width, height: side), size: side * 0.6, on: &sketch)
    }
}

/// Equal tiles in rows, read from left to right, as large as they fit: the rectangles of pictures that are seen at once.
struct ShotTiles: Hashable {
    let rects: [Rect]

    static let gap = 16.0

    /// - Parameters:
    ///   - count: at least one.
    ///   - aspect: the width of a picture over its height, as it is displayed.
    init(_ count: Int, aspect: Double, within area: Rect) {
        let count = max(1, count)
        func rows(_ columns: Int) -> Int { (count + columns - 1) / columns }
        /// Returns the length of one of several equal parts.
        func part(_ length: Double, _ parts: Int) -> Double { (length - Self.gap * Double(parts - 1)) / Double(parts) }
        func width(_ columns: Int) -> Double { max(1, min(part(area.width, columns), part(area.height, rows(columns)) * aspect)) }
        let columns = (1...count).max { width($0) < width($1) } ?? 1
        let width = width(columns)
        let height = width / aspect
        let left = area.center.x - (width * Double(columns) + Self.gap * Double(columns - 1)) / 2
        let top = area.center.y - (height * Double(rows(columns)) + Self.gap * Double(rows(columns) - 1)) / 2
        rects = (0..<count).map { index in
            Rect(
                x: left + (width + Self.gap) * Double(index % columns), y: top + (height + Self.gap) * Double(index / columns), width: width,
                height: height)
        }
    }
}
