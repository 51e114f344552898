// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport

/// In tests, a row for a setting is named by the setting's key.
extension SettingRow: ExpressibleByStringLiteral {
    public init(stringLiteral name: String) {
        self = .setting(SettingKey(stringLiteral: name))
    }
}
