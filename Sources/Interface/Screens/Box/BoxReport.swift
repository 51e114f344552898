// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// An entry of the page about the box.
enum BoxEntry: Hashable {
    /// Something that is wrong or that happened, in words: what it means, and what to do.
    case condition(Chip, [String])
    /// Nothing is wrong.
    case allWell
    /// A figure of the box's state.
    case figure(label: String, value: String)
}

extension BoxEntry {
    var spoken: String {
        switch self {
        case .condition(let chip, let words): ([chip.title] + words).joined(separator: ", ")
        case .allWell: Strings.Fault.allWell
        case .figure(let label, let value): "\(label): \(value)"
        }
    }
}

extension Context {
    /// Returns the entries of the page, what is wrong first.
    func boxReport(at now: Timestamp) -> [BoxEntry] {
        let chips = chips(at: now)
        let wrong = chips.isEmpty ? [BoxEntry.allWell] : chips.map { BoxEntry.condition($0, words(about: $0)) }
        return wrong + figures(at: now).map { BoxEntry.figure(label: $0.label, value: $0.value) }
    }

    /// Returns the explanation of a condition. A notice explains itself by its line.
    private func words(about chip: Chip) -> [String] {
        switch chip.kind {
        case .wrongSettings:
            return [Strings.Fault.settings] + conditions.settingsProblems.prefix(Self.mostSettings).map(Strings.wrongLineInFull)
        case .noCard: return [Strings.Fault.noCard, chip.line].compactMap { $0 }
        case .noCamera:
            switch conditions.cameraTrouble {
            case .silent: return [Strings.Fault.noCamera]
            case .libcameraChanged: return [Strings.Fault.cameraChanged]
            case .partMissing: return [Strings.Fault.cameraPartMissing]
            }
        case .notRecording: return [Strings.Fault.notRecording, conditions.encoderFailure?.text].compactMap { $0 }
        case .cardFailing: return [Strings.Fault.cardFailing]
        case .cardLocked: return [Strings.Fault.cardLocked]
        case .cardFull: return [Strings.Fault.cardFull]
        case .picturesLost: return [Strings.Fault.picturesLost, chip.line].compactMap { $0 }
        case .weakPower: return [Strings.Fault.weakPower]
        case .tooHot: return [Strings.Fault.tooHot]
        case .noTV: return [Strings.Fault.noTV]
        case .shortMemory: return [Strings.Fault.shortMemory, chip.line].compactMap { $0 }
        case .safeMode: return [Strings.Fault.safeMode]
        case .triggerHeld: return [Strings.Fault.triggerHeld]
        case .checkRegion: return [Strings.Fault.checkRegion]
        case .ralliesOff: return [Strings.Fault.ralliesOff]
        case .keepsNothing: return [Strings.Fault.keepsNothing]
        case .dateUnknown: return [Strings.Fault.dateUnknown]
        case .cutsItself: return [Strings.Fault.cutsItself]
        case .changesWait, .cardNearlyFull, .clipLost, .clipCutShort, .sessionDeleted, .trouble, .working, .told, .word:
            return [chip.line].compactMap { $0 }
        }
    }

    /// The most lines of the settings that are named; all of them are in the log.
    private static let mostSettings = 6

    private func figures(at now: Timestamp) -> [(label: String, value: String)] {
        [
            (Strings.card, Strings.card(conditions.card, cardFacts)),
            (Strings.cardRoom, Strings.room(cardFacts, bytesPerSecond: line?.bytesPerSecond)),
            (Strings.bufferWord, line.map { Strings.span($0.capacitySeconds) } ?? "–"),
            (Strings.power, Strings.power(conditions.power) ?? "–"),
            (Strings.camera, diagnostics.camera.isEmpty ? cameraName : diagnostics.camera),
            (Strings.tv, diagnostics.displayMode ?? "–"),
            (Strings.Fault.uptime, Strings.span((now.seconds / 60).rounded(.down) * 60)),
        ]
    }
}
