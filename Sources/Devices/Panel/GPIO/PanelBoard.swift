// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The state of the panel as a value: it turns the lines' edges into events, and decides what the indicators show.
///
/// It is given the edges in the order in which the kernel saw them, and every instant that it needs.
struct PanelBoard {
    /// The desired state of the indicators.
    struct Indicators: Hashable, Sendable {
        var lamp = false
        var buzzer = false
    }

    private struct Playing {
        let pattern: SignalPattern
        let start: Timestamp

        func isOn(at now: Timestamp) -> Bool { pattern.isOn(at: start.duration(to: now)) }
        func nextChange(after now: Timestamp) -> Timestamp? { pattern.nextChange(after: start.duration(to: now)).map { start + $0 } }
    }

    private var filters: [ButtonFilter] = Control.allCases.map { _ in ButtonFilter() }
    private var knob: QuadratureDecoder
    private let stepsPerDetent: Int?
    private var trigger: TriggerRule
    /// The time of the newest edge of the knob's contacts.
    private var lastKnobEdge: Timestamp?
    /// True if the lamp is on between signals; a signal's pattern is then inverted.
    var isLit = false
    private var lamp: Playing?
    private var buzzer: Playing?
    /// The end of the horn that sounds.
    private var hornEnd: Timestamp?

    /// A knob that hasn't moved for this long stands still.
    static let knobRest: Duration = .milliseconds(300)

    /// - Parameters:
    ///   - stepsPerDetent: the number of steps of the knob's contacts in a detent; `nil` to learn it.
    ///   - trigger: the rule of the trigger's line.
    init(stepsPerDetent: Int? = nil, trigger: TriggerRule = TriggerRule()) {
        self.stepsPerDetent = stepsPerDetent
        self.trigger = trigger
        knob = QuadratureDecoder(isAClosed: nil, isBClosed: nil, stepsPerDetent: stepsPerDetent)
    }

    /// Takes an edge of a button's line. MARK lights the lamp directly, so that whoever pressed it sees that before the box has even heard.
    mutating func button(_ control: Control, isDown: Bool, at timestamp: Timestamp, _ report: (PanelEvent) -> Void) {
        var lights: Timestamp?
        filters[Self.index(of: control)].edge(isDown: isDown, at: timestamp) { change in
            if control == .mark, change.isDown { lights = change.timestamp }
            report(Self.event(control, change))
        }
        if let lights { lamp = Playing(pattern: .lamp(.marked), start: lights) }
    }

    /// Sets the state of the knob's contacts when its lines are taken.
    mutating func knobIs(isAClosed: Bool?, isBClosed: Bool?) {
        knob = QuadratureDecoder(isAClosed: isAClosed, isBClosed: isBClosed, stepsPerDetent: stepsPerDetent)
        lastKnobEdge = nil
    }

    /// Takes an edge of one of the knob's contacts. Each detent is an event of its own.
    mutating func knob(_ contact: QuadratureDecoder.Contact, isClosed: Bool, at timestamp: Timestamp, _ report: (PanelEvent) -> Void) {
        if let lastKnobEdge, lastKnobEdge.duration(to: timestamp) >= Self.knobRest { knob.noteRest() }
        lastKnobEdge = timestamp
        let detents = knob.contact(contact, isClosed: isClosed)
        if detents != 0 { report(PanelEvent(.turned(detents), at: timestamp, source: .gpio)) }
    }

    /// Notes that the kernel had no room for all edges of the knob.
    mutating func knobLostEdges() {
        knob.loseTrack()
    }

    /// Takes an edge of the trigger's line. A moment lights the lamp directly, as MARK does.
    mutating func trigger(isClosed: Bool, at timestamp: Timestamp, _ report: (TriggerRule.Outcome) -> Void) {
        var lights: Timestamp?
        trigger.edge(isClosed: isClosed, at: timestamp) { outcome in
            if case .moment(let instant) = outcome { lights = instant }
            report(outcome)
        }
        if let lights { lamp = Playing(pattern: .lamp(.marked), start: lights) }
    }

    /// Sets the state of the trigger's line when it is taken; open when it is gone.
    mutating func triggerIs(closed isClosed: Bool, at now: Timestamp, _ report: (TriggerRule.Outcome) -> Void) {
        trigger.begin(isClosed: isClosed, at: now, report)
    }

    /// Does what is due at the trigger's line by time alone.
    mutating func settleTrigger(at now: Timestamp, _ report: (TriggerRule.Outcome) -> Void) { trigger.pass(to: now, report) }

    /// Begins a signal, which replaces the one under way. While a horn sounds, only another horn replaces its sound.
    mutating func signal(_ signal: PanelSignal, at now: Timestamp) {
        lamp = Playing(pattern: .lamp(signal), start: now)
        if case .horn(let horn) = signal { hornEnd = now + horn.length } else if let hornEnd, now < hornEnd { return }
        buzzer = Playing(pattern: .buzzer(signal), start: now)
    }

    /// Reports the changes of buttons that were held back until now.
    mutating func settle(at now: Timestamp, _ report: (PanelEvent) -> Void) {
        for control in Control.allCases {
            filters[Self.index(of: control)].settle(at: now) { report(Self.event(control, $0)) }
        }
    }

    /// Releases the buttons that are held, because their line or the whole chip is gone.
    mutating func release(_ controls: [Control] = Control.allCases, at now: Timestamp, _ report: (PanelEvent) -> Void) {
        for control in controls {
            filters[Self.index(of: control)].release(at: now) { report(Self.event(control, $0)) }
        }
    }

    func indicators(at now: Timestamp) -> Indicators {
        Indicators(lamp: (lamp?.isOn(at: now) ?? false) != isLit, buzzer: buzzer?.isOn(at: now) ?? false)
    }

    /// Returns the next instant at which the panel has something to report or to show by itself.
    func nextChange(after now: Timestamp) -> Timestamp? {
        var next: Timestamp?
        func consider(_ instant: Timestamp?) {
            if let instant { next = next.map { min($0, instant) } ?? instant }
        }
        for filter in filters { consider(filter.settleTime) }
        consider(trigger.nextChange)
        consider(lamp?.nextChange(after: now))
        consider(buzzer?.nextChange(after: now))
        return next
    }

    private static func event(_ control: Control, _ change: ButtonFilter.Change) -> PanelEvent {
        PanelEvent(change.isDown ? .pressed(control) : .released(control), at: change.timestamp, source: .gpio)
    }

    private static func index(of control: Control) -> Int {
        switch control {
        case .mark: 0
        case .stop: 1
        case .left: 2
        case .right: 3
        case .up: 4
        case .down: 5
        case .knob: 6
        }
    }
}
