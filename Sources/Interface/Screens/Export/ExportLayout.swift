// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of an export's sheet: the rows at the top, the goal and the progress at the foot.
struct ExportLayout {
    /// The target of a finger.
    enum Target: Hashable, Sendable {
        case row(Int)
        case place
        /// A part of the sheet that does nothing.
        case sheet
    }

    struct Row {
        var index: Int
        var rect: Rect
    }

    let look: Theme
    /// The sheet, which reaches to the canvas's right edge.
    let panel: Rect
    let title: Rect
    let line: Rect
    let rows: [Row]
    /// The box of the export's goal.
    let place: Rect

    private static let rowGap = 4.0

    init(_ screen: ExportScreen, _ context: Context, at now: Timestamp) {
        look = Theme(context.settings)
        // Half the picture stays visible; larger text covers more of it.
        let left = 1440 - 448 * look.scale
        panel = Rect(x: left, y: 0, width: Canvas.bounds.maxX - left, height: Canvas.bounds.height)
        let (inner, right) = (left + 32, Areas.right)
        // A chip in the corner may say that something is wrong.
        let titleRight = context.pageChip(at: now).map { $0.full.x - Theme.margin } ?? right - 24
        title = Rect(x: inner + 16, y: Areas.top, width: titleRight - inner - 16, height: look.lineHeight(look.status))
        line = Rect(x: title.x, y: title.maxY, width: title.width, height: look.lineHeight(look.chipLine))
        let foot = FooterLayout(look).rect.y - Theme.margin
        let height = Self.placeHeight(look)
        place = Rect(x: inner, y: foot - height, width: right - inner, height: height)
        let (first, step) = (line.maxY + 24, Self.rowStep(look))
        let all = screen.forms(context.exporting).count
        let room = max(1, Int((place.y - Theme.margin - first + Self.rowGap) / step))
        let seen = min(all, room)
        let begin = (screen.choice(context.exporting) - seen / 2).clamped(to: 0...all - seen)
        rows = (begin..<begin + seen).map { index in
            Row(index: index, rect: Rect(x: inner, y: first + Double(index - begin) * step, width: right - inner, height: step - Self.rowGap))
        }
    }

    /// Returns the height of the goal's box: its name, the figure with its two lines, the bar, and a line of words.
    private static func placeHeight(_ look: Theme) -> Double {
        24 + look.lineHeight(look.chipTitle) + 8 + figureHeight(look) + 16 + 16 + 12 + look.lineHeight(wordSize(look)) + 20
    }

    /// Returns the height of a row with its gap. A form's meaning stands under its name; larger text has room for the name alone, and the
    /// chosen form's meaning is shown with the goal.
    private static func rowStep(_ look: Theme) -> Double {
        look.lineHeight(look.chipTitle) + (hasMeanings(look) ? look.lineHeight(wordSize(look)) + 20 : 32)
    }

    static func hasMeanings(_ look: Theme) -> Bool { look.scale <= 1 }

    static func figureHeight(_ look: Theme) -> Double { max(look.lineHeight(72), 2 * look.lineHeight(look.chipLine)) }
    static func wordSize(_ look: Theme) -> Double { max(28, 8 + 16 * look.scale) }

    /// Returns the target at a point, or `nil` beside the sheet.
    func target(at point: Point) -> Target? {
        if let row = rows.first(where: { $0.rect.contains(point) }) { return .row(row.index) }
        if place.contains(point) { return .place }
        return panel.contains(point) ? .sheet : nil
    }
}
