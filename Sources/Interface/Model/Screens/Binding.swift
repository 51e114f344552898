// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A row of a screen's table of controls: the label of the action, and the action itself.
///
/// The action gets the screen, the state that all screens share, and the time, or only the first of these. It returns what follows:
/// outcomes, effects, or nothing.
struct Binding<Host> {
    typealias Action = (inout Host, inout Context, Timestamp) -> [ScreenOutcome]
    typealias Turning = (inout Host, inout Context, Timestamp, Turn) -> [ScreenOutcome]

    /// A turn of the knob.
    struct Turn {
        let detents: Int
        let speed: KnobSpeed

        /// One step for each detent, or five if the turn is quick.
        var steps: Int { speed.steps(detents) }
    }

    /// The action's name in the footer and in the manual.
    let label: ActionLabel
    fileprivate var action: Action?
    fileprivate var turning: Turning?
    fileprivate var release: Action?
    fileprivate var repeats = false

    /// Creates a row of which the appliance performs the action.
    init(_ label: ActionLabel) { self.label = label }

    /// Creates a row that only leads somewhere.
    init(_ label: ActionLabel, _ outcome: ScreenOutcome) {
        self.label = label
        action = { _, _, _ in [outcome] }
    }

    init(_ label: ActionLabel, @OutcomeBuilder _ action: @escaping (inout Host) -> [ScreenOutcome]) {
        self.label = label
        self.action = { host, _, _ in action(&host) }
    }

    init(_ label: ActionLabel, @OutcomeBuilder _ action: @escaping (inout Host, inout Context) -> [ScreenOutcome]) {
        self.label = label
        self.action = { host, context, _ in action(&host, &context) }
    }

    init(_ label: ActionLabel, @OutcomeBuilder _ action: @escaping Action) {
        self.label = label
        self.action = action
    }

    /// Returns a row for the knob's turn. The action gets the screen and the detents.
    static func turning(_ label: ActionLabel, @OutcomeBuilder _ action: @escaping (inout Host, Int) -> [ScreenOutcome]) -> Binding {
        turning(label) { host, _, _, turn in action(&host, turn.detents) }
    }

    /// Returns a row for the knob's turn. The action gets the screen, the shared state, the time and the turn.
    static func turning(_ label: ActionLabel, @OutcomeBuilder _ action: @escaping Turning) -> Binding {
        var binding = Binding(label)
        binding.turning = action
        return binding
    }

    /// One screen back.
    static var back: Binding { Binding(.back, .back) }

    // MARK: Variants

    /// The row with an action that an arrow repeats while it is held down. Of a row for the hold, that begins with the hold.
    var repeated: Binding { changed { $0.repeats = true } }

    /// Returns the row with another action, for when the control comes up again.
    func released(@OutcomeBuilder _ release: @escaping Action) -> Binding { changed { $0.release = release } }

    /// Returns the row if the condition holds. Otherwise the control has no row, and so it does nothing.
    func when(_ isPossible: Bool) -> Binding? { isPossible ? self : nil }

    private func changed(_ change: (inout Binding) -> Void) -> Binding {
        var binding = self
        change(&binding)
        return binding
    }
}

/// A screen's table of controls, as it is at present. It is the only place that says what a control does: the footer's labels, the page
/// of the manual and the deafness of the other controls come from it.
///
/// A button acts as it goes down. STOP and the knob act as they come up, because a hold of them means something else; and so does an
/// arrow that also has a row for its hold.
///
///     func bindings(in context: Context) -> Bindings<Self> {
///         [
///             .press(.mark): Binding(.take) { $0.take(in: &$1, at: $2) },         // the screen, the context, the time
///             .press(.stop): .back,
///             .press(.left): Binding(.rowBefore) { $0.move(-1) }.repeated,        // while it is held down
///             .press(.up): Binding(.play) { $0.play(in: $1) }.when(hasClips),     // without clips it does nothing
///             .hold(.left): Binding(.shuttleBack) { $0.run(at: $2) }.released { $0.stand(at: $2) },
///             .turn: .turning(.row) { $0.move($1) },                              // the screen, the detents
///             .press(.knob): Binding(.menu, .menu),                               // only leads somewhere
///         ]
///     }
///
/// The screen's `handle` keeps what isn't a control: fingers, tools, typed keys. It leaves every other input to `perform`. Without any of
/// these a screen needs no `handle`.
struct Bindings<Host>: ExpressibleByDictionaryLiteral {
    private var rows: [ControlUse: Binding<Host>] = [:]

    init(dictionaryLiteral elements: (ControlUse, Binding<Host>?)...) {
        for (use, row) in elements { rows[use] = row }
    }

    subscript(use: ControlUse) -> Binding<Host>? {
        get { rows[use] }
        set { rows[use] = newValue }
    }

    /// Adds rows. They take the place of others for the same controls.
    mutating func add(_ others: Bindings) { rows.merge(others.rows) { _, added in added } }

    /// The labels.
    var grammar: Grammar { Grammar(rows.mapValues(\.label)) }

    /// Performs the action that this input asks for; without a row for it, nothing.
    func perform(_ input: ScreenInput, on host: inout Host, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        if case .turned(let detents, let speed) = input {
            return rows[.turn]?.turning?(&host, &context, now, Binding.Turn(detents: detents, speed: speed)) ?? []
        }
        return action(for: input)?(&host, &context, now) ?? []
    }

    private func action(for input: ScreenInput) -> Binding<Host>.Action? {
        switch input {
        case .pressed(let control): actsGoingDown(control) ? rows[.press(control)]?.action : nil
        case .tapped(let control): actsGoingDown(control) ? rows[.press(control)]?.release : rows[.press(control)]?.action
        case .repeated(let control): [rows[.hold(control)], rows[.press(control)]].compactMap { $0 }.first(where: \.repeats)?.action
        case .held(let control): rows[.hold(control)]?.action
        case .letGo(let control): rows[.hold(control)]?.release
        case .turned, .touchDown, .touchMoved, .touchUp, .tool, .key, .typed, .interrupted: nil
        }
    }

    private func actsGoingDown(_ control: Control) -> Bool {
        switch control {
        case .stop, .knob: false
        case .mark: true
        case .left, .right, .up, .down: rows[.hold(control)] == nil
        }
    }
}

/// Collects what an action returns, in the order of its statements: outcomes, effects, or nothing.
@resultBuilder enum OutcomeBuilder {
    static func buildExpression(_ outcomes: [ScreenOutcome]) -> [ScreenOutcome] { outcomes }
    static func buildExpression(_ outcome: ScreenOutcome) -> [ScreenOutcome] { [outcome] }
    static func buildExpression(_ effects: [Effect]) -> [ScreenOutcome] { .effects(effects) }
    static func buildExpression(_ nothing: Void?) -> [ScreenOutcome] { [] }
    static func buildBlock(_ parts: [ScreenOutcome]...) -> [ScreenOutcome] { parts.flatMap { $0 } }
    static func buildOptional(_ part: [ScreenOutcome]?) -> [ScreenOutcome] { part ?? [] }
    static func buildEither(first: [ScreenOutcome]) -> [ScreenOutcome] { first }
    static func buildEither(second: [ScreenOutcome]) -> [ScreenOutcome] { second }
}

extension Screen {
    /// Performs the action that its table has for this input; without a row for it, nothing.
    mutating func perform(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        bindings(in: context).perform(input, on: &self, in: &context, at: now)
    }
}
