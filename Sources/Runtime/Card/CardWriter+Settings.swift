// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

// The settings file: read when a card is inserted, written when somebody changes something on the TV.
extension CardWriter {
    /// Reads the card's settings again. The card may have been on a laptop, or be another one. Changes that somebody made while no card was
    /// inserted are applied to the settings that this card has.
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

    /// Keeps a copy of the card's settings for the next start, in case one of their lines is wrong by then.
    func keepGoodSettings() {
        guard settingsOrigin == .card, status.condition?.isWritable == true else { return }
        do throws(CardError) {
            try SettingsFile.keepGood(settingsPath, files: files)
        } catch {
            // Without the copy a wrong line gets its default. The card's own condition says what is wrong with the card.
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
