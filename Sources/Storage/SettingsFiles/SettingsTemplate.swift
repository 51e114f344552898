// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The text of a new `settings.toml`: every setting with its comment and its default.
enum SettingsTemplate {
    static let text = """
        # The settings of VIR. To change one, take the # from the front of its line and put your own value.
        # What the box itself sets, it writes here too. A line it doesn't understand is reported on the TV.

        """
        + Setting.all.map { setting in
            """

            # \(setting.comment)
            # \(setting.key.rawValue) = \(TOMLWord.text(of: setting.value(in: Settings())))

            """
        }.joined()
}
