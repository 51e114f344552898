// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Draws what lies over two compared pictures, on the TV and in a film: the line between them, their names and the time.
package struct ComparisonOverlay {
    /// The name of a picture, with the score of its arrow.
    package struct Name {
        var title: String
        var score: ScoreChip?

        package init(_ title: String, _ score: ScoreChip?) {
            (self.title, self.score) = (title, score)
        }
    }

    /// The letters of both pictures, wherever they are drawn.
    static let letters = ["A", "B"]

    private let look: Theme
    // The larger the words, the fewer fit beside each other.
    private var size: Double { min(36 * look.scale, 54) }
    private var height: Double { 72 * min(look.scale, 1.5) }
    /// The upper edge of what is drawn under the names.
    var belowNames: Double { Areas.top + (Areas.isUpright ? 2 : 1) * (height + Theme.margin) }

    init(_ look: Theme) { self.look = look }

    /// Returns everything over the pictures of a film.
    /// - Parameter clock: the time after both moments.
    package static func commands(_ view: ComparisonView, _ names: (Name, Name), at clock: Duration) -> [DrawingCommand] {
        let overlay = ComparisonOverlay(Theme(Settings()))
        var sketch = DrawingBuilder(overlay.look)
        overlay.drawLine(view, on: &sketch)
        overlay.drawHead(names, TimeBox(clock.inSeconds, isPaused: nil, height: overlay.height), on: &sketch)
        return sketch.commands
    }

    /// Draws the line between the pictures, without its grip.
    /// - Parameter pictures: the area of both pictures together.
    func drawLine(_ view: ComparisonView, over pictures: Rect = Canvas.bounds, on sketch: inout DrawingBuilder) {
        let canvas = Canvas.bounds
        switch view.mode {
        case .beside where Areas.isUpright: break
        case .beside:
            let gap = Rect(x: canvas.center.x - ComparisonView.gap / 2, y: 0, width: ComparisonView.gap, height: canvas.height)
            sketch.add([.fill(gap, cornerRadius: 0, Palette.page)])
        case .ghost: break
        case .wipe:
            let x = canvas.width * view.wipe
            // On an upright TV, the bars above and below the pictures stay black.
            let span = Areas.isUpright ? pictures : canvas
            let ends = [Point(x, span.y), Point(x, span.maxY)]
            sketch.add([.line(ends, width: 8, Palette.ink), .line(ends, width: 4, Palette.text)])
        }
    }

    /// Draws the names at the top left and right, and the time between them.
    /// - Parameters:
    ///   - seconds: the time after both moments.
    ///   - right: the right end of the name of B.
    func drawHead(_ names: (Name, Name), seconds: Double, isPaused: Bool, right: Double, on sketch: inout DrawingBuilder) {
        drawHead(names, TimeBox(seconds, isPaused: isPaused, height: height), right: right, on: &sketch)
    }

    private func drawHead(_ names: (Name, Name), _ time: TimeBox, right: Double = Areas.right, on sketch: inout DrawingBuilder) {
        // On an upright canvas the names share the first line.
        if Areas.isUpright {
            let room = (right - Areas.left - Theme.margin) / 2
            tag(Self.letters[0], names.0, x: Areas.left, isRight: false, room: room, on: &sketch)
            tag(Self.letters[1], names.1, x: right, isRight: true, room: room, on: &sketch)
            return time.draw(on: &sketch)
        }
        tag(Self.letters[0], names.0, x: Areas.left, isRight: false, room: time.rect.x - Theme.margin - Areas.left, on: &sketch)
        time.draw(on: &sketch)
        tag(Self.letters[1], names.1, x: right, isRight: true, room: right - time.rect.maxX - Theme.margin, on: &sketch)
    }

    /// Draws the letter and the name of a picture, and the score of its arrow.
    private func tag(_ letter: String, _ name: Name, x: Double, isRight: Bool, room: Double, on sketch: inout DrawingBuilder) {
        let box = height - 28
        let chip = name.score.map { SummaryParts.scoreWidth($0.label, size: size) } ?? 0
        let rest = 14 + box + 16 + (name.score == nil ? 20 : chip + 16 + 14)
        let words = min(TextMetrics.width(name.title, size: size), room - rest)
        guard words > 0 else { return }
        let width = rest + words
        let rect = Rect(x: isRight ? x - width : x, y: Areas.top, width: width, height: height)
        sketch.scrim(rect)
        let key = Rect(x: rect.x + 14, y: rect.y + 14, width: box, height: box)
        sketch.add([.fill(key, cornerRadius: 10, Palette.text)])
        sketch.line(letter, x: key.center.x, middle: key.center.y, size: box * 0.72, weight: .bold, alignment: .center, color: Palette.ink)
        sketch.line(name.title, x: key.maxX + 16, middle: rect.center.y, size: size, weight: .semibold, width: words + 1)
        name.score?.draw(in: Rect(x: rect.maxX - 14 - chip, y: key.y, width: chip, height: box), size: size, on: &sketch)
    }
}

/// The time that two clips share, in the middle at the top: how long before or after the moments it is, and on the TV if it runs.
private struct TimeBox {
    let rect: Rect
    private let words: String
    private let isPaused: Bool?

    private static let size = 48.0
    private static let icon = 36.0

    /// - Parameter isPaused: `nil` without a sign of it.
    init(_ seconds: Double, isPaused: Bool?, height: Double) {
        words = Strings.offsetMilliseconds(seconds)
        self.isPaused = isPaused
        let width = TextMetrics.width(words, size: Self.size) + (isPaused == nil ? 0 : Self.icon + 16) + 2 * 28
        let top = Areas.isUpright ? Areas.top + height + Theme.margin : Areas.top
        rect = Rect(x: Canvas.bounds.center.x - width / 2, y: top, width: width, height: height)
    }

    func draw(on sketch: inout DrawingBuilder) {
        // The line between two pictures runs behind the box, and would show through a scrim.
        sketch.sheet(rect)
        let (x, middle) = (rect.x + 28, rect.center.y)
        switch isPaused {
        case true?:
            for left in [x + 4, x + 20] { sketch.add([.fill(Rect(x: left, y: middle - 17, width: 10, height: 34), cornerRadius: 3, Palette.text)]) }
        case false?: sketch.add([.polygon([Point(x + 3, middle - 18), Point(x + 33, middle), Point(x + 3, middle + 18)], Palette.text)])
        case nil: break
        }
        sketch.line(words, x: rect.maxX - 28, middle: middle, size: Self.size, weight: .semibold, alignment: .trailing)
    }
}
