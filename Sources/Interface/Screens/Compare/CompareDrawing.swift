// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Draws two clips that are compared: their pictures, their names, and the time that they share.
struct CompareDrawing {
    private let screen: CompareScreen
    private let context: Context
    private let now: Timestamp
    private let look: Look

    /// The gap between two pictures that lie beside each other.
    private static let gap = 8.0
    private static let padding = 24.0
    /// The share of a picture's width that is visible beside another one, if the picture is as wide as the TV.
    static let share = (1 - gap / Canvas.bounds.width) / 2
    /// The letters of both clips, wherever they are drawn.
    static let letters = ["A", "B"]
    private static let (this, other) = (letters[0], letters[1])

    init(_ screen: CompareScreen, _ context: Context, at now: Timestamp) {
        (self.screen, self.context, self.now) = (screen, context, now)
        look = Look(context.settings)
    }

    /// Returns the session of a side's clip.
    private func book(_ side: CompareSide) -> ScoreBook? { context.desk.book(of: side.key) }
    private var canvas: Rect { Canvas.bounds }

    var layers: [Layer] {
        var layers = pictureLayers + drawnPictures.flatMap { $0.layers(in: context) }
        let opacity = screen.hidesFooter(in: context) ? context.footer.opacity(at: now) : 1
        if opacity > 0 {
            var words = Sketch(look)
            drawHead(on: &words)
            drawBar(on: &words)
            layers.append(Layer(.drawing(words.drawing), placement: Placement(opacity: opacity)))
        }
        if let span = screen.ladder {
            layers.append(SpeedLadder.layer(chosen: screen.transport.speed, limit: screen.limit, until: span, context, at: now))
        }
        return layers
    }

    /// The scene that is saved as a picture: both pictures with their names and the time, without the controls.
    var kept: Scene {
        var words = Sketch(look)
        drawLine(on: &words)
        drawHead(on: &words)
        return Scene(layers: pictures + drawnPictures.flatMap { $0.layers(in: context) } + [Layer(.drawing(words.drawing))])
    }

    // MARK: Pictures

    /// The two pictures, and the line between them.
    var pictureLayers: [Layer] {
        var line = Sketch(look)
        drawLine(on: &line)
        return pictures + [Layer(.drawing(line.drawing))]
    }

    /// The pictures as a ground for drawings, each with its area and time.
    var drawnPictures: [DrawnPicture] {
        let place = screen.transport.position(at: now)
        func drawn(_ side: CompareSide?, _ layer: Layer?, area: Rect) -> DrawnPicture? {
            guard let layer else { return nil }
            guard let side else {
                return DrawnPicture(
                    .line, layer, orientation: context.settings.orientation, size: context.stream.size, seconds: nil,
                    isLeftHanded: context.isShooterLeftHanded, area: area)
            }
            return DrawnPicture(
                .clip(side.key), layer, orientation: side.orientation(book(side)), size: side.size, seconds: (place + side.zero).inSeconds,
                isLeftHanded: context.isLeftHanded(side.key), area: area)
        }
        switch screen.mode {
        case .beside:
            let pictures = pictures
            return [drawn(screen.side, pictures.first, area: pictures[0].place), drawn(screen.otherSide, pictures.last, area: pictures[1].place)]
                .compactMap { $0 }
        case .ghost, .wipe:
            let edge = screen.mode == .wipe ? canvas.width * screen.wipe : canvas.width
            let left = Rect(x: 0, y: 0, width: edge, height: canvas.height)
            let right = Rect(
                x: screen.mode == .wipe ? edge : 0, y: 0, width: screen.mode == .wipe ? canvas.width - edge : canvas.width, height: canvas.height)
            return [drawn(screen.side, whole(isOther: false), area: left), drawn(screen.otherSide, whole(isOther: true), area: right)]
                .compactMap { $0 }
        }
    }

    private var pictures: [Layer] {
        switch screen.mode {
        case .beside:
            let width = (canvas.width - Self.gap) / 2
            let right = Rect(x: canvas.maxX - width, y: 0, width: width, height: canvas.height)
            return [filling(Rect(x: 0, y: 0, width: width, height: canvas.height), isOther: false), filling(right, isOther: true)]
        case .ghost:
            var over = whole(isOther: true)
            over.placement.opacity = screen.mix
            return [whole(isOther: false), over]
        case .wipe:
            let edge = canvas.width * screen.wipe
            let right = cut(whole(isOther: true), to: Rect(x: edge, y: 0, width: canvas.width - edge, height: canvas.height))
            let left = cut(whole(isOther: false), to: Rect(x: 0, y: 0, width: edge, height: canvas.height))
            return [left, right].compactMap { $0 }
        }
    }

    private func zoom(isOther: Bool) -> Zoom { isOther ? screen.ownZoom ?? context.zoom : context.zoom }

    /// Returns a picture as large as it fits, cropped to its zoom.
    private func whole(isOther: Bool) -> Layer {
        let crop = zoom(isOther: isOther).crop
        if let side = isOther ? screen.otherSide : screen.side {
            return Layer(
                .video(.track(side.track)), place: canvas.fitted(aspect: side.aspect(book(side))), crop: crop,
                orientation: side.decidedOrientation(book(side)))
        }
        var layer = LivePictures.picture(.delayed, context, within: canvas)
        layer.crop = crop
        return layer
    }

    /// Returns a picture that fills a narrower rectangle: what is too wide is cropped left and right.
    private func filling(_ place: Rect, isOther: Bool) -> Layer {
        var layer = whole(isOther: isOther)
        let aspect = layer.place.width / layer.place.height
        // As high as the zoomed part, and as wide as the rectangle has room for.
        let wanted = place.width / place.height / aspect
        if wanted < 1 { layer.crop = zoom(isOther: isOther).crop(width: layer.crop.height * wanted) }
        layer.place = place
        return layer
    }

    /// Returns the part of a picture that lies in an area of the canvas, or `nil` if none of it does.
    private func cut(_ layer: Layer, to area: Rect) -> Layer? {
        guard let place = layer.place.intersection(area), place.width > 0 else { return nil }
        var layer = layer
        layer.crop = layer.crop.part(place.inUnits(of: layer.place))
        layer.place = place
        return layer
    }

    // MARK: The line

    private func drawLine(on sketch: inout Sketch) {
        switch screen.mode {
        case .beside:
            sketch.add([
                .fill(Rect(x: canvas.center.x - Self.gap / 2, y: 0, width: Self.gap, height: canvas.height), cornerRadius: 0, Palette.page)
            ])
        case .ghost: break
        case .wipe:
            let x = canvas.width * screen.wipe
            let ends = [Point(x, 0), Point(x, canvas.height)]
            sketch.add([.line(ends, width: 8, Palette.ink), .line(ends, width: 4, Palette.text)])
            let grip = Point(x, min(800, FootageBar.top(context) - 56))
            let color = screen.transport.isPaused ? Palette.text : Palette.held
            sketch.add([.disc(center: grip, radius: 34, Palette.ink), .disc(center: grip, radius: 30, color)])
            for direction in [-1.0, 1] {
                sketch.add([
                    .polygon(
                        [Point(x + 18 * direction, grip.y), Point(x + 5 * direction, grip.y - 9), Point(x + 5 * direction, grip.y + 9)], Palette.ink)
                ])
            }
        }
    }

    // MARK: At the top

    private func drawHead(on sketch: inout Sketch) {
        // The larger the words, the fewer fit beside each other.
        let size = min(36 * look.scale, 54)
        let (height, top) = (72 * min(look.scale, 1.5), Areas.top)
        let time = TimeBox(screen.transport, height: height, at: now)
        let room = time.rect.x - Look.margin - Areas.left
        tag(Self.this, title(screen.side), score(screen.side), x: Areas.left, isRight: false, room: room, size: size, height: height, on: &sketch)
        time.draw(on: &sketch)
        let right = context.pageChip(at: now).map { $0.full.x - Look.margin } ?? Areas.right
        tag(
            Self.other, screen.otherSide.map(title) ?? Strings.compareDelayed(context.settings.delaySeconds), screen.otherSide.flatMap(score),
            x: right, isRight: true, room: right - time.rect.maxX - Look.margin, size: size, height: height, on: &sketch)
        drawValues(from: top + height + Look.margin, on: &sketch)
    }

    private func title(_ side: CompareSide) -> String { context.title(ofCompared: side.key) }

    private func score(_ side: CompareSide) -> ScoreChip? {
        book(side)?.score(ofClip: side.key.number).map { ScoreChip($0.arrow, on: $0.face) }
    }

    /// Draws the letter and the name of a clip, and the score of its arrow.
    private func tag(
        _ letter: String, _ title: String, _ score: ScoreChip?, x: Double, isRight: Bool, room: Double, size: Double, height: Double,
        on sketch: inout Sketch
    ) {
        let box = height - 28
        let chip = score.map { SummaryParts.scoreWidth($0.label, size: size) } ?? 0
        let rest = 14 + box + 16 + (score == nil ? 20 : chip + 16 + 14)
        let words = min(TextMetrics.width(title, size: size), room - rest)
        guard words > 0 else { return }
        let width = rest + words
        let rect = Rect(x: isRight ? x - width : x, y: Areas.top, width: width, height: height)
        sketch.scrim(rect)
        let key = Rect(x: rect.x + 14, y: rect.y + 14, width: box, height: box)
        sketch.add([.fill(key, cornerRadius: 10, Palette.text)])
        sketch.line(letter, x: key.center.x, middle: key.center.y, size: box * 0.72, weight: .bold, alignment: .center, color: Palette.ink)
        sketch.line(title, x: key.maxX + 16, middle: rect.center.y, size: size, weight: .semibold, width: words + 1)
        score?.draw(in: Rect(x: rect.maxX - 14 - chip, y: key.y, width: chip, height: box), size: size, on: &sketch)
    }

    /// Draws at the top right, one below the other, what the knob changes and which values are unusual.
    private func drawValues(from top: Double, on sketch: inout Sketch) {
        var y = top
        if screen.mode == .ghost { y = drawMix(at: y, on: &sketch) }
        if let shift = screen.otherSide?.shift, shift != 0 || screen.isShifting { y = drawShift(shift, at: y, on: &sketch) }
        if screen.transport.speed != 1, screen.ladder == nil { SpeedLadder.sign(screen.transport.speed, y: y, on: &sketch) }
    }

    private func drawMix(at y: Double, on sketch: inout Sketch) -> Double {
        let words = Strings.mix(Self.other, over: Self.this)
        let width = max(416, TextMetrics.width(words, size: look.small) + TextMetrics.width(Strings.percent(1), size: 48) + 3 * Self.padding)
        let rect = Rect(x: Areas.right - width, y: y, width: width, height: 96 + look.lineHeight(look.small) - look.lineHeight(28))
        sketch.scrim(rect)
        sketch.line(words, x: rect.x + Self.padding, middle: rect.y + rect.height * 0.4, size: look.small)
        sketch.line(
            Strings.percent(screen.mix), x: rect.maxX - Self.padding, middle: rect.y + rect.height * 0.4, size: 48, weight: .semibold,
            alignment: .trailing)
        let line = Rect(x: rect.x + Self.padding, y: rect.maxY - 20, width: rect.width - 2 * Self.padding, height: 8)
        var done = line
        done.width = line.width * screen.mix
        let color = screen.transport.isPaused ? Palette.text : Palette.held
        sketch.add([
            .fill(line, cornerRadius: 4, Palette.text.opacity(0.4)), .fill(done, cornerRadius: 4, color),
            .disc(center: Point(done.maxX, line.center.y), radius: 14, Palette.ink),
            .disc(center: Point(done.maxX, line.center.y), radius: 12, color),
        ])
        return rect.maxY + Look.margin
    }

    private func drawShift(_ shift: Int, at y: Double, on sketch: inout Sketch) -> Double {
        let (label, value) = (Strings.shift, Strings.shifted(shift))
        let (left, right) = (TextMetrics.width(label, size: look.small), TextMetrics.width(value, size: look.body))
        let width = left + right + 20 + 2 * Self.padding
        let rect = Rect(x: Areas.right - width, y: y, width: width, height: look.lineHeight(look.body) + 20)
        sketch.sheet(rect)
        sketch.line(label, x: rect.x + Self.padding, middle: rect.center.y, size: look.small)
        sketch.line(
            value, x: rect.maxX - Self.padding, middle: rect.center.y, size: look.body, weight: .semibold, alignment: .trailing,
            color: screen.isShifting ? Palette.held : Palette.text)
        return rect.maxY + Look.margin
    }

    // MARK: At the foot

    func drawBar(on sketch: inout Sketch) {
        let bar = screen.bar(context)
        bar.drawGround(on: &sketch)
        for (side, offset) in [(screen.side, -9.0), (screen.otherSide, 9)] {
            guard let side, let waveform = context.waveforms.known(of: side.key) else { continue }
            bar.draw(waveform, at: side.zero, middle: bar.rect.center.y + offset, reach: 7, on: &sketch)
        }
        bar.draw(moment: .zero, on: &sketch)
        bar.drawHead(
            at: screen.transport.position(at: now), isOfTheKnob: screen.transport.isPaused && !screen.isShifting, on: &sketch)
    }
}

/// The time that two clips share, in the middle at the top: whether it runs, and how long before or after the moments it is.
private struct TimeBox {
    let rect: Rect
    private let words: String
    private let isPaused: Bool

    private static let size = 48.0
    private static let icon = 36.0

    init(_ transport: Transport, height: Double, at now: Timestamp) {
        words = Strings.offsetMilliseconds(transport.time(of: transport.position(at: now), from: .zero))
        isPaused = transport.isPaused
        let width = TextMetrics.width(words, size: Self.size) + Self.icon + 16 + 2 * 28
        rect = Rect(x: Canvas.bounds.center.x - width / 2, y: Areas.top, width: width, height: height)
    }

    func draw(on sketch: inout Sketch) {
        sketch.scrim(rect)
        let (x, middle) = (rect.x + 28, rect.center.y)
        if isPaused {
            for left in [x + 4, x + 20] { sketch.add([.fill(Rect(x: left, y: middle - 17, width: 10, height: 34), cornerRadius: 3, Palette.text)]) }
        } else {
            sketch.add([.polygon([Point(x + 3, middle - 18), Point(x + 33, middle), Point(x + 3, middle + 18)], Palette.text)])
        }
        sketch.line(words, x: rect.maxX - 28, middle: middle, size: Self.size, weight: .semibold, alignment: .trailing)
    }
}
