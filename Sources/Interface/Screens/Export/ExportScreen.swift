// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A sheet beside the picture that chooses an export's form and its goal. While an export runs, it shows the progress.
struct ExportScreen: Screen {
    var place: ScreenKind { .export }
    var presentation: Presentation { .sheet }

    let subject: ExportSubject
    /// The subject in words: a clip's name, the session's archer and face.
    let title: String
    let line: String?
    /// The form that suits the screen from which the sheet was opened best; `nil` for the first of all.
    private let first: ExportForm?
    /// The form that the knob holds; `nil` for the first. It stays the same although rows are added once the exporter has examined the
    /// subject.
    private var chosen: ExportForm?
    /// The goal that was asked for; `nil` for the stick if one is ready, otherwise the card.
    private(set) var wanted: ExportDestination?
    private(set) var slide: Transition
    private var touch: Touch<ExportLayout.Target?>?

    /// - Parameters:
    ///   - title: the subject in words.
    ///   - first: the form that suits the screen from which it was opened. Its row comes first and is chosen.
    init(_ subject: ExportSubject, title: String, line: String?, first: ExportForm?, in context: inout Context, at now: Timestamp) {
        (self.subject, self.title, self.line, self.first) = (subject, title, line, first)
        slide = Transition(at: 0, since: now)
        slide.go(to: 1, at: now, within: context.settings.sheetMotion)
        context.exporting.open(subject)
    }

    // MARK: State

    /// Returns the forms that suit the subject, a row for each. The form that suits the screen beside it comes first.
    func forms(_ exporting: Exporting) -> [ExportForm] {
        let offered = ExportForm.offered.filter { $0.row.clips.suit(subject, exporting.size) }
        guard let first, first.row.clips.suit(subject, exporting.size) else { return offered }
        return [first] + offered.filter { $0.row.key != first.row.key }
    }

    /// Returns the values that are chosen elsewhere: how long a film stands still, and the middle of the zoomed part as it is shown now.
    func values(in context: Context) -> ExportForm.Values {
        ExportForm.Values(freeze: context.settings.exportFreezeSeconds, center: context.zoom.isOn ? context.zoom.crop.center.x : nil)
    }

    func form(_ exporting: Exporting) -> ExportForm { forms(exporting)[choice(exporting)] }

    /// Returns the index of the row that the knob holds.
    func choice(_ exporting: Exporting) -> Int { chosen.flatMap { forms(exporting).firstIndex(of: $0) } ?? 0 }

    func place(_ exporting: Exporting) -> ExportDestination {
        if let wanted { return wanted }
        switch exporting.outcome {
        case .done(let result)?, .stopped(_, let result)?: return result.place
        case nil: if case .ready = exporting.stick { return .stick } else { return .card }
        }
    }

    /// Returns true if the chosen export can begin now.
    func isPossible(in context: Context) -> Bool {
        let exporting = context.exporting
        let form = form(exporting)
        guard exporting.refusal == nil, let size = exporting.size, size.clips > 0 || subject.isWhole(as: form) else { return false }
        if form.row.isJoined, !size.unjoinable.isEmpty { return false }
        switch place(exporting) {
        case .stick: if case .ready = exporting.stick { return true } else { return false }
        case .card: return context.conditions.card.isWritable
        }
    }

    // MARK: Input

    func bindings(in context: Context) -> Bindings<Self> {
        if context.exporting.isRunning {
            // An export that another sheet began isn't cancelled by a push that was meant for this sheet.
            return [.press(.stop): .back, .press(.knob): Binding(.cancelExport) { $0.act(in: &$1) }.when(context.exporting.isOwn)]
        }
        let export = Binding<Self>(.export) { $0.act(in: &$1) }.when(isPossible(in: context))
        return [
            .press(.mark): export,
            .press(.stop): .back,
            .press(.left): Binding(.placeBefore) { $0.go(to: .stick, in: &$1) },
            .press(.right): Binding(.placeAfter) { $0.go(to: .card, in: &$1) },
            .press(.up): Binding(.rowBefore) { $0.move(by: -1, in: &$1) }.repeated,
            .press(.down): Binding(.rowAfter) { $0.move(by: 1, in: &$1) }.repeated,
            .turn: .turning(.exportForm) { $0.move(by: $3.detents, in: &$1) },
            .press(.knob): export,
        ]
    }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .touchDown(let point): touch = Touch(ExportLayout(self, context, at: now).target(at: point), at: point, at: now)
        case .touchMoved(let point): touch?.move(to: point, at: now)
        case .touchUp: return touchUp(in: &context)
        default: return perform(input, in: &context, at: now)
        }
        return []
    }

    private mutating func move(by detents: Int, in context: inout Context) -> [ScreenOutcome] {
        let forms = forms(context.exporting)
        chosen = forms[(choice(context.exporting) + detents.clamped(to: -100...100)).clamped(to: 0...forms.count - 1)]
        return thinkAgain(in: &context)
    }

    private mutating func touchUp(in context: inout Context) -> [ScreenOutcome] {
        guard let tapped = touch.lift()?.tapped else { return [] }
        // A tap beside the sheet goes back to what was shown.
        guard let target = tapped else { return [.back] }
        guard !context.exporting.isRunning else { return [] }
        switch target {
        case .row(let index) where index == choice(context.exporting): return act(in: &context)
        case .row(let index):
            let forms = forms(context.exporting)
            if forms.indices.contains(index) { chosen = forms[index] }
            return thinkAgain(in: &context)
        case .place: return go(to: place(context.exporting) == .stick ? .card : .stick, in: &context)
        case .sheet: return []
        }
    }

    private mutating func go(to place: ExportDestination, in context: inout Context) -> [ScreenOutcome] {
        wanted = place
        return thinkAgain(in: &context)
    }

    /// Prepares for another export after the last one: its result is forgotten, and the exporter examines the subject and the stick again.
    private func thinkAgain(in context: inout Context) -> [ScreenOutcome] {
        guard context.exporting.outcome != nil else { return [] }
        context.exporting.open(subject)
        return [.effect(.export(.prepare(subject)))]
    }

    /// Begins the export, or cancels it.
    private func act(in context: inout Context) -> [ScreenOutcome] {
        if context.exporting.isRunning { return context.exporting.isOwn ? [.effect(.export(.cancel))] : [] }
        guard isPossible(in: context) else { return [] }
        let (form, place) = (form(context.exporting).with(values(in: context)), place(context.exporting))
        context.exporting.begin(title)
        return [.effect(.export(.begin(subject, form, to: place)))]
    }

    mutating func leave(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        context.exporting.close()
        return [.effect(.export(.close))]
    }

    // MARK: Rendering

    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        let exporting = context.exporting
        let drawing = ExportDrawing(self, ExportLayout(self, context, at: now), context)
        return Spoken(
            title, intro: [line], Spoken.of(Strings.name(of: form(exporting), subject), choice(exporting), of: forms(exporting).count),
            state: [exporting.refusal?.text] + drawing.spokenState, guide: [.press(.knob), .press(.stop)], help: drawing.spokenMeaning)
    }

    /// Returns the sheet alone, with a shade over what is under it.
    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        let layout = ExportLayout(self, context, at: now)
        let (shift, opacity) = (slide.value(at: now), context.settings.hasReducedMotion)
        var dimmed = DrawingBuilder(layout.look)
        dimmed.add([.fill(Canvas.bounds, cornerRadius: 0, Palette.ink.opacity(0.35))])
        var sheet = DrawingBuilder(layout.look)
        ExportDrawing(self, layout, context).draw(on: &sheet)
        var place = Canvas.bounds
        if !opacity { place.x = (1 - shift) * (Canvas.bounds.maxX - layout.panel.x) }
        return [
            Layer(.drawing(dimmed.drawing), placement: Placement(opacity: shift)),
            Layer(.drawing(sheet.drawing), place: place, placement: Placement(opacity: opacity ? shift : 1)),
        ]
    }

    func nextChange(after seen: Timestamp) -> Timestamp? { slide.span.nextChange(after: seen) }
}
