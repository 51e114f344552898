// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The sessions of the card: found by date and face, opened, deleted.
///
/// Deleting asks first, and only the answer that is held for a second does it: nothing here is lost by a slip.
struct HistoryScreen: Screen, Hashable, Sendable {
    /// What a finger went down on.
    enum Hold: Hashable {
        /// The list, scrolled so far. One that moved is stopped by it, and nothing on it is tapped.
        case list(Double, wasMoving: Bool)
        /// A sheet above it.
        case sheet
        case elsewhere
    }

    /// How it stands with the card.
    var card = CardCondition.ready(freeBytes: 0)
    var window = SessionWindow()
    private(set) var filter = HistoryFilter()
    /// The chosen row, when it was last seen to be in sight: a list that moves takes the choice along.
    var choice = 0
    var scroll = Scroll()
    /// Those chosen for deletion.
    var selected: Set<SessionKey> = []
    var deletion: Deletion?
    private(set) var usedBytes: Int64 = 0
    private(set) var freeBytes: Int64 = 0
    /// How many clips of the card were deleted one by one and can be restored.
    var deletedClips = 0
    /// The session that is being read comes up as a row of clips.
    private var isBrowsing = false
    /// A clip of a session is chosen, to be compared with another one: nothing else is done with them.
    let isChoosing: Bool
    /// The session whose clips are to be chosen from, while it is read.
    private var reading: SessionKey?
    var touch: Touch<Hold>?
    private let opened: Timestamp

    init(isChoosing: Bool = false, at now: Timestamp) {
        self.isChoosing = isChoosing
        opened = now
    }

    /// The list comes up, and the card is asked for its sessions.
    static func open(isChoosing: Bool = false, in context: Context, at now: Timestamp) -> [ScreenOutcome] {
        var screen = HistoryScreen(isChoosing: isChoosing, at: now)
        screen.card = context.conditions.card
        return [.show(.history(screen)), .effect(.card(.find(screen.query)))]
    }

    /// What to ask the card when it comes up.
    var query: SessionQuery { query(page: 0) }

    func query(page: Int) -> SessionQuery {
        filter.query(offset: page * SessionWindow.page, limit: SessionWindow.page)
    }

    var chosen: SessionSummary? { window[choice] }

    /// One at a time: what is selected, if that is one.
    private var exported: SessionSummary? { selected.isEmpty || selected == chosen.map { [$0.key] } ? chosen : nil }

    /// The first row that is seen once the list lies still.
    var top: Int { scroll.row }

    /// The chosen row: one that is wholly in sight, if there is any.
    func choice(at now: Timestamp, visible: Int) -> Int {
        let place = scroll.position(at: now)
        let first = Int(place.rounded(.up))
        let last = Int(place.rounded(.down)) + visible - 1
        // While the card is asked, it isn't known how many there are.
        guard let count = window.count else { return choice }
        return choice.clamped(to: first...max(first, last)).clamped(to: 0...max(0, count - 1))
    }

    // MARK: What the card tells

    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let before = card
        card = context.conditions.card
        if (before == .absent) != (card == .absent) { return changeCard() }
        switch event {
        case .card(.arrived): return changeCard()
        case .card(.found(let list)):
            take(list)
            keepInSight(HistoryLayout(Look(context.settings), self, at: now), at: now)
        case .card(.deleted(let keys, let problem)): return noteDeleted(keys, problem: problem)
        case .card(.madeRoom(let key, nil)): return lookAgain(without: [key])
        case .card(.filed), .card(.named), .card(.written): return [.effect(.card(.find(query(page: choice / SessionWindow.page))))]
        case .card(.emptied(let clips, let problem)): return noteEmptied(clips.count, problem: problem)
        case .card(.read(let key, let filed)) where isChoosing:
            guard reading == key else { break }
            reading = nil
            return choose(from: key, filed, context)
        case .card(.read(let key, let filed)):
            guard context.desk.opening == key else { break }
            context.desk.opening = nil
            let book = filed.map { ScoreBook($0.record, key: $0.key) }
            return [book.map { isBrowsing ? .browse($0) : .detail($0) } ?? .toast(Strings.cantRead(key.folder))]
        default: break
        }
        return []
    }

    /// The clips of a session that was read come up, to be chosen from.
    private func choose(from key: SessionKey, _ filed: FiledSession?, _ context: Context) -> [ScreenOutcome] {
        let known = context.desk.book.flatMap { $0.key == key ? $0 : nil }
        guard let book = known ?? filed.map({ ScoreBook($0.record, key: $0.key) }) else { return [.toast(Strings.cantRead(key.folder))] }
        guard book.clips.contains(where: \.isPlayable) else { return [.toast(Strings.noClipsYet)] }
        return [.show(.clipChoice(ClipChoiceScreen(book, context.settings)))]
    }

    /// The card was pulled, or one was put in: nothing that is listed is there, and what was asked was about it.
    private mutating func changeCard() -> [ScreenOutcome] {
        reading = nil
        (deletion, selected, deletedClips) = (nil, [], 0)
        window = SessionWindow()
        (usedBytes, freeBytes) = (0, 0)
        return card == .absent ? [] : [.effect(.card(.find(query)))]
    }

    /// What was changed in a session's detail shows in the list.
    mutating func comeBack(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] { [.effect(.card(.find(query)))] }

    mutating func take(_ list: SessionList) {
        guard filter.isAbout(list.query) else { return }
        let name = chosen?.name
        window.take(list)
        filter.take(list)
        usedBytes = list.usedBytes
        freeBytes = list.freeBytes
        deletedClips = list.deletedClips
        if let name, let index = window.index(of: name) { choice = index }
        choice = choice.clamped(to: 0...max(0, (window.count ?? 1) - 1))
    }

    // MARK: What a person does

    func grammar(in context: Context) -> Grammar {
        if let deletion {
            return deletion.grammar
        }
        if filter.isOpen {
            return [
                .press(.mark): .take, .press(.stop): .cancel, .press(.up): .rowBefore, .press(.down): .rowAfter, .turn: .choose, .press(.knob): .take,
            ]
        }
        var grammar: Grammar = [
            .press(.stop): .back, .press(.left): .sessionBefore, .press(.right): .sessionAfter, .press(.up): .pageBefore,
            .press(.down): .pageAfter, .turn: .session, .press(.knob): .open,
        ]
        if !isChoosing { grammar[.press(.mark)] = .select }
        return grammar
    }

    func tools(in context: Context) -> [ToolOffer] {
        guard deletion == nil, !filter.isOpen else { return [] }
        let isAny = chosen != nil || !selected.isEmpty
        let filter = ToolOffer(.filter, state: self.filter.isNarrowed ? Strings.onOff(true) : nil)
        if isChoosing { return [filter] }
        return [
            filter, ToolOffer(.protect, isPossible: isAny, state: areProtected ? Strings.onOff(true) : nil),
            ToolOffer(.carousel, isPossible: exported.map { $0.clips > 0 } ?? false),
            ToolOffer(.export, isPossible: exported.map { $0.clips > 0 } ?? false), ToolOffer(.delete, isPossible: isAny),
            ToolOffer(.empty, isPossible: deletedClips > 0, state: deletedClips > 0 ? "\(deletedClips)" : nil),
        ]
    }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let layout = HistoryLayout(Look(context.settings), self, at: now)
        choice = choice(at: now, visible: layout.visible)
        if !input.isTouch { scroll.stop(last: layout.last, at: now) }
        let outcomes: [ScreenOutcome]
        if deletion != nil {
            outcomes = answer(input, layout, on: context.card, at: now)
        } else if filter.isOpen {
            outcomes = chooseFilter(input, layout, at: now)
        } else if input == .tool(.export), let exported {
            outcomes = ExportScreen.open(
                ExportSubject(session: exported.name), title: Strings.export(Strings.theSession), line: exported.archer ?? exported.faceName,
                in: &context, at: now)
        } else {
            outcomes = browse(input, layout, isElastic: !context.settings.hasReducedMotion, at: now)
        }
        keepInSight(layout, at: now)
        return outcomes + askForMore(rows: layout.visible, at: now)
    }

    private mutating func browse(_ input: ScreenInput, _ layout: HistoryLayout, isElastic: Bool, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .turned(let detents, let speed): move(by: detents, speed)
        case .pressed(.up), .repeated(.up): move(by: -layout.visible)
        case .pressed(.down), .repeated(.down): move(by: layout.visible)
        case .pressed(.left), .repeated(.left): move(by: -1)
        case .pressed(.right), .repeated(.right): move(by: 1)
        case .tapped(.knob): return open()
        case .pressed(.mark): select()
        case .tool(.delete): return askToDelete()
        case .tool(.protect): return protect()
        case .tool(.empty): return askToEmpty()
        case .tool(.filter): filter.open()
        case .tool(.carousel):
            isBrowsing = true
            return exported.map { [.open(session: $0.key)] } ?? []
        case .tapped(.stop): return [.back]
        case .touchDown(let point): hold(at: point, layout, isElastic: isElastic, at: now)
        case .touchMoved(let point):
            touch?.move(to: point, at: now)
            drag(layout)
        case .touchUp: return letGo(layout, at: now)
        default: break
        }
        return []
    }

    private mutating func move(by detents: Int, _ speed: KnobSpeed = .steady) {
        let steps = detents.clamped(to: -10_000...10_000) * (speed == .quick ? KnobAcceleration.quickStep : 1)
        choice = (choice + steps).clamped(to: 0...max(0, (window.count ?? 1) - 1))
    }

    mutating func open() -> [ScreenOutcome] {
        isBrowsing = false
        guard isChoosing else { return chosen.map { [.open(session: $0.key)] } ?? [] }
        reading = chosen?.key
        return chosen.map { [.effect(.card(.read($0.key)))] } ?? []
    }

    mutating func select() {
        guard let chosen, !isChoosing else { return }
        if selected.remove(chosen.key) == nil { selected.insert(chosen.key) }
    }

    private mutating func chooseFilter(_ input: ScreenInput, _ layout: HistoryLayout, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .turned(let detents, _): filter.move(by: detents)
        case .pressed(.up), .repeated(.up): filter.move(by: -1)
        case .pressed(.down), .repeated(.down): filter.move(by: 1)
        case .tapped(.knob), .pressed(.mark): return takeFilter()
        case .tapped(.stop): filter.close()
        case .touchDown(let point): touch = Touch(.sheet, at: point, at: now)
        case .touchMoved(let point): touch?.move(to: point, at: now)
        case .touchUp:
            guard let point = tapOnSheet() else { break }
            guard case .item(let index) = layout.target(at: point) else {
                filter.close()
                break
            }
            filter.choose(index)
            return takeFilter()
        default: break
        }
        return []
    }

    /// Where a finger that goes up has tapped while a sheet was open.
    mutating func tapOnSheet() -> Point? {
        guard let touch = touch.lift(), touch.tapped == .sheet else { return nil }
        return touch.drag.start
    }

    private mutating func takeFilter() -> [ScreenOutcome] {
        let before = filter.query(offset: 0, limit: 0)
        filter.take()
        filter.close()
        guard !filter.isAbout(before) else { return [] }
        window = SessionWindow()
        choice = 0
        scroll = Scroll()
        selected = []
        return []
    }

    /// A list that lies still shows the choice; one that moves takes it along.
    private mutating func keepInSight(_ layout: HistoryLayout, at now: Timestamp) {
        if deletion != nil || filter.isOpen { scroll.stop(last: layout.last, at: now) }
        guard scroll.heldPlace == nil, !scroll.isMoving(at: now) else { return }
        if choice < top { scroll = Scroll(at: choice) }
        if choice >= top + layout.visible { scroll = Scroll(at: choice - layout.visible + 1) }
    }

    /// All that is seen on the way to where the list will lie.
    private mutating func askForMore(rows: Int, at now: Timestamp) -> [ScreenOutcome] {
        let place = max(0, Int(scroll.position(at: now)))
        return window.pagesToAsk(for: min(place, top)...(max(place, top) + rows)).map { .effect(.card(.find(query(page: $0)))) }
    }

    // MARK: What is seen

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        let touch = deletion?.touchedSince.map { Stretch($0, for: PressRecognizer.holdTime) }
        let hold = touch ?? (deletion == nil ? nil : context.holds[.knob])
        return HistoryDrawing(
            screen: self, layout: HistoryLayout(Look(context.settings), self, at: now), progress: hold?.progress(at: now),
            scores: context.settings.scores, now: now
        ).layers
    }

    /// When the picture next changes by time alone.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        let hold = deletion?.touchedSince.flatMap { Stretch($0, for: PressRecognizer.holdTime).nextChange(after: seen) }
        return [hold, scroll.nextChange(after: seen)].compactMap { $0 }.min()
    }
}
