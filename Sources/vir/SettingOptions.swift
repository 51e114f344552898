// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Runtime

/// The options of `vir run` that are settings: one for each entry of the table of settings that has an option.
///
/// The parser finds the options of a command by reflection, and reads their values by decoding. So the table is shown to it as a mirror
/// with a child for each option, and decoded under the same names.
struct SettingOptions: ParsableArguments, CustomReflectable {
    /// The words that were typed, by the settings' names.
    private(set) var chosen: [String: String] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        for option in RunArguments.settingOptions {
            chosen[option.name] = try container.decode(Option<String?>.self, forKey: Name(stringValue: option.name)).wrappedValue
        }
    }

    var customMirror: Mirror {
        Mirror(
            self,
            children: RunArguments.settingOptions.map { option in
                (
                    label: option.name,
                    value: Option<String?>(name: .customLong(option.name), help: ArgumentHelp(option.help, valueName: option.valueName))
                )
            })
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
