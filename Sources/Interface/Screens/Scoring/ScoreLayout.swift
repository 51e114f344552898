// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of the score screen: a window on the face at the left, and beside it a column with what is shot, the ring of the held arrow,
/// the end's arrows, and the totals. On an upright canvas the column lies below the window.
struct ScoreLayout: Sendable {
    struct Part: Hashable, Sendable {
        var axis: HeldArrow.Axis
        var rect: Rect
    }

    /// An arrow of the end.
    struct Cell: Hashable, Sendable {
        /// The arrow's index, from 0.
        var index: Int
        var rect: Rect
        /// The rectangle of its number, and of the dot that says whether its position is known.
        var number: Rect
        var finger: Rect { rect.union(number) }
    }

    let look: Theme
    /// The face as it is seen through the window.
    let face: FaceDrawing
    let window: Rect
    let column: Rect
    let title: Rect
    /// The rectangle of the small line that says what is shot; empty if large text leaves no room.
    let caption: Rect
    /// The ring's label: the largest thing on the screen.
    let tile: Rect
    let header: Rect
    /// Ring, hour and fine, on one well.
    let parts: [Part]
    /// The hints about turn and push; empty if large text leaves no room.
    let hints: [Rect]
    /// The small picture of the whole sheet; `nil` if there is no room.
    let inset: Rect?
    let cells: [Cell]
    /// True if there are arrows before the first cell, and after the last.
    let more: (before: Bool, after: Bool)
    /// The explanation of the dots beside the numbers.
    let meaning: Rect
    /// The rectangle of each total.
    let totals: [Rect]

    private static let gap = 16.0
    /// The most cells beside each other.
    private static let mostCells = 6

    /// - Parameters:
    ///   - view: the view of the face.
    ///   - cells: the number of arrows asked for.
    ///   - active: the index of the held arrow, from 0.
    ///   - area: the usable part of the canvas.
    init(_ look: Theme, _ face: Face, _ view: FaceView, cells count: Int, active: Int, in area: Rect = Canvas.safeArea) {
        guard area.width > 1000 else {
            self.init(upright: look, face, view, cells: count, active: active, in: area)
            return
        }
        self.init(beside: look, face, view, cells: count, active: active, in: area)
    }

    /// Lays the column beside the window.
    private init(beside look: Theme, _ face: Face, _ view: FaceView, cells count: Int, active: Int, in area: Rect) {
        self.look = look
        let bottom = Areas.pageBottom(look, in: area)
        let height = bottom - area.y
        let isNarrow = area.width < 1600
        // On a 4:3 TV the column keeps the width that it has on a wide one.
        let spare = isNarrow ? 0 : max(0, area.height - CanvasShape.wide.safeArea.height)
        let side = min(height - spare, isNarrow ? area.width - 552 - 24 : area.width)
        let isWide = look.scale == 1 && !isNarrow
        window = Rect(x: area.x, y: area.y, width: side, height: side)
        self.face = view.drawing(of: face, in: window)
        let x = window.maxX + (isWide ? 40 : isNarrow ? 24 : 32)
        let column = Rect(x: x, y: area.y, width: area.maxX - x, height: height)
        self.column = column

        // From the top…
        // The top right corner belongs to the chip.
        let titleWidth = max(160, column.width - (Areas.right - Areas.titleRight(look)))
        let belowChip = area.y + Areas.belowChip(look) - Areas.top
        title = Rect(x: column.x, y: column.y, width: titleWidth, height: look.lineHeight(Self.titleSize(look)))
        // At the usual size its baseline lies 98 below the title's top, nearer to the title than to the arrows below.
        let captionTop = isWide ? area.y + 98 - look.small * TextMetrics.ascent : belowChip
        caption = Rect(x: column.x, y: captionTop, width: column.width, height: look.scale > 1.5 ? 0 : look.lineHeight(look.small))
        let top = isWide ? area.y + 150 : (caption.height > 0 ? caption.maxY : title.maxY) + Self.gap
        let insetSide = isWide ? 160.0 : 0
        let needed = look.lineHeight(Self.headerSize(look)) + Self.gap / 2 + Self.partHeight(look)
        let hintHeight = 2 * look.lineHeight(look.small) + 12
        // … and from the bottom.
        let totalHeight = isWide ? 136 : look.lineHeight(Self.totalSize(look)) + 8
        if isWide {
            let totals = Rect(x: column.x, y: bottom - totalHeight, width: column.width, height: totalHeight)
            self.totals = [0.0, 0.46].map {
                Rect(x: totals.x + totals.width * $0, y: totals.y, width: totals.width * ($0 == 0 ? 0.46 : 0.54), height: totals.height)
            }
        } else {
            totals = [2.0, 1].map { Rect(x: column.x, y: bottom - $0 * totalHeight, width: column.width, height: totalHeight) }
        }
        let totalsTop = totals[0].y
        let numberHeight = look.lineHeight(look.small)
        let meaningHeight = look.lineHeight(Self.meaningSize(look))
        let cellHeight = isWide ? 104 : look.lineHeight(Self.labelSize(look)) + 8
        let below = cellHeight + 8 + numberHeight + 8 + meaningHeight + 2 * Self.gap
        let tileSide = isWide ? 256 : min(max(needed, Self.leastTile), totalsTop - top - below - 8)
        tile = Rect(x: column.x + 4, y: top, width: tileSide, height: tileSide)

        // Beside the ring's label.
        let left = isWide ? column.x + 304 : tile.maxX + 28
        let right = isWide ? column.maxX - insetSide - Self.gap : column.maxX
        let hasHints = tileSide >= needed + Self.gap + hintHeight
        let block = needed + (hasHints ? 24 + hintHeight : 0)
        let blockTop = isWide ? tile.y - 4 : tile.y + max(0, look.scale > 1.5 ? tileSide - block : (tileSide - block) / 2)
        header = Rect(x: left, y: blockTop, width: right - left, height: look.lineHeight(Self.headerSize(look)))
        let well = Rect(
            x: left, y: isWide ? tile.y + 80 : header.maxY + Self.gap / 2, width: isWide ? 336 : right - left, height: Self.partHeight(look))
        parts = Self.parts(in: well, look)
        hints =
            hasHints
            ? [0.0, 1].map { index in
                Rect(
                    x: left, y: well.maxY + (isWide ? 30 : 24) + index * (look.lineHeight(look.small) + (isWide ? 20 : 12)),
                    width: column.maxX - left, height: look.lineHeight(look.small))
            } : []
        inset = isWide ? Self.inset(face, in: Rect(x: column.maxX - insetSide, y: tile.y, width: insetSide, height: insetSide)) : nil

        // The end's arrows.
        let cellTop = isWide ? area.y + 464 : tile.maxY + Self.gap + 4
        (cells, more) = Self.cells(count, active: active, in: Rect(x: column.x, y: cellTop, width: column.width, height: cellHeight), numberHeight)
        let numbersEnd = cellTop + cellHeight + 8 + numberHeight
        meaning = Rect(x: column.x, y: numbersEnd + (isWide ? 24 : 4), width: column.width, height: meaningHeight)
    }

    /// Lays the column below the window: from the title down and from the totals up, and the window gets what is left.
    private init(upright look: Theme, _ face: Face, _ view: FaceView, cells count: Int, active: Int, in area: Rect) {
        self.look = look
        let bottom = Areas.pageBottom(look, in: area)
        let isUsual = look.scale == 1
        // The top right corner belongs to the chip.
        let titleWidth = Areas.titleRight(look) - Areas.left
        title = Rect(x: area.x, y: area.y, width: titleWidth, height: look.lineHeight(Self.titleSize(look)))
        caption = Rect(x: area.x, y: title.maxY, width: titleWidth, height: look.lineHeight(look.small))
        let top = max(caption.maxY, area.y + Areas.belowChip(look) - Areas.top) + Self.gap

        let totalHeight = isUsual ? 136 : look.lineHeight(Self.totalSize(look)) + 8
        totals =
            isUsual
            ? [0.0, 0.5].map { Rect(x: area.x + area.width * $0, y: bottom - totalHeight, width: area.width / 2, height: totalHeight) }
            : [2.0, 1].map { Rect(x: area.x, y: bottom - $0 * totalHeight, width: area.width, height: totalHeight) }
        let meaningHeight = look.lineHeight(Self.meaningSize(look))
        let numberHeight = look.lineHeight(look.small)
        let cellHeight = isUsual ? 104 : look.lineHeight(Self.labelSize(look)) + 8
        meaning = Rect(x: area.x, y: totals[0].y - Self.gap - meaningHeight, width: area.width, height: meaningHeight)
        let cellTop = meaning.y - 8 - numberHeight - 8 - cellHeight
        (cells, more) = Self.cells(count, active: active, in: Rect(x: area.x, y: cellTop, width: area.width, height: cellHeight), numberHeight)
        let tileSide = isUsual ? 256 : Self.leastTile
        tile = Rect(x: area.x + 4, y: cellTop - Self.gap - 4 - tileSide, width: tileSide, height: tileSide)
        window = Rect(x: area.x, y: top, width: area.width, height: max(Self.leastTile, tile.y - Self.gap - 8 - top))
        self.face = view.drawing(of: face, in: window)
        column = Rect(x: area.x, y: window.maxY + Self.gap, width: area.width, height: bottom - window.maxY - Self.gap)

        // Beside the ring's label.
        let insetSide = isUsual ? 160.0 : 0
        let left = tile.maxX + 40
        let right = area.maxX - (isUsual ? insetSide + Self.gap : 0)
        header = Rect(x: left, y: tile.y - 4, width: right - left, height: look.lineHeight(Self.headerSize(look)))
        let well = Rect(
            x: left, y: isUsual ? tile.y + 80 : header.maxY + Self.gap / 2, width: min(right - left, 480 * look.scale), height: Self.partHeight(look))
        parts = Self.parts(in: well, look)
        hints =
            isUsual
            ? [0.0, 1].map {
                Rect(x: left, y: well.maxY + 30 + $0 * (numberHeight + 20), width: area.maxX - left, height: numberHeight)
            } : []
        inset = isUsual ? Rect(x: area.maxX - insetSide, y: tile.y, width: insetSide, height: insetSide) : nil
    }

    private static let leastTile = 200.0

    private static func parts(in well: Rect, _ look: Theme) -> [Part] {
        // Each part is as wide as its word needs, and the spare width is shared among them.
        let words = HeldArrow.Axis.allCases.map { TextMetrics.width(Strings.Score.name(of: $0), size: look.small) }
        let spare = (well.width - 8 - words.reduce(0, +)) / 3
        var x = well.x + 4
        return zip(HeldArrow.Axis.allCases, words).map { axis, width in
            defer { x += width + spare }
            return Part(axis: axis, rect: Rect(x: x, y: well.y + 4, width: width + spare, height: well.height - 8))
        }
    }

    /// Returns the map's rectangle. A face with several spots has a map as high as they need.
    private static func inset(_ face: Face, in square: Rect) -> Rect {
        let sheet = FaceDrawing.sheet(of: face)
        guard face.spots.count > 1, sheet.height > sheet.width * 1.5 else { return square }
        return Rect(x: square.maxX - 128, y: square.y, width: 128, height: 272)
    }

    private static func cells(_ count: Int, active: Int, in row: Rect, _ numberHeight: Double) -> ([Cell], (before: Bool, after: Bool)) {
        let shown = min(max(count, 1), mostCells)
        // Signs at either side say that there are more arrows.
        let inset = count > mostCells ? 24.0 : 0
        let gap = shown > 3 ? 19.2 : 24
        let width = (row.width - 2 * inset - gap * Double(shown - 1)) / Double(shown)
        let first = (active - shown / 2).clamped(to: 0...max(0, count - shown))
        let cells = (0..<shown).map { index in
            let rect = Rect(x: row.x + inset + Double(index) * (width + gap), y: row.y, width: width, height: row.height)
            return Cell(index: first + index, rect: rect, number: Rect(x: rect.x, y: rect.maxY + 8, width: width, height: numberHeight))
        }
        return (cells, (first > 0, first + shown < count))
    }

    // MARK: Sizes

    static func titleSize(_ look: Theme) -> Double { look.scale > 1.5 ? look.body : look.title }
    static func headerSize(_ look: Theme) -> Double { look.scale > 1.5 ? look.small : look.scale > 1 ? look.body : look.title }
    static func labelSize(_ look: Theme) -> Double { look.scale > 1 ? 44 * look.scale : 56 }
    static func totalSize(_ look: Theme) -> Double { look.scale > 1.5 ? 64 : 56 }
    static func meaningSize(_ look: Theme) -> Double { 24 * min(look.scale, 1.5) }
    private static func partHeight(_ look: Theme) -> Double { max(64, look.lineHeight(look.small) + 16) }

    /// The sheet as the inset shows it.
    var sheet: FaceDrawing { FaceDrawing(face.face, fitting: (inset ?? window).inset(by: 14)) }
}
