// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The voice for somebody who can't see the TV. After each event the appliance asks here, and nowhere else, what is to be said.
extension Appliance {
    /// After a shot the voice may say what came of it for this long, although nobody pressed anything.
    private static let shotTime: Duration = .seconds(4)
    /// The sign of a longer hold comes up after this time, and the voice with it.
    private static let holdNotice = SwitchingOff.noticeTime

    /// Adds what the voice says to the effects of an event, if the setting wants everything said.
    /// - Parameter holdingBoth: true if the switch of the voice was held as the event came: letting go of it is no deed.
    mutating func speak(after event: Event, holdingBoth: Bool, _ effects: inout [Effect], at now: Timestamp) {
        guard settings.voice == .all else { return context.narration = nil }
        var narration = context.narration ?? Narration()
        defer { context.narration = narration }
        if isShot(event) { narration.freeUntil = now + Self.shotTime }
        let isDeed = event.isDeed && !holdingBoth && !context.voiceChord.isTogether
        let isAnswer = isDeed || effects.contains(where: \.turnsVoice)
        // On Live the voice disturbs whoever shoots, so it only answers.
        let isFree = narration.freeUntil.map { now < $0 } ?? false
        let isWatching = path.place.marksAsLive && path.tools == nil
        guard isAnswer || !isWatching || isHolding || isLeaving || isFree else { return }
        var said: [String] = []
        effects.removeAll { effect in
            guard case .voice(.say(let words, _)) = effect else { return false }
            said.append(words)
            return true
        }
        let isRefused = effects.contains { $0 == .panel(.signal(.refused)) || $0 == .panel(.signal(.silent(.refused))) }
        let words = narration.step(
            to: moment(at: now), scores: said.isEmpty ? nil : said.joined(separator: ", "), isRefused: isRefused, isPressed: isAnswer)
        guard let words else { return }
        let language = Language.current.tag
        // "Voice on" and the screen are one sentence, because new words cut off the words before them. The toast says "Voice on".
        if let turned = effects.firstIndex(where: \.turnsVoice) {
            effects[turned] = .voice(.turn(isOn: true, saying: words, language: language))
        } else {
            effects.append(.voice(.say(words, language: language)))
        }
    }

    /// Returns everything that could be said now.
    private func moment(at now: Timestamp) -> Narration.Moment {
        var moment = Narration.Moment(on: path.place, path.spoken(in: context, at: now), path.grammar(in: context))
        moment.faults = context.chips(at: now).filter { $0.weight != .word }.map { chip in
            Narration.Fault(kind: chip.kind, words: [chip.title, chip.line].compactMap { $0 }.joined(separator: ", "))
        }
        moment.notice = notice(at: now)
        moment.toast = context.toast
        moment.mark = context.markSign?.number
        moment.hold = heldWords(at: now)
        return moment
    }

    /// Returns what stands over every screen, without the counts that go on by themselves.
    private func notice(at now: Timestamp) -> [String] {
        if let ending = context.switchingOff.ending {
            return [Strings.switchingOff] + (ending.waiting > 0 && !context.conditions.card.isWritable ? [Strings.waiting(ending.waiting)] : [])
        }
        if let text = context.switchingOffText(at: now) { return [text.title] + text.lines }
        return context.modeTrialText(at: now).map { [$0.title, Strings.modeTrialKeep] } ?? []
    }

    /// Returns what a control that is held down will do, before it does it.
    private func heldWords(at now: Timestamp) -> String? {
        if let hold = context.switchingOff.holdSpan {
            guard hold.start + PressRecognizer.holdTime <= now else {
                return path.place != .live && hold.start + Self.holdNotice <= now ? Strings.Spoken.holdOn(for: Strings.word(of: .live)) : nil
            }
            let left = SwitchingOff.holdTime - PressRecognizer.holdTime
            return [Strings.offIn(wholeSecondsLeft(from: .zero, to: .zero + left)), context.lossWords ?? Strings.letGo].joined(separator: ", ")
        }
        let grammar = path.grammar(in: context)
        let deed =
            ControlUse.spokenOrder.first { use in
                guard case .hold(let control) = use, control != .stop, let span = context.holds[control], grammar[use] != nil else { return false }
                return span.start + Self.holdNotice <= now && now < span.end
            }.flatMap { grammar[$0] } ?? path.heldArrow(at: now).flatMap { grammar[.press($0.control)] }
        return deed.map { Strings.Spoken.holdOn(for: Strings.word(of: $0)) }
    }

    private var isHolding: Bool { !presses.holds.isEmpty || context.switchingOff.holdSpan != nil }
    private var isLeaving: Bool { context.switchingOff.ending != nil || context.switchingOff.objectionEnd != nil }

    /// True if the event may be a shot: a mark, also of the box's own, or a sound that was heard.
    private func isShot(_ event: Event) -> Bool {
        switch event {
        case .detected, .hearing(.shot, _): true
        case .panel(let event, _, _): event.action == .pressed(.mark) && path.place.marksAsLive
        default: false
        }
    }
}

extension Effect {
    fileprivate var turnsVoice: Bool {
        if case .voice(.turn) = self { true } else { false }
    }
}

extension Event {
    /// True if a person did something with the panel, and not only moved a mouse or a finger.
    fileprivate var isDeed: Bool {
        switch self {
        case .panel(let event, _, _):
            switch event.action {
            case .pointerMoved, .touchMoved: false
            default: true
            }
        case .key: true
        default: false
        }
    }
}
