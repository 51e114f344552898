// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Hands input from the panel to the current screen.
extension Appliance {
    /// The knob is deaf for this long after a change of screen, because it was turned or pushed for the screen before.
    static let deafTime: Duration = .milliseconds(400)
    /// MARK exports only after it has rested this long: somebody who likes clip after clip easily presses once too often.
    static let markRest: Duration = .seconds(1)

    /// Takes in an event of the panel.
    mutating func take(_ event: PanelEvent, _ frames: Frames, _ effects: inout [Effect]) {
        let now = event.timestamp
        context.moment = Context.Moment(frames: frames, source: event.source)
        pointer.note(event)
        let isFooterUp = footerOpacity(at: now) > 0.5
        if wakesFooter(event) { context.footer.wake(at: now) }
        switch event.action {
        case .pressed(let control):
            if control != .stop { context.switchingOff.dismissObjection() }
            let isDeaf = isDeaf(control, at: now)
            if control == .mark { lastMark = now }
            if isDeaf { return }
            press(control, at: now, &effects)
        case .released(let control):
            release(control, at: now, &effects)
        case .turned(let detents):
            context.switchingOff.dismissObjection()
            // Turning while pushed is only a turn.
            presses.forget(.knob)
            let speed = knob.speed(of: detents, at: now)
            if !isDeaf(.knob, at: now) { hand(.turned(detents, speed), at: now, &effects) }
        case .zoomed(let steps): if path.showsPicture { path.zoom(by: steps, in: &context) }
        case .pointerMoved:
            break
        case .touchDown(let point):
            if isFooterUp, touchFooter(at: point, at: now, &effects) { return }
            if isTouchDeaf(at: now) || touchToast(at: point, at: now, &effects) { return footerTouch = .nothing }
            hand(.touchDown(point), at: now, &effects)
        case .touchMoved(let point):
            if footerTouch == nil { hand(.touchMoved(point), at: now, &effects) }
        case .touchUp:
            guard let touch = footerTouch else { return hand(.touchUp, at: now, &effects) }
            footerTouch = nil
            // Lifting the finger releases the control that it holds, wherever the finger is by now.
            if case .control(let control) = touch { release(control, at: now, &effects) }
        }
    }

    /// Returns true if the control is ignored now. On Live MARK always counts, and while a moment comes again by itself.
    private func isDeaf(_ control: Control, at now: Timestamp) -> Bool {
        if control == .mark, path.place.marksAsLive { return false }
        if control == .mark, exportsTooSoon(at: now) { return true }
        if control == .knob, let knobDeafUntil, now < knobDeafUntil { return true }
        return areControlsDeaf(at: now)
    }

    private func areControlsDeaf(at now: Timestamp) -> Bool { controlsDeafUntil.map { now < $0 } ?? false }

    /// Returns true if a finger on the screen is ignored now. On Live it may set a mark.
    private func isTouchDeaf(at now: Timestamp) -> Bool { path.place != .live && areControlsDeaf(at: now) }

    private func exportsTooSoon(at now: Timestamp) -> Bool {
        guard let lastMark, path.grammar(in: context)[.press(.mark)] == .export else { return false }
        return now < lastMark + Self.markRest
    }

    /// Returns true if the event brings the footer up. MARK on Live doesn't, since it is pressed at every shot by somebody who looks
    /// elsewhere.
    private func wakesFooter(_ event: PanelEvent) -> Bool {
        switch event.action {
        case .pressed(.mark), .released(.mark): !path.place.marksAsLive
        default: true
        }
    }

    /// Handles a finger that went down on a label of the footer: it does what the control does.
    /// - Returns: true if the finger belongs to the footer.
    private mutating func touchFooter(at point: Point, at now: Timestamp, _ effects: inout [Effect]) -> Bool {
        guard let footer = footer(at: now), footer.layout.rect.contains(point) else { return false }
        footerTouch = .nothing
        context.switchingOff.dismissObjection()
        let use = footer.use(at: point)
        // A finger aims at the word that it reads, so only a change that no press caused makes it deaf.
        if use?.control == .mark ? isDeaf(.mark, at: now) : areControlsDeaf(at: now) { return true }
        switch use {
        case .turn: hand(.turned(footer.detents(at: point), .steady), at: now, &effects)
        case .hold(let control) where path.grammar(in: context)[.hold(control)]?.loses == false:
            // A touch on the label of a hold counts as the hold: whoever reads what it does and touches it means it.
            hand(.held(control), at: now, &effects)
        case .press(let control), .hold(let control):
            if press(control, at: now, &effects) { footerTouch = .control(control) }
        case nil: break
        }
        return true
    }

    /// Takes back what the toast tells, if a finger goes down on it.
    /// - Returns: true if the finger belongs to the toast.
    private mutating func touchToast(at point: Point, at now: Timestamp, _ effects: inout [Effect]) -> Bool {
        let look = Theme(settings)
        guard let toast = context.toast, let undo = toast.undo, path.tools == nil, path.zooming == nil, now < toast.span.end,
            toast.rect(look, at: toastPlace(of: toast, look, at: now)).contains(point)
        else { return false }
        context.toast = nil
        hand(.tool(undo.tool), at: now, &effects)
        return true
    }

    /// Takes in a key: the answer to "press the key now", or the control that it stands for.
    mutating func take(_ press: KeyPress, _ frames: Frames, _ effects: inout [Effect]) {
        // The key may have another meaning by now, so its release lets go of whatever it held down.
        if !press.isPressed, let control = keysDown.removeValue(forKey: press.key) {
            _ = typewriter.take(press)
            return takeKey(.released(control), at: press.timestamp, frames, &effects)
        }
        // A release is of the key that began the listening, and keeps the meaning it had.
        if path.isListening, press.isPressed {
            context.footer.wake(at: press.timestamp)
            return hand(.key(press.key), at: press.timestamp, &effects)
        }
        // An emergency doesn't wait until a name is written.
        if press.isPressed, settings.keys.meaning(of: press) == .timer(.emergency) {
            effects += context.use(EndTimer.Deed.emergency, at: press.timestamp)
            return
        }
        let typing = typewriter.take(press)
        if path.isWriting(in: context), typewriter.writes(press) {
            guard let typing else { return }
            context.footer.wake(at: press.timestamp)
            return hand(.typed(typing), at: press.timestamp, &effects)
        }
        guard let meaning = settings.keys.meaning(of: press) else { return }
        let action: PanelEvent.Action
        switch meaning {
        case .control(let control):
            if press.isPressed { keysDown[press.key] = control }
            action = press.isPressed ? .pressed(control) : .released(control)
        case .turn(let detents):
            guard press.isPressed else { return }
            action = .turned(detents)
        case .timer(let deed):
            if press.isPressed { effects += context.use(deed, at: press.timestamp) }
            return
        case .voice:
            if press.isPressed { effects += context.switchVoice(at: press.timestamp) }
            return
        }
        takeKey(action, at: press.timestamp, frames, &effects)
    }

    /// Takes in the input of the panel that a key stands for.
    private mutating func takeKey(_ action: PanelEvent.Action, at instant: Timestamp, _ frames: Frames, _ effects: inout [Effect]) {
        let event = PanelEvent(action, at: instant, source: .keyboard)
        if takesForChords(event, &effects) { return }
        take(event, frames, &effects)
    }

    /// Lets STOP cancel the listening, and keeps other input from the screen until it is over.
    /// - Returns: true if the event is done with.
    mutating func callsOffListening(_ event: PanelEvent, _ effects: inout [Effect]) -> Bool {
        switch event.action {
        case .pressed(.stop):
            // If STOP stays held, it still switches off, as it does anywhere.
            context.switchingOff.beginHold(at: event.timestamp)
            context.footer.wake(at: event.timestamp)
            hand(.interrupted, at: event.timestamp, &effects)
            return true
        case .touchDown(let point):
            if footer(at: event.timestamp)?.use(at: point) == .press(.stop) { hand(.interrupted, at: event.timestamp, &effects) }
            return true
        case .released, .touchUp: return false
        default: return true
        }
    }

    /// Presses a control. What it does on a press, it does at once; a hold may follow.
    /// - Returns: true if the control went down now; false if it was down already.
    @discardableResult
    private mutating func press(_ control: Control, at now: Timestamp, _ effects: inout [Effect]) -> Bool {
        let holdTime = path.grammar(in: context).holdTime(of: control)
        guard presses.press(control, at: now, holdTime: holdTime) else { return false }
        if control == .stop { context.switchingOff.beginHold(at: now) }
        pressPlaces[control] = path.surface
        hand(.pressed(control), at: now, &effects)
        return true
    }

    /// Forgets that a control went down: neither its hold nor its release does anything.
    mutating func forgetPress(of control: Control) {
        presses.forget(control)
        pressPlaces[control] = nil
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
        // A button that comes up on another screen ends its mark too: the clip is complete.
        if path.place.showsLive || path.place.marksAsLive || gesture.isEnd { effects += context.follow(gesture, at: now) }
        // STOP held is the way to Live from anywhere, also if another page came up meanwhile.
        if gesture == .held(.stop), path.place != .live { return follow([.live], at: now, &effects) }
        // A gesture that began on another screen doesn't reach this one.
        guard began == path.surface else { return }
        if let input = gesture.input { hand(input, at: now, &effects) }
    }
}

/// A finger that went down on the footer.
enum FooterTouch: Hashable, Sendable {
    case control(Control)
    /// A field that is empty, or whose action is done.
    case nothing
}

extension PressRecognizer.Gesture {
    fileprivate var control: Control {
        switch self {
        case .tap(let control), .held(let control), .released(let control), .misheld(let control), .abandoned(let control),
            .repeated(let control):
            control
        }
    }

    /// True if the control came up.
    fileprivate var isEnd: Bool {
        switch self {
        case .tap, .released, .misheld, .abandoned: true
        case .held, .repeated: false
        }
    }

    fileprivate var input: ScreenInput? {
        switch self {
        case .tap(let control): .tapped(control)
        case .held(let control): .held(control)
        case .repeated(let control): .repeated(control)
        // The control is up now, whether its release was known in time or late.
        case .released(let control), .misheld(let control): .letGo(control)
        case .abandoned: nil
        }
    }
}
