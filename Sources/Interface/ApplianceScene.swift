import Core

extension Appliance {
    /// What the TV shall show at this instant.
    public func scene(at now: Timestamp) -> Scene {
        let look = Look(settings)
        if page.isScreen { return Scene(layers: screenLayers(at: now) + floating(at: now, look)) }
        var layers = pictures(at: now)
        let leaving = switchingOffText(at: now)
        layers += overlay(at: now, look, isCovered: leaving != nil)
        if leaving == nil, card.fade.value(at: now) > 0 {
            var sketch = Sketch(look)
            cardLayout(at: now, look).draw(on: &sketch)
            layers.append(Layer(.drawing(sketch.drawing), placement: Placement(opacity: card.fade.value(at: now))))
        }
        if let sheet = sheet(at: now, look) { layers.append(sheet) }
        return Scene(layers: layers + floating(at: now, look))
    }

    /// What lies above every screen.
    private func floating(at now: Timestamp, _ look: Look) -> [Layer] {
        var layers: [Layer] = []
        if let text = switchingOffText(at: now) {
            var sketch = Sketch(look)
            CardLayout(look, text, below: page.isScreen ? Areas.top : belowHUD(at: now, look)).draw(on: &sketch)
            layers.append(Layer(.drawing(sketch.drawing)))
        } else if let toast, toast.span.start <= now, now < toast.span.end {
            var sketch = Sketch(look)
            toast.draw(on: &sketch, in: toastArea(look))
            layers.append(Layer(.drawing(sketch.drawing)))
        }
        if let arrow = pointer.drawing(at: now) { layers.append(Layer(.drawing(arrow))) }
        return layers
    }

    // MARK: What is so

    /// The delayed picture is on the screen: its first frame is due.
    func isDelayedUp(at now: Timestamp) -> Bool {
        !DelayRule(delay: .seconds(settings.delaySeconds)).isFilling(oldest: line?.oldest, at: now)
    }

    /// When the oldest footage held is due.
    private var delayedDue: Timestamp? {
        line?.oldest.map { $0.timestamp + .seconds(settings.delaySeconds) }
    }

    func countdownChange(after seen: Timestamp) -> Timestamp? {
        guard let due = delayedDue, due > seen else { return nil }
        return nextSecondOfCountdown(after: seen, to: due)
    }

    /// How much of the hints is there, 0…1.
    func hintOpacity(at now: Timestamp) -> Double {
        1 - Stretch(lastActivity + Motion.idle, for: Motion.fade).progress(at: now)
    }

    func hints(at now: Timestamp) -> HintLayout {
        HintLayout(Look(settings), count: session.marks.count)
    }

    private func hud(at now: Timestamp) -> HUDContent {
        let marks = session.marks.count
        return HUDContent(delay: Strings.seconds(settings.delaySeconds), isLive: !isDelayedUp(at: now),
                          isRecording: stalledSince == nil, marks: marks, written: session.writtenCount,
                          isAcknowledged: session.newestMark?.isJournalled ?? false,
                          buffer: Strings.span(line?.capacitySeconds ?? settings.bufferMinutes * 60),
                          used: line?.usedFraction ?? 0, pinned: line?.pinnedFraction ?? 0)
    }

    // MARK: Pictures

    private func pictures(at now: Timestamp) -> [Layer] {
        let isUp = isDelayedUp(at: now)
        guard settings.isSplit else { return [picture(isUp ? .delayed : .live, within: Canvas.bounds)] }
        let half = Canvas.bounds.width / 2
        let left = Rect(x: 0, y: 0, width: half, height: Canvas.bounds.height)
        let right = Rect(x: half, y: 0, width: half, height: Canvas.bounds.height)
        return [picture(.live, within: left)] + (isUp ? [picture(.delayed, within: right)] : [])
    }

    /// A picture as large as it fits, turned and mirrored as it is set.
    private func picture(_ source: VideoSource, within area: Rect) -> Layer {
        let isOnItsSide = settings.rotation % 180 != 0
        let width = Double(stream.size.width), height = Double(stream.size.height)
        let aspect = isOnItsSide ? height / width : width / height
        return Layer(.video(source), place: area.fitted(aspect: aspect),
                     placement: Placement(rotation: Double(settings.rotation), isMirrored: settings.isFlipped))
    }

    // MARK: On the pictures

    /// - Parameter isCovered: a sheet lies in the middle, and only what is above it stays.
    private func overlay(at now: Timestamp, _ look: Look, isCovered: Bool) -> [Layer] {
        // Nothing that could still be done is on a screen that goes off.
        if switchingOff.ending != nil { return [] }
        let hud = hud(at: now)
        let layout = HUDLayout(look, hud, limit: page == .menu ? SheetLayout(look, menu).panel.x - 24 : nil)
        var steady = Sketch(look)
        layout.draw(on: &steady)
        if isCovered { return [Layer(.drawing(steady.drawing))] }
        let hints = hints(at: now)
        let countdown = countdown(at: now, hints, look)
        countdown?.draw(on: &steady)
        drawLeftColumn(at: now, below: layout.delay.maxY + Look.margin, hints, countdown?.rect, on: &steady)
        if settings.isSplit, page == .live {
            SplitLabels.draw(on: &steady, left: Strings.live,
                             right: isDelayedUp(at: now) ? Strings.ago(settings.delaySeconds) : nil,
                             y: min(hints.top - 16, splitBottom - 16))
        }
        let legend = legend(at: now, hints, look)
        return [Layer(.drawing(steady.drawing))] + (legend.map { [$0] } ?? [])
    }

    private func countdown(at now: Timestamp, _ hints: HintLayout, _ look: Look) -> Countdown? {
        guard page == .live, let due = delayedDue, due > now else { return nil }
        let half = Canvas.bounds.width / 2
        let area = settings.isSplit ? Rect(x: half, y: 0, width: half - Areas.left, height: 600)
            : Rect(x: 0, y: 0, width: Canvas.bounds.width, height: hints.top - 16)
        let left = wholeSecondsLeft(from: now, to: due)
        return Countdown(seconds: left, fraction: Double(left) / max(1, settings.delaySeconds), in: area, look: look)
    }

    /// Where the pictures of a split screen end.
    private var splitBottom: Double {
        let half = Rect(x: 0, y: 0, width: Canvas.bounds.width / 2, height: Canvas.bounds.height)
        return picture(.live, within: half).place.maxY
    }

    /// Conditions and diagnostics; the countdown keeps its place below them, on a split screen beside them.
    private func drawLeftColumn(at now: Timestamp, below top: Double, _ hints: HintLayout, _ countdown: Rect?,
                                on sketch: inout Sketch) {
        guard page != .card else { return }
        var right = page == .menu ? SheetLayout(sketch.look, menu).panel.x - 24 : Areas.right
        if let countdown, settings.isSplit { right = min(right, countdown.x - 24) }
        let labels = settings.isSplit && page == .live ? sketch.look.lineHeight(sketch.look.small) + 48 : 0
        var limit = min(hints.top - 16, settings.isSplit ? splitBottom : Areas.middleBottom) - labels
        if let countdown, !settings.isSplit { limit = min(limit, countdown.y - 16) }
        let stack = ChipStack(chips(at: now), look: sketch.look, top: top, limit: limit, right: right)
        stack.draw(on: &sketch)
        if settings.showsDiagnostics {
            DiagnosticsPanel(diagnosticRows(), look: sketch.look, top: stack.bottom, limit: limit, right: right)?
                .draw(on: &sketch)
        }
    }

    /// What the controls do here.
    private func legend(at now: Timestamp, _ hints: HintLayout, _ look: Look) -> Layer? {
        var sketch = Sketch(look)
        switch page {
        case .live:
            if let offer = visibleOffer {
                OfferLine(offer.smaller, look: look).draw(on: &sketch)
                return Layer(.drawing(sketch.drawing))
            }
            let opacity = hintOpacity(at: now)
            guard opacity > 0 else { return nil }
            hints.draw(on: &sketch, isAcknowledged: session.newestMark?.isJournalled ?? false,
                       isFlashing: flash.map { $0.start <= now && now < $0.end } ?? false)
            return Layer(.drawing(sketch.drawing), placement: Placement(opacity: opacity))
        case .menu:
            let items = menu.learning.isListening ? [LegendItem(.stop, Strings.back)]
                : menu.isAboutOpen ? [LegendItem(.knobTurn, Strings.scroll), LegendItem(.stop, Strings.back)]
                : [LegendItem(.knobTurn, menu.isEditing ? Strings.change : Strings.choose),
                   LegendItem(.knobPush, menu.isEditing ? Strings.done : Strings.change),
                   LegendItem(.stop, Strings.back), LegendItem(.mark, Strings.markWord)]
            let width = LegendRow.width(of: items, look: look)
            LegendRow(items, x: Areas.right - width, y: hints.stop.y, height: hints.stop.height, look: look)
                .draw(on: &sketch)
            return Layer(.drawing(sketch.drawing))
        case .card, .score, .summary, .history, .clip:
            return nil
        }
    }

    func cardLayout(at now: Timestamp, _ look: Look) -> CardLayout {
        CardLayout(look, cardText(at: now), below: belowHUD(at: now, look))
    }

    private func belowHUD(at now: Timestamp, _ look: Look) -> Double { HUDLayout(look, hud(at: now)).delay.maxY + Look.margin }

    private func toastArea(_ look: Look) -> Rect {
        let right = page == .menu ? SheetLayout(look, menu).panel.x - 24 : Areas.right
        return Rect(x: Areas.left, y: 240, width: right - Areas.left, height: 480)
    }

    // MARK: The sheet

    private func sheet(at now: Timestamp, _ look: Look) -> Layer? {
        let slide = menu.slide.value(at: now)
        guard slide > 0 else { return nil }
        let layout = SheetLayout(look, menu)
        var sketch = Sketch(look)
        SheetDrawing(layout: layout, menu: menu, settings: settings, available: line?.capacitySeconds, now: now)
            .draw(on: &sketch)
        var place = Canvas.bounds
        if !settings.hasReducedMotion { place.x = (1 - slide) * (Canvas.bounds.maxX - layout.panel.x) }
        return Layer(.drawing(sketch.drawing), place: place,
                     placement: Placement(opacity: settings.hasReducedMotion ? slide : 1))
    }
}
