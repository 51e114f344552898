// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The drawings of the page at the end of a round: apart what moves when it comes up.
struct RoundResultDrawing {
    let layout: RoundResultLayout
    private let result: RoundResult
    private let book: ScoreBook
    private var look: Theme { layout.look }

    /// The gold of the target, for the best end.
    private static let gold = Color(hex: FaceColor.yellow.hex)

    init(_ layout: RoundResultLayout, _ result: RoundResult, _ book: ScoreBook) {
        (self.layout, self.result, self.book) = (layout, result, book)
    }

    /// The page at rest.
    var layers: [Layer] { [Layer(.drawing(Drawing(ground.commands + bars.commands + words.commands + total.commands)))] }

    var ground: Drawing { Drawing([.fill(Canvas.bounds, cornerRadius: 0, Palette.page)]) }

    /// The rings that go out from the total.
    var rings: Drawing {
        let colors = [Self.gold, Color(hex: FaceColor.red.hex), Color(hex: FaceColor.lightBlue.hex), Palette.rim, Palette.text]
        return Drawing(
            colors.enumerated().map { .circle(center: layout.total.center, radius: 80 + 88 * Double($0), width: 40, $1) })
    }

    var total: Drawing {
        var sketch = DrawingBuilder(look)
        let size = RoundResultLayout.totalSize
        let top = layout.total.maxY - size * TextMetrics.ascent
        sketch.text(
            "\(result.scope.points)", at: Point(layout.total.x, top), size: size, weight: .extraBold, figures: .proportional)
        return sketch.drawing
    }

    var bars: Drawing {
        var sketch = DrawingBuilder(look)
        for bar in layout.bars {
            sketch.add([.fill(bar.rect, cornerRadius: min(8, bar.rect.height / 2), bar.isBest ? Self.gold : Palette.rim)])
            if look.hasHighContrast { sketch.add([.stroke(bar.rect.inset(by: 1), cornerRadius: 8, width: 2, Palette.text)]) }
            guard let size = layout.barSize else { continue }
            sketch.line(
                "\(bar.points)", x: bar.rect.center.x, middle: bar.rect.y - look.lineHeight(size) / 2 - 2, size: size,
                weight: bar.isBest ? .bold : .medium, alignment: .center)
        }
        return sketch.drawing
    }

    var words: Drawing {
        var sketch = DrawingBuilder(look)
        let line = NameLine(result.archer, result.round.name)
        let size = line.size(look.title, within: layout.title.width, least: Theme.smallest)
        line.draw(in: layout.title, baseline: layout.title.y + look.title * TextMetrics.ascent, size: size, .leading, on: &sketch)
        sketch.words(
            Strings.RoundResult.of(result.round.maximum), x: layout.most.x, baseline: layout.most.y, size: layout.mostSize, color: look.caption)
        for line in layout.lines {
            sketch.line(
                line.words, x: layout.total.x, middle: line.middle, size: line.size, weight: line.isCaption ? .medium : .semibold,
                color: line.isCaption ? look.caption : Palette.text, width: layout.title.width)
        }
        if let plate = layout.plate { drawPlate(in: plate, on: &sketch) }
        if let size = layout.barSize {
            for bar in layout.bars {
                sketch.line(
                    bar.name, x: bar.rect.center.x, middle: layout.barArea.maxY + 4 + look.lineHeight(size) / 2, size: size, alignment: .center,
                    color: look.caption)
            }
        }
        for shot in layout.shots { draw(shot, on: &sketch) }
        return sketch.drawing
    }

    /// Draws all hits with their group; without enough positions, the best end.
    private func drawPlate(in rect: Rect, on sketch: inout DrawingBuilder) {
        SummaryParts.plate(rect, on: &sketch)
        var x = rect.x + 32
        let group = result.scope.group
        if let group {
            let sheet = Rect(x: rect.x + 16, y: rect.y + 16, width: rect.height - 32, height: rect.height - 32)
            drawSheet(group, in: sheet, on: &sketch)
            x = sheet.maxX + 32
        }
        let room = rect.maxX - 24 - x
        let words =
            group.map { (Strings.RoundResult.placed(result.scope.placed.count), Strings.Summary.group($0)) }
            ?? (Strings.RoundResult.bestEnd, [result.bestEnd.name, "\(result.bestEnd.points)"].joined(separator: NameLine.separator))
        // Another language may have more words than one line takes, however small.
        let lines = TextMetrics.fits(words.1, size: Theme.smallest, within: room) ? 1 : 2
        let body = Theme.size(look.body, for: words.1, within: room, lines: lines)
        let height = look.lineHeight(look.small) + 8 + Double(lines) * look.lineHeight(body)
        let top = rect.center.y - height / 2
        sketch.line(words.0, x: x, middle: top + look.lineHeight(look.small) / 2, size: look.small, color: look.caption, width: room)
        sketch.text(
            words.1, at: Point(x, top + look.lineHeight(look.small) + 8), size: body, weight: .bold, width: room, lines: lines)
    }

    private func drawSheet(_ group: ArrowGroup, in rect: Rect, on sketch: inout DrawingBuilder) {
        let sheet = SheetInset(result.face, result.scope.placed, in: rect)
        sheet.draw(on: &sketch)
        guard result.face.spots.count == 1 else { return }
        let drawing = sheet.drawing
        let middle = drawing.point(ofSpot: 0)
        let centre = Point(middle.x + group.centreX * drawing.scale, middle.y - group.centreY * drawing.scale)
        let radius = max(16, group.meanRadius * drawing.scale)
        let circles = [(8.0, Palette.ink), (4, Palette.text)].map { DrawingCommand.circle(center: centre, radius: radius, width: $0, $1) }
        sketch.add([.clipped(rect, cornerRadius: SheetInset.cornerRadius, circles)])
    }

    /// Draws a clip's still, and under it the arrow's score and which arrow it is.
    private func draw(_ place: RoundResultLayout.ShotPlace, on sketch: inout DrawingBuilder) {
        SummaryParts.still(ofClip: place.shot.clip, in: book, place.rect, on: &sketch)
        let score = place.shot.arrow
        let side = min(64 * look.scale, place.caption.height - 8)
        let size = side * 0.56
        let width = max(side, TextMetrics.width(score.score.label, size: size) + 20)
        let chip = Rect(x: place.caption.x, y: place.caption.center.y - side / 2, width: width, height: side)
        ScoreChip(score, on: place.shot.end.face).draw(in: chip, size: size, on: &sketch)
        let x = chip.maxX + 20
        let line = look.lineHeight(look.small)
        sketch.line(
            place.heading, x: x, middle: place.caption.y + line / 2, size: look.small, weight: .semibold, width: place.caption.maxX - x)
        sketch.line(
            place.shot.words, x: x, middle: place.caption.maxY - line / 2, size: look.small, color: look.caption, width: place.caption.maxX - x)
    }
}
