// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Controls that are held together: MARK and STOP for a TV that stays dark, STOP and the knob for the voice.
extension Appliance {
    /// Takes an event of the panel, or of a key that stands for it, for controls that are held together.
    /// - Returns: true if the event is done with.
    mutating func takesForChords(_ event: PanelEvent, _ effects: inout [Effect]) -> Bool {
        takesForVoice(event) || takesForModes(event, &effects)
    }

    /// Goes on with the holds by time alone, and lets the voice say what holding STOP further will do.
    /// - Parameter due: the time up to which holds count.
    mutating func passChords(until due: Timestamp, at now: Timestamp, _ effects: inout [Effect]) {
        tryModes(until: due, &effects)
        if context.voiceChord.isHeldOut(at: due) { effects += context.switchVoice(at: now) }
        if context.switchingOff.isAnnounced(at: due) { effects += context.saySwitchOff() }
    }

    private mutating func takesForVoice(_ event: PanelEvent) -> Bool {
        switch event.action {
        case .pressed(let control):
            switch context.voiceChord.press(control, at: event.timestamp) {
            case .alone: return false
            case .taken: return true
            case .together:
                for control in VoiceChord.controls { forgetPress(of: control) }
                context.switchingOff.endHold()
                return true
            }
        case .released(let control): return context.voiceChord.release(control)
        case .turned: return context.voiceChord.turn()
        case .zoomed, .touchDown, .touchMoved, .touchUp, .pointerMoved: return false
        }
    }
}

extension Settings.Speaking {
    /// The value to which the voice is turned on by the panel or by a key.
    static let switchedOn = all
}

extension Context {
    /// Turns the voice on or off, and says so: aloud, and on the TV.
    mutating func switchVoice(at now: Timestamp) -> [Effect] {
        guard switchingOff.ending == nil else { return [] }
        let isOn = settings.voice == .off
        let words = isOn ? Strings.voiceOn : Strings.voiceOff
        var changed = settings
        changed.voice = isOn ? .switchedOn : .off
        say(words, at: now)
        return change(to: changed, at: now) + [.voice(.turn(isOn: isOn, saying: words, language: Language.current.tag))]
    }

    /// Says that STOP, held on, switches the box off.
    fileprivate func saySwitchOff() -> [Effect] {
        guard settings.voice != .off else { return [] }
        return [.voice(.say(Strings.switchOffSpoken, language: Language.current.tag))]
    }
}
