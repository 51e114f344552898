// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The panel under the face: the group of the whole round up to this end, with all its hits on a small sheet.
struct GroupPanel {
    let look: Theme
    let face: Face
    let scope: SummaryFigures.Scope

    static func height(_ look: Theme) -> Double { look.lineHeight(look.small) + look.lineHeight(look.body) + (look.scale > 1 ? 20 : 42) }

    /// "Group 212 mm, 5 cm high".
    var words: String {
        guard let group = scope.group else { return Strings.Summary.tooFewPlaces }
        let parts = [Strings.Summary.group(group.extremeSpread), SightAdvice(scope.placed, on: face).offWords]
        return parts.compactMap { $0 }.joined(separator: ", ")
    }

    func draw(in rect: Rect, on sketch: inout DrawingBuilder) {
        SummaryParts.plate(rect, on: &sketch)
        let sheet = look.scale > 1 ? nil : Rect(x: rect.maxX - rect.height + 8, y: rect.y + 8, width: rect.height - 16, height: rect.height - 16)
        let x = rect.x + Theme.padding
        let room = (sheet.map { $0.x - 12 } ?? rect.maxX - Theme.padding) - x
        let height = look.lineHeight(look.small) + look.lineHeight(look.body)
        let top = rect.center.y - height / 2
        // The title names the scope, and the number of arrows too if there is room.
        let title = [Strings.Summary.placed(scope.placed.count, in: scope.title), scope.title].first {
            TextMetrics.width($0, size: Theme.smallest) <= room
        }
        sketch.line(
            title ?? scope.title, x: x, middle: top + look.lineHeight(look.small) / 2, size: look.small, color: look.caption, width: room)
        sketch.line(words, x: x, middle: top + height - look.lineHeight(look.body) / 2, size: look.body, weight: .semibold, width: room)
        if let sheet { drawSheet(in: sheet, on: &sketch) }
    }

    private func drawSheet(in rect: Rect, on sketch: inout DrawingBuilder) {
        let drawing = FaceView(sheetOf: face).drawing(of: face, in: rect)
        sketch.add([.clipped(rect, cornerRadius: 12, ScoreDrawing.sheet(drawing, in: rect))])
        let dots = scope.placed.compactMap { arrow in arrow.place.map { drawing.point(of: $0, inSpot: arrow.spot) } }
        sketch.add(
            dots.filter(rect.inset(by: 6).contains).flatMap {
                [.disc(center: $0, radius: 4.5, Palette.ink), .disc(center: $0, radius: 3, Palette.text)]
            })
    }
}
