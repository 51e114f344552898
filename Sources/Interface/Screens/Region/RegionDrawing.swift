// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The frame on the picture, with everything outside it darkened, and words that say what it is for.
struct RegionDrawing {
    private let frame: Rect
    private let picture: Rect
    private let isWhole: Bool
    private let look: Theme

    /// - Parameters:
    ///   - frame: the frame, 0…1 both ways of the picture as it is displayed.
    ///   - isWhole: true if the frame counts as the whole picture.
    ///   - picture: the picture's place on the canvas.
    init(frame: Rect, isWhole: Bool, in picture: Rect, _ look: Theme) {
        self.frame = Rect(
            x: picture.x + frame.x * picture.width, y: picture.y + frame.y * picture.height, width: frame.width * picture.width,
            height: frame.height * picture.height)
        (self.picture, self.isWhole, self.look) = (picture, isWhole, look)
    }

    private static let edge = 6.0
    private static let shade = Palette.ink.opacity(0.55)

    /// The four parts of the picture round the frame.
    private var outside: [Rect] {
        [
            Rect(x: picture.x, y: picture.y, width: picture.width, height: frame.y - picture.y),
            Rect(x: picture.x, y: frame.maxY, width: picture.width, height: picture.maxY - frame.maxY),
            Rect(x: picture.x, y: frame.y, width: frame.x - picture.x, height: frame.height),
            Rect(x: frame.maxX, y: frame.y, width: picture.maxX - frame.maxX, height: frame.height),
        ]
    }

    var drawing: Drawing {
        var sketch = DrawingBuilder(look)
        sketch.add(outside.filter { $0.width > 0 && $0.height > 0 }.map { .fill($0, cornerRadius: 0, Self.shade) })
        sketch.edge(frame, radius: 4, width: Self.edge, Palette.held)
        let words = [
            (Strings.Region.title, look.title), (Strings.Region.help, look.small), (isWhole ? Strings.Region.whole : Strings.Region.use, look.small),
        ]
        let width = words.map { TextMetrics.width($0.0, size: $0.1) }.max() ?? 0
        let room = Areas.right - Areas.left
        let card = Rect(
            x: Areas.left, y: Areas.top, width: min(room, width + 2 * Theme.padding),
            height: words.reduce(24) { $0 + look.lineHeight($1.1) })
        sketch.sheet(card)
        var y = card.y + 12
        for (index, (text, size)) in words.enumerated() {
            let height = look.lineHeight(size)
            sketch.line(
                text, x: card.x + Theme.padding, middle: y + height / 2, size: size, weight: index == 0 ? .semibold : .medium,
                color: index == 0 ? Palette.text : Palette.caption, width: card.width - 2 * Theme.padding)
            y += height
        }
        return sketch.drawing
    }
}
