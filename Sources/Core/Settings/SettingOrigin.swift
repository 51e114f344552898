// SPDX-License-Identifier: GPL-3.0-or-later

/// Who says what a setting is.
public enum SettingOrigin: Sendable {
    /// Whoever runs the program: the command line, a file that is named there, and on the box `options` on its boot partition.
    case owner
    /// `settings.toml` on a card, which anybody may have had in a laptop. It goes from hand to hand, so it says how the box
    /// works and not what the box is made of: no file is opened because a card names it, and no card turns the TV off.
    case card
}

extension SettingKey {
    /// The settings that `options` on the boot partition may have: those of which a card takes only some values.
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
