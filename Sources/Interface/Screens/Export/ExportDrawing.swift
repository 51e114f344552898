// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Draws the sheet of an export.
struct ExportDrawing {
    private let screen: ExportScreen
    private let layout: ExportLayout
    private let context: Context

    private var look: Theme { layout.look }
    private var exporting: Exporting { context.exporting }

    init(_ screen: ExportScreen, _ layout: ExportLayout, _ context: Context) {
        (self.screen, self.layout, self.context) = (screen, layout, context)
    }

    func draw(on sketch: inout DrawingBuilder) {
        layout.sheet.draw(on: &sketch)
        sketch.text(screen.title, at: Point(layout.title.x, layout.title.y), size: look.status, weight: .semibold, width: layout.title.width)
        sketch.text(subtitle, at: Point(layout.line.x, layout.line.y), size: look.chipLine, color: look.caption, width: layout.line.width)
        let forms = screen.forms(exporting)
        for row in layout.rows where forms.indices.contains(row.index) { draw(forms[row.index], row, on: &sketch) }
        scrollBar(of: forms.count)?.draw(isMoving: false, on: &sketch)
        drawPlace(on: &sketch)
    }

    /// Returns the bar that shows which part of the rows is visible, if not all are.
    private func scrollBar(of count: Int) -> ScrollBar? {
        guard let first = layout.rows.first, let last = layout.rows.last, layout.rows.count < count else { return nil }
        let list = Rect(x: first.rect.x, y: first.rect.y, width: first.rect.width, height: last.rect.maxY - first.rect.y)
        let hidden = Double(count - layout.rows.count)
        return layout.sheet.scrollBar(of: list, share: Double(layout.rows.count) / Double(count), progress: Double(first.index) / hidden)
    }

    private var subtitle: String {
        if let refusal = exporting.refusal { return refusal.text }
        guard let size = exporting.size else { return screen.line ?? "" }
        let bytes = screen.subject.isWhole(as: screen.form(exporting)) ? size.folderBytes : size.clipBytes
        return [screen.line, screen.subject.clips.count == 1 ? nil : Strings.clips(size.clips), Strings.bytes(bytes)].compactMap { $0 }
            .joined(separator: " · ")
    }

    // MARK: Rows

    private func draw(_ form: ExportForm, _ row: ExportLayout.Row, on sketch: inout DrawingBuilder) {
        let isChosen = row.index == screen.choice(exporting)
        let rect = row.rect
        // While an export runs, the knob holds no row: the form stays chosen.
        let isHeld = isChosen && !exporting.isRunning
        if isHeld { sketch.cursor(rect) } else if isChosen { sketch.add([.fill(rect, cornerRadius: 12, Palette.selected.opacity(0.3))]) }
        let radius = 16 * (0.5 + look.scale / 2)
        let center = Point(rect.x + 24 + radius, rect.center.y)
        if isChosen {
            sketch.add([
                .disc(center: center, radius: radius, isHeld ? Palette.held : Palette.selected),
                .line(
                    [
                        Point(center.x - radius * 0.5, center.y), Point(center.x - radius * 0.12, center.y + radius * 0.38),
                        Point(center.x + radius * 0.5, center.y - radius * 0.38),
                    ], width: 4, isHeld ? Palette.ink : Palette.text),
            ])
        } else {
            sketch.add([.circle(center: center, radius: radius, width: 3, Palette.text)])
        }
        let name = Strings.name(of: form, screen.subject)
        let x = center.x + radius + 24
        let (width, weight): (Double, TextRun.Weight) = (rect.maxX - 24 - x, isChosen ? .semibold : .medium)
        guard ExportLayout.hasMeanings(look) else {
            return sketch.line(name, x: x, middle: rect.center.y, size: look.chipTitle, weight: weight, width: width)
        }
        let (size, height) = (ExportLayout.wordSize(look), look.lineHeight(look.chipTitle))
        let top = rect.center.y - (height + look.lineHeight(size)) / 2
        sketch.line(name, x: x, middle: top + height / 2, size: look.chipTitle, weight: weight, width: width)
        sketch.line(
            meaning(of: form), x: x, middle: top + height + look.lineHeight(size) / 2, size: size, color: isChosen ? Palette.text : look.caption,
            width: width)
    }

    private func meaning(of form: ExportForm) -> String {
        guard let size = exporting.size else { return Strings.meaning(of: form, screen.subject) }
        if form.row.clips == .drawnOn { return Strings.drawn(size.drawn, freeze: context.settings.exportFreezeSeconds) }
        guard form.row.isJoined else { return Strings.meaning(of: form, screen.subject) }
        if let odd = size.unjoinable.first { return Strings.cantBeJoined(odd) }
        return Strings.bestOf(size.best, seconds: size.bestSeconds)
    }

    // MARK: Goal and progress

    private func drawPlace(on sketch: inout DrawingBuilder) {
        let rect = layout.place
        sketch.add([.fill(rect, cornerRadius: Theme.cornerRadius, look.hasHighContrast ? Palette.ink : Palette.panel)])
        sketch.edge(rect, width: max(2, look.edgeWidth), look.edge)
        let (left, right) = (rect.x + 32, rect.maxX - 24)
        let middle = rect.y + 20 + look.lineHeight(look.chipTitle) / 2
        let place = exporting.progress?.place ?? screen.place(exporting)
        let side = look.chipTitle * 1.2
        drawPicture(of: place, in: Rect(x: left, y: middle - side / 2, width: side * 1.5, height: side), on: &sketch)
        let x = left + side * 1.5 + 20
        let free = freeWords(place)
        let freeWidth = free.map { TextMetrics.width($0, size: ExportLayout.wordSize(look)) + 24 } ?? 0
        sketch.line(name(of: place), x: x, middle: middle, size: look.chipTitle, weight: .semibold, width: right - x - freeWidth)
        if let free {
            sketch.line(free, x: right, middle: middle, size: ExportLayout.wordSize(look), alignment: .trailing, color: look.caption)
        }
        let body = Rect(
            x: left, y: rect.y + 24 + look.lineHeight(look.chipTitle) + 8, width: right - left, height: ExportLayout.figureHeight(look))
        if let progress = exporting.progress {
            draw(progress, in: body, on: &sketch)
        } else {
            drawState(place, in: body, foot: rect.maxY - 20, on: &sketch)
        }
    }

    private func draw(_ progress: ExportProgress, in body: Rect, on sketch: inout DrawingBuilder) {
        let percent = Strings.percent(progress.share)
        sketch.line(percent, x: body.x, middle: body.center.y, size: 72, weight: .semibold)
        let x = body.x + TextMetrics.width(Strings.percent(1), size: 72) + 28
        let step = look.lineHeight(look.chipLine)
        let lines = [
            Strings.exportedFiles(progress.file, of: progress.files) + " · " + Strings.bytes(progress.doneBytes, of: progress.bytes),
            progress.secondsLeft.map { Strings.timeLeft($0) } ?? Strings.timeNotKnown,
        ]
        for (index, words) in lines.enumerated() {
            sketch.line(
                words, x: x, middle: body.center.y + (Double(index) - 0.5) * step, size: look.chipLine, weight: index == 0 ? .medium : .semibold,
                width: body.maxX - x)
        }
        let bar = Rect(x: body.x, y: body.maxY + 16, width: body.width - 8, height: 16)
        sketch.add([
            .fill(bar, cornerRadius: 8, Palette.text.opacity(0.25)),
            .fill(Rect(x: bar.x, y: bar.y, width: max(16, bar.width * progress.share), height: bar.height), cornerRadius: 8, Palette.text),
        ])
        // A notch between one file and the next, as long as the notches can be told apart.
        if (2...40).contains(progress.files) {
            for file in 1..<progress.files {
                let x = bar.x + bar.width * Double(file) / Double(progress.files)
                sketch.add([.fill(Rect(x: x - 1.5, y: bar.y, width: 3, height: bar.height), cornerRadius: 0, Palette.ink)])
            }
        }
        let own = progress.isMadeAnew ? Strings.isMade : progress.place == .stick ? Strings.stickMayBePulled : Strings.isOnTheCard
        words(exporting.isOwn ? own : Strings.exportIsAnother(exporting.runningTitle), top: bar.maxY + 12, in: body, on: &sketch)
    }

    /// Draws the result of the last export, or what keeps the next one from beginning, or what it would be.
    private func drawState(_ place: ExportDestination, in body: Rect, foot: Double, on sketch: inout DrawingBuilder) {
        let (title, detail, sign) = state(place)
        let middle = body.y + look.lineHeight(look.chipLine) / 2 + 4
        var x = body.x
        if let sign {
            let radius = look.chipLine * 0.55
            let center = Point(x + radius, middle)
            sketch.add([.disc(center: center, radius: radius, sign == .done ? Palette.done : Palette.loss)])
            let mark: [Point] =
                sign == .done
                ? [
                    Point(center.x - radius * 0.5, center.y), Point(center.x - radius * 0.12, center.y + radius * 0.4),
                    Point(center.x + radius * 0.5, center.y - radius * 0.4),
                ] : [Point(center.x, center.y - radius * 0.6), Point(center.x, center.y + radius * 0.2)]
            sketch.add([.line(mark, width: 5, Palette.ink)])
            if sign == .trouble { sketch.add([.disc(center: Point(center.x, center.y + radius * 0.55), radius: 3.5, Palette.ink)]) }
            x += 2 * radius + 16
        }
        sketch.line(title, x: x, middle: middle, size: look.chipLine, weight: .semibold, width: body.maxX - x)
        words(detail, top: middle + look.lineHeight(look.chipLine) / 2 + 8, lines: look.scale > 1 ? 3 : 4, in: body, on: &sketch)
    }

    private enum Sign { case done, trouble }

    /// The goal and what comes of the export, in words.
    var spokenState: [String] {
        let place = exporting.progress?.place ?? screen.place(exporting)
        if let progress = exporting.progress {
            // In quarters: each percent would be too much to hear.
            return [name(of: place), Strings.exportRuns, Strings.percent((progress.share * 4).rounded(.down) / 4)]
        }
        let (title, detail, _) = state(place)
        return [name(of: place), title, detail]
    }

    /// The meaning of the chosen form.
    var spokenMeaning: String { meaning(of: screen.form(exporting)) }

    private func state(_ place: ExportDestination) -> (title: String, detail: String, sign: Sign?) {
        switch exporting.outcome {
        case .done(let result)?:
            let problem = result.problems.first?.text
            let place = result.place == .stick ? Strings.stickCanBePulled : Strings.isInExport
            let detail = [Strings.exportCounts(result), problem ?? place].compactMap { $0 }.joined(separator: ". ")
            return (Strings.exported(result), detail, problem == nil ? .done : .trouble)
        case .stopped(let reason, let result)?:
            return (Strings.exportStopped, [reason.text, Strings.exportedBefore(result)].compactMap { $0 }.joined(separator: ". "), .trouble)
        case nil: break
        }
        if exporting.isBeginning {
            return (Strings.exportBegins, exporting.isOwn ? "" : Strings.exportIsAnother(exporting.runningTitle), nil)
        }
        let meaning = Strings.meaning(of: screen.form(exporting), screen.subject)
        switch (place, exporting.stick) {
        case (.stick, .none): return (Strings.noStick, Strings.putAStickIn, nil)
        case (.stick, .checking): return (Strings.stickIsChecked, "", nil)
        case (.stick, .refused(_, let reason)): return (Strings.stickRefused, reason.text, .trouble)
        case (.card, _) where !context.conditions.card.isWritable: return (Strings.cardTakesNothing, Strings.putAStickIn, .trouble)
        case (.stick, .ready), (.card, _): return (Strings.pushToExport, look.scale > 1 ? meaning : place == .stick ? Strings.stickIsFree : "", nil)
        }
    }

    private func words(_ text: String, top: Double, lines: Int = 1, in body: Rect, on sketch: inout DrawingBuilder) {
        sketch.text(
            text, at: Point(body.x, top), size: ExportLayout.wordSize(look), color: look.caption, width: body.width,
            lines: lines)
    }

    // MARK: Goals

    private func name(of place: ExportDestination) -> String {
        guard place == .stick else { return Strings.cardsFolder }
        if let label = exporting.progress?.label { return Strings.stick(label) }
        return switch exporting.stick {
        case .ready(let label, _), .refused(let label, _): Strings.stick(label)
        case .none, .checking: Strings.stick(nil)
        }
    }

    private func freeWords(_ place: ExportDestination) -> String? {
        switch (place, exporting.stick, context.conditions.card) {
        case (.stick, .ready(_, let free), _): Strings.free(free)
        case (.card, _, .ready(let free)), (.card, _, .full(let free)): Strings.free(free)
        default: nil
        }
    }

    private func drawPicture(of place: ExportDestination, in rect: Rect, on sketch: inout DrawingBuilder) {
        let (width, middle) = (rect.width, rect.center.y)
        switch place {
        case .stick:
            let height = rect.height * 0.5
            sketch.add([
                .stroke(Rect(x: rect.x, y: middle - height / 2, width: width * 0.7, height: height), cornerRadius: 4, width: 3, Palette.text),
                .stroke(
                    Rect(x: rect.x + width * 0.7, y: middle - height * 0.28, width: width * 0.24, height: height * 0.56), cornerRadius: 2, width: 3,
                    Palette.text),
            ])
        case .card:
            let (left, top, side) = (rect.x + width * 0.2, rect.y + 2, rect.height - 4)
            let (right, bottom, cut) = (left + side * 0.78, top + side, side * 0.26)
            sketch.add([
                .line(
                    [
                        Point(left, top), Point(right - cut, top), Point(right, top + cut), Point(right, bottom), Point(left, bottom),
                        Point(left, top),
                    ], width: 3, Palette.text),
                .line([Point(left + side * 0.2, top + 6), Point(left + side * 0.2, top + side * 0.3)], width: 3, Palette.text),
                .line([Point(left + side * 0.4, top + 6), Point(left + side * 0.4, top + side * 0.3)], width: 3, Palette.text),
            ])
        }
    }
}
