// SPDX-License-Identifier: GPL-3.0-or-later

/// The origin of a setting's value.
public enum SettingOrigin: Sendable {
    /// The person who runs the program: the command line, a file that is named there, and on the box `options` on its boot partition.
    case owner
    /// `settings.toml` on a card. A card goes from hand to hand, and anybody may have edited the file on a laptop. So it decides how the
    /// box works, but not what the box is made of: no file is opened because a card names it, and no card turns the TV off.
    case card
}

extension SettingKey {
    /// The settings that `options` on the boot partition may have: the settings for which a card may choose only some values.
    public static let ownersKeys: [SettingKey] = Setting.all.filter { !$0.ownersForms.isEmpty }.map(\.key)
}

extension Setting {
    /// Refuses a value that only the owner may choose.
    func check(_ value: SettingValue, from origin: SettingOrigin) throws(SettingProblem) {
        guard origin == .card, case .string(let text) = value else { return }
        guard !ownersForms.contains(where: { text == $0 || text.hasPrefix("\($0):") }) else {
            throw SettingProblem(key, .notFromACard(text, key))
        }
    }
}
