// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of a sheet of the menu, once it is in: beside the picture, which shows what a row changes.
struct SheetLayout {
    struct Row {
        var index: Int
        var rect: Rect
    }

    let look: Theme
    let sheet: Sheet
    /// The area between the header and the help line.
    let content: Rect
    let help: Rect
    /// The number of rows, and the number of rows that are wholly visible at once.
    let count: Int
    let visible: Int
    let rowHeight: Double
    /// The number of rows above the visible part, with the fraction of a row.
    let place: Double

    /// - Parameters:
    ///   - rows: the number of rows.
    ///   - place: the scroll position, in rows.
    ///   - hasFrameStrip: true if the strip below has to stay free.
    init(_ look: Theme, rows: Int, place: Double, hasFrameStrip: Bool) {
        self.look = look
        self.place = place
        count = rows
        sheet = Sheet(look, .narrow, bottom: hasFrameStrip && !Areas.isUpright ? Areas.middleBottom : nil)
        let panel = sheet.rect
        let header = sheet.contentTop - panel.y
        let helpHeight = 2 * look.lineHeight(look.small) + 32
        help = Rect(x: panel.x + 32, y: panel.maxY - helpHeight, width: panel.width - 64, height: helpHeight)
        content = Rect(x: panel.x, y: panel.y + header, width: panel.width, height: panel.height - header - helpHeight - 8)
        rowHeight = look.lineHeight(look.body) + 28
        visible = max(1, min(rows, Int(content.height / rowHeight)))
    }

    var panel: Rect { sheet.rect }

    /// The layout on which a name is made.
    var naming: LettersLayout {
        LettersLayout(
            look, in: Rect(x: panel.x + 32, y: content.y - 16, width: panel.width - 64, height: content.height + 16))
    }

    /// The first visible row when the list is scrolled to its end.
    var last: Int { max(0, count - visible) }

    /// The part of the sheet that rows fill.
    var viewport: Rect { Rect(x: panel.x + 16, y: content.y, width: panel.width - 48, height: Double(visible) * rowHeight) }

    /// The rows that are at least partly visible, with their rectangles.
    var rows: [Row] {
        let first = max(0, Int(place.rounded(.down)))
        let end = min(count, Int(place.rounded(.up)) + visible)
        return (first..<max(first, end)).map { index in
            Row(
                index: index,
                rect: Rect(
                    x: viewport.x, y: content.y + (Double(index) - place) * rowHeight, width: viewport.width, height: rowHeight))
        }
    }
}
