// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Context {
    /// Returns the chips for everything that is wrong, the worst first.
    func chips(at now: Timestamp) -> [Chip] {
        var chips = lastingChips(at: now)
        if let chip = cardChip { chips.append(chip) }
        if let chip = roomChip { chips.append(chip) }
        if let chip = exportChip { chips.append(chip) }
        if let chip = importChip { chips.append(chip) }
        if let chip = overloadChip(at: now) { chips.append(chip) }
        for notice in conditions.notices { chips.append(Self.chip(notice)) }
        return chips.sorted { $0.kind < $1.kind }
    }

    private func lastingChips(at now: Timestamp) -> [Chip] {
        var chips: [Chip] = []
        func add(_ kind: ChipKind, _ icon: ChipIcon, _ title: String, _ line: String?, _ weight: Chip.Weight = .loss) {
            chips.append(Chip(kind: kind, icon: icon, title: title, line: line, weight: weight))
        }
        if conditions.isCameraLost {
            switch conditions.cameraTrouble {
            case .silent: add(.noCamera, .camera, Strings.noCamera, Strings.noCameraAdvice, .noCamera)
            case .libcameraChanged: add(.noCamera, .camera, Strings.cameraChanged, Strings.cameraSetupAdvice, .noCamera)
            case .partMissing: add(.noCamera, .camera, Strings.cameraPartMissing, Strings.cameraSetupAdvice, .noCamera)
            }
        }
        if conditions.encoderFailure != nil { add(.notRecording, .encoder, Strings.noEncoder, Strings.noEncoderAdvice) }
        if conditions.weakPower.isUp(at: now) { add(.weakPower, .power, Strings.weakPower, Strings.weakPowerAdvice) }
        if conditions.heat.isUp(at: now) { add(.tooHot, .heat, Strings.tooHot, Strings.tooHotAdvice) }
        if conditions.isSafeMode { add(.safeMode, .warning, Strings.safeMode, Strings.safeModeAdvice) }
        if conditions.isTriggerHeld { add(.triggerHeld, .warning, Strings.triggerHeld, Strings.triggerHeldAdvice) }
        if let doubt = rallies.doubt(at: now) {
            add(.checkRegion, .warning, Strings.checkRegion, doubt == .nothingMoves ? Strings.nothingMoves : Strings.neverRests)
        }
        if sessions.keepsNothing { add(.keepsNothing, .info, Strings.keepsNothing, Strings.keepsNothingAdvice, .word) }
        if isDateUnknown { add(.dateUnknown, .info, Strings.dateUnknown, Strings.dateUnknownAdvice, .word) }
        if settings.cutsRallies {
            add(.cutsItself, .info, Strings.cutsItself, Strings.cutsItselfAdvice, .word)
        } else if settings.clip == .rally {
            add(.ralliesOff, .settings, Strings.ralliesOff, Strings.ralliesOffAdvice, .word)
        }
        if conditions.isDisplayLost { add(.noTV, .tv, Strings.noTV, Strings.noTVAdvice) }
        if let line, line.capacitySeconds < settings.delaySeconds {
            add(.shortMemory, .memory, Strings.shortMemory, Strings.shortMemoryAdvice(line.capacitySeconds))
        }
        if let first = conditions.settingsProblems.first {
            add(.wrongSettings, .settings, Strings.wrongSettings(conditions.settingsProblems.count), Strings.wrongLine(first))
        }
        for notice in conditions.boxNotices {
            let title = notice.title.text
            chips.append(
                Chip(
                    kind: notice.percent == nil ? .told(title) : .working(title), icon: .info, title: title, line: notice.detail?.text,
                    weight: .word,
                    progress: notice.percent.map { Double($0) / 100 }))
        }
        return chips
    }

    private var cardChip: Chip? {
        let waiting = sessions.pendingCount
        return switch conditions.card {
        case .ready:
            waitingChanges == 0
                ? nil : Chip(kind: .changesWait, icon: .card, title: Strings.changesWait(waitingChanges), line: Strings.changesWaitAdvice)
        case .absent: Chip(kind: .noCard, icon: .card, title: Strings.noCard, line: Strings.noCardAdvice(waiting))
        case .readOnly: Chip(kind: .cardLocked, icon: .cardLocked, title: Strings.lockedCard, line: Strings.lockedCardAdvice)
        case .full: Chip(kind: .cardFull, icon: .cardFull, title: Strings.fullCard, line: Strings.fullCardAdvice)
        case .failing: Chip(kind: .cardFailing, icon: .card, title: Strings.failingCard, line: Strings.failingCardAdvice)
        }
    }

    private static func chip(_ notice: Notice) -> Chip {
        let (kind, icon, weight): (ChipKind, ChipIcon, Chip.Weight) =
            switch notice.kind {
            case .trouble: (.trouble(notice.title), .warning, .loss)
            case .word: (.word(notice.title), .info, .word)
            case .saved: (.word(notice.title), .saved, .word)
            case .cutShort(let number): (.clipCutShort(number), .memory, .loss)
            case .deleted(let name): (.sessionDeleted(name), .card, .loss)
            case .lost(let number): (.clipLost(number), .pictures, .loss)
            }
        return Chip(kind: kind, icon: icon, title: notice.title, line: notice.detail, weight: weight)
    }

    // MARK: Display

    /// Lets another condition have its turn, if time has passed or something happened.
    mutating func noteChips(at now: Timestamp) {
        let motion = settings.hasReducedMotion ? Motion.crossFade : Motion.sheet
        while let read = chipTelling.update(chips(at: now).map(\.kind), within: motion, at: now) {
            conditions.forgetNotices { Self.chip($0).kind == read }
        }
    }

    func chipContent(at now: Timestamp) -> ChipContent? {
        guard switchingOff.ending == nil else { return nil }
        return chipTelling.content(of: chips(at: now), mayWrap: cover.place == .live, at: now)
    }

    /// Returns the chip on a page, which has no HUD.
    func pageChip(at now: Timestamp) -> ChipLayout? {
        chipContent(at: now).map { ChipLayout(Theme(settings), $0, right: Areas.right, top: Areas.top) }
    }
}
