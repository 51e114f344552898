// SPDX-License-Identifier: GPL-3.0-or-later

/// A setting's name in `settings.toml` and on the command line. Every key has its row in the table.
public struct SettingKey: RawRepresentable, Hashable, Sendable, CaseIterable {
    public let rawValue: String

    /// `nil` if there is no such setting.
    public init?(rawValue: String) {
        guard Setting.named(rawValue) != nil else { return nil }
        self.rawValue = rawValue
    }

    /// For the table itself.
    init(unchecked name: String) {
        rawValue = name
    }

    /// All keys, in the order of a new `settings.toml`.
    public static let allCases: [SettingKey] = Setting.all.map(\.key)

    /// The turn in which the setting is read.
    public var turn: Setting.Turn { Setting.named(rawValue)?.turn ?? .last }

    /// Sets one setting. If the value isn't taken, `settings` stays as it was. Reentrant.
    public static func apply(
        _ value: SettingValue, for key: SettingKey, to settings: inout Settings,
        from origin: SettingOrigin = .owner
    ) throws(SettingProblem) {
        try Setting.named(key.rawValue)?.apply(value, to: &settings, from: origin)
    }

    /// Sets the valid entries of a list that isn't taken as a whole, such as `archers`. Reentrant.
    /// - Returns: `false` if no entry is valid; `settings` then stays as it was.
    package static func applyRest(of value: SettingValue, for key: SettingKey, to settings: inout Settings) -> Bool {
        Setting.named(key.rawValue)?.applyRest(of: value, to: &settings) ?? false
    }

    /// Returns the setting that a wrong name was meant for: no other name differs from it by only a letter or two, or by capitals.
    package static func meant(by name: String) -> SettingKey? {
        NameSuggestion.slip(in: name, of: allCases.map(\.rawValue)).flatMap { SettingKey(rawValue: $0) }
    }

    /// Returns a setting's value as it is written.
    public static func value(of key: SettingKey, in settings: Settings) -> SettingValue {
        Setting.named(key.rawValue)?.value(in: settings) ?? .string("")
    }
}

/// The reason why a setting's value is refused: the setting's name, and the values that it accepts.
public struct SettingProblem: Error, Hashable, Sendable, CustomStringConvertible {
    public var key: SettingKey
    public var reason: Message

    public init(_ key: SettingKey, _ reason: Message) {
        self.key = key
        self.reason = reason
    }

    /// One clear line: `delay: 61 is out of range; take 1 to 60 seconds`.
    public var description: String { message.description }
    public var message: Message { .of(setting: key.rawValue, reason) }
}
