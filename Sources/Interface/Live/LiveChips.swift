// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Context {
    /// Everything that is wrong, the worst first.
    func chips(at now: Timestamp) -> [Chip] {
        var chips: [Chip] = []
        let waiting = sessions.pendingCount
        if conditions.isCameraLost {
            chips.append(
                Chip(
                    icon: .noCamera, color: Palette.noCamera, title: Strings.noCamera,
                    detail: Strings.noCameraAdvice))
        }
        func warn(_ title: String, _ detail: String?, _ color: Color = Palette.text) {
            chips.append(Chip(icon: .warning, color: color, title: title, detail: detail))
        }
        if let reason = conditions.encoderFailure { warn(Strings.noEncoder, reason, Palette.recording) }
        for notice in conditions.notices {
            if case .lost = notice.kind { warn(notice.title, notice.detail, Palette.recording) }
        }
        switch conditions.card {
        case .ready: break
        case .absent: warn(Strings.noCard, Strings.noCardAdvice(waiting))
        case .readOnly: warn(Strings.lockedCard, Strings.lockedCardAdvice(waiting))
        case .full: warn(Strings.fullCard, Strings.fullCardAdvice(waiting))
        case .failing(let reason): warn(Strings.failingCard, reason)
        }
        if let chip = overloadChip(at: now) { chips.append(chip) }
        if conditions.weakPower.isUp(at: now) { warn(Strings.weakPower, Strings.weakPowerAdvice) }
        if conditions.heat.isUp(at: now) { warn(Strings.tooHot, Strings.tooHotAdvice) }
        chips += conditions.boxNotices.map {
            Chip(icon: .info, color: Palette.text, title: $0.title, detail: $0.detail, progress: $0.percent.map { Double($0) / 100 })
        }
        if conditions.isSafeMode { warn(Strings.safeMode, Strings.safeModeAdvice) }
        if conditions.isDisplayLost { warn(Strings.noTV, Strings.noTVAdvice) }
        if let line, line.capacitySeconds < settings.delaySeconds {
            warn(Strings.shortMemory, Strings.shortMemoryAdvice(line.capacitySeconds))
        }
        for notice in conditions.notices {
            if case .cutShort = notice.kind { warn(notice.title, notice.detail) }
        }
        for problem in conditions.settingsProblems { warn(Strings.wrongSetting(problem.line, in: problem.file), problem.message) }
        for notice in conditions.notices where notice.kind == .notice { warn(notice.title, notice.detail) }
        return chips
    }
}
