// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The way out of a TV that stays dark: MARK and STOP held together.
extension Appliance {
    /// The mode that the TV shall have now.
    public var tvMode: TVResolution { context.modeTrial.mode ?? settings.tvMode }

    /// Takes an event of the panel for the hold of MARK and STOP, or for the modes that are tried.
    /// - Returns: true if the event is done with.
    mutating func takesForModes(_ event: PanelEvent, _ effects: inout [Effect]) -> Bool {
        let now = event.timestamp
        switch event.action {
        case .pressed(let control):
            // A keyboard repeats the press of a key that is held.
            if context.modeTrial.holds(control) { return true }
            if keepsMode(at: now, &effects) { return true }
            guard let other = control.otherOfModes, presses.isDown(other) else { return false }
            // From here on neither does anything by itself. The mark that MARK set is taken back once it is clear that this is no slip.
            for control in [control, other] { forgetPress(of: control) }
            context.switchingOff.endHold()
            context.modeTrial.hold(at: now)
            context.voiceChord.callOff()
            return true
        case .released(let control):
            guard context.modeTrial.letGo(control) else { return false }
            context.sessions.letGo()
            return true
        case .turned, .zoomed, .touchDown: return keepsMode(at: now, &effects)
        case .touchMoved, .touchUp, .pointerMoved: return false
        }
    }

    /// Keeps the mode that is tried, if one is.
    private mutating func keepsMode(at now: Timestamp, _ effects: inout [Effect]) -> Bool {
        guard let mode = context.modeTrial.keep() else { return false }
        var changed = settings
        changed.tvMode = mode
        effects += context.change(to: changed, at: now)
        context.say(Strings.modeTrialKept(mode), at: now)
        return true
    }

    /// Goes on with the hold and the modes by time alone.
    mutating func tryModes(until due: Timestamp, _ effects: inout [Effect]) {
        for deed in context.modeTrial.pass(to: due) where deed == .takeMarkBack { effects += context.takeBackHeldMark() }
    }
}

extension Control {
    /// The control that is held together with this one; `nil` for a control that isn't one of the two.
    fileprivate var otherOfModes: Control? {
        switch self {
        case .mark: .stop
        case .stop: .mark
        case .left, .right, .up, .down, .knob: nil
        }
    }
}
