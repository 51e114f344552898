/// What the notices say of a card that refuses something; the reason comes from the file system.
extension Strings {
    package static func notSaved(_ reason: String) -> String { "not saved: \(reason)" }
    package static func recordNotWritten(_ reason: String) -> String { "session record not written yet: \(reason)" }
    package static func cardNotRead(_ reason: String) -> String { "The card can't be read: \(reason)" }
    package static func settingsNotSaved(_ reason: String) -> String { "settings not saved: \(reason)" }
}
