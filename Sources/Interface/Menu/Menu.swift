// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The settings sheet beside Live.
struct Menu: Screen, Hashable, Sendable {
    /// What lies under a finger.
    private enum Target: Hashable {
        /// A row, and on which half of it.
        case row(Int, isRightHalf: Bool)
        /// Elsewhere on the sheet.
        case sheet
        case picture
    }

    /// How far the sheet is in, 0…1.
    private(set) var slide: Transition
    /// An index of `SettingRow.all`.
    private(set) var selected = 0
    /// The knob holds the selected row's value.
    private(set) var isEditing = false
    private(set) var learning = KeyLearning()
    /// What came of the last thing that was done here, in the help line's place until the next row.
    private(set) var outcome: String?
    private(set) var isAboutOpen = false
    /// "Switch off" was pushed once: until then a second push means it.
    private(set) var askingEnd: Timestamp?
    /// The first paragraph shown of the About page.
    private(set) var aboutTop = 0
    private var touch: Touch<Target>?

    init(at now: Timestamp) {
        slide = Transition(at: 0, since: now)
    }

    var row: SettingRow { SettingRow.all[selected] }

    private mutating func move(by steps: Int) {
        outcome = nil
        askingEnd = nil
        if isAboutOpen {
            aboutTop = (aboutTop + steps.signum()).clamped(to: 0...Strings.about.count - 1)
        } else {
            let (index, overflow) = selected.addingReportingOverflow(steps)
            selected = overflow ? selected : index.clamped(to: 0...SettingRow.all.count - 1)
        }
    }

    private mutating func select(_ index: Int) {
        outcome = nil
        if index != selected { askingEnd = nil }
        selected = index.clamped(to: 0...SettingRow.all.count - 1)
    }

    private mutating func ask(until end: Timestamp) {
        askingEnd = end
        outcome = Strings.switchOffAsked
    }

    private mutating func stopAsking() {
        if askingEnd != nil { outcome = nil }
        askingEnd = nil
    }

    private mutating func openAbout() {
        isAboutOpen = true
        aboutTop = 0
    }

    // MARK: Coming and going

    mutating func open(in context: inout Context, at now: Timestamp) {
        isAboutOpen = false
        isEditing = false
        outcome = nil
        context.toast = nil
        slide.go(to: 1, at: now, within: context.settings.sheetMotion)
    }

    mutating func leave(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let effects = finishEditing(in: &context, at: now)
        stopAsking()
        slide.go(to: 0, at: now, within: context.settings.sheetMotion)
        return .effects(effects)
    }

    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch event {
        case .tick:
            if let deadline = learning.deadline, deadline <= now { stopLearning(saying: Strings.nothingLearned) }
            if let end = askingEnd, end <= now { stopAsking() }
        case .card(.settings):
            isEditing = false
        default: break
        }
        return []
    }

    // MARK: What a person does

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .pressed(.mark): return .effects(context.markAndHold(at: now))
        case .pressed(.knob): return pushRow(in: &context, at: now)
        case .pressed(let control), .repeated(let control): return .effects(step(control, in: &context, at: now))
        case .tapped(.stop): return back(in: &context, at: now)
        case .held(.stop): return [.back]
        case .tapped, .held: break
        case .turned(let detents, let speed):
            if isEditing { return .effects(adjust(by: speed.steps(detents), in: &context, at: now)) }
            move(by: detents)
        case .touchDown(let point):
            let target = target(at: point, look: Look(context.settings))
            touch = Touch(target, at: point, at: now)
            context.switchingOff.dismissObjection()
            if context.doubleTap.note(at: point, isOnPicture: target == .picture, at: now) { return .effects(context.mark(at: now).effects) }
        case .touchMoved(let point): touch?.move(to: point, at: now)
        case .touchUp:
            switch touch.lift()?.tapped {
            case .row(let index, let isRightHalf): return tapRow(index, isRightHalf: isRightHalf, in: &context, at: now)
            case .picture: return [.back]
            default: break
            }
        case .key(let key): return .effects(learn(key, in: &context, at: now))
        case .interrupted: stopLearning(saying: Strings.nothingLearned)
        }
        return []
    }

    private mutating func back(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        if isEditing { return .effects(finishEditing(in: &context, at: now)) }
        guard isAboutOpen else { return [.back] }
        isAboutOpen = false
        return []
    }

    private mutating func finishEditing(in context: inout Context, at now: Timestamp) -> [Effect] {
        isEditing = false
        learning.stopListening()
        return context.restartStreamIfChanged(at: now)
    }

    /// The knob was pushed: a switch is thrown, a value is taken up or laid down.
    private mutating func pushRow(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        if isAboutOpen {
            isAboutOpen = false
        } else if row == .about {
            openAbout()
        } else if row == .sessions {
            return [.back, .history]
        } else if row == .switchOff {
            return pushSwitchOff(at: now)
        } else if row == .forgetKeys {
            return .effects(forgetKeys(in: &context, at: now))
        } else if row == .learnKey, isEditing {
            learning.listen(from: now)
        } else if row.isSwitch {
            return .effects(adjust(by: 1, in: &context, at: now))
        } else if isEditing {
            return .effects(finishEditing(in: &context, at: now))
        } else {
            isEditing = true
            outcome = nil
        }
        return []
    }

    /// One push asks, a second one within five seconds means it.
    private mutating func pushSwitchOff(at now: Timestamp) -> [ScreenOutcome] {
        guard let end = askingEnd, now < end else {
            ask(until: now + Motion.question)
            return []
        }
        stopAsking()
        return [.switchOff]
    }

    /// ▲ and ▼ move, ◀ and ▶ change the value.
    private mutating func step(_ control: Control, in context: inout Context, at now: Timestamp) -> [Effect] {
        switch control {
        case .up, .down:
            defer { move(by: control == .up ? -1 : 1) }
            return finishEditing(in: &context, at: now)
        case .left, .right:
            guard !isAboutOpen, row.hasValue else { return [] }
            isEditing = !row.isSwitch
            return adjust(by: control == .left ? -1 : 1, in: &context, at: now)
        case .mark, .stop, .knob:
            return []
        }
    }

    private mutating func adjust(by steps: Int, in context: inout Context, at now: Timestamp) -> [Effect] {
        if row == .learnKey { learning.choose(by: steps) }
        return context.change(to: row.adjusted(context.settings, by: steps), isChoosing: isEditing, at: now)
    }

    // MARK: Fingers

    /// A tap on a row chooses and pushes it; on a value that is being changed, its left half lowers it and its right half raises it.
    private mutating func tapRow(_ index: Int, isRightHalf: Bool, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        if isEditing, index == selected { return .effects(adjust(by: isRightHalf ? 1 : -1, in: &context, at: now)) }
        let effects = finishEditing(in: &context, at: now)
        select(index)
        return .effects(effects) + pushRow(in: &context, at: now)
    }

    private func target(at point: Point, look: Look) -> Target {
        let layout = SheetLayout(look, self)
        guard layout.panel.contains(point) else { return .picture }
        guard !isAboutOpen, let row = layout.rows.first(where: { $0.rect.contains(point) }) else { return .sheet }
        return .row(row.index, isRightHalf: point.x >= row.rect.center.x)
    }

    // MARK: Keys

    private mutating func stopLearning(saying words: String) {
        learning.stopListening()
        isEditing = false
        outcome = words
    }

    private mutating func forgetKeys(in context: inout Context, at now: Timestamp) -> [Effect] {
        var changed = context.settings
        changed.keys.forgetAll()
        outcome = Strings.keysForgotten
        return context.change(to: changed, isChoosing: isEditing, at: now)
    }

    private mutating func learn(_ key: KeyCode, in context: inout Context, at now: Timestamp) -> [Effect] {
        var changed = context.settings
        changed.keys.learn(key, as: learning.control)
        defer { stopLearning(saying: Strings.learned(key, as: learning.control)) }
        return context.change(to: changed, isChoosing: isEditing, at: now)
    }

    // MARK: What is seen

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        let slide = slide.value(at: now)
        let isUp = context.cover.place == .menu && context.switchingOff.ending == nil && context.switchingOffText(at: now) == nil
        return (isUp ? [legend(Look(context.settings), context.hints)] : []) + (slide > 0 ? [sheet(context, slide: slide, at: now)] : [])
    }

    private func sheet(_ context: Context, slide: Double, at now: Timestamp) -> Layer {
        let settings = context.settings
        let layout = SheetLayout(Look(settings), self)
        var sketch = Sketch(Look(settings))
        SheetDrawing(layout: layout, menu: self, settings: settings, available: context.line?.capacitySeconds, now: now).draw(on: &sketch)
        var place = Canvas.bounds
        if !settings.hasReducedMotion { place.x = (1 - slide) * (Canvas.bounds.maxX - layout.panel.x) }
        return Layer(.drawing(sketch.drawing), place: place, placement: Placement(opacity: settings.hasReducedMotion ? slide : 1))
    }

    /// What the controls do here.
    private func legend(_ look: Look, _ hints: HintLayout) -> Layer {
        let items =
            learning.isListening
            ? [LegendItem(.stop, Strings.back)]
            : isAboutOpen
                ? [LegendItem(.knobTurn, Strings.scroll), LegendItem(.stop, Strings.back)]
                : [
                    LegendItem(.knobTurn, isEditing ? Strings.change : Strings.choose),
                    LegendItem(.knobPush, isEditing ? Strings.done : Strings.change),
                    LegendItem(.stop, Strings.back), LegendItem(.mark, Strings.markWord),
                ]
        let width = LegendRow.width(of: items, look: look)
        var sketch = Sketch(look)
        LegendRow(items, x: Areas.right - width, y: hints.stop.y, height: hints.stop.height, look: look).draw(on: &sketch)
        return Layer(.drawing(sketch.drawing))
    }

    func nextChange(after seen: Timestamp) -> Timestamp? {
        [askingEnd, learning.nextChange(after: seen), slide.span.nextChange(after: seen)].compactMap { $0 }.filter { $0 > seen }.min()
    }
}

extension Settings {
    /// How long a sheet takes to come or go.
    var sheetMotion: Duration { self.hasReducedMotion ? Motion.crossFade : Motion.sheet }
}
