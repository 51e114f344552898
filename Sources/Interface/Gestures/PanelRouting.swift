// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// From the panel to the screen that is up: what a person did becomes an input of that screen.
extension Appliance {
    /// Takes in what a person did.
    mutating func take(_ event: PanelEvent, _ frames: Frames, _ effects: inout [Effect]) {
        let now = event.timestamp
        context.moment = Context.Moment(frames: frames, source: event.source, areHintsUp: context.hintOpacity(at: now) > 0.5)
        pointer.note(event)
        context.lastActivity = max(context.lastActivity, now)
        switch event.action {
        case .pressed(let control):
            if control != .stop { context.switchingOff.dismissObjection() }
            press(control, at: now, &effects)
        case .released(let control):
            release(control, at: now, &effects)
        case .turned(let detents):
            context.switchingOff.dismissObjection()
            hand(.turned(detents, knob.speed(of: detents, at: now)), at: now, &effects)
        case .pointerMoved:
            break
        case .touchDown(let point): hand(.touchDown(point), at: now, &effects)
        case .touchMoved(let point): hand(.touchMoved(point), at: now, &effects)
        case .touchUp:
            // The finger that holds a control down lets go of it, wherever it is by now.
            guard let control = context.controlUnderFinger else { return hand(.touchUp, at: now, &effects) }
            context.controlUnderFinger = nil
            release(control, at: now, &effects)
        }
    }

    /// Takes in a key: the answer to "press the key now", or what it stands for.
    mutating func take(_ press: KeyPress, _ frames: Frames, _ effects: inout [Effect]) {
        // A release is of the key that began the listening, and still means what it meant.
        if path.isListening, press.isPressed {
            context.lastActivity = max(context.lastActivity, press.timestamp)
            return hand(.key(press.key), at: press.timestamp, &effects)
        }
        guard let meaning = settings.keys.meaning(of: press.key) else { return }
        let action: PanelEvent.Action
        switch meaning {
        case .control(let control): action = press.isPressed ? .pressed(control) : .released(control)
        case .turn(let detents):
            guard press.isPressed else { return }
            action = .turned(detents)
        }
        take(PanelEvent(action, at: press.timestamp, source: .keyboard), frames, &effects)
    }

    /// A press on the panel calls the listening off, and whatever else is done waits until it is over.
    /// - Returns: whether the event is done with.
    mutating func callsOffListening(_ event: PanelEvent, _ effects: inout [Effect]) -> Bool {
        switch event.action {
        case .pressed(let control):
            // Going on holding it still switches off, as it does anywhere.
            if control == .stop { context.switchingOff.beginHold(at: event.timestamp) }
            context.lastActivity = max(context.lastActivity, event.timestamp)
            hand(.interrupted, at: event.timestamp, &effects)
            return true
        case .released: return false
        default: return true
        }
    }

    /// A control went down. All but STOP act at once: STOP may yet be held.
    /// - Returns: whether it went down by this.
    @discardableResult
    mutating func press(_ control: Control, at now: Timestamp, _ effects: inout [Effect]) -> Bool {
        guard presses.press(control, at: now) else { return false }
        if control == .stop { context.switchingOff.beginHold(at: now) }
        pressPlaces[control] = path.place
        hand(.pressed(control), at: now, &effects)
        return true
    }

    private mutating func release(_ control: Control, at now: Timestamp, _ effects: inout [Effect]) {
        if control == .stop { context.switchingOff.endHold() }
        for gesture in presses.release(control, at: now) { perform(gesture, at: now, &effects) }
    }

    mutating func perform(_ gesture: PressRecognizer.Gesture, at now: Timestamp, _ effects: inout [Effect]) {
        if gesture == .tap(.stop), context.switchingOff.objectionEnd != nil { return context.switchingOff.dismissObjection() }
        if gesture == .misheld(.mark) { effects += context.giveBackMark(at: now) }
        let control = gesture.control
        let began = pressPlaces[control]
        if gesture.isEnd { pressPlaces[control] = nil }
        if path.place.showsLive {
            effects += context.follow(gesture, at: now)
        } else if began != path.place {
            // It began on another screen.
            return
        }
        if let input = gesture.input { hand(input, at: now, &effects) }
    }
}

extension PressRecognizer.Gesture {
    fileprivate var control: Control {
        switch self {
        case .tap(let control), .held(let control), .released(let control), .misheld(let control), .repeated(let control): control
        }
    }

    /// The control came up.
    fileprivate var isEnd: Bool {
        switch self {
        case .tap, .released, .misheld: true
        case .held, .repeated: false
        }
    }

    fileprivate var input: ScreenInput? {
        switch self {
        case .tap(let control): .tapped(control)
        case .held(let control): .held(control)
        case .repeated(let control): .repeated(control)
        case .released, .misheld: nil
        }
    }
}
