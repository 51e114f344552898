// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Handles the pages of rows: a row is chosen, its switch is thrown, its value is taken up and laid down.
extension Menu {
    /// Returns the rows of a panel; the array is empty if the panel isn't made of rows.
    func rows(of panel: Panel, _ settings: Settings) -> [MenuRow] {
        switch panel {
        case .page(let page): page.rows.filter { $0.isShown(in: settings) }.map(MenuRow.setting)
        case .all(let page): page.allRows.filter { $0.isShown(in: settings) && !$0.isDeed }.map(MenuRow.setting)
        case .archers: MenuRow.archers(settings)
        case .archer: MenuRow.ofArcher(settings)
        case .lineClock: MenuRow.ofLineClock
        case .tiles, .naming, .about: []
        }
    }

    /// Returns the chosen row of the current panel.
    func row(in settings: Settings) -> MenuRow? {
        let rows = rows(of: panel, settings)
        return rows.isEmpty ? nil : rows[(choices[panel] ?? 0).clamped(to: 0...rows.count - 1)]
    }

    func scroll(of panel: Panel) -> Scroll { scrolls[panel] ?? Scroll() }

    func sheetLayout(of panel: Panel, _ context: Context, at now: Timestamp) -> SheetLayout {
        SheetLayout(
            Theme(context.settings), rows: rows(of: panel, context.settings).count, place: scroll(of: panel).position(at: now),
            hasFrameStrip: context.hasFrameStrip)
    }

    /// Returns the chosen row of a panel, moved into the wholly visible rows if it is outside of them. So a list that moves takes the
    /// choice along.
    func choice(of panel: Panel, _ layout: SheetLayout) -> Int {
        let choice = choices[panel] ?? 0
        guard layout.count > 0 else { return 0 }
        let first = Int(layout.place.rounded(.up))
        let last = Int(layout.place.rounded(.down)) + layout.visible - 1
        return choice.clamped(to: first...max(first, last)).clamped(to: 0...layout.count - 1)
    }

    // MARK: Input

    /// Handles an input on a list of rows. A list that moves takes the choice along, and stops.
    mutating func useRows(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let layout = sheetLayout(of: panel, context, at: now)
        let panel = panel
        choices[panel] = choice(of: panel, layout)
        scrolls[panel, default: Scroll()].stop(last: layout.last, at: now)
        defer { keepInSight(panel, layout) }
        return perform(input, in: &context, at: now)
    }

    mutating func chooseRow(by steps: Int, in settings: Settings) {
        let last = max(0, rows(of: panel, settings).count - 1)
        let index = ((choices[panel] ?? 0) + steps.clamped(to: -1000...1000)).clamped(to: 0...last)
        outcome = nil
        choices[panel] = index
    }

    /// Scrolls to the choice in a list that lies still.
    private mutating func keepInSight(_ panel: Panel, _ layout: SheetLayout) {
        let choice = choices[panel] ?? 0
        let top = scroll(of: panel).row
        if choice < top { scrolls[panel] = Scroll(at: choice) }
        if choice >= top + layout.visible { scrolls[panel] = Scroll(at: choice - layout.visible + 1) }
    }

    /// Goes to the page before or after.
    mutating func changePage(by direction: Int, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let pages = MenuTile.tiles(in: context).filter { panel(of: $0) != nil }
        guard let index = pages.firstIndex(of: tile), pages.indices.contains(index + direction) else { return [] }
        tile = pages[index + direction]
        return openTile(in: &context, at: now)
    }

    // MARK: Values

    mutating func adjust(by steps: Int, in context: inout Context, at now: Timestamp) -> [Effect] {
        guard let row = row(in: context.settings) else { return [] }
        if row == .setting(.learnKey) { learning.choose(by: steps) }
        return context.change(to: context.adjusted(row, of: panel.archer, by: steps), isChoosing: isEditing, at: now)
    }

    /// Puts the settings back to what they were before the change. If the voice was turned on or off meanwhile, as it is on every screen, that
    /// stays.
    mutating func putBack(in context: inout Context, at now: Timestamp) -> [Effect] {
        if row(in: context.settings) != .setting(.voice) { before?.voice = context.settings.voice }
        let changes = before.map { context.change(to: $0, isChoosing: true, at: now) } ?? []
        return changes + finishEditing(in: &context, at: now)
    }

    mutating func finishEditing(in context: inout Context, at now: Timestamp) -> [Effect] {
        isEditing = false
        before = nil
        learning.stopListening()
        return context.restartStreamIfChanged(at: now)
    }

    /// Handles a push of the chosen row: a switch is thrown, a value is taken up or laid down, a list or a page opens.
    mutating func push(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let row = row(in: context.settings), !row.isHeld else { return [] }
        if row.isSwitch { return .effects(adjust(by: 1, in: &context, at: now)) }
        switch row {
        case .setting(.about):
            aboutTop = 0
            show(panels + [.about], in: context, at: now)
        case .setting(.clock): return [.go(.clock)]
        case .setting(.hearing): return [.go(.hearing)]
        case .setting(.reviewUnjudged): return [.go(.unjudged)]
        case .setting(.allSettings): return openAll(in: context, at: now)
        case .setting(.face): return [.go(.choice(.face, of: panel.archer))]
        case .setting(.round): return [.go(.choice(.round))]
        case .setting(.region): return [.go(.region)]
        case .setting(.forgetKeys): return .effects(forgetKeys(in: &context, at: now))
        case .setting(.learnKey) where isEditing: learning.listen(from: now)
        case .setting:
            if isEditing { return .effects(finishEditing(in: &context, at: now)) }
            isEditing = true
            before = context.settings
            outcome = nil
        case .archersRound: return [.go(.choice(.ownRound, of: panel.archer))]
        case .archer(let name): show(panels + [.archer(name)], in: context, at: now)
        case .shootsNow: return .effects(letShoot(in: &context, at: now))
        case .addArcher: startNaming(NameWheel(), in: context, at: now)
        case .archerName: startNaming(NameWheel(renaming: archer), in: context, at: now)
        case .clockGo: return .effects(context.use(.go, at: now)) + [.live]
        case .clockEnd: return .effects(context.endTime(at: now)) + [.live]
        case .clockEmergency: return .effects(context.use(.emergency, at: now)) + [.live]
        case .removeArcher, .leftHanded: break
        }
        return []
    }

    /// Does what the knob was held for.
    mutating func finishHold(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch row(in: context.settings) {
        case .setting(.switchOff): [.switchOff]
        case .setting(.forgetFootage): .effects(forgetFootage(in: &context, at: now))
        case .removeArcher: .effects(removeArcher(in: &context, at: now))
        default: []
        }
    }

    /// Opens all settings of the page.
    private mutating func openAll(in context: Context, at now: Timestamp) -> [ScreenOutcome] {
        guard case .page(let page) = panel else { return [] }
        show(panels + [.all(page)], in: context, at: now)
        return []
    }

    /// Empties the memory. If clips aren't on the card yet, the first time only says so.
    private mutating func forgetFootage(in context: inout Context, at now: Timestamp) -> [Effect] {
        let question = context.sessions.pendingCount > 0 ? Strings.forgetAsks(context.sessions.pendingCount) : nil
        if let question, outcome != question {
            outcome = question
            return [.panel(.signal(.refused))]
        }
        outcome = Strings.footageForgotten
        return context.forgetFootage(at: now)
    }

    // MARK: Keys

    mutating func stopLearning(saying words: String) {
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

    mutating func learn(_ key: KeyCode, in context: inout Context, at now: Timestamp) -> [Effect] {
        var changed = context.settings
        changed.keys.learn(key, as: learning.meaning)
        defer { stopLearning(saying: Strings.learned(key, as: learning.meaning)) }
        return context.change(to: changed, isChoosing: isEditing, at: now)
    }
}
