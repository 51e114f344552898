// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The words of `vir run` as they were typed; `RunPlan` interprets them.
public struct RunArguments: Sendable {
    /// The settings that were chosen, by their names.
    public var chosen: [String: String]
    public var card: String?
    public var settings: String?
    public var options: String?
    public var clock: String
    public var duration: String?
    public var report: String?
    public var snapshots: String?
    public var snapshotEvery: String?
    public var snapshotAt: String?
    public var stick: String?

    public init(
        _ chosen: [String: String] = [:], card: String? = nil, settings: String? = nil, options: String? = nil, clock: String = "real",
        duration: String? = nil, report: String? = nil, snapshots: String? = nil, snapshotEvery: String? = nil, snapshotAt: String? = nil,
        stick: String? = nil
    ) {
        self.chosen = chosen
        self.card = card
        self.settings = settings
        self.options = options
        self.clock = clock
        self.duration = duration
        self.report = report
        self.snapshots = snapshots
        self.snapshotEvery = snapshotEvery
        self.snapshotAt = snapshotAt
        self.stick = stick
    }

    /// Returns the settings of the options together with those that were typed as `key=value`.
    /// - Throws: `Failure` with `usage` for a word without `=`, for a key of no setting, and for a setting that is given twice.
    public static func chosen(_ options: [String: String], and pairs: [String]) throws(Failure) -> [String: String] {
        var chosen = options
        for pair in pairs {
            guard let sign = pair.firstIndex(of: "="), sign != pair.startIndex else {
                throw Failure(.usage, "--set \(pair): write it as key=value, such as --set text-scale=150")
            }
            let (key, value) = (String(pair[..<sign]), String(pair[pair.index(after: sign)...]))
            guard Setting.all.contains(where: { $0.key.rawValue == key }) else {
                throw Failure(.usage, "--set \(pair): there is no setting \(key); the card's settings.toml has them all")
            }
            guard !value.isEmpty else { throw Failure(.usage, "--set \(pair): its value is empty") }
            guard chosen[key] == nil else { throw Failure(.usage, "--set \(pair): \(key) is given twice") }
            chosen[key] = value
        }
        return chosen
    }

    /// A setting that the command line has.
    public struct SettingOption: Sendable {
        public let name: String
        public let help: String
        /// The word that stands for the value in the help, such as `seconds`.
        public let valueName: String
    }

    /// The settings that the command line has, in the order of `settings.toml`.
    public static let settingOptions: [SettingOption] = Setting.all.compactMap { setting in
        setting.option.map { SettingOption(name: setting.key.rawValue, help: $0.help, valueName: $0.valueName) }
    }
}
