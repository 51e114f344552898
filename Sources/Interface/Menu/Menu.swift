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
    /// As everything was set when the knob took the value up: STOP puts it back.
    private var before: Settings?
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
        let effects = putBack(in: &context, at: now)
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
            before = nil
        default: break
        }
        return []
    }

    // MARK: What a person does

    func grammar(in context: Context) -> Grammar {
        if learning.isListening { return [.press(.stop): .cancel] }
        if isAboutOpen {
            return [
                .press(.mark): .back, .press(.stop): .back, .press(.up): .scroll, .press(.down): .scroll, .turn: .scroll, .press(.knob): .back,
            ]
        }
        if isEditing {
            return [
                .press(.mark): .take, .press(.stop): .oldValue, .press(.left): .less, .press(.right): .more, .turn: .value, .press(.knob): .take,
            ]
        }
        return [
            .press(.mark): .change, .press(.stop): .back, .press(.left): .partBefore, .press(.right): .partAfter, .press(.up): .rowBefore,
            .press(.down): .rowAfter, .turn: .row, .press(.knob): .change,
        ]
    }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .pressed(.mark), .tapped(.knob): return pushRow(in: &context, at: now)
        case .pressed(.left), .repeated(.left): return .effects(step(-1, in: &context, at: now))
        case .pressed(.right), .repeated(.right): return .effects(step(1, in: &context, at: now))
        case .pressed(.up), .repeated(.up): move(by: -1)
        case .pressed(.down), .repeated(.down): move(by: 1)
        case .tapped(.stop): return back(in: &context, at: now)
        case .pressed, .repeated, .tapped, .held, .tool: break
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
        if isEditing { return .effects(putBack(in: &context, at: now)) }
        guard isAboutOpen else { return [.back] }
        isAboutOpen = false
        return []
    }

    /// What was being changed is as it was before.
    private mutating func putBack(in context: inout Context, at now: Timestamp) -> [Effect] {
        let changes = before.map { context.change(to: $0, isChoosing: true, at: now) } ?? []
        return changes + finishEditing(in: &context, at: now)
    }

    private mutating func finishEditing(in context: inout Context, at now: Timestamp) -> [Effect] {
        isEditing = false
        before = nil
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
            before = context.settings
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

    /// ◀ and ▶ change the value that the knob holds; else they go to the first row of the part of the sheet before or after.
    private mutating func step(_ direction: Int, in context: inout Context, at now: Timestamp) -> [Effect] {
        if isEditing { return adjust(by: direction, in: &context, at: now) }
        let starts = SettingRow.starts
        let part = starts.lastIndex { $0 <= selected } ?? 0
        // Back from within a part is to its own beginning.
        let target = direction < 0 && starts[part] < selected ? part : part + direction
        select(starts[target.clamped(to: 0...starts.count - 1)])
        return []
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
        before = nil
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
        return slide > 0 ? [sheet(context, slide: slide, at: now)] : []
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

    func nextChange(after seen: Timestamp) -> Timestamp? {
        [askingEnd, learning.nextChange(after: seen), slide.span.nextChange(after: seen)].compactMap { $0 }.filter { $0 > seen }.min()
    }
}

extension Settings {
    /// How long a sheet takes to come or go.
    var sheetMotion: Duration { self.hasReducedMotion ? Motion.crossFade : Motion.sheet }
}
