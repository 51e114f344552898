// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The picture that explains a review the first time, with the action of each arrow at the arrow's side.
struct ReviewHelp {
    private let look: Theme

    init(_ look: Theme) { self.look = look }

    var layer: Layer {
        var sketch = DrawingBuilder(look)
        sketch.add([.fill(Canvas.bounds, cornerRadius: 0, Palette.ink.opacity(look.hasHighContrast ? 1 : 0.82))])
        let middle = Point(Canvas.bounds.center.x, Canvas.bounds.center.y - 84)
        sketch.text(
            Strings.reviewExplained, at: Point(middle.x, Areas.top + 6), size: min(look.title, 72), weight: .semibold, alignment: .center,
            width: Areas.right - Areas.left)
        let clip = Rect(x: middle.x - 232, y: middle.y - 130, width: 464, height: 260)
        sketch.add([.fill(clip, cornerRadius: 20, Palette.plate)])
        sketch.edge(clip, radius: 20, width: 3, Palette.text)
        sketch.add([
            .polygon([Point(middle.x - 30, middle.y - 38), Point(middle.x + 40, middle.y), Point(middle.x - 30, middle.y + 38)], Palette.text)
        ])
        draw(.left, .dropClip, at: Point(clip.x - 150, middle.y), on: &sketch)
        draw(.right, .like, at: Point(clip.maxX + 150, middle.y), on: &sketch)
        draw(.up, .skipClip, at: Point(middle.x, clip.y - 110), on: &sketch)
        draw(.down, .takeBack, at: Point(middle.x, clip.maxY + 110), on: &sketch)
        let width = Areas.right - Areas.left - 200
        let lines = TextMetrics.lines(Strings.reviewHint, size: min(look.small, 44), within: width)
        sketch.text(
            Strings.reviewHint, at: Point(middle.x, clip.maxY + 190), size: min(look.small, 44), alignment: .center, color: look.caption,
            width: width,
            lines: min(3, lines))
        return Layer(.drawing(sketch.drawing))
    }

    /// Draws the arrow's icon, and its word on the side away from the clip.
    private func draw(_ control: Control, _ deed: ActionLabel, at point: Point, on sketch: inout DrawingBuilder) {
        let side = 96.0
        sketch.icon(control.icon, in: Rect(x: point.x - side / 2, y: point.y - side / 2, width: side, height: side))
        let size = min(look.body, 60)
        let words = Strings.word(of: deed)
        switch control {
        case .left where Areas.isUpright, .right where Areas.isUpright:
            let room = 2 * min(point.x - Areas.left, Areas.right - point.x)
            sketch.line(words, x: point.x, middle: point.y + 84, size: size, weight: .semibold, alignment: .center, width: room)
        case .left: sketch.line(words, x: point.x - 70, middle: point.y, size: size, weight: .semibold, alignment: .trailing)
        case .right: sketch.line(words, x: point.x + 70, middle: point.y, size: size, weight: .semibold)
        default: sketch.line(words, x: point.x + 70, middle: point.y, size: size, weight: .semibold)
        }
    }
}
