// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Draws two clips that are compared: their pictures, their names, and the time that they share.
struct CompareDrawing {
    private let screen: CompareScreen
    private let context: Context
    private let now: Timestamp
    private let look: Theme

    private static let padding = 24.0
    private static let (this, other) = (ComparisonOverlay.letters[0], ComparisonOverlay.letters[1])

    init(_ screen: CompareScreen, _ context: Context, at now: Timestamp) {
        (self.screen, self.context, self.now) = (screen, context, now)
        look = Theme(context.settings)
    }

    /// Returns the session of a side's clip.
    private func book(_ side: CompareSide) -> ScoreBook? { context.desk.book(of: side.key) }
    private var canvas: Rect { Canvas.bounds }

    var layers: [Layer] {
        var layers = pictureLayers + drawnPictures.flatMap { $0.layers(in: context) }
        let opacity = screen.hidesFooter(in: context) ? context.footer.opacity(at: now) : 1
        if opacity > 0 {
            var words = DrawingBuilder(look)
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
        var words = DrawingBuilder(look)
        drawLine(on: &words)
        drawHead(on: &words)
        return Scene(layers: pictures + drawnPictures.flatMap { $0.layers(in: context) } + [Layer(.drawing(words.drawing))])
    }

    // MARK: Pictures

    /// The two pictures, and the line between them.
    var pictureLayers: [Layer] {
        var line = DrawingBuilder(look)
        drawLine(on: &line)
        return pictures + [Layer(.drawing(line.drawing))]
    }

    /// The pictures as a ground for drawings, each with its area and time.
    var drawnPictures: [DrawnPicture] {
        let place = screen.transport.position(at: now)
        return [false, true].map { isOther in
            let (layer, area) = placed(isOther: isOther)
            guard let side = isOther ? screen.otherSide : screen.side else {
                return DrawnPicture(
                    .line, layer, orientation: context.settings.orientation, size: context.stream.size, seconds: nil,
                    isLeftHanded: context.isShooterLeftHanded, area: area)
            }
            return DrawnPicture(
                .clip(side.key), layer, orientation: side.orientation(book(side)), size: side.size, seconds: (place + side.zero).inSeconds,
                isLeftHanded: context.isLeftHanded(side.key), area: area)
        }
    }

    private var pictures: [Layer] {
        [false, true].compactMap { isOther in
            let (layer, area) = placed(isOther: isOther)
            return screen.mode == .wipe ? cut(layer, to: area) : layer
        }
    }

    /// Returns a picture at its position, and the area in which it is visible.
    private func placed(isOther: Bool) -> (layer: Layer, area: Rect) {
        var (layer, aspect): (Layer, Double)
        if let side = isOther ? screen.otherSide : screen.side {
            layer = Layer(.video(.track(side.track)), orientation: side.decidedOrientation(book(side)))
            aspect = side.aspect(book(side))
        } else {
            layer = LivePictures.picture(.delayed, context, within: canvas)
            aspect = layer.place.width / layer.place.height
        }
        let picture = screen.view(in: context, at: now).picture(isOther: isOther, aspect: aspect)
        (layer.place, layer.crop, layer.placement.opacity) = (picture.place, picture.crop, picture.opacity)
        return (layer, picture.area)
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

    private func drawLine(on sketch: inout DrawingBuilder) {
        let pictures = placed(isOther: false).layer.place.union(placed(isOther: true).layer.place)
        ComparisonOverlay(look).drawLine(screen.view(in: context, at: now), over: pictures, on: &sketch)
        guard screen.mode == .wipe else { return }
        let x = canvas.width * screen.wipe
        let grip = Point(x, min(Areas.isUpright ? Areas.film.maxY - 40 : 800, FootageBar.top(context) - 56))
        let color = screen.transport.isPaused ? Palette.text : Palette.held
        sketch.add([.disc(center: grip, radius: 34, Palette.ink), .disc(center: grip, radius: 30, color)])
        for direction in [-1.0, 1] {
            sketch.add([
                .polygon(
                    [Point(x + 18 * direction, grip.y), Point(x + 5 * direction, grip.y - 9), Point(x + 5 * direction, grip.y + 9)], Palette.ink)
            ])
        }
    }

    // MARK: At the top

    private func drawHead(on sketch: inout DrawingBuilder) {
        let overlay = ComparisonOverlay(look)
        let transport = screen.transport
        let names = (
            ComparisonOverlay.Name(title(screen.side), score(screen.side)),
            ComparisonOverlay.Name(
                screen.otherSide.map(title) ?? Strings.compareDelayed(context.settings.delaySeconds), screen.otherSide.flatMap(score))
        )
        overlay.drawHead(
            names, seconds: transport.time(of: transport.position(at: now), from: .zero), isPaused: transport.isPaused,
            right: context.pageCorner(at: now).map { $0.x - Theme.margin } ?? Areas.right, on: &sketch)
        drawValues(from: overlay.belowNames, on: &sketch)
    }

    private func title(_ side: CompareSide) -> String { context.title(ofCompared: side.key) }

    private func score(_ side: CompareSide) -> ScoreChip? {
        book(side)?.score(ofClip: side.key.number).map { ScoreChip($0.arrow, on: $0.face) }
    }

    /// Draws at the top right, one below the other, what the knob changes and which values are unusual.
    private func drawValues(from top: Double, on sketch: inout DrawingBuilder) {
        var y = top
        if screen.mode == .ghost { y = drawMix(at: y, on: &sketch) }
        if let shift = screen.otherSide?.shift, shift != 0 || screen.isShifting { y = drawShift(shift, at: y, on: &sketch) }
        if screen.transport.speed != 1, screen.ladder == nil { SpeedLadder.sign(screen.transport.speed, y: y, on: &sketch) }
    }

    private func drawMix(at y: Double, on sketch: inout DrawingBuilder) -> Double {
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
        return rect.maxY + Theme.margin
    }

    private func drawShift(_ shift: Int, at y: Double, on sketch: inout DrawingBuilder) -> Double {
        let (label, value) = (Strings.shift, Strings.shifted(shift))
        let (left, right) = (TextMetrics.width(label, size: look.small), TextMetrics.width(value, size: look.body))
        let width = left + right + 20 + 2 * Self.padding
        let rect = Rect(x: Areas.right - width, y: y, width: width, height: look.lineHeight(look.body) + 20)
        sketch.sheet(rect)
        sketch.line(label, x: rect.x + Self.padding, middle: rect.center.y, size: look.small)
        sketch.line(
            value, x: rect.maxX - Self.padding, middle: rect.center.y, size: look.body, weight: .semibold, alignment: .trailing,
            color: screen.isShifting ? Palette.held : Palette.text)
        return rect.maxY + Theme.margin
    }

    // MARK: At the foot

    func drawBar(on sketch: inout DrawingBuilder) {
        let bar = screen.bar(in: context, at: now)
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
