// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The panel under the face: the group of the whole round up to this end, with all its hits on a small sheet. Without a group, the best and
/// the lowest of its ends.
struct GroupPanel {
    let look: Theme
    let face: Face
    let scope: SummaryFigures.Scope
    /// "Group 212 mm, 5 cm high".
    let words: String

    /// Returns `nil` if there is nothing to say: neither a group nor two ends.
    init?(_ look: Theme, _ face: Face, _ scope: SummaryFigures.Scope) {
        (self.look, self.face, self.scope) = (look, face, scope)
        if let group = scope.group {
            words = [Strings.Summary.group(group), SightAdvice(scope.placed, on: face).offWords].compactMap { $0 }.joined(separator: ", ")
        } else if let least = scope.totals.min(), let most = scope.totals.max(), scope.totals.count > 1 {
            words = Strings.Summary.ends(between: least, most)
        } else {
            return nil
        }
    }

    static func height(_ look: Theme) -> Double { look.lineHeight(look.small) + look.lineHeight(look.body) + (look.scale > 1 ? 20 : 42) }

    func draw(in rect: Rect, on sketch: inout DrawingBuilder) {
        SummaryParts.plate(rect, on: &sketch)
        let hasSheet = look.scale == 1 && !scope.placed.isEmpty
        let sheet = hasSheet ? Rect(x: rect.maxX - rect.height + 8, y: rect.y + 8, width: rect.height - 16, height: rect.height - 16) : nil
        let x = rect.x + Theme.padding
        let room = (sheet.map { $0.x - 12 } ?? rect.maxX - Theme.padding) - x
        let height = look.lineHeight(look.small) + look.lineHeight(look.body)
        let top = rect.center.y - height / 2
        // The title names the scope, and the number of arrows with a position too if there is room.
        let titles = (scope.placed.isEmpty ? [] : [Strings.Summary.placed(scope.placed.count, in: scope.title)]) + [scope.title]
        let title = titles.first { TextMetrics.width($0, size: Theme.smallest) <= room }
        sketch.line(
            title ?? scope.title, x: x, middle: top + look.lineHeight(look.small) / 2, size: look.small, color: look.caption, width: room)
        sketch.line(words, x: x, middle: top + height - look.lineHeight(look.body) / 2, size: look.body, weight: .semibold, width: room)
        if let sheet { SheetInset(face, scope.placed, in: sheet).draw(on: &sketch) }
    }
}
