// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The sessions of the card: found by date and face, opened, deleted.
///
/// Deleting asks first, and only MARK held for a second answers it: nothing here is lost by a slip.
struct HistoryScreen: Screen, Hashable, Sendable {
    /// Sessions that are to be deleted if it is confirmed.
    struct Deletion: Hashable, Sendable {
        var names: [String]
        var clips: Int
        /// Since when the answer is held down.
        var heldSince: Timestamp?
        /// It is held by a finger and not by MARK.
        var isByTouch = false

        mutating func hold(from now: Timestamp?, byTouch: Bool = false) {
            heldSince = now
            isByTouch = byTouch
        }
    }

    /// How long the answer is held.
    static let holdTime = PressRecognizer.holdTime

    /// How it stands with the card.
    var card = CardCondition.ready(freeBytes: 0)
    private(set) var window = SessionWindow()
    private(set) var filter = HistoryFilter()
    private(set) var choice = 0
    /// The first row that is seen.
    private(set) var top = 0
    /// Names of those chosen for deletion.
    private(set) var selected: Set<String> = []
    private(set) var deletion: Deletion?
    private(set) var usedBytes: Int64 = 0
    private(set) var freeBytes: Int64 = 0
    /// The first row that was seen when the finger went down.
    private var touch: Touch<Int>?
    private let opened: Timestamp

    init(at now: Timestamp) {
        opened = now
    }

    /// What to ask the card when it comes up.
    var query: SessionQuery { query(page: 0) }

    private func query(page: Int) -> SessionQuery {
        SessionQuery(date: filter.date, face: filter.face?.id, offset: page * SessionWindow.page, limit: SessionWindow.page)
    }

    var chosen: SessionSummary? { window[choice] }

    // MARK: What the card tells

    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        card = context.conditions.card
        switch event {
        case .card(.found(let list)): take(list)
        case .card(.deleted(let names, let problem)): return noteDeleted(names, problem: problem)
        case .card(.read(let name, let record)):
            guard context.desk.opening == name else { break }
            context.desk.opening = nil
            return [record.map { .detail(ScoreBook($0, name: name)) } ?? .toast(Strings.cantRead(name))]
        default: break
        }
        return []
    }

    /// What was changed in a session's detail shows in the list.
    mutating func comeBack(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] { [.effect(.card(.find(query)))] }

    mutating func take(_ list: SessionList) {
        guard list.query.date == filter.date, list.query.face == filter.face?.id else { return }
        let name = chosen?.name
        window.take(list)
        filter.take(list)
        usedBytes = list.usedBytes
        freeBytes = list.freeBytes
        if let name, let index = window.index(of: name) { choice = index }
        choice = choice.clamped(to: 0...max(0, (window.count ?? 1) - 1))
    }

    mutating func noteDeleted(_ names: [String], problem: String?) -> [ScreenOutcome] {
        selected.subtract(names)
        window = SessionWindow()
        let words = problem.map(Strings.notDeleted) ?? Strings.deleted(names.count)
        return [.toast(words), .effect(.card(.find(query(page: choice / SessionWindow.page))))]
    }

    // MARK: What a person does

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        let layout = HistoryLayout(Look(context.settings), self)
        let outcomes: [ScreenOutcome]
        if deletion != nil {
            outcomes = answer(input, layout, at: now)
        } else if filter.isOpen {
            outcomes = chooseFilter(input, layout)
        } else {
            outcomes = browse(input, layout, at: now)
        }
        keepInSight(rows: layout.visible)
        return outcomes + askForMore(rows: layout.visible)
    }

    private mutating func browse(_ input: ScreenInput, _ layout: HistoryLayout, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .turned(let detents, let speed): move(by: detents, speed)
        case .pressed(.up), .repeated(.up): move(by: -layout.visible)
        case .pressed(.down), .repeated(.down): move(by: layout.visible)
        case .pressed(.knob): return open()
        case .pressed(.mark): select()
        case .pressed(.left): return askToDelete()
        case .pressed(.right): filter.open()
        case .tapped(.stop): return [.back]
        case .held(.stop): return [.live]
        case .touchDown(let point): touch = Touch(top, at: point, at: now)
        case .touchMoved(let point):
            touch?.move(to: point, at: now)
            scroll(layout)
        case .touchUp:
            guard let touch = touch.lift(), touch.tapped != nil else { break }
            return tap(at: touch.drag.start, layout, at: now)
        default: break
        }
        return []
    }

    private mutating func move(by detents: Int, _ speed: KnobSpeed = .steady) {
        let steps = detents.clamped(to: -10_000...10_000) * (speed == .quick ? KnobAcceleration.quickStep : 1)
        choice = (choice + steps).clamped(to: 0...max(0, (window.count ?? 1) - 1))
    }

    private func open() -> [ScreenOutcome] { chosen.map { [.open(session: $0.name)] } ?? [] }

    private mutating func select() {
        guard let chosen else { return }
        if selected.remove(chosen.name) == nil { selected.insert(chosen.name) }
    }

    private mutating func askToDelete() -> [ScreenOutcome] {
        let names = selected.isEmpty ? [chosen?.name].compactMap { $0 } : selected.sorted()
        guard !names.isEmpty else { return [] }
        guard card.isWritable else { return [.toast(Strings.cardTakesNothing)] }
        deletion = Deletion(names: names, clips: window.named(Set(names)).reduce(0) { $0 + $1.clips })
        return []
    }

    private mutating func scroll(_ layout: HistoryLayout) {
        guard let touch, touch.drag.hasStrayed, layout.list.contains(touch.drag.start) else { return }
        let rows = (-touch.drag.offset.y / layout.rowHeight).rounded().clamped(to: -10_000...10_000)
        let last = max(0, (window.count ?? 0) - layout.visible)
        top = (touch.target + Int(rows)).clamped(to: 0...last)
        choice = choice.clamped(to: top...max(top, min(top + layout.visible, window.count ?? 1) - 1))
    }

    private mutating func tap(at point: Point, _ layout: HistoryLayout, at now: Timestamp) -> [ScreenOutcome] {
        switch layout.target(at: point) {
        case .row(let index):
            guard index != choice else { return open() }
            choice = index
        case .box(let index):
            choice = index
            select()
        case .pill(.open): return open()
        case .pill(.select): select()
        case .pill(.delete): return askToDelete()
        case .pill(.filter): filter.open()
        case .pill(.back): return [.back]
        case .pill(.cancel), .item, nil: break
        }
        return []
    }

    private mutating func answer(_ input: ScreenInput, _ layout: HistoryLayout, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .pressed(.mark): deletion?.hold(from: now)
        case .tapped(.mark): deletion?.hold(from: nil)
        case .held(.mark): return deletion?.heldSince == nil || deletion?.isByTouch == true ? [] : delete()
        case .tapped(.stop): deletion = nil
        case .held(.stop): return [.live]
        case .touchDown(let point):
            switch layout.target(at: point) {
            case .pill(.delete): deletion?.hold(from: now, byTouch: true)
            case .pill(.cancel): deletion = nil
            default: break
            }
        case .touchUp:
            guard let since = deletion?.heldSince, deletion?.isByTouch == true else { break }
            if since + Self.holdTime <= now { return delete() }
            deletion?.hold(from: nil)
        default: break
        }
        return []
    }

    private mutating func delete() -> [ScreenOutcome] {
        guard let names = deletion?.names else { return [] }
        deletion = nil
        return [.effect(.card(.delete(names)))]
    }

    private mutating func chooseFilter(_ input: ScreenInput, _ layout: HistoryLayout) -> [ScreenOutcome] {
        switch input {
        case .turned(let detents, _): filter.move(by: detents)
        case .pressed(.up), .repeated(.up): filter.move(by: -1)
        case .pressed(.down), .repeated(.down): filter.move(by: 1)
        case .pressed(.knob), .pressed(.mark): return takeFilter()
        case .pressed(.right), .tapped(.stop): filter.close()
        case .held(.stop): return [.live]
        case .touchDown(let point):
            switch layout.target(at: point) {
            case .item(let index):
                filter.choose(index)
                return takeFilter()
            case .pill(.cancel), nil: filter.close()
            default: break
            }
        default: break
        }
        return []
    }

    private mutating func takeFilter() -> [ScreenOutcome] {
        let before = (filter.date, filter.face)
        filter.take()
        filter.close()
        guard before != (filter.date, filter.face) else { return [] }
        window = SessionWindow()
        choice = 0
        top = 0
        selected = []
        return []
    }

    private mutating func keepInSight(rows: Int) {
        if choice < top { top = choice }
        if choice >= top + rows { top = choice - rows + 1 }
    }

    private mutating func askForMore(rows: Int) -> [ScreenOutcome] {
        window.pagesToAsk(for: top...(top + rows)).map { .effect(.card(.find(query(page: $0)))) }
    }

    // MARK: What is seen

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        let look = Look(context.settings)
        var sketch = Sketch(look)
        HistoryDrawing(screen: self, layout: HistoryLayout(look, self), now: now).draw(on: &sketch)
        return [Layer(.drawing(sketch.drawing))]
    }

    /// When the picture next changes by time alone.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        deletion?.heldSince.flatMap { Stretch($0, for: Self.holdTime).nextChange(after: seen) }
    }
}
