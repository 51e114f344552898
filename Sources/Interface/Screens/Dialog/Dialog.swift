// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The box in the middle of Live: it tells what was saved at STOP, or asks whether to save anything.
struct Dialog: Screen {
    var place: ScreenKind { .dialog }
    var presentation: Presentation { .overLive }

    /// The target of a finger.
    private enum Target: Hashable {
        case save, dontSave
        /// Elsewhere on the dialog.
        case panel
        case picture
    }

    private(set) var content = DialogContent.report
    /// The dialog's opacity, 0…1.
    private var fade: Transition
    /// The time at which it closes by itself; `nil` while it isn't open.
    private var end: Timestamp?
    private var isDone = false
    /// True if the knob holds the answer "save".
    private(set) var savesByKnob = true
    private var touch: Touch<Target>?

    init(at now: Timestamp) {
        fade = Transition(at: 0, since: now)
    }

    // MARK: Opening and closing

    mutating func show(_ content: DialogContent, until end: Timestamp, in context: Context, at now: Timestamp) {
        self.content = content
        self.end = end
        isDone = false
        savesByKnob = true
        fade.go(to: 1, at: now, within: Motion.crossFade)
        noteProgress(in: context, at: now)
    }

    mutating func leave(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        end = nil
        fade.go(to: 0, at: now, within: Motion.crossFade)
        return []
    }

    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch event {
        case .card(.written), .card(.lost): noteProgress(in: context, at: now)
        case .card(.filed(let ref, _)): if ref == context.sessions.closing?.ref { noteDone(at: now) }
        case .tick: if let end, end <= now { return [.back] }
        default: break
        }
        return []
    }

    private mutating func noteProgress(in context: Context, at now: Timestamp) {
        if context.sessions.closing?.pendingCount == 0 { noteDone(at: now) }
    }

    /// Notes that there is nothing more to tell: the dialog closes in a few seconds.
    private mutating func noteDone(at now: Timestamp) {
        guard content == .report, end != nil, !isDone else { return }
        isDone = true
        end = now + Motion.report
    }

    // MARK: Input

    func bindings(in context: Context) -> Bindings<Self> {
        switch content {
        case .offer:
            [
                .press(.mark): Binding(.saveBuffer) { $0.answer(save: true, in: &$1, at: $2) },
                .press(.stop): Binding(.saveNothing, .back),
                .press(.left): Binding(.answerBefore) { $0.savesByKnob = true },
                .press(.right): Binding(.answerAfter) { $0.savesByKnob = false },
                .turn: .turning(.answer) { $0.savesByKnob = $1 < 0 },
                .press(.knob): Binding(.takeAnswer) { $0.answer(save: $0.savesByKnob, in: &$1, at: $2) },
            ]
        case .report:
            [
                .press(.mark): Binding(.keep) { [ScreenOutcome.back] + .effects($1.markAndHold(at: $2)) },
                .hold(.mark): Binding(.saveAll),
                .press(.stop): Binding(.close, .back),
                .press(.knob): Binding(.close, .back),
            ]
        }
    }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .touchDown(let point):
            let target = target(at: point, in: context, at: now)
            touch = Touch(target, at: point, at: now)
            context.switchingOff.dismissObjection()
            if context.doubleTap.note(at: point, isOnPicture: target == .picture, at: now) { return .effects(context.mark(at: now).effects) }
        case .touchMoved(let point): touch?.move(to: point, at: now)
        case .touchUp: return lift(touch.lift()?.tapped, in: &context, at: now)
        default: return perform(input, in: &context, at: now)
        }
        return []
    }

    private mutating func lift(_ target: Target?, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch target {
        case .save: answer(save: true, in: &context, at: now)
        case .dontSave: answer(save: false, in: &context, at: now)
        case .picture, .panel: content == .report ? [.back] : []
        default: []
        }
    }

    private func target(at point: Point, in context: Context, at now: Timestamp) -> Target {
        let layout = layout(in: context, at: now)
        if content == .offer {
            if layout.save.contains(point) { return .save }
            if layout.dontSave.contains(point) { return .dontSave }
        }
        return layout.panel.contains(point) ? .panel : .picture
    }

    /// Answers the offer to save everything. "Don't save" changes nothing.
    private mutating func answer(save: Bool, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard save else { return [.back] }
        var effects = context.saveBuffer(at: now)
        context.toast = nil
        let hasSaved = !context.sessions.session.isEmpty
        effects += context.rest(at: now)
        guard hasSaved else { return .effects(effects) + [.back] }
        show(.report, until: now + Motion.longestReport, in: context, at: now)
        return .effects(effects)
    }

    // MARK: Rendering

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        let opacity = fade.value(at: now)
        guard opacity > 0, context.switchingOffText(at: now) == nil else { return [] }
        var sketch = DrawingBuilder(Theme(context.settings))
        layout(in: context, at: now).draw(on: &sketch)
        return [Layer(.drawing(sketch.drawing), placement: Placement(opacity: opacity))]
    }

    func layout(in context: Context, at now: Timestamp) -> DialogLayout {
        DialogLayout(Theme(context.settings), text(in: context, at: now), below: context.belowHUD(at: now))
    }

    /// Returns `nil`: a toast lies where it lies on Live.
    func toastPlace(in context: Context) -> ToastPlace? { nil }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        [fade.span.nextChange(after: seen), end, end.map { nextSecondOfCountdown(after: seen, to: $0) }].compactMap { $0 }.filter { $0 > seen }.min()
    }

    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        let text = text(in: context, at: now)
        guard content == .offer else { return Spoken(Strings.Spoken.report, text.title, state: text.lines) }
        // The seconds that are left go by too fast to be said.
        return Spoken(
            text.title, intro: [text.lines.first], Spoken.of(savesByKnob ? text.keeping : text.other, savesByKnob ? 0 : 1, of: 2))
    }

    private func text(in context: Context, at now: Timestamp) -> DialogText {
        guard content == .offer else { return report(in: context) }
        let left = end.map { max(0, wholeSecondsLeft(from: now, to: $0)) } ?? 0
        return DialogText(
            title: Strings.offerTitle,
            lines: [Strings.offerBody(context.line?.contentSeconds ?? 0), Strings.offerEnds(in: left)], answer: savesByKnob)
    }

    private func report(in context: Context) -> DialogText {
        let ended = context.sessions.closing ?? context.sessions.session
        let all = ended.writtenCount + ended.pendingCount
        let lines = (ended.lostCount > 0 ? [Strings.lost(ended.lostCount)] : []) + [Strings.nextSession]
        if all == 0, ended.unkeptCount > 0 { return DialogText(title: Strings.nothingKept, lines: lines) }
        if ended.pendingCount == 0 { return DialogText(title: Strings.onTheCard(all), lines: lines) }
        guard context.conditions.card.isWritable else { return DialogText(title: Strings.waiting(ended.pendingCount), lines: lines) }
        return DialogText(
            title: Strings.writing(ended.writtenCount, of: all), lines: lines,
            progress: Double(ended.writtenCount) / Double(max(1, all)))
    }
}
