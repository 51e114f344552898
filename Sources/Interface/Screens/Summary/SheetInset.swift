// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A small picture of a whole sheet, with a dot for each arrow that has a position.
struct SheetInset {
    let face: Face
    let arrows: [PlacedArrow]
    let rect: Rect

    init(_ face: Face, _ arrows: [PlacedArrow], in rect: Rect) {
        (self.face, self.arrows, self.rect) = (face, arrows, rect)
    }

    /// Makes the largest inset in the lower right corner of a window that stays clear of a disc.
    /// - Returns: `nil` if there is no room.
    init?(_ face: Face, _ arrows: [PlacedArrow], in window: Rect, besideDiscAt centre: Point, radius: Double) {
        let sheet = FaceDrawing.sheet(of: face)
        let longer = max(sheet.width, sheet.height)
        let rects = stride(from: Self.largest, through: Self.smallest, by: -4).lazy.map { side in
            let (width, height) = (side * max(sheet.width / longer, 0.3), side * max(sheet.height / longer, 0.3))
            return Rect(x: window.maxX - Self.margin - width, y: window.maxY - Self.margin - height, width: width, height: height)
        }
        guard
            let rect = rects.first(where: { rect in
                let (x, y) = (max(0, rect.x - centre.x), max(0, rect.y - centre.y))
                return (x * x + y * y).squareRoot() >= radius + 8
            })
        else { return nil }
        self.init(face, arrows, in: rect)
    }

    private static let largest = 240.0
    private static let smallest = 72.0
    private static let margin = 12.0

    static let cornerRadius = 12.0

    /// The face's drawing, whole in the inset.
    var drawing: FaceDrawing { FaceDrawing(face, fitting: rect.inset(by: 6)) }

    func draw(on sketch: inout DrawingBuilder) {
        let drawing = drawing
        sketch.add([.clipped(rect, cornerRadius: Self.cornerRadius, ScoreDrawing.sheet(drawing, in: rect))])
        let dots = arrows.compactMap { arrow in arrow.place.map { drawing.point(of: $0, inSpot: arrow.spot) } }
        sketch.add(
            dots.filter(rect.inset(by: 6).contains).flatMap {
                [.disc(center: $0, radius: 4.5, Palette.ink), .disc(center: $0, radius: 3, Palette.text)]
            })
    }
}
