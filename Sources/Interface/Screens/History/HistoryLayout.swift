// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of the history's screen.
struct HistoryLayout {
    /// An answer to the question whether to delete.
    enum Answer: Hashable {
        case keep, delete
    }

    enum Target: Hashable {
        case row(Int)
        /// The box at a row's beginning, which selects the session.
        case box(Int)
        case item(Int)
        case answer(Answer)
    }

    let look: Theme
    let title: Rect
    let gauge: Rect
    /// The figures of one archer's sessions, above the list; its height is 0 without any.
    let season: Rect
    let list: Rect
    let rowHeight: Double
    /// The number of rows that fit.
    let visible: Int
    /// The first visible row when the list is scrolled to its end.
    let last: Int
    /// The scroll position, in rows.
    let place: Double
    let rows: [(index: Int, rect: Rect)]
    let answers: [(answer: Answer, rect: Rect)]
    /// The sheet above the list; its width is 0 if no sheet is open.
    let sheet: Rect
    let items: [(index: Int, rect: Rect)]

    private static let padding = 40.0
    /// The side of the small face in a row.
    static func faceSide(_ look: Theme) -> Double { 32 + 32 * look.scale }

    init(_ look: Theme, _ screen: HistoryScreen, at now: Timestamp) {
        self.look = look
        let header = look.lineHeight(look.title) + 16
        title = Rect(x: Areas.left, y: Areas.top, width: Areas.isUpright ? Areas.titleRight(look) - Areas.left : 820, height: header)
        // With large text, and on an upright canvas, the gauge has a row of its own.
        let isApart = look.scale > 1 || Areas.isUpright
        gauge =
            isApart
            ? Rect(x: Areas.left, y: Areas.belowChip(look), width: Areas.right - Areas.left, height: look.lineHeight(look.small) + 28)
            : Rect(x: Areas.left + 844, y: Areas.top, width: Areas.titleRight(look) - Areas.left - 844, height: header)
        let answerHeight = max(88, look.lineHeight(look.small) + 40)
        let bottom = Areas.pageBottom(look)
        let top = max(Areas.top + header + 16, Areas.belowChip(look), isApart ? gauge.maxY : 0)
        let seasonHeight = screen.season == nil ? 0 : look.lineHeight(look.small) + 12
        season = Rect(x: Areas.left, y: top, width: Areas.right - Areas.left, height: seasonHeight)
        list = Rect(x: Areas.left, y: top + seasonHeight, width: Areas.right - Areas.left, height: bottom - top - seasonHeight)
        rowHeight = look.lineHeight(look.body) + look.lineHeight(look.small) + 28
        let visible = max(1, Int(list.height / rowHeight))
        self.visible = visible
        let count = screen.window.count ?? 0
        last = max(0, count - visible)
        let place = screen.scroll.position(at: now)
        self.place = place
        let first = max(0, Int(place.rounded(.down)))
        let end = min(count, Int(place.rounded(.up)) + visible)
        rows = (first..<max(first, end)).map { [list, rowHeight] index in
            (index, Rect(x: list.x, y: list.y + (Double(index) - place) * rowHeight, width: list.width, height: rowHeight - 8))
        }
        let isSheet = screen.deletion != nil
        let sheetWidth = min(Areas.right - Areas.left, 560 + 480 * look.scale)
        let itemHeight = look.lineHeight(look.body) + 20
        if isSheet {
            let height = look.lineHeight(look.title) + 2 * look.lineHeight(look.small) + answerHeight + 2 * Self.padding + 64
            let sheet = Rect(x: Canvas.bounds.center.x - sheetWidth / 2, y: (Areas.top + bottom - height) / 2, width: sheetWidth, height: height)
            self.sheet = sheet
            items = []
            let half = (sheetWidth - 2 * Self.padding - 24) / 2
            let y = sheet.maxY - Self.padding - answerHeight
            answers = [
                (.keep, Rect(x: sheet.x + Self.padding, y: y, width: half, height: answerHeight)),
                (.delete, Rect(x: sheet.x + Self.padding + half + 24, y: y, width: half, height: answerHeight)),
            ]
        } else if let choice = screen.filter.choice {
            let sheet = Sheet(look, .narrow)
            self.sheet = sheet.rect
            // The chip is in the corner of the sheet.
            let first = max(sheet.contentTop, Areas.belowChip(look) + 8)
            let shown = max(1, min(screen.filter.items.count, Int((sheet.rect.maxY - 16 - first) / itemHeight)))
            let begin = (choice - shown / 2).clamped(to: 0...max(0, screen.filter.items.count - shown))
            items = (begin..<begin + shown).map { index in
                (
                    index,
                    Rect(
                        x: sheet.rect.x + 16, y: first + Double(index - begin) * itemHeight, width: sheet.rect.width - 48,
                        height: itemHeight - 4)
                )
            }
            answers = []
        } else {
            sheet = Rect(x: 0, y: 0, width: 0, height: 0)
            items = []
            answers = []
        }
    }

    /// Returns the box at the beginning of a row.
    func box(of row: Rect) -> Rect {
        let side = 44 * look.scale
        return Rect(x: row.x + 20, y: row.center.y - side / 2, width: side, height: side)
    }

    /// The part of the list that its rows fill.
    var viewport: Rect { Rect(x: list.x, y: list.y, width: list.width, height: Double(visible) * rowHeight - 8) }

    func target(at point: Point) -> Target? {
        if let answer = answers.first(where: { $0.rect.contains(point) }) { return .answer(answer.answer) }
        if let item = items.first(where: { $0.rect.contains(point) }) { return .item(item.index) }
        guard sheet.width == 0, let row = rows.first(where: { $0.rect.contains(point) }) else { return nil }
        return point.x < box(of: row.rect).maxX + 20 ? .box(row.index) : .row(row.index)
    }
}
