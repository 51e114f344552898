// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The menu's first page: a sheet at the foot of the picture with its tiles, in one row at the usual size, or in two if there are many, and
/// in three in larger text. On an upright canvas there are two columns below the picture.
struct TilesLayout {
    struct Tile {
        var tile: MenuTile
        var rect: Rect
    }

    let sheet: Rect
    let tiles: [Tile]
    private let look: Theme
    private let titleSize: Double

    private static let padding = 32.0
    private static let gap = 16.0
    /// The tiles that find room in one row at the usual size.
    private static let mostInRow = 10

    /// - Parameter shown: the tiles in their order.
    init(_ look: Theme, _ shown: [MenuTile], hasFrameStrip: Bool) {
        self.look = look
        let foot = FooterLayout(look).rect.y - Theme.margin
        let bottom = hasFrameStrip && !Areas.isUpright ? min(foot, Areas.middleBottom) : foot
        let isLarge = Self.isLarge(look)
        titleSize = isLarge ? 24 + 16 * look.scale : 48
        let title = isLarge ? look.lineHeight(titleSize) + 20 : 104
        let columns = Areas.isUpright ? 2 : isLarge ? (shown.count + 2) / 3 : shown.count > Self.mostInRow ? (shown.count + 1) / 2 : shown.count
        let rows = (shown.count + columns - 1) / columns
        let width = (Areas.right - Areas.left - 2 * Self.padding - Double(columns - 1) * Self.gap) / Double(columns)
        let height = isLarge ? Self.height(look) + (Areas.isUpright ? 16 : 0) : 256
        let tilesHeight = Double(rows) * height + Double(rows - 1) * Self.gap
        let sheetHeight = title + tilesHeight + (isLarge ? 20 : Self.padding)
        let sheet = Rect(x: Areas.left, y: bottom - sheetHeight, width: Areas.right - Areas.left, height: sheetHeight)
        self.sheet = sheet
        tiles = shown.enumerated().map { index, tile in
            let (row, column) = (Double(index / columns), Double(index % columns))
            return Tile(
                tile: tile,
                rect: Rect(
                    x: sheet.x + Self.padding + column * (width + Self.gap), y: sheet.y + title + row * (height + Self.gap), width: width,
                    height: height))
        }
    }

    /// True if a tile's picture stands beside its words, so that the tile is low.
    private static func isLarge(_ look: Theme) -> Bool { look.scale > 1 || Areas.isUpright }

    /// Returns the height of a tile in larger text: a line for its name, one for its value.
    private static func height(_ look: Theme) -> Double { look.lineHeight(nameSize(look)) + look.lineHeight(valueSize(look)) + 4 }

    private static func nameSize(_ look: Theme) -> Double { look.scale > 1 ? 12 + 22 * look.scale : 32 }
    private static func valueSize(_ look: Theme) -> Double { look.scale > 1 ? 8 + 20 * look.scale : 28 }

    // MARK: Drawing

    func draw(on sketch: inout DrawingBuilder, chosen: MenuTile, _ context: Context, at now: Timestamp) {
        Sheet.ground(sheet, on: &sketch)
        let titleTop = Self.isLarge(look) ? sheet.y + 12 : sheet.y + 68 - titleSize * TextMetrics.ascent
        sketch.text(Strings.menu, at: Point(sheet.x + Self.padding, titleTop), size: titleSize, weight: .bold, width: 800)
        for tile in tiles { draw(tile, isHeld: tile.tile == chosen, value: tile.tile.value(in: context, at: now), on: &sketch) }
    }

    private func draw(_ tile: Tile, isHeld: Bool, value: String, on sketch: inout DrawingBuilder) {
        let rect = tile.rect
        sketch.add([.fill(rect, cornerRadius: Theme.cornerRadius, isHeld ? Palette.plate : Palette.well)])
        if isHeld { sketch.edge(rect, width: 6, Palette.held) }
        // On the lighter tile amber isn't light enough if the contrast shall be high; the tile's edge shows the choice too.
        let color = isHeld ? look.hasHighContrast ? Palette.text : Palette.held : look.caption
        let (name, small) = (Self.nameSize(look), Self.valueSize(look))
        if Self.isLarge(look) {
            // The picture lies at the left, to leave the words room.
            let side = 88.0
            let words = Rect(x: rect.x + side + 16, y: rect.y, width: rect.width - side - 32, height: rect.height)
            let picture = Rect(x: rect.x + 16, y: rect.center.y - 36, width: 72, height: 72)
            sketch.add(tile.tile.picture(in: picture, Palette.text))
            let height = look.lineHeight(name) + look.lineHeight(small) + 4
            let top = rect.center.y - height / 2
            sketch.text(
                tile.tile.title, at: Point(words.x, top), size: Theme.size(name, for: tile.tile.title, within: words.width), weight: .semibold,
                width: words.width)
            sketch.text(
                value, at: Point(words.x, top + look.lineHeight(name) + 4), size: Theme.size(small, for: value, within: words.width), color: color,
                width: words.width)
            return
        }
        let picture = Rect(x: rect.center.x - 35, y: rect.y + 29, width: 70, height: 70)
        sketch.add(tile.tile.picture(in: picture, Palette.text))
        let room = rect.width - 24
        let lines = Theme.lines(tile.tile.title, size: name, within: room)
        let baseline = rect.y + (lines > 1 ? 142 : 162)
        sketch.text(
            tile.tile.title, at: Point(rect.center.x, baseline - name * TextMetrics.ascent), size: name, weight: .semibold, alignment: .center,
            width: room, lines: lines)
        sketch.text(
            value, at: Point(rect.center.x, rect.y + 226 - small * TextMetrics.ascent), size: small, alignment: .center, color: color, width: room)
    }
}

extension Theme {
    /// Returns 1 if these words fit on one line, otherwise 2.
    static func lines(_ text: String, size: Double, within width: Double) -> Int { TextMetrics.fits(text, size: size, within: width) ? 1 : 2 }
}
