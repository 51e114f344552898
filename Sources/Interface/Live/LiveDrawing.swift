// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What is drawn on the pictures of Live.
struct LiveDrawing {
    private let context: Context
    private let now: Timestamp
    private let look: Look
    private let pictures: LivePictures
    private let hints: HintLayout

    init(_ context: Context, at now: Timestamp) {
        self.context = context
        self.now = now
        look = Look(context.settings)
        pictures = LivePictures(context, at: now)
        hints = context.hints
    }

    private var settings: Settings { context.settings }
    private var place: Place { context.cover.place }

    var layers: [Layer] {
        // Nothing that could still be done is on a screen that goes off.
        if context.switchingOff.ending != nil { return [] }
        let layout = HUDLayout(look, context.hud(at: now), limit: place == .menu ? context.cover.right : nil)
        var steady = Sketch(look)
        layout.draw(on: &steady)
        // Words about switching off lie in the middle, and only what is above them stays.
        if context.switchingOffText(at: now) != nil { return [Layer(.drawing(steady.drawing))] }
        let countdown = countdown
        countdown?.draw(on: &steady)
        drawLeftColumn(below: layout.delay.maxY + Look.margin, countdown?.rect, on: &steady)
        if settings.isSplit, place == .live {
            SplitLabels.draw(
                on: &steady, left: Strings.live,
                right: context.isDelayedUp(at: now) ? Strings.ago(settings.delaySeconds) : nil,
                y: min(hints.top - 16, pictures.splitBottom - 16))
        }
        return [Layer(.drawing(steady.drawing))] + [legend].compactMap { $0 }
    }

    private var countdown: Countdown? {
        guard place == .live, let due = context.delayedDue, due > now else { return nil }
        let half = Canvas.bounds.width / 2
        let area =
            settings.isSplit
            ? Rect(x: half, y: 0, width: half - Areas.left, height: 600)
            : Rect(x: 0, y: 0, width: Canvas.bounds.width, height: hints.top - 16)
        let left = wholeSecondsLeft(from: now, to: due)
        return Countdown(seconds: left, fraction: Double(left) / max(1, settings.delaySeconds), in: area, look: look)
    }

    /// Conditions and diagnostics; the countdown keeps its place below them, on a split screen beside them.
    private func drawLeftColumn(below top: Double, _ countdown: Rect?, on sketch: inout Sketch) {
        guard place != .dialog else { return }
        var right = context.cover.right
        if let countdown, settings.isSplit { right = min(right, countdown.x - 24) }
        let labels = settings.isSplit && place == .live ? look.lineHeight(look.small) + 48 : 0
        var limit = min(hints.top - 16, settings.isSplit ? pictures.splitBottom : Areas.middleBottom) - labels
        if let countdown, !settings.isSplit { limit = min(limit, countdown.y - 16) }
        let stack = ChipStack(context.chips(at: now), look: look, top: top, limit: limit, right: right)
        stack.draw(on: &sketch)
        if settings.showsDiagnostics {
            DiagnosticsPanel(context.diagnosticRows(), look: look, top: stack.bottom, limit: limit, right: right)?.draw(on: &sketch)
        }
    }

    /// What the controls do here.
    private var legend: Layer? {
        guard place == .live else { return nil }
        var sketch = Sketch(look)
        if let offer = context.visibleOffer {
            OfferLine(offer.smaller, look: look).draw(on: &sketch)
            return Layer(.drawing(sketch.drawing))
        }
        let opacity = context.hintOpacity(at: now)
        guard opacity > 0 else { return nil }
        hints.draw(
            on: &sketch, isAcknowledged: context.sessions.session.newestMark?.isJournalled ?? false,
            isFlashing: context.flash.map { $0.start <= now && now < $0.end } ?? false)
        return Layer(.drawing(sketch.drawing), placement: Placement(opacity: opacity))
    }
}
