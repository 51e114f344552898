// SPDX-License-Identifier: GPL-3.0-or-later

/// What the notices say of a card that refuses something; the reason comes from the file system.
extension Strings {
    package static func notSaved(_ reason: String) -> String { text("notices.not-saved", ["reason": reason]) }
    package static func cardNotRead(_ reason: String) -> String { text("notices.card-not-read", ["reason": reason]) }
    package static func settingsNotSaved(_ reason: String) -> String { text("notices.settings-not-saved", ["reason": reason]) }
    package static func recordNotWritten(_ reason: String) -> String { text("notices.record-not-written", ["reason": reason]) }
}
