// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The overlay while a part of a clip is chosen: the held end, the length of the part, and the bar with both ends.
struct TrimDrawing {
    private let trim: TrimMode
    private let context: Context
    private let now: Timestamp
    private let look: Theme

    private static let figureSize = 72.0
    private static let padding = 24.0

    init(_ trim: TrimMode, _ context: Context, at now: Timestamp) {
        (self.trim, self.context, self.now) = (trim, context, now)
        look = Theme(context.settings)
    }

    private var clip: ScoreBook.Clip? { context.desk.book?.clip(trim.key.number) }
    private var moment: Duration? { clip?.moment.map(Duration.seconds) }

    /// Returns the time of a picture, counted from the moment if the clip has one.
    private func time(of picture: Int64) -> Double {
        let position = trim.transport.interval * Int(picture)
        return moment.map { trim.transport.time(of: trim.position(of: picture), from: $0) } ?? position.inSeconds
    }

    func draw(on sketch: inout DrawingBuilder) {
        let size = 8 + 20 * look.scale
        let isShort = look.scale >= 2
        let hasFrame = context.settings.showsDiagnostics && !isShort
        let title = clip?.title ?? Strings.clip(trim.key.number)
        let count = Int(trim.part.upperBound - trim.part.lowerBound) + 1
        let right = box(
            Strings.clockMilliseconds((trim.transport.interval * count).inSeconds),
            [Strings.frames(count), isShort ? nil : Strings.partEnds(time(of: trim.part.upperBound))].compactMap { $0 }.joined(separator: " · "),
            size, from: nil)
        let figure =
            moment == nil ? Strings.clockMilliseconds(time(of: trim.heldPicture)) : Strings.offsetMilliseconds(time(of: trim.heldPicture))
        let left = box(
            figure, [title, hasFrame ? Strings.frame(trim.heldPicture) : nil].compactMap { $0 }.joined(separator: " · "), size,
            from: trim.held == .first ? Strings.partFirst : Strings.partLast)
        left.draw(at: Areas.left, on: &sketch)
        // On an upright canvas the boxes lie one below the other.
        if Areas.isUpright { return drawBelow(left, right, on: &sketch) }
        let taken = context.pageCorner(at: now)
        right.draw(at: (taken.map { $0.x - Theme.margin } ?? Areas.right) - right.width, on: &sketch)
        drawBar(on: &sketch)
    }

    private func drawBelow(_ left: Box, _ right: Box, on sketch: inout DrawingBuilder) {
        right.draw(at: Areas.left, below: left.height(look) + Theme.margin, on: &sketch)
        drawBar(on: &sketch)
    }

    // MARK: Top

    private struct Box {
        var figure: String
        var line: String
        var lineSize: Double
        /// The end that is shown before the figure, with its bracket.
        var end: (word: String, isFirst: Bool)?
        var width: Double

        func height(_ look: Theme) -> Double { 98 + look.lineHeight(lineSize) + 14 }

        /// - Parameter distance: the distance from the top of the safe area.
        func draw(at x: Double, below distance: Double = 0, on sketch: inout DrawingBuilder) {
            let rect = Rect(x: x, y: Areas.top + distance, width: width, height: height(sketch.look))
            sketch.scrim(rect)
            let baseline = rect.y + 80
            var left = rect.x + TrimDrawing.padding
            if let end {
                drawBracket(x: left, y: rect.y, isFirst: end.isFirst, on: &sketch)
                left += 34
                sketch.words(end.word, x: left, baseline: baseline, size: 48, weight: .semibold)
                left += TextMetrics.width(end.word, size: 48) + 20
            }
            sketch.words(figure, x: left, baseline: baseline, size: TrimDrawing.figureSize, weight: .semibold)
            sketch.line(
                line, x: rect.x + TrimDrawing.padding, middle: rect.y + 98 + sketch.look.lineHeight(lineSize) / 2, size: lineSize,
                width: rect.width - 2 * TrimDrawing.padding)
        }

        private func drawBracket(x: Double, y: Double, isFirst: Bool, on sketch: inout DrawingBuilder) {
            let (top, foot) = (y + 28, y + 82)
            let (edge, inner) = isFirst ? (x + 2, x + 12) : (x + 12, x + 2)
            sketch.add([.line([Point(inner, top), Point(edge, top), Point(edge, foot), Point(inner, foot)], width: 5, Palette.text)])
        }
    }

    private func box(_ figure: String, _ line: String, _ lineSize: Double, from end: String?) -> Box {
        let lead = end.map { 54 + TextMetrics.width($0, size: 48) } ?? 0
        let text = max(lead + TextMetrics.width(figure, size: Self.figureSize), TextMetrics.width(line, size: lineSize))
        return Box(
            figure: figure, line: line, lineSize: lineSize, end: end.map { ($0, trim.held == .first) },
            width: min(max(text, 272) + 2 * Self.padding, most))
    }

    /// The most width of a box: half of the width, or all that is left of the chip's corner.
    private var most: Double { Areas.isUpright ? Areas.titleRight(look) - Areas.left : (Areas.right - Areas.left) / 2 - Theme.margin }

    // MARK: The bar

    private func drawBar(on sketch: inout DrawingBuilder) {
        let bar = trim.bar(context)
        bar.drawGround(on: &sketch)
        if let waveform = context.waveforms.known(of: trim.key) { bar.draw(waveform, on: &sketch) }
        let (from, to) = (bar.x(trim.span.lowerBound), bar.x(trim.span.upperBound))
        // The rest of the clip is dark.
        for (left, right) in [(bar.track.x, from), (to, bar.track.maxX)] where right > left {
            sketch.add([
                .fill(Rect(x: left, y: bar.rect.y + 3, width: right - left, height: bar.rect.height - 6), cornerRadius: 4, Palette.ink.opacity(0.6))
            ])
        }
        if let moment { bar.draw(moment: moment, on: &sketch) }
        sketch.edge(Rect(x: from, y: bar.rect.y + 2, width: max(1, to - from), height: bar.rect.height - 4), radius: 4, width: 4, Palette.text)
        if !trim.transport.isPaused { bar.drawHead(at: trim.transport.position(at: now), isOfTheKnob: false, on: &sketch) }
        // The held end lies above the other.
        for end in trim.held == .first ? [TrimMode.End.last, .first] : [.first, .last] {
            drawHandle(at: end == .first ? from : to, isFirst: end == .first, isHeld: end == trim.held, bar, on: &sketch)
        }
    }

    private func drawHandle(at x: Double, isFirst: Bool, isHeld: Bool, _ bar: FootageBar, on sketch: inout DrawingBuilder) {
        let rect = Rect(x: x - 11, y: bar.rect.center.y - 24, width: 22, height: 48)
        sketch.add([.fill(rect.inset(by: -2), cornerRadius: 10, Palette.ink), .fill(rect, cornerRadius: 8, isHeld ? Palette.held : Palette.text)])
        let (tip, back) = isFirst ? (rect.x + 6, rect.maxX - 7) : (rect.maxX - 6, rect.x + 7)
        sketch.add([.line([Point(back, rect.center.y - 8), Point(tip, rect.center.y), Point(back, rect.center.y + 8)], width: 4, Palette.ink)])
    }
}
