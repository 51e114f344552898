// SPDX-License-Identifier: GPL-3.0-or-later

/// What the notices say of a card that refuses something; the reason comes from the file system.
extension Strings {
    package static var notSaved: String { text("notices.not-saved") }
    package static var cardNotRead: String { text("notices.card-not-read") }
    package static var settingsNotSaved: String { text("notices.settings-not-saved") }
    package static var recordNotWritten: String { text("notices.record-not-written") }
}
