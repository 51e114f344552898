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
    let sheet: Sheet
    let title: Rect
    let line: Rect
    let rows: [Row]
    /// The box of the export's goal.
    let place: Rect

    var panel: Rect { sheet.rect }

    private static let rowGap = 4.0

    init(_ screen: ExportScreen, _ context: Context, at now: Timestamp) {
        look = Theme(context.settings)
        sheet = Sheet(look, .wide)
        let panel = sheet.rect
        let (inner, right) = (panel.x + Sheet.padding, panel.maxX - Sheet.padding)
        // A chip in the corner may say that something is wrong.
        let titleRight = context.pageCorner(at: now).map { $0.x - Theme.margin } ?? right
        title = Rect(x: inner, y: panel.y + 20, width: titleRight - inner, height: look.lineHeight(look.status))
        line = Rect(x: title.x, y: title.maxY, width: title.width, height: look.lineHeight(look.chipLine))
        let height = Self.placeHeight(look)
        place = Rect(x: inner, y: panel.maxY - 24 - height, width: right - inner, height: height)
        let (first, step) = (line.maxY + 20, Self.rowStep(look))
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
