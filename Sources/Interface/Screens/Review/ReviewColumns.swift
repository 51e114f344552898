// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The columns beside the clip: its number, the archer and the end at the left, its score at the right, and its progress above it.
struct ReviewColumns {
    private let screen: ReviewScreen
    private let context: Context
    private let look: Theme
    private let now: Timestamp

    init(_ screen: ReviewScreen, _ context: Context, _ look: Theme, at now: Timestamp) {
        (self.screen, self.context, self.look, self.now) = (screen, context, look, now)
    }

    /// - Parameters:
    ///   - hasLine: true to draw the progress, which nobody needs while the clip is dragged.
    ///   - offsets: how far the clips lie beside their place that are dragged or on their way out.
    func layers(hasLine: Bool, under offsets: [Point]) -> [Layer] {
        let columns = [(left, ReviewLayout.left), (right, ReviewLayout.right)].compactMap { drawing, area -> Layer? in
            let opacity = offsets.map { Self.opacity(of: area, under: $0) }.min() ?? 1
            return opacity > 0 ? Layer(.drawing(drawing), placement: Placement(opacity: opacity)) : nil
        }
        return columns + (hasLine ? line : [])
    }

    /// Returns the opacity of a column. It goes before a clip lies on it: half a figure says nothing.
    private static func opacity(of column: Rect, under offset: Point) -> Double {
        let clip = ReviewLayout.clip
        let across = min(clip.maxX + offset.x - column.x, column.maxX - clip.x - offset.x)
        // On an upright canvas the clip lies below the columns.
        let depth = Areas.isUpright ? min(across, column.maxY - clip.y - offset.y) : across
        return (-depth / ReviewLayout.columnGap).clamped(to: 0...1)
    }

    private var top: ReviewClip? { screen.stack.top }

    // MARK: Left

    private var left: Drawing {
        var sketch = DrawingBuilder(look)
        let area = ReviewLayout.left
        let place = "\(screen.stack.place)"
        let placeSize = Theme.size(72, for: place, within: ReviewLayout.placeWidth)
        sketch.words(place, x: area.x, baseline: area.y + 70, size: placeSize, weight: .semibold)
        let count = screen.stack.count + screen.pages.left
        let size = min(look.body, 48)
        sketch.line(Strings.ofClips(count), x: area.x, middle: area.y + 100, size: size, width: area.width)
        var y = area.y + 100 + size * 0.8
        let unconfirmed = top.flatMap { $0.clip.isUnconfirmed ? [$0.clip.title, Strings.unconfirmed] : nil } ?? []
        for words in [top?.archer, top?.endName].compactMap({ $0 }) + unconfirmed {
            let size = Theme.size(min(look.small, 40), for: words, within: area.width)
            sketch.text(words, at: Point(area.x, y), size: size, width: area.width)
            y += look.lineHeight(size)
        }
        if !Areas.isUpright { drawStack(from: max(y + 24, 290), on: &sketch) }
        return sketch.drawing
    }

    /// Draws the stack as lines, which thin out as the clips are judged.
    private func drawStack(from y: Double, on sketch: inout DrawingBuilder) {
        let room = Int((ReviewLayout.leftSign.y - ReviewLayout.signRadius - 64 - y) / 16)
        let (done, all) = (screen.stack.done.count, screen.stack.count)
        // Of a long stack only the lines round the top clip are drawn.
        let shown = min(all, max(1, room))
        let first = max(0, min(done - shown / 3, all - shown))
        for index in 0..<shown {
            let place = first + index
            let width = place == done ? 96.0 : 64
            let opacity = place == done ? 1 : place < done ? 0.25 : 0.6
            sketch.add([
                .fill(
                    Rect(x: ReviewLayout.left.x, y: y + Double(index) * 16, width: width, height: 8), cornerRadius: 4, Palette.text.opacity(opacity))
            ])
        }
    }

    // MARK: Right

    private var right: Drawing {
        var sketch = DrawingBuilder(look)
        let area = ReviewLayout.right
        var y = area.y
        if let chip = context.pageCorner(at: now) { y = max(y, chip.maxY + Theme.margin) }
        if let score = top?.score {
            let side = 72.0
            let width = max(side, SummaryParts.scoreWidth(score.arrow.label, size: 48))
            ScoreChip(score.arrow, on: score.face).draw(in: Rect(x: area.maxX - width, y: y, width: width, height: side), size: 44, on: &sketch)
            y += side + 20
        }
        if let seconds = top?.clip.seconds, seconds > 0 {
            let words = Strings.seconds(seconds)
            let size = Theme.size(min(look.small, 40), for: words, within: area.width)
            sketch.text(words, at: Point(area.maxX, y), size: size, alignment: .trailing)
            y += look.lineHeight(size) + 12
        }
        if screen.playback.isSlow {
            sketch.text(Strings.speed(ReviewPlayer.slow), at: Point(area.maxX, y), size: 48, weight: .semibold, alignment: .trailing)
            y += look.lineHeight(48) + 12
        }
        if top?.clip.judgement.isLiked == true {
            sketch.add(SummaryParts.heart(at: Point(area.maxX - 26, y + 26), size: 48, Palette.done))
        }
        return sketch.drawing
    }

    // MARK: Above

    private var line: [Layer] {
        let area = ReviewLayout.line
        let whole = Drawing([.fill(area, cornerRadius: 3, Palette.text.opacity(look.hasHighContrast ? 0.5 : 0.3))])
        var layers = [Layer(.drawing(whole))]
        guard let share = screen.playback.share(at: now), share > 0 else { return layers }
        let done = Drawing([.fill(area, cornerRadius: 3, Palette.text)])
        layers.append(Layer(.drawing(done), window: Rect(x: area.x, y: area.y - 4, width: area.width * share, height: area.height + 8)))
        return layers
    }
}
