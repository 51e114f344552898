// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// In tests, a setting is named by its key as in `settings.toml`.
extension SettingKey: ExpressibleByStringLiteral {
    public init(stringLiteral name: String) {
        guard let key = SettingKey(rawValue: name) else { preconditionFailure("there is no setting \(name)") }
        self = key
    }
}
