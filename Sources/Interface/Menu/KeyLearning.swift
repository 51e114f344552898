import Core

/// Teaching the box a key: which control it shall be, and then ten seconds to press it.
struct KeyLearning: Hashable, Sendable {
    /// How long the box listens.
    static let patience: Duration = .seconds(10)

    private(set) var control = Control.mark
    /// Until when the next key is the answer; `nil` while the control is being chosen.
    private(set) var deadline: Timestamp?

    var isListening: Bool { deadline != nil }

    mutating func choose(by steps: Int) {
        let controls = Control.allCases
        let index = controls.firstIndex(of: control) ?? 0
        let (target, overflow) = index.addingReportingOverflow(steps)
        control = controls[overflow ? index : target.clamped(to: 0...controls.count - 1)]
    }

    mutating func listen(from now: Timestamp) {
        deadline = now + Self.patience
    }

    mutating func stopListening() {
        deadline = nil
    }

    /// Whole seconds that are left, rounded up.
    func secondsLeft(at now: Timestamp) -> Int {
        guard let deadline else { return 0 }
        return max(0, Int(now.duration(to: deadline).inSeconds.rounded(.up)))
    }

    /// When the number of seconds changes, for one who has seen everything up to `seen`.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        guard let deadline, seen < deadline else { return nil }
        return deadline - .seconds(secondsLeft(at: seen) - 1)
    }
}

extension Appliance {
    /// Takes in a key: the answer to "press the key now", or what it stands for.
    mutating func take(_ press: KeyPress, _ frames: Frames, at now: Timestamp, _ effects: inout [Effect]) {
        // A release is of the key that began the listening, and still means what it meant.
        if menu.learning.isListening, press.isPressed { return learn(press, &effects) }
        guard let meaning = settings.keys.meaning(of: press.key) else { return }
        let action: PanelEvent.Action
        switch meaning {
        case .control(let control): action = press.isPressed ? .pressed(control) : .released(control)
        case .turn(let detents):
            guard press.isPressed else { return }
            action = .turned(detents)
        }
        take(PanelEvent(action, at: press.timestamp, source: .keyboard), frames, at: now, &effects)
    }

    /// Whether a press on the panel was meant to call the listening off.
    mutating func callsOffListening(_ event: PanelEvent) -> Bool {
        guard menu.learning.isListening else { return false }
        if case .pressed(let control) = event.action {
            // Going on holding it still switches off, as it does anywhere.
            if control == .stop { switchingOff.beginHold(at: event.timestamp) }
            lastActivity = max(lastActivity, event.timestamp)
            stopLearning(saying: Strings.nothingLearned)
            return true
        }
        if case .released = event.action { return false }
        return true
    }

    mutating func stopLearning(saying words: String) {
        menu.learning.stopListening()
        menu.isEditing = false
        menu.outcome = words
    }

    mutating func forgetKeys(at instant: Timestamp, _ effects: inout [Effect]) {
        var changed = settings
        changed.keys.forgetAll()
        change(to: changed, at: instant, &effects)
        menu.outcome = Strings.keysForgotten
    }

    private mutating func learn(_ press: KeyPress, _ effects: inout [Effect]) {
        lastActivity = max(lastActivity, press.timestamp)
        var changed = settings
        changed.keys.learn(press.key, as: menu.learning.control)
        change(to: changed, at: press.timestamp, &effects)
        stopLearning(saying: Strings.learned(press.key, as: menu.learning.control))
    }
}
