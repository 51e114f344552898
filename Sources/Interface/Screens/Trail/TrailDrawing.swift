// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The drawing of a trail in the rectangle of the picture. The number of its pictures is shown at the top right and on the bar.
struct TrailDrawing {
    private let mode: TrailMode
    private let playback: any Playback
    private let context: Context
    private let now: Timestamp
    private let look: Theme

    private static let figureSize = 72.0

    init(_ mode: TrailMode, _ playback: any Playback, _ context: Context, at now: Timestamp) {
        (self.mode, self.playback, self.context, self.now) = (mode, playback, context, now)
        look = Theme(context.settings)
    }

    var layers: [Layer] {
        var words = DrawingBuilder(look)
        let count = drawCount(on: &words)
        let line = Strings.trail(mode.trail.side)
        ReplayHead(.paused, playback.time(in: context, at: now), line, look, right: count.x - Theme.margin).draw(on: &words)
        drawBar(on: &words)
        return kept.layers + [Layer(.drawing(words.drawing))]
    }

    /// The scene that is kept as a picture: the pictures with their trails and drawings.
    var kept: Scene {
        let pictures = playback.pictureLayers(in: context, at: now).flatMap(withTrail)
        return Scene(layers: pictures + playback.drawingLayers(in: context, at: now))
    }

    /// Returns a picture with its trail. A translucent picture is replaced by its trail, because both together would be denser.
    private func withTrail(_ picture: Layer) -> [Layer] {
        guard case .video(.track(let track, _)) = picture.content, let shown = mode.shown[track] else { return [picture] }
        var trail = picture
        trail.content = .extract(shown)
        return picture.placement.opacity < 1 ? [trail] : [picture, trail]
    }

    private func drawCount(on sketch: inout DrawingBuilder) -> Rect {
        let figure = "\(mode.trail.count)"
        let size = 8 + 20 * look.scale
        let words = Strings.trailFrames
        let gap = 16.0
        let width = TextMetrics.width(figure, size: Self.figureSize) + gap + TextMetrics.width(words, size: size) + 48
        // The chip that says what is wrong has the corner.
        let top = context.pageCorner(at: now).map { $0.maxY + Theme.margin } ?? Areas.top
        let rect = Rect(x: Areas.right - width, y: top, width: width, height: 104)
        sketch.scrim(rect)
        sketch.words(figure, x: rect.x + 24, baseline: rect.y + 78, size: Self.figureSize, weight: .semibold)
        sketch.words(words, x: rect.x + 24 + TextMetrics.width(figure, size: Self.figureSize) + gap, baseline: rect.y + 78, size: size)
        return rect
    }

    private func drawBar(on sketch: inout DrawingBuilder) {
        playback.drawBar(in: context, at: now, on: &sketch)
        let bar = playback.bar(in: context, at: now)
        let span = mode.span(on: playback, at: now)
        let (from, to) = (bar.x(span.lowerBound), bar.x(span.upperBound))
        sketch.add([
            .fill(
                Rect(x: from, y: bar.rect.y + 5, width: max(4, to - from), height: bar.rect.height - 10), cornerRadius: 3,
                Palette.held.opacity(0.55))
        ])
        bar.drawHead(at: span.upperBound, isOfTheKnob: false, on: &sketch)
    }
}
