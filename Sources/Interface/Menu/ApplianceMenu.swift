import Core

/// Where the settings sheet stands.
struct Menu: Hashable, Sendable {
    /// How far the sheet is in, 0…1.
    private(set) var slide: Transition
    /// An index of `SettingRow.all`.
    private(set) var selected = 0
    /// The knob holds the selected row's value.
    var isEditing = false
    var learning = KeyLearning()
    /// What came of the last thing that was done here, in the help line's place until the next row.
    var outcome: String?
    var isAboutOpen = false
    /// "Switch off" was pushed once: until then a second push means it.
    private(set) var askingEnd: Timestamp?
    /// The first paragraph shown of the About page.
    private(set) var aboutTop = 0

    init(at now: Timestamp) {
        slide = Transition(at: 0, since: now)
    }

    var row: SettingRow { SettingRow.all[selected] }

    mutating func move(by steps: Int) {
        outcome = nil
        askingEnd = nil
        if isAboutOpen {
            aboutTop = (aboutTop + steps.signum()).clamped(to: 0...Strings.about.count - 1)
        } else {
            let (index, overflow) = selected.addingReportingOverflow(steps)
            selected = overflow ? selected : index.clamped(to: 0...SettingRow.all.count - 1)
        }
    }

    mutating func select(_ index: Int) {
        outcome = nil
        if index != selected { askingEnd = nil }
        selected = index.clamped(to: 0...SettingRow.all.count - 1)
    }

    mutating func ask(until end: Timestamp) {
        askingEnd = end
        outcome = Strings.switchOffAsked
    }

    mutating func stopAsking() {
        if askingEnd != nil { outcome = nil }
        askingEnd = nil
    }

    mutating func openAbout() {
        isAboutOpen = true
        aboutTop = 0
    }

    mutating func go(open: Bool, at now: Timestamp, within duration: Duration) {
        slide.go(to: open ? 1 : 0, at: now, within: duration)
    }
}

extension Appliance {
    private var sheetMotion: Duration { settings.hasReducedMotion ? Motion.crossFade : Motion.sheet }

    mutating func openMenu(at instant: Timestamp) {
        page = .menu
        menu.isAboutOpen = false
        menu.isEditing = false
        menu.outcome = nil
        toast = nil
        menu.go(open: true, at: instant, within: sheetMotion)
    }

    mutating func closeMenu(at instant: Timestamp, _ effects: inout [Effect]) {
        finishEditing(at: instant, &effects)
        menu.stopAsking()
        page = .live
        menu.go(open: false, at: instant, within: sheetMotion)
    }

    mutating func finishEditing(at instant: Timestamp, _ effects: inout [Effect]) {
        menu.isEditing = false
        menu.learning.stopListening()
        restartStreamIfChanged(at: instant, &effects)
    }

    /// The knob was pushed: a switch is thrown, a value is taken up or laid down.
    mutating func pushRow(at instant: Timestamp, _ effects: inout [Effect]) {
        if menu.isAboutOpen {
            menu.isAboutOpen = false
        } else if menu.row == .about {
            menu.openAbout()
        } else if menu.row == .sessions {
            closeMenu(at: instant, &effects)
            openHistory(at: instant, &effects)
        } else if menu.row == .switchOff {
            pushSwitchOff(at: instant, &effects)
        } else if menu.row == .forgetKeys {
            forgetKeys(at: instant, &effects)
        } else if menu.row == .learnKey, menu.isEditing {
            menu.learning.listen(from: instant)
        } else if menu.row.isSwitch {
            adjust(by: 1, at: instant, &effects)
        } else if menu.isEditing {
            finishEditing(at: instant, &effects)
        } else {
            menu.isEditing = true
            menu.outcome = nil
        }
    }

    /// One push asks, a second one within five seconds means it.
    private mutating func pushSwitchOff(at instant: Timestamp, _ effects: inout [Effect]) {
        guard let end = menu.askingEnd, instant < end else { return menu.ask(until: instant + Motion.question) }
        menu.stopAsking()
        askToSwitchOff(at: instant, &effects)
    }

    /// ▲ and ▼ move, ◀ and ▶ change the value.
    mutating func stepMenu(_ control: Control, at instant: Timestamp, _ effects: inout [Effect]) {
        switch control {
        case .up, .down:
            finishEditing(at: instant, &effects)
            menu.move(by: control == .up ? -1 : 1)
        case .left, .right:
            guard !menu.isAboutOpen, menu.row.hasValue else { return }
            menu.isEditing = !menu.row.isSwitch
            adjust(by: control == .left ? -1 : 1, at: instant, &effects)
        case .mark, .stop, .knob:
            break
        }
    }

    mutating func adjust(by steps: Int, at instant: Timestamp, _ effects: inout [Effect]) {
        if menu.row == .learnKey { menu.learning.choose(by: steps) }
        change(to: menu.row.adjusted(settings, by: steps), at: instant, &effects)
    }
}
