// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Draws what lies on the pictures of Live.
struct LiveDrawing {
    private let context: Context
    private let now: Timestamp
    private let look: Theme
    private let pictures: LivePictures

    init(_ context: Context, at now: Timestamp) {
        self.context = context
        self.now = now
        look = Theme(context.settings)
        pictures = LivePictures(context, at: now)
    }

    private var settings: Settings { context.settings }
    private var place: ScreenKind { context.cover.place }

    var layers: [Layer] {
        // A box that is switching off shows nothing that could still be done.
        if context.switchingOff.ending != nil { return [] }
        let layout = context.hudLayout(at: now)
        let mark = context.markSign.flatMap { $0.isNumberUp(at: now) ? $0 : nil }
        var steady = DrawingBuilder(look)
        let row = context.archerRowLayout(in: layout, at: now)
        layout.draw(on: &steady, isStatusUp: mark == nil && row == nil)
        var layers = [Layer(.drawing(steady.drawing))]
        if let row { layers += archers(row, in: layout) }
        if countdown(beside: layout.chip) == nil, let shelf = ClipShelf(context) {
            var sketch = DrawingBuilder(look)
            shelf.draw(on: &sketch)
            layers.append(Layer(.drawing(sketch.drawing)))
        }
        // The card that says what holding STOP does lies in the same corner.
        if let buffer = layout.buffer, row == nil, !context.switchingOff.isHoldSeen(at: now) {
            var sketch = DrawingBuilder(look)
            buffer.draw(on: &sketch)
            layers.append(Layer(.drawing(sketch.drawing), placement: Placement(opacity: context.bufferOpacity(at: now))))
        }
        if let mark { layers += number(of: mark, in: layout) }
        if mark == nil, row == nil, let number = suggestedNumber {
            var sketch = DrawingBuilder(look)
            let rect = layout.besideStatus
            DashedRing(rect: rect, text: "\(number)", size: rect.height * 0.5).draw(on: &sketch)
            layers.append(Layer(.drawing(sketch.drawing)))
        }
        if let sign = context.markSign, sign.frameOpacity(at: now) > 0 {
            layers.append(Layer(.drawing(frame), placement: Placement(opacity: sign.frameOpacity(at: now))))
        }
        // Words about switching off need the room, so only what is above them stays.
        if context.switchingOffText(at: now) != nil || context.switchingOff.isHoldSeen(at: now) { return layers }
        var below = DrawingBuilder(look)
        let countdown = countdown(beside: layout.chip)
        countdown?.draw(on: &below)
        drawSplitLabels(on: &below)
        // Over two upright pictures the number lies where the diagnostics do, and all their rows need that room.
        if mark == nil || !(Areas.isUpright && settings.isSplit) { drawDiagnostics(below: layout, countdown?.rect, on: &below) }
        if !below.commands.isEmpty { layers.append(Layer(.drawing(below.drawing))) }
        return layers + [offer].compactMap { $0 }
    }

    /// Returns the mark's number, on its way into the status. The words of the status fade in as the number goes.
    private func number(of mark: MarkSign, in layout: HUDLayout) -> [Layer] {
        var sketch = DrawingBuilder(look)
        let shrinkage = mark.shrinkage(at: now)
        let entry = context.sessions.session.entries.first { $0.mark?.number == mark.number }
        let goal = settings.hasReducedMotion ? nil : layout.status
        let number = MarkNumber(mark.number, isConfirmed: entry?.counts ?? true, shrinkage: shrinkage, into: goal, top: Areas.markTop)
        number.draw(on: &sketch, isSolid: entry?.isJournalled ?? false)
        let layer = Layer(.drawing(sketch.drawing), placement: Placement(opacity: goal == nil ? 1 - shrinkage : 1))
        guard goal != nil, shrinkage > 0 else { return [layer] }
        var words = DrawingBuilder(look)
        layout.drawStatusWords(on: &words)
        let seen = Drawing([.clipped(number.rect, cornerRadius: Theme.cornerRadius, words.commands)])
        return [layer, Layer(.drawing(seen), placement: Placement(opacity: shrinkage * shrinkage))]
    }

    /// The number that MARK would give to a shot that was heard; `nil` if none is suggested.
    private var suggestedNumber: Int? {
        guard place == .live, !context.suggestions(at: now).isEmpty else { return nil }
        return (context.sessions.shooting(settings.target, at: now) ?? context.sessions.session).numbers.nextMark
    }

    /// The frame around the area that the pictures move to, so that it is painted only once.
    private var frame: Drawing { MarkSign.frame(in: LivePictures(context, isDelayedUp: true, share: context.stepBack.target).area) }

    /// Returns the row of archers. It grows out of the status and shrinks into it; with reduced motion it only fades.
    private func archers(_ row: ArcherRowLayout, in layout: HUDLayout) -> [Layer] {
        let openness = context.archerRow?.openness(at: now) ?? 0
        var (sheet, status) = (DrawingBuilder(look), DrawingBuilder(look))
        let ground = settings.hasReducedMotion ? row.rect : layout.status?.moved(openness, to: row.rect) ?? row.rect
        row.draw(on: &sheet, ground: ground)
        let layer = Layer(.drawing(sheet.drawing), placement: Placement(opacity: openness))
        guard openness < 1 else { return [layer] }
        layout.drawStatus(on: &status)
        return [Layer(.drawing(status.drawing), placement: Placement(opacity: 1 - openness)), layer]
    }

    // MARK: In the middle

    /// The lower limit for what lies above the foot.
    private var bottom: Double { pictures.bottom }

    private func countdown(beside chip: ChipLayout?) -> Countdown? {
        guard place == .live, let due = context.delayedDue, due > now else { return nil }
        let left = wholeSecondsLeft(from: now, to: due)
        return Countdown(seconds: left, fraction: Double(left) / max(1, settings.delaySeconds), in: countdownArea(beside: chip), look: look)
    }

    /// The place of the countdown, whenever there is one.
    var countdownPlace: Rect {
        Countdown(seconds: 1, fraction: 1, in: countdownArea(beside: context.hudLayout(at: now).chip), look: look).rect
    }

    private func countdownArea(beside chip: ChipLayout?) -> Rect {
        let half = Canvas.bounds.width / 2
        if Areas.isUpright { return uprightCountdownArea }
        return settings.isSplit
            ? Rect(
                x: half, y: 0, width: min(Canvas.bounds.maxX - Areas.left, pictures.area.maxX) - half,
                height: 600 * pictures.area.height / Canvas.bounds.height)
            : Rect(x: 0, y: 0, width: Canvas.bounds.width, height: bottom).beside(chip, from: bottom - Countdown.height(look.body))
    }

    /// On an upright canvas the countdown lies under the picture, or in the middle of the half that waits for its picture.
    private var uprightCountdownArea: Rect {
        let (half, height) = (pictures.halves.delayed, Countdown.height(look.body))
        let below = settings.showsDiagnostics ? bottom : min(bottom, Areas.belowFilm + height)
        let end = settings.isSplit ? half.center.y + height / 2 : below
        return Rect(x: 0, y: 0, width: Canvas.bounds.width, height: end)
    }

    /// Labels each picture of a split screen with what it is.
    private func drawSplitLabels(on sketch: inout DrawingBuilder) {
        guard settings.isSplit, place == .live else { return }
        let (live, delayed) = pictures.halves
        label(context.liveWhen(at: now), on: live).draw(on: &sketch)
        // Until the delayed picture is up, its half is empty.
        let isTurning = context.delayTurn.map { now < $0.end } ?? false
        if context.isDelayedUp(at: now) || isTurning { label(context.when(at: now), on: delayed).draw(on: &sketch) }
    }

    private func label(_ content: WhenSign.Content, on picture: Rect) -> WhenSign {
        let (top, size) = pictures.label(on: picture, look)
        return WhenSign(content, x: max(Areas.left, picture.x + Theme.padding), y: top, size: size)
    }

    /// Draws the diagnostics. The countdown keeps its place below them, on a split screen beside them.
    private func drawDiagnostics(below layout: HUDLayout, _ countdown: Rect?, on sketch: inout DrawingBuilder) {
        // Beside the menu there is no room for large text.
        guard settings.showsDiagnostics, place == .live || place == .menu && look.scale == 1 && context.cover.right < Areas.right else { return }
        var right = context.cover.right
        var limit = bottom
        if settings.isSplit {
            // On an upright canvas it lies on the upper picture, and the countdown on the lower one.
            if !Areas.isUpright { right = min(right, countdown.map { $0.x - Theme.padding } ?? right) }
            let (live, delayed) = pictures.halves
            limit = min(label(.live, on: live).rect.y, label(.live, on: delayed).rect.y) - Theme.margin
        } else if let countdown {
            limit = min(limit, countdown.y - Theme.margin)
        }
        // A mark's number reaches further down than the status.
        let free = Areas.isUpright && !settings.isSplit ? Areas.belowFilm : Areas.top + MarkNumber.height + Theme.margin
        let top = max(layout.bottom, free, layout.chip.map { $0.bottom + Theme.margin } ?? Areas.top)
        DiagnosticsPanel(context.diagnosticRows(), look: look, top: top, limit: limit, right: right)?.draw(on: &sketch)
    }

    // MARK: At the foot

    /// The line that asks something.
    private var offer: Layer? {
        guard let question = context.question(at: now) else { return nil }
        var sketch = DrawingBuilder(look)
        OfferLine(question, look: look).draw(on: &sketch)
        return Layer(.drawing(sketch.drawing))
    }
}

extension Rect {
    /// Returns the rectangle without what lies right of a chip's left edge, if the chip reaches down as far as `top`.
    fileprivate func beside(_ chip: ChipLayout?, from top: Double) -> Rect {
        guard let chip, chip.bottom + Theme.margin > top else { return self }
        var area = self
        area.x = Areas.left
        area.width = chip.left - Theme.margin - Areas.left
        return area
    }
}
