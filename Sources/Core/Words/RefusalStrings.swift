// SPDX-License-Identifier: GPL-3.0-or-later

/// The reasons why the card refused something. The system's words for a failure (`strerror`) are filled in unchanged.
extension Message {
    /// - Parameter operation: the operation, as the log names it: `write`.
    package static func card(_ operation: String, _ subject: String, _ reason: Message) -> Message {
        let subject = Message(subject)
        return switch operation {
        case "write": Phrases.ReasonParts.cantWrite(subject, reason: reason)
        case "read", "read the card", "list", "find", "open": Phrases.ReasonParts.cantRead(subject, reason: reason)
        case "delete", "remove": Phrases.ReasonParts.cantDelete(subject, reason: reason)
        default: Phrases.ReasonParts.cantUse(subject, reason: reason)
        }
    }
    package static func of(session name: String, _ reason: Message) -> Message {
        Phrases.ReasonParts.ofSession(name, reason: reason)
    }

    package static func recordUnreadable(_ session: String) -> Message { Phrases.ReasonParts.recordUnreadable(session) }
    package static func noClip(_ number: Int, in session: String) -> Message {
        Phrases.ReasonParts.noClip(session, number: number)
    }
    package static func clipFileMissing(_ number: Int, in session: String) -> Message {
        Phrases.ReasonParts.fileMissing(session, number: number)
    }
}

/// The reasons why a clip can't be made or played. The words of libav for a failure are filled in unchanged.
extension Message {
    package static func of(clip name: String, _ reason: Message) -> Message { Phrases.ReasonParts.clipOf(name, reason: reason) }
}

extension Message {
    /// The font lacks letters of an archer's name: they would be boxes on the TV.
    package static func missing(letters: String, ofName name: String) -> Message {
        Phrases.ReasonParts.lettersMissing(letters, name: name)
    }
}

/// The reasons why a codec failed.
extension Message {
    package static func of(codec name: String, _ reason: Message) -> Message { Phrases.ReasonParts.codecOf(name, reason: reason) }
    package static func noAnswer(milliseconds: Int) -> Message { Phrases.ReasonParts.codecNoAnswer(milliseconds) }
    package static func outOfOrder(_ number: Int64, after newest: Int64) -> Message {
        Phrases.ReasonParts.codecOutOfOrder(number, newest: newest)
    }
}

/// Notices from the system around the program, by the keys that its scripts write. `NoticeTests` check that the scripts and the file
/// agree.
extension Message {
    static let noticePrefix = "box."

    /// Returns the notice of a key that a script wrote; `nil` if this program has no words for the key.
    static func notice(_ key: String, _ values: [(place: String, value: Message)]) -> Message? {
        guard key.hasPrefix(noticePrefix), Language.english.phrases[key] != nil else { return nil }
        return Message(key: key, values)
    }
}
