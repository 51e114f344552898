// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Where everything lies on the sheet of an export: how at the top, where to and how far at the foot.
struct ExportLayout {
    /// What a finger may go down on.
    enum Target: Hashable, Sendable {
        case row(Int)
        case place
        /// Nothing that does anything.
        case sheet
    }

    struct Row {
        var index: Int
        var rect: Rect
    }

    let look: Look
    /// To the canvas's right edge.
    let panel: Rect
    let title: Rect
    let line: Rect
    let rows: [Row]
    /// Where to.
    let place: Rect

    private static let rowGap = 4.0

    init(_ screen: ExportScreen, _ context: Context, at now: Timestamp) {
        look = Look(context.settings)
        // Half the picture stays; larger text takes more of it.
        let left = 1440 - 448 * look.scale
        panel = Rect(x: left, y: 0, width: Canvas.bounds.maxX - left, height: Canvas.bounds.height)
        let (inner, right) = (left + 32, Areas.right)
        // What is wrong is said in the corner.
        let titleRight = context.pageChip(at: now).map { $0.full.x - Look.margin } ?? right - 24
        title = Rect(x: inner + 16, y: Areas.top, width: titleRight - inner - 16, height: look.lineHeight(look.status))
        line = Rect(x: title.x, y: title.maxY, width: title.width, height: look.lineHeight(look.chipLine))
        let foot = FooterLayout(look).rect.y - Look.margin
        let height = Self.placeHeight(look)
        place = Rect(x: inner, y: foot - height, width: right - inner, height: height)
        let (first, step) = (line.maxY + 24, look.lineHeight(look.chipTitle) + 32)
        let all = screen.rows(context.exporting).count
        let room = max(1, Int((place.y - Look.margin - first + Self.rowGap) / step))
        let seen = min(all, room)
        let begin = (screen.choice(context.exporting) - seen / 2).clamped(to: 0...all - seen)
        rows = (begin..<begin + seen).map { index in
            Row(index: index, rect: Rect(x: inner, y: first + Double(index - begin) * step, width: right - inner, height: step - Self.rowGap))
        }
    }

    /// Its name, the figure with its two lines, the bar, and a line of words.
    private static func placeHeight(_ look: Look) -> Double {
        24 + look.lineHeight(look.chipTitle) + 8 + figureHeight(look) + 16 + 16 + 12 + look.lineHeight(wordSize(look)) + 20
    }

    static func figureHeight(_ look: Look) -> Double { max(look.lineHeight(72), 2 * look.lineHeight(look.chipLine)) }
    static func wordSize(_ look: Look) -> Double { 8 + 16 * look.scale }

    /// `nil`: beside the sheet.
    func target(at point: Point) -> Target? {
        if let row = rows.first(where: { $0.rect.contains(point) }) { return .row(row.index) }
        if place.contains(point) { return .place }
        return panel.contains(point) ? .sheet : nil
    }
}
