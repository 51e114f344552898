// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The drawing of a replay: its picture, and on it the title, the speed and the position.
struct ReplayDrawing {
    private let screen: ReplayScreen
    private let context: Context
    private let now: Timestamp
    private let look: Theme

    init(_ screen: ReplayScreen, _ context: Context, at now: Timestamp) {
        (self.screen, self.context, self.now) = (screen, context, now)
        look = Theme(context.settings)
    }

    private var transport: Transport { screen.transport }

    var layers: [Layer] {
        var layers = pictureLayers + screen.pictures(in: context, at: now).flatMap { $0.layers(in: context) }
        if let sign = context.markSign { layers += sign.layers(overReplayIn: context, at: now) }
        let opacity = screen.hidesFooter(in: context) ? context.footer.opacity(at: now) : 1
        if opacity > 0 {
            var words = DrawingBuilder(look)
            ReplayHead(screen, context, left: span.lowerBound, right: edge - Theme.margin, at: now).draw(on: &words)
            ReplayBar(screen, context, at: now).draw(on: &words)
            drawOwner(on: &words)
            layers.append(Layer(.drawing(words.drawing), placement: Placement(opacity: opacity)))
        }
        return layers + [ladder, corner(isAlone: opacity <= 0)].compactMap { $0 }
    }

    /// The picture that plays, with nothing on it.
    var pictureLayers: [Layer] { [picture] }

    /// The picture. The line's picture has the orientation that is set for everything the camera sees.
    private var picture: Layer {
        guard screen.look != nil else {
            return Layer(
                .video(.replay), place: screen.place(in: context), crop: context.zoom.crop,
                orientation: screen.decidedOrientation(in: context))
        }
        return LivePictures.picture(.replay, context, within: Canvas.bounds)
    }

    // MARK: Top right

    private static let (shuttleWidth, shuttleHeight) = (496.0, 168.0)

    /// The least width of a picture on which the signs at both sides lie. On a narrower one they would cover all of it.
    private static let leastWidth = 1280.0

    /// The horizontal limits of the signs: they lie on a narrower film, not half beside it.
    private var span: ClosedRange<Double> {
        let place = film
        guard place.width >= Self.leastWidth else { return Areas.left...Areas.right }
        return max(Areas.left, place.x + Theme.padding)...min(Areas.right, place.maxX - Theme.padding)
    }

    /// The place of the film on the TV.
    private var film: Rect {
        guard screen.facts(in: context) != nil else { return Canvas.bounds }
        let aspect = screen.aspect(in: context)
        return Canvas.shape.place(ofPicture: aspect).fitted(aspect: aspect)
    }

    /// The left edge of the signs at the top right.
    private var edge: Double {
        let sign = screen.look == nil ? Self.shuttleWidth : max(Self.shuttleWidth, recordingWidth)
        return min(taken?.x ?? span.upperBound, span.upperBound - sign)
    }
    private var recordingWidth: Double { TextMetrics.width(Strings.stillRecording, size: look.small) + 2 * Theme.padding + 34 }
    private var taken: Rect? { context.pageCorner(at: now) }
    private var top: Double { taken.map { $0.maxY + Theme.margin } ?? Areas.top }

    /// The speeds, for a second after one was chosen.
    private var ladder: Layer? {
        screen.ladder.map { SpeedLadder.layer(chosen: transport.speed, until: $0, context, at: now) }
    }

    /// Returns the sign at the top right: what a held arrow does, otherwise an unusual speed and that recording goes on.
    /// - Parameter isAlone: true if nothing else is shown about the replay now.
    private func corner(isAlone: Bool) -> Layer? {
        var sketch = DrawingBuilder(look)
        if let shuttle = transport.shuttle { draw(shuttle, on: &sketch) } else { drawChips(isAlone: isAlone, on: &sketch) }
        return sketch.commands.isEmpty ? nil : Layer(.drawing(sketch.drawing))
    }

    private func drawChips(isAlone: Bool, on sketch: inout DrawingBuilder) {
        var y = top
        if transport.speed != 1, screen.ladder == nil {
            y = SpeedLadder.sign(transport.speed, y: y, on: &sketch).maxY + 12
        }
        if screen.look != nil, !isAlone, context.stalledSince == nil {
            let size = look.small
            let width = recordingWidth
            let rect = Rect(x: span.upperBound - width, y: y, width: width, height: look.lineHeight(size) + 18)
            sketch.scrim(rect)
            let dot = Point(rect.x + Theme.padding + 11, rect.center.y)
            sketch.add([.disc(center: dot, radius: 13, Palette.text), .disc(center: dot, radius: 11, Palette.loss)])
            sketch.line(Strings.stillRecording, x: rect.x + Theme.padding + 34, middle: rect.center.y, size: size)
        }
    }

    /// Draws how fast a held arrow runs, and how soon it runs faster.
    private func draw(_ shuttle: Transport.Shuttle, on sketch: inout DrawingBuilder) {
        let rect = Rect(x: Areas.right - Self.shuttleWidth, y: top, width: Self.shuttleWidth, height: Self.shuttleHeight)
        sketch.scrim(rect)
        let key = Rect(x: rect.x + 24, y: rect.y + 24, width: 60, height: 60)
        let icon: Icon = shuttle.direction > 0 ? .right : .left
        guard !shuttle.wasPlaying else {
            sketch.icon(icon, in: key)
            return sketch.line(
                Strings.speed(shuttle.direction * Transport.Shuttle.playing), x: key.maxX + 24, middle: rect.center.y, size: 72, weight: .semibold)
        }
        let progress = TimeSpan(shuttle.start, for: Transport.Shuttle.slowTime).progress(at: now)
        sketch.add(icon.held(in: key, progress: progress, Palette.text))
        let count = shuttle.isFast(at: now) ? Transport.Shuttle.fast : Transport.Shuttle.slow
        let figure = "\(Int(count))"
        sketch.line(figure, x: key.maxX + 24, middle: key.center.y, size: 72, weight: .semibold)
        let left = key.maxX + 24 + TextMetrics.width(figure, size: 72) + 12
        sketch.line(Strings.picturesPerSecond, x: left, middle: key.center.y + 8, size: 36, width: rect.maxX - 24 - left)
        let line = Rect(x: rect.x + 24, y: rect.maxY - 32, width: rect.width - 48, height: 8)
        var done = line
        done.width = max(8, line.width * progress)
        sketch.add([.fill(line, cornerRadius: 4, Palette.text.opacity(0.3)), .fill(done, cornerRadius: 4, Palette.text)])
    }

    /// Draws whose clip it is, and what its arrow scored, under the sign that says how it plays.
    private func drawOwner(on sketch: inout DrawingBuilder) {
        guard let number = screen.key?.number, let book = context.desk.book, let end = book.end(ofClip: number) else { return }
        let score = book.score(ofClip: number)
        let line = NameLine(book.archer, book.ends.name(of: end))
        let size = 12 + 24 * look.scale
        let side = 48 * size / 36
        let chip = score.map { max(side, TextMetrics.width($0.arrow.label, size: size) + 16) + 16 } ?? 0
        let room = Self.shuttleWidth - 2 * Theme.padding - chip
        let words = min(line.width(size), room)
        let width = words + chip + 2 * Theme.padding
        let rect = Rect(x: Areas.right - width, y: ownerTop, width: width, height: side + 24)
        sketch.scrim(rect)
        let place = Rect(x: rect.x + Theme.padding, y: rect.y, width: words, height: rect.height)
        let fitting = line.size(size, within: words, least: Theme.smallest)
        line.draw(in: place, baseline: rect.center.y + fitting * TextMetrics.capHeight / 2, size: fitting, .leading, on: &sketch)
        guard let score else { return }
        let tile = Rect(x: rect.maxX - Theme.padding - chip + 16, y: rect.center.y - side / 2, width: chip - 16, height: side)
        ScoreChip(score.arrow, on: score.face).draw(in: tile, size: size, radius: 12, on: &sketch)
    }

    /// The upper edge of the sign that says whose clip it is.
    private var ownerTop: Double {
        if transport.shuttle != nil { return top + Self.shuttleHeight + 12 }
        return transport.speed != 1 && screen.ladder == nil ? top + SpeedLadder.signHeight + 12 : top
    }
}
