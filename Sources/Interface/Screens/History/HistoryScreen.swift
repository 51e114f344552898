// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Lists the sessions of the card: they are found by date, face and archer, opened, and deleted.
///
/// Deleting asks first, and needs an answer that is held for a second: nothing here is lost by a slip.
struct HistoryScreen: Screen {
    var place: ScreenKind { .history }
    var givesWay: Bool { true }

    /// The target of a finger.
    enum Hold: Hashable {
        /// The list, with its scroll position then. A touch on a moving list stops it and taps nothing.
        case list(Double, wasMoving: Bool)
        /// A sheet above the list.
        case sheet
        case elsewhere
    }

    /// The condition of the card.
    var card = CardCondition.ready(freeBytes: 0)
    var window = SessionWindow()
    private(set) var filter = HistoryFilter()
    /// The chosen row when it was last in sight: a list that moves takes the choice along.
    var choice = 0
    var scroll = Scroll()
    /// The selected sessions, for example for deletion.
    var selected: Set<SessionKey> = []
    var deletion: Deletion?
    /// The figures of all sessions that the list has, if they are one archer's; `nil` if nothing was scored.
    private(set) var season: SeasonSum?
    private(set) var usedBytes: Int64 = 0
    private(set) var freeBytes: Int64 = 0
    /// The arrows of the days and weeks of the listed sessions.
    private(set) var days = ShotDays()
    /// The number of clips of the card that were deleted one by one and can be restored.
    var deletedClips = 0
    /// True if the session that is being read comes up as a carousel.
    private var isBrowsing = false
    /// True if the screen only chooses a clip of a session, to compare it with another one.
    let isChoosing: Bool
    /// The session whose clips are to be chosen from, while it is read.
    private var reading: SessionKey?
    var touch: Touch<Hold>?
    private let opened: Timestamp

    init(isChoosing: Bool = false, at now: Timestamp) {
        self.isChoosing = isChoosing
        opened = now
    }

    /// The query for the card when the screen comes up.
    var query: SessionQuery { query(page: 0) }

    func query(page: Int) -> SessionQuery {
        filter.query(offset: page * SessionWindow.page, limit: SessionWindow.page)
    }

    var chosen: SessionSummary? { window[choice] }

    /// The session to export: the chosen one, unless others are selected.
    private var exported: SessionSummary? { selected.isEmpty || selected == chosen.map { [$0.key] } ? chosen : nil }

    /// The first visible row once the list lies still.
    var top: Int { scroll.row }

    /// Returns the chosen row, moved into the wholly visible rows if it is outside of them.
    func choice(at now: Timestamp, visible: Int) -> Int {
        let place = scroll.position(at: now)
        let first = Int(place.rounded(.up))
        let last = Int(place.rounded(.down)) + visible - 1
        // While the card is asked, the number of sessions isn't known.
        guard let count = window.count else { return choice }
        return choice.clamped(to: first...max(first, last)).clamped(to: 0...max(0, count - 1))
    }

    // MARK: Events

    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let before = card
        card = context.conditions.card
        if (before == .absent) != (card == .absent) { return changeCard() }
        switch event {
        case .card(.arrived): return changeCard()
        case .card(.found(let list)):
            take(list)
            keepInSight(HistoryLayout(Theme(context.settings), self, at: now), at: now)
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

    /// Opens the clips of a session that was read, to choose one of them.
    private func choose(from key: SessionKey, _ filed: FiledSession?, _ context: Context) -> [ScreenOutcome] {
        let known = context.desk.book.flatMap { $0.key == key ? $0 : nil }
        guard let book = known ?? filed.map({ ScoreBook($0.record, key: $0.key) }) else { return [.toast(Strings.cantRead(key.folder))] }
        guard book.clips.contains(where: \.isPlayable) else { return [.toast(Strings.noClipsYet)] }
        return [.go(.clipChoice(book))]
    }

    /// Forgets the list and every question about it, because the card was pulled or another one was put in, and asks that one.
    private mutating func changeCard() -> [ScreenOutcome] {
        reading = nil
        (deletion, selected, deletedClips) = (nil, [], 0)
        window = SessionWindow()
        season = nil
        (usedBytes, freeBytes, days) = (0, 0, ShotDays())
        return card == .absent ? [] : [.effect(.card(.find(query)))]
    }

    /// Asks for the list again, because a session may have changed in its detail.
    mutating func comeBack(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] { [.effect(.card(.find(query)))] }

    mutating func take(_ list: SessionList) {
        guard filter.isAbout(list.query) else { return }
        let name = chosen?.name
        window.take(list)
        filter.take(list)
        // Only the beginning of the list comes with them.
        if list.query.offset <= 0 { season = list.season.flatMap { $0.arrows > 0 ? $0 : nil } }
        usedBytes = list.usedBytes
        freeBytes = list.freeBytes
        deletedClips = list.deletedClips
        days = list.days
        if let name, let index = window.index(of: name) { choice = index }
        choice = choice.clamped(to: 0...max(0, (window.count ?? 1) - 1))
    }

    // MARK: Input

    func bindings(in context: Context) -> Bindings<Self> {
        if let deletion { return answers(to: deletion) }
        if filter.isOpen { return onFilter }
        // Without sessions there is nothing to do here, and nowhere to go in a list of one.
        let (isAny, areSeveral) = (window.count ?? 0 > 0, window.count ?? 0 > 1)
        return [
            .press(.mark): Binding(.select) { $0.select() }.when(isAny && !isChoosing),
            .press(.stop): .back,
            .press(.left): Binding(.sessionBefore) { $0.move(by: -1) }.repeated.when(areSeveral),
            .press(.right): Binding(.sessionAfter) { $0.move(by: 1) }.repeated.when(areSeveral),
            .press(.up): Binding(.pageBefore) { $0.move(pages: -1, $1, at: $2) }.repeated.when(areSeveral),
            .press(.down): Binding(.pageAfter) { $0.move(pages: 1, $1, at: $2) }.repeated.when(areSeveral),
            .turn: .turning(.session) { $0.move(by: $3.steps) }.when(areSeveral),
            .press(.knob): Binding(.open) { $0.open() }.when(isAny),
        ]
    }

    private var onFilter: Bindings<Self> {
        [
            .press(.mark): Binding(.take) { $0.takeFilter() },
            .press(.stop): Binding(.cancel) { $0.filter.close() },
            .press(.up): Binding(.rowBefore) { $0.filter.move(by: -1) }.repeated,
            .press(.down): Binding(.rowAfter) { $0.filter.move(by: 1) }.repeated,
            .turn: .turning(.choose) { $0.filter.move(by: $1) },
            .press(.knob): Binding(.take) { $0.takeFilter() },
        ]
    }

    func tools(in context: Context) -> [ToolOffer] {
        guard deletion == nil, !filter.isOpen else { return [] }
        let isAny = chosen != nil || !selected.isEmpty
        let filter = ToolOffer(.filter, state: self.filter.isNarrowed ? Strings.onOff(true) : nil)
        if isChoosing { return [filter, context.fetchOffer] }
        return [
            filter, ToolOffer(.protect, isPossible: isAny, state: areProtected ? Strings.onOff(true) : nil),
            ToolOffer(.carousel, isPossible: exported.map { $0.clips > 0 } ?? false),
            ToolOffer(.export, isPossible: exported.map { $0.clips > 0 } ?? false), ToolOffer(.delete, isPossible: isAny),
            ToolOffer(.empty, isPossible: deletedClips > 0, state: deletedClips > 0 ? "\(deletedClips)" : nil),
        ]
    }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let layout = HistoryLayout(Theme(context.settings), self, at: now)
        choice = choice(at: now, visible: layout.visible)
        if !input.isTouch { scroll.stop(last: layout.last, at: now) }
        let outcomes: [ScreenOutcome]
        switch input {
        case .touchDown, .touchMoved, .touchUp: outcomes = follow(input, layout, context, at: now)
        case .tool(.fetchFilms): outcomes = context.fetchFilms(at: now)
        case .tool(let tool): outcomes = use(tool)
        default: outcomes = perform(input, in: &context, at: now)
        }
        keepInSight(layout, at: now)
        return outcomes + askForMore(rows: layout.visible, at: now)
    }

    private mutating func use(_ tool: Tool) -> [ScreenOutcome] {
        switch tool {
        case .delete: return askToDelete()
        case .protect: return protect()
        case .empty: return askToEmpty()
        case .filter: filter.open()
        case .carousel:
            isBrowsing = true
            return exported.map { [.open(session: $0.key)] } ?? []
        case .export:
            guard let exported else { break }
            let (title, line) = (Strings.export(Strings.theSession), exported.archer ?? exported.faceName)
            return [.go(.export(ExportSubject(session: exported.name), title: title, line: line))]
        default: break
        }
        return []
    }

    private mutating func move(by steps: Int) {
        choice = (choice + steps.clamped(to: -50_000...50_000)).clamped(to: 0...max(0, (window.count ?? 1) - 1))
    }

    private mutating func move(pages: Int, _ context: Context, at now: Timestamp) {
        move(by: pages * HistoryLayout(Theme(context.settings), self, at: now).visible)
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

    /// Takes the item of the filter that was tapped. A tap elsewhere closes it.
    mutating func tapFilter(at point: Point, _ layout: HistoryLayout) -> [ScreenOutcome] {
        guard case .item(let index) = layout.target(at: point) else {
            filter.close()
            return []
        }
        filter.choose(index)
        return takeFilter()
    }

    /// Returns the point that a lifted finger has tapped while a sheet was open.
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
        season = nil
        choice = 0
        scroll = Scroll()
        selected = []
        return []
    }

    /// Scrolls to the choice in a list that lies still; a list that moves takes the choice along.
    private mutating func keepInSight(_ layout: HistoryLayout, at now: Timestamp) {
        if deletion != nil || filter.isOpen { scroll.stop(last: layout.last, at: now) }
        guard scroll.heldPlace == nil, !scroll.isMoving(at: now) else { return }
        if choice < top { scroll = Scroll(at: choice) }
        if choice >= top + layout.visible { scroll = Scroll(at: choice - layout.visible + 1) }
    }

    /// Asks for all sessions that come into sight on the way to where the list will lie.
    private mutating func askForMore(rows: Int, at now: Timestamp) -> [ScreenOutcome] {
        let place = max(0, Int(scroll.position(at: now)))
        return window.pagesToAsk(for: min(place, top)...(max(place, top) + rows)).map { .effect(.card(.find(query(page: $0)))) }
    }

    // MARK: Rendering

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        let touch = deletion?.touchedSince.map { TimeSpan($0, for: PressRecognizer.holdTime) }
        let hold = touch ?? (deletion == nil ? nil : context.holds[.knob])
        return HistoryDrawing(
            screen: self, layout: HistoryLayout(Theme(context.settings), self, at: now), progress: hold?.progress(at: now),
            scores: context.settings.scores, faces: context.settings.faces, now: now
        ).layers
    }

    /// Returns the next instant after `seen` at which the picture changes by time alone.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        let hold = deletion?.touchedSince.flatMap { TimeSpan($0, for: PressRecognizer.holdTime).nextChange(after: seen) }
        return [hold, scroll.nextChange(after: seen)].compactMap { $0 }.min()
    }
}
