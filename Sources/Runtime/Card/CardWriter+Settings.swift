// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

// The settings file: read when a card comes, written when somebody changes something on the TV.
extension CardWriter {
    /// The card may have been on a laptop meanwhile, or be another one: what somebody changes while none is in belongs to whatever it says.
    func rereadSettings() {
        let waiting = queue.waitingSettings
        let (read, problems) = SettingsFile.load(
            settingsPath, running: savedSettings, isFirst: isFirstCard, from: settingsOrigin, files: files)
        var found = isFirstCard ? late(read) : again(read, savedSettings)
        if let unsavedFrom { found = found.withChanges(from: unsavedFrom, to: savedSettings) }
        isFirstCard = false
        let settings = waiting.reduce(found) { $0.withChanges(from: $1.base, to: $1.settings) }
        guard settings != waiting.last?.settings ?? savedSettings || !problems.isEmpty else { return }
        savedSettings = settings
        tell(.settings(settings, problems.map(\.fault)))
    }

    /// Keeps the card's settings for the next start: one of their lines may be wrong then.
    func keepGoodSettings() {
        guard settingsOrigin == .card, status.condition?.isWritable == true else { return }
        do throws(CardError) {
            try SettingsFile.keepGood(settingsPath, files: files)
        } catch {
            // Without it a wrong line has its default: the card's own condition says what is wrong with the card.
            post(.log("settings: not kept for the next start: \(error)"))
        }
    }

    func save(_ settings: Settings, changedFrom base: Settings) throws(CardError) {
        let before = unsavedFrom ?? base
        if let refusal = try refusal(of: { () throws(CardError) in
            try SettingsFile.write(settings, changedFrom: before, to: self.settingsPath, files: self.files)
        }) {
            unsavedFrom = before
            tell(.settingsNotSaved(refusal.message))
        } else {
            unsavedFrom = nil
            keepGoodSettings()
        }
        savedSettings = savedSettings.withChanges(from: base, to: settings)
    }
}
