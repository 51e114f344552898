// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Chooses a face or a round from all there are, each with its picture. STOP leaves the setting as it was.
struct ChoiceScreen: Screen {
    var place: ScreenKind { .choice }
    var givesWay: Bool { true }

    /// The target of a finger: the list, with its scroll offset at that time, or something else.
    private enum Hold: Hashable {
        case list(offset: Double, wasMoving: Bool)
        case elsewhere
    }

    let list: ChoiceList
    /// The archer for whom it is chosen; `nil` for the current shooter.
    private let archer: String?
    /// The chosen item, as an index of the list's items.
    private(set) var choice: Int
    private(set) var scroll = Scroll()
    private var touch: Touch<Hold>?

    init(_ kind: ChoiceKind, of archer: String? = nil, in context: Context, at now: Timestamp) {
        self.archer = archer
        let settings = archer.map(context.settings.shooting) ?? context.settings
        list = ChoiceList(kind, settings)
        choice = list.current(settings)
        let layout = layout(in: context, at: now)
        scroll = Scroll(at: layout.top(showing: layout.line(of: choice), from: 0))
    }

    func layout(in context: Context, at now: Timestamp) -> ChoiceLayout {
        ChoiceLayout(
            Theme(context.settings), list, title: title, caption: caption(own(context.settings)), place: scroll.position(at: now),
            hasChip: context.pageCorner(at: now) != nil)
    }

    /// Returns the settings as they are for the archer.
    private func own(_ settings: Settings) -> Settings { archer.map(settings.shooting) ?? settings }

    var title: String { list.kind == .face ? Strings.chooseFace : Strings.chooseRound }

    /// Returns whom the choice is for, and what their round asks for.
    func caption(_ settings: Settings) -> String? {
        var words: String?
        if list.kind == .face, let round = settings.chosenRound, let face = settings.neededFace { words = Strings.needs(round.name, face.name) }
        // A round for everybody is shown without a name.
        let isOwn = list.kind == .face || list.kind == .ownRound || settings.shooter?.round != nil
        guard let name = settings.shooter?.name, isOwn else { return words }
        return words.map { Strings.of(name, $0) } ?? name
    }

    // MARK: Input

    func bindings(in context: Context) -> Bindings<Self> {
        [
            .press(.mark): Binding(.takeItem) { $0.take(in: &$1, at: $2) },
            .press(.stop): .back,
            .press(.left): Binding(.groupBefore) { $0.choose(group: -1, $1, at: $2) }.repeated,
            .press(.right): Binding(.groupAfter) { $0.choose(group: 1, $1, at: $2) }.repeated,
            .press(.up): Binding(.lineUp) { $0.choose(line: -1, $1, at: $2) }.repeated,
            .press(.down): Binding(.lineDown) { $0.choose(line: 1, $1, at: $2) }.repeated,
            .turn: .turning(.item) { $0.choose($0.choice + $3.detents.clamped(to: -1000...1000), $1, at: $2) },
            .press(.knob): Binding(.takeItem) { $0.take(in: &$1, at: $2) },
        ]
    }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .touchDown(let point): hold(at: point, layout(in: context, at: now), context, at: now)
        case .touchMoved(let point):
            touch?.move(to: point, at: now)
            drag(layout(in: context, at: now))
        case .touchUp: return letGo(layout(in: context, at: now), in: &context, at: now)
        default: return perform(input, in: &context, at: now)
        }
        return []
    }

    private mutating func choose(_ index: Int, _ context: Context, at now: Timestamp) {
        let layout = layout(in: context, at: now)
        choice = index.clamped(to: 0...max(0, list.items.count - 1))
        let top = layout.top(showing: layout.line(of: choice), from: scroll.row)
        guard top != scroll.row || scroll.isMoving(at: now) else { return }
        if context.settings.hasReducedMotion { scroll = Scroll(at: top) } else { scroll.go(to: top, last: layout.last, at: now) }
    }

    private mutating func choose(line steps: Int, _ context: Context, at now: Timestamp) {
        choose(layout(in: context, at: now).item(steps, from: choice), context, at: now)
    }

    private mutating func choose(group steps: Int, _ context: Context, at now: Timestamp) {
        let starts = list.starts
        let target = (list.group(of: choice) + steps).clamped(to: 0...max(0, starts.count - 1))
        choose(starts[target], context, at: now)
    }

    private func take(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard list.items.indices.contains(choice) else { return [.back] }
        let changed = context.settings.changing(archer: archer) { settings in
            switch list.items[choice] {
            case .face(let face): settings.taking(face: face.id)
            case .round(let round): list.kind == .ownRound ? settings.taking(ownRound: round.id) : settings.taking(round: round.id)
            case .practice: list.kind == .ownRound ? settings.taking(ownRound: Archer.practice) : settings.taking(round: nil)
            case .everybodys: settings.taking(ownRound: nil)
            }
        }
        return .effects(context.change(to: changed, at: now)) + [.back]
    }

    // MARK: Touch

    private mutating func hold(at point: Point, _ layout: ChoiceLayout, _ context: Context, at now: Timestamp) {
        guard layout.viewport.contains(point) else { return touch = Touch(.elsewhere, at: point, at: now) }
        let wasMoving = scroll.isMoving(at: now)
        scroll.hold(last: layout.last, isElastic: !context.settings.hasReducedMotion, at: now)
        touch = Touch(.list(offset: layout.offset(at: scroll.heldPlace ?? 0), wasMoving: wasMoving), at: point, at: now)
    }

    private mutating func drag(_ layout: ChoiceLayout) {
        guard let touch, touch.drag.hasStrayed, case .list(let offset, _) = touch.target else { return }
        scroll.drag(to: layout.place(at: offset - touch.drag.offset.y))
    }

    /// Lifts the finger: a tap chooses an item, and a tap on the chosen item takes it.
    private mutating func letGo(_ layout: ChoiceLayout, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let touch = touch.lift(), case .list(_, let wasMoving) = touch.target else { return [] }
        let velocity = -touch.drag.velocity(at: now).y / max(1, layout.lines.first?.height ?? 1)
        scroll.letGo(velocity: velocity, isThrown: touch.drag.isFlick(at: now), at: now)
        guard touch.tapped != nil, !wasMoving, let item = layout.item(at: touch.drag.start) else { return [] }
        if item == choice { return take(in: &context, at: now) }
        choice = item
        return []
    }

    // MARK: Rendering

    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        guard list.items.indices.contains(choice) else { return Spoken(title, title) }
        let (item, settings) = (list.items[choice], own(context.settings))
        let kind = item.words.kind
        return Spoken(
            title, intro: [caption(settings)], Spoken.of(item.name, choice, of: list.items.count),
            state: [
                item.name.contains(kind) ? nil : kind, list.groups[list.group(of: choice)].title,
                choice == list.current(settings) ? Strings.isChosen : nil,
            ])
    }

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        ChoiceDrawing(screen: self, layout: layout(in: context, at: now), settings: own(context.settings)).layers
    }

    func nextChange(after seen: Timestamp) -> Timestamp? { scroll.nextChange(after: seen) }
}
