// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The score screen as it looks, a drawing a layer.
struct ScoreDrawing {
    let screen: ScoreScreen
    let end: EndRecord
    let book: ScoreBook
    let layout: ScoreLayout
    let now: Timestamp

    static let background = Palette.page

    private var look: Look { layout.look }
    private var face: FaceDrawing { layout.face }
    private var isPlacing: Bool { screen.isPlacing(end) }

    // MARK: The face

    /// The face, and on it what is placed.
    var ground: Drawing {
        var sketch = Sketch(look)
        sketch.add([.fill(Canvas.bounds, cornerRadius: 0, Self.background)])
        sketch.add(edges)
        sketch.add(face.commands)
        PlacedHits(end, on: face, within: layout.target, look: look).draw(on: &sketch)
        return sketch.drawing
    }

    /// A light line around each spot: a black outer ring would be lost on the dark ground.
    private var edges: [DrawingCommand] {
        end.face.spots.indices.map { spot in
            .disc(center: face.point(ofSpot: spot), radius: face.units(end.face.scoringDiameter) / 2 + 2, Palette.text.opacity(0.45))
        }
    }

    /// The circle that is moved, and the way the knob moves it.
    var circle: Drawing {
        var sketch = Sketch(look)
        drawWay(on: &sketch)
        sketch.add(
            CircleDrawing.commands(
                at: face.point(of: screen.circle.place, inSpot: screen.circle.spot),
                radius: face.units(end.shaft) / 2))
        return sketch.drawing
    }

    private func drawWay(on sketch: inout Sketch) {
        let circle = screen.circle
        let middle = face.point(ofSpot: circle.spot)
        let edge = face.units(end.face.scoringDiameter) / 2
        let out = face.units(circle.distance)
        switch screen.axis {
        case .angle where out >= CircleDrawing.reach:
            sketch.add([
                .circle(center: middle, radius: out, width: 7, Palette.ink.opacity(0.6)),
                .circle(center: middle, radius: out, width: 3, Palette.held),
            ])
        case .radius, .angle:
            // In the centre there is nothing to go round; the way shows which hour it is.
            let length = screen.axis == .radius ? max(edge, out) : edge / 4
            let tip = Point(middle.x + circle.direction.right * length, middle.y - circle.direction.up * length)
            sketch.add([.line([middle, tip], width: 7, Palette.ink.opacity(0.6)), .line([middle, tip], width: 3, Palette.held)])
        case .spot:
            sketch.add([
                .circle(center: middle, radius: edge + 8, width: 10, Palette.ink.opacity(0.6)),
                .circle(center: middle, radius: edge + 8, width: 6, Palette.held),
            ])
        }
    }

    var magnifier: Drawing {
        var sketch = Sketch(look)
        Magnifier(screen.circle, on: face, leftOf: layout.panel.x).draw(end, on: &sketch)
        return sketch.drawing
    }

    /// A ring closes round the arrow that was just placed.
    func landing(_ progress: Double) -> Drawing {
        guard let arrow = end.arrows.last, let place = arrow.place else { return Drawing() }
        let radius = CircleDrawing.reach + 48 * (1 - progress)
        return Drawing([
            .circle(
                center: face.point(of: place, inSpot: arrow.spot), radius: radius, width: 6,
                Palette.text.opacity(0.3 + 0.7 * progress))
        ])
    }

    // MARK: The panel

    var panel: Drawing {
        var sketch = Sketch(look)
        drawHeader(on: &sketch)
        if isPlacing { drawLive(on: &sketch) } else { drawTotal(on: &sketch) }
        drawFigures(on: &sketch)
        Scorecard(end, in: book, look: look).draw(in: layout.list, on: &sketch)
        for button in layout.buttons {
            let isIdle = button.pill == .miss && !isPlacing || button.pill == .undo && end.arrows.isEmpty
            Pills.draw(
                button.pill.icon, button.pill.words(isPlacing: isPlacing), in: button.rect, on: &sketch,
                color: isIdle && !look.hasHighContrast ? Palette.caption.opacity(0.7) : Palette.text)
        }
        let items = ScoreLayout.legend(next: isPlacing ? screen.axis.next(on: end.face) : nil)
        if !items.isEmpty {
            LegendRow(items, x: layout.legend.x, y: layout.legend.y, height: layout.legend.height, look: look).draw(on: &sketch)
        }
        return sketch.drawing
    }

    private func drawHeader(on sketch: inout Sketch) {
        let words = isPlacing ? Strings.Score.arrow(end.arrows.count + 1, of: screen.wanted) : Strings.Score.allPlaced(end.arrows.count)
        sketch.text(
            words, at: Point(layout.header.x, layout.header.y), size: ScoreLayout.headerSize(look), weight: .semibold,
            width: layout.header.width)
        guard layout.caption.height > 0 else { return }
        sketch.text(
            captionWords, at: Point(layout.caption.x, layout.caption.y), size: look.small, weight: .regular, color: look.caption,
            width: layout.caption.width)
    }

    /// As much of it as fits, the face first.
    private var captionWords: String {
        let more = [end.distance, book.ends.count > 1 ? Strings.nextEnd(end.number) : nil, Strings.Score.arrows(end.shaft)]
        return more.compactMap { $0 }.reduce(end.face.name) { words, part in
            let longer = "\(words)  ·  \(part)"
            return TextMetrics.width(longer, size: look.small) <= layout.caption.width ? longer : words
        }
    }

    /// What the circle would score here, in its ring's colour, and where it is.
    private func drawLive(on sketch: inout Sketch) {
        let circle = screen.circle
        ScoreChip(circle.score(on: end.face, shaft: end.shaft), on: end.face)
            .draw(in: layout.score, size: look.figure, on: &sketch)
        for (axis, rect) in zip(ScoreCircle.Axis.allCases, layout.axes) {
            let words =
                switch axis {
                case .radius: Strings.Score.out(circle.distance)
                case .angle: Strings.Score.clock(circle.direction)
                case .spot: Strings.Score.spot(circle.spot + 1, of: end.face.spots.count)
                }
            let isHeld = axis == screen.axis
            let side = ScoreLayout.axisSize(look)
            if isHeld {
                sketch.icon(.knobTurn, in: Rect(x: rect.x, y: rect.center.y - side / 2, width: side, height: side), Palette.held)
            }
            sketch.line(
                words, x: rect.x + side + look.gap, middle: rect.center.y, size: ScoreLayout.axisSize(look),
                weight: isHeld ? .semibold : .regular, color: isHeld ? Palette.held : look.caption,
                width: rect.width - side - look.gap)
        }
    }

    private func drawTotal(on sketch: inout Sketch) {
        ScoreChip.neutral("\(end.score.total)").draw(in: layout.score, size: look.figure, on: &sketch)
        for (words, rect) in zip([Strings.Score.endTotal, Strings.Score.stopSaves], layout.axes) {
            sketch.line(words, x: rect.x, middle: rect.center.y, size: ScoreLayout.axisSize(look), width: rect.width)
        }
    }

    private func drawFigures(on sketch: inout Sketch) {
        let figures = ScoreFigure.of(end, in: book)
        let size = ScoreLayout.axisSize(look)
        let places = Flow.places(
            ScoreLayout.figureWidths(figures, look), height: look.lineHeight(size), gap: ScoreLayout.figureGap, rowGap: 0,
            at: Point(layout.figures.x, layout.figures.y), room: layout.figures.width)
        for (figure, rect) in zip(figures, places) {
            sketch.line(figure.title, x: rect.x, middle: rect.center.y, size: size, weight: .regular, color: look.caption)
            sketch.line(figure.value, x: rect.maxX, middle: rect.center.y, size: size, weight: .semibold, alignment: .trailing)
        }
    }
}

/// The circle that is moved: the shaft to scale, and round it rings that are seen on every colour and from three metres.
enum CircleDrawing {
    /// As far as its rings go, around a thin shaft.
    static let reach = 16.0

    static func commands(at middle: Point, radius: Double) -> [DrawingCommand] {
        let shaft = max(radius, 1)
        return [
            .disc(center: middle, radius: shaft + 14, Palette.ink), .disc(center: middle, radius: shaft + 12, Palette.held),
            .disc(center: middle, radius: shaft + 8, Palette.ink), .disc(center: middle, radius: shaft + 6.5, Palette.text),
            .disc(center: middle, radius: shaft, Palette.ink),
        ]
    }
}
