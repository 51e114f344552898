// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The text of a `settings.toml`. It is edited value by value, so that everything a person wrote stays.
///
/// Settings stand before the first table (`[…]`); what is in a table belongs to somebody else.
struct SettingsText {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    // MARK: Reading

    /// Returns the settings that the text makes, and the problems in it. Each line stands for itself.
    /// - Parameters:
    ///   - lastGood: the values of the settings whose lines are refused, and of all settings if the text can't be read at all.
    ///   - unset: the values of the settings that the text doesn't have; `nil` for those of `lastGood`.
    ///   - origin: the author of the text; a card's text doesn't choose every value.
    ///   - known: the settings that the text may have.
    func settings(
        lastGood: Settings, unset: Settings? = nil, from origin: SettingOrigin = .card,
        known: [SettingKey] = SettingKey.allCases
    ) -> (Settings, [SettingsProblem]) {
        guard isPlain else { return (lastGood, [SettingsProblem(line: 0, message: .isUTF16)]) }
        var reading = SettingsReading(unset: unset ?? lastGood, lastGood: lastGood, from: origin, known: known)
        reading.read(SettingsOutline(bytes), in: bytes)
        return (reading.settings, reading.problems)
    }

    /// True if the text has lines that can be read; false for a text that an editor saved as UTF-16, with or without its mark.
    var isPlain: Bool {
        !bytes.starts(with: [0xFF, 0xFE]) && !bytes.starts(with: [0xFE, 0xFF]) && bytes.count { $0 == 0 } * 4 <= bytes.count
    }

    /// The setting in a text of one line; `nil` for a comment.
    var onlyKey: SettingKey? { SettingsOutline(bytes).statements.first.flatMap { SettingKey(rawValue: $0.key) } }

    // MARK: Writing

    /// Writes the settings that differ. A value that is refused stays for the person to put right, unless the box has another value than
    /// the default for it.
    mutating func set(_ settings: Settings, keys: some Sequence<SettingKey>) {
        for key in keys {
            let wanted = SettingKey.value(of: key, in: settings)
            let isDefault = wanted == SettingKey.value(of: key, in: Settings())
            let outline = SettingsOutline(bytes)
            if let statement = outline.statements.first(where: { $0.key == key.rawValue }) {
                let written = effect(of: statement, key: key, beside: settings)
                if written == wanted || (written == nil && isDefault) { continue }
                bytes.replaceSubrange(statement.value, with: TOMLWord.text(of: wanted).utf8)
            } else if !isDefault {
                insert(
                    "\(key.rawValue) = \(TOMLWord.text(of: wanted))",
                    at: outline.placesAfterComments[key.rawValue] ?? outline.end)
            }
        }
    }

    /// Returns the value that a statement gives its key beside these other settings, as the box would write it; `nil` if it is refused.
    private func effect(of statement: SettingsOutline.Statement, key: SettingKey, beside others: Settings) -> SettingValue? {
        var settings = others
        let value: SettingValue
        switch TOMLWord.read(bytes[statement.value]) {
        case .value(let read) where statement.fault == nil: value = read
        case .meant(let meant, _): value = meant
        case .value, .other, .wrong: return nil
        }
        guard (try? SettingKey.apply(value, for: key, to: &settings)) != nil else { return nil }
        return SettingKey.value(of: key, in: settings)
    }

    private mutating func insert(_ line: String, at place: Int) {
        let newline = UInt8(ascii: "\n")
        let needsBreak = place > 0 && bytes[place - 1] != newline
        bytes.insert(contentsOf: (needsBreak ? [newline] : []) + Array(line.utf8) + [newline], at: place)
    }
}
