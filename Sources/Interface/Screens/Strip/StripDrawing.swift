// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The drawing of a strip: two rows of pictures, each with its time or its shot.
struct StripDrawing {
    private let mode: StripMode
    private let playback: any Playback
    private let context: Context
    private let now: Timestamp
    private let look: Theme
    private let layout: StripLayout

    private static let radius = 12.0

    init(_ mode: StripMode, _ playback: any Playback, _ context: Context, at now: Timestamp) {
        (self.mode, self.playback, self.context, self.now) = (mode, playback, context, now)
        look = Theme(context.settings)
        layout = StripLayout(mode, context)
    }

    var layers: [Layer] { kept.layers + [Layer(.drawing(held))] }

    /// The scene that is kept as a picture: the pictures with their words, without the selection.
    var kept: Scene {
        Scene(layers: [Layer(.drawing(ground))] + pictures + [Layer(.drawing(words))])
    }

    // MARK: Pictures

    private var pictures: [Layer] {
        layout.pictures.flatMap { layers($0.extract, $0.rect) } + layout.others.flatMap { layers($0.extract, $0.rect, isOther: true) }
            + layout.shots.flatMap { layers($0.extract, $0.rect) }
    }

    /// Returns a picture with the drawings on it.
    private func layers(_ extract: Extract?, _ rect: Rect, isOther: Bool = false) -> [Layer] {
        guard let extract, context.extracts.isThere(extract) else { return [] }
        let (subject, decided): (DrawnPicture.Subject, PictureOrientation?)
        switch extract.footage {
        case .clip(let key): (subject, decided) = (.clip(key), context.desk.clip(key)?.orientation)
        case .line: (subject, decided) = (.line, context.settings.orientation)
        }
        let picture = Layer(
            .extract(extract), place: rect, crop: layout.crop(in: rect),
            placement: Placement(border: Placement.Border(cornerRadius: Self.radius, width: 0, Palette.ink)), orientation: decided)
        let facts = isOther ? mode.other?.facts ?? mode.facts : mode.facts
        let drawn = DrawnPicture(
            subject, picture, orientation: decided ?? facts.orientation, size: facts.size, seconds: extract.place.inSeconds,
            isLeftHanded: isLeftHanded(extract.footage))
        return [picture] + drawn.layers(in: context)
    }

    private func isLeftHanded(_ footage: FootageID) -> Bool {
        switch footage {
        case .clip(let key): context.isLeftHanded(key)
        case .line: context.isShooterLeftHanded
        }
    }

    private var ground: Drawing {
        var sketch = DrawingBuilder(look)
        sketch.add([.fill(Canvas.bounds, cornerRadius: 0, Palette.page)])
        for rect in (layout.pictures + layout.others).map(\.rect) + layout.shots.map(\.rect) {
            sketch.add([.fill(rect, cornerRadius: Self.radius, Palette.well)])
        }
        return sketch.drawing
    }

    // MARK: Words

    private var words: Drawing {
        var sketch = DrawingBuilder(look)
        drawHeadings(on: &sketch)
        for picture in layout.pictures { draw(picture, on: &sketch) }
        for shot in layout.shots { draw(shot, on: &sketch) }
        for picture in layout.others where picture.extract == nil { drawNothing(in: picture.rect, on: &sketch) }
        for picture in layout.others where picture.offset == 0 {
            sketch.edge(picture.rect.inset(by: 2.5), radius: Self.radius, width: 5, Palette.text)
        }
        return sketch.drawing
    }

    private func drawHeadings(on sketch: inout DrawingBuilder) {
        let book = mode.key.flatMap(context.desk.book(of:))
        let title = mode.key.map { name(of: $0, isOther: false) } ?? Strings.delayLine
        let score = mode.key.flatMap { book?.score(ofClip: $0.number) }
        let right = Areas.right - (score == nil ? 0 : 48 * look.scale + Theme.margin)
        heading(title, Strings.stripStep(mode.stepTime.inSeconds), baseline: layout.headings.first, right: right, on: &sketch)
        if let score {
            let side = 40 * min(1.5, look.scale) + 8
            let width = max(side, SummaryParts.scoreWidth(score.arrow.label, size: side * 0.62))
            ScoreChip(score.arrow, on: score.face).draw(
                in: Rect(x: Areas.right - width, y: layout.headings.first - side * 0.84, width: width, height: side), size: side * 0.62, on: &sketch)
        }
        if let other = mode.other {
            return heading(
                name(of: other.key, isOther: true), Strings.stripSame, baseline: layout.headings.second, right: Areas.right, on: &sketch)
        }
        guard !layout.shots.isEmpty else { return }
        let end =
            book.flatMap { book in mode.key.flatMap { book.end(ofClip: $0.number) }.map { book.ends.name(of: $0) } } ?? Strings.word(of: .clips)
        heading(end, Strings.stripOffset(mode.offsetTime.inSeconds), baseline: layout.headings.second, right: Areas.right, on: &sketch)
    }

    private func name(of key: ClipKey, isOther: Bool) -> String {
        let title = context.title(ofCompared: key)
        return mode.other == nil ? title : "\(ComparisonOverlay.letters[isOther ? 1 : 0]) · \(title)"
    }

    private func drawNothing(in rect: Rect, on sketch: inout DrawingBuilder) {
        sketch.line("–", x: rect.center.x, middle: rect.center.y, size: 48, alignment: .center)
    }

    private func heading(_ title: String, _ line: String, baseline: Double, right: Double, on sketch: inout DrawingBuilder) {
        var x = Areas.left + TextMetrics.width(title, size: layout.titleSize) * 1.06 + 20
        // Without room for both, the title is left out, because nothing else says what is in the line.
        if x + TextMetrics.width(line, size: Theme.smallest) <= right {
            sketch.words(title, x: Areas.left, baseline: baseline, size: layout.titleSize, weight: .semibold)
        } else {
            x = Areas.left
        }
        let size = Theme.size(layout.lineSize, for: line, within: right - x)
        sketch.words(line, x: x, baseline: baseline, size: size, color: look.caption)
    }

    private func draw(_ picture: StripLayout.Picture, on sketch: inout DrawingBuilder) {
        let isMoment = picture.offset == 0
        let time = isMoment ? Strings.phaseSeconds(0) : Strings.offsetThousandths((mode.stepTime * picture.offset).inSeconds)
        let middle = picture.rect.maxY + layout.timeSize * 0.8
        let size = Theme.size(layout.timeSize, for: time, within: picture.rect.width - (isMoment ? 28 : 0))
        let isStrong = isMoment || picture.offset == mode.offset
        sketch.line(
            time, x: picture.rect.center.x, middle: middle, size: size, weight: isStrong ? .semibold : .regular, alignment: .center,
            color: isStrong ? Palette.text : look.caption)
        if picture.extract == nil { drawNothing(in: picture.rect, on: &sketch) }
        guard isMoment else { return }
        sketch.edge(picture.rect.inset(by: 2.5), radius: Self.radius, width: 5, Palette.text)
        let x = picture.rect.center.x - TextMetrics.width(time, size: size) / 2 - 26
        sketch.add([.polygon([Point(x - 10, middle), Point(x, middle - 10), Point(x + 10, middle), Point(x, middle + 10)], Palette.text)])
    }

    private func draw(_ shot: StripLayout.Shot, on sketch: inout DrawingBuilder) {
        if shot.extract == nil { drawNothing(in: shot.rect, on: &sketch) }
        let side = 48 * min(1.5, look.scale)
        let number = "\(shot.clip.number)"
        let width = max(side, SummaryParts.scoreWidth(number, size: side * 0.6))
        let badge = Rect(x: shot.rect.x + 12, y: shot.rect.maxY - 12 - side, width: width, height: side)
        ScoreChip.neutral(number).draw(in: badge, size: side * 0.6, on: &sketch)
        guard let score = mode.key.flatMap(context.desk.book(of:))?.score(ofClip: shot.clip.number) else { return }
        let scoreWidth = max(side, SummaryParts.scoreWidth(score.arrow.label, size: side * 0.6))
        ScoreChip(score.arrow, on: score.face).draw(
            in: Rect(x: shot.rect.maxX - 12 - scoreWidth, y: badge.y, width: scoreWidth, height: side), size: side * 0.6, on: &sketch)
    }

    // MARK: Selection

    /// The frames round what the knob and the arrows select.
    private var held: Drawing {
        var sketch = DrawingBuilder(look)
        if let foot = layout.headings.foot {
            let line = mode.isCropping ? Strings.stripCrop : playback.session(in: context) == nil ? "" : Strings.stripKeep
            sketch.words(line, x: Areas.left, baseline: foot, size: layout.lineSize, color: look.caption)
        }
        let isAbove = mode.row == .pictures
        if let picture = layout.pictures.first(where: { $0.offset == mode.offset }) {
            sketch.edge(picture.rect.inset(by: -4), radius: Self.radius + 4, width: 6, isAbove ? Palette.held : Palette.selected)
        }
        for picture in layout.others where picture.offset == mode.offset {
            sketch.edge(picture.rect.inset(by: -4), radius: Self.radius + 4, width: 6, Palette.selected)
        }
        if let shot = layout.shots.first(where: { $0.clip.number == mode.key?.number }) {
            sketch.edge(shot.rect.inset(by: -4), radius: Self.radius + 4, width: 6, isAbove ? Palette.selected : Palette.held)
        }
        return sketch.drawing
    }
}
