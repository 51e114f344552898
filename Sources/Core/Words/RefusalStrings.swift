// SPDX-License-Identifier: GPL-3.0-or-later

/// The reasons why the card refused something. The system's words for a failure (`strerror`) are filled in unchanged.
extension Message {
    package static var cardAbsent: Message { text("card.absent") }
    package static var cardReadOnly: Message { text("card.read-only") }
    package static var cardFull: Message { text("card.full") }
    /// - Parameter operation: the operation, as the log names it: `write`.
    package static func card(_ operation: String, _ subject: String, _ reason: Message) -> Message {
        let subject = Message(subject)
        return switch operation {
        case "write": text("card.cant-write", ["subject": subject, "reason": reason])
        case "read", "read the card", "list", "find", "open": text("card.cant-read", ["subject": subject, "reason": reason])
        case "delete", "remove": text("card.cant-delete", ["subject": subject, "reason": reason])
        default: text("card.cant-use", ["subject": subject, "reason": reason])
        }
    }
    package static func of(session name: String, _ reason: Message) -> Message {
        text("card.of-session", ["session": Message(name), "reason": reason])
    }

    package static var isLink: Message { text("card.is-link") }
    package static var leadsOut: Message { text("card.leads-out") }
    package static var isFolder: Message { text("card.is-folder") }
    package static var isNoFolder: Message { text("card.is-no-folder") }
    package static var isNoFile: Message { text("card.is-no-file") }
    package static var isMissing: Message { text("card.is-missing") }
    package static func isLarge(_ bytes: Int, most: Int) -> Message { text("card.is-large", ["bytes": "\(bytes)", "most": "\(most)"]) }
    package static func namesTaken(_ count: Int) -> Message { text("card.names-taken", ["count": "\(count)"]) }
    package static var isRecorded: Message { text("card.is-recorded") }
    package static var isRecordedElsewhere: Message { text("card.is-recorded-elsewhere") }
    package static var isProtected: Message { text("card.is-protected") }
    package static var isOnAnotherCard: Message { text("card.is-on-another-card") }
    package static var tooMuchWaits: Message { text("card.too-much-waits") }
    package static var noSession: Message { text("card.no-session") }
    package static var sessionClosed: Message { text("card.session-closed") }
    package static var recordUnreadable: Message { text("card.record-unreadable") }
    package static var noFirstLine: Message { text("card.no-first-line") }
    package static var clipGivenUp: Message { text("card.clip-given-up") }

    package static var nothingToExport: Message { text("export.nothing") }
    package static func recordUnreadable(_ session: String) -> Message { text("export.record-unreadable", ["session": Message(session)]) }
    package static func noClip(_ number: Int, in session: String) -> Message {
        text("export.no-clip", ["session": Message(session), "number": "\(number)"])
    }
    package static func clipFileMissing(_ number: Int, in session: String) -> Message {
        text("export.file-missing", ["session": Message(session), "number": "\(number)"])
    }
}

/// The reasons why a clip can't be made or played. The words of libav for a failure are filled in unchanged.
extension Message {
    package static var nothingRecorded: Message { text("clip.nothing-recorded") }
    package static var footageGone: Message { text("clip.footage-gone") }
    package static func clipNotWritten(_ reason: Message) -> Message { text("clip.cant-write", ["reason": reason]) }
    package static func clipNotMade(_ reason: Message) -> Message { text("clip.cant-make", ["reason": reason]) }
    package static func stillNotMade(_ reason: Message) -> Message { text("clip.cant-make-still", ["reason": reason]) }
    package static func of(clip name: String, _ reason: Message) -> Message { text("clip.of", ["clip": Message(name), "reason": reason]) }
    package static var cardAway: Message { text("clip.card-away") }
    package static var noVideo: Message { text("clip.no-video") }
    package static var noPicture: Message { text("clip.no-picture") }
    package static var footageEvicted: Message { text("clip.footage-evicted") }
    package static var noParameterSets: Message { text("clip.no-parameter-sets") }
    package static var muxerCopies: Message { text("clip.muxer-copies") }
    package static var indexHasNoRoom: Message { text("clip.index-has-no-room") }
    package static var isOfAnotherStream: Message { text("clip.is-of-another-stream") }
    package static var isReordered: Message { text("clip.is-reordered") }
}

extension Message {
    /// The font lacks letters of an archer's name: they would be boxes on the TV.
    package static func missing(letters: String, ofName name: String) -> Message {
        text("conditions.letters-missing", ["letters": Message(letters), "name": Message(name)])
    }
}

/// The reasons why a codec failed.
extension Message {
    package static func of(codec name: String, _ reason: Message) -> Message { text("codec.of", ["codec": Message(name), "reason": reason]) }
    package static func noAnswer(milliseconds: Int) -> Message { text("codec.no-answer", ["milliseconds": "\(milliseconds)"]) }
    package static var noSuchCodec: Message { text("codec.none") }
    package static var gaveNothing: Message { text("codec.gave-nothing") }
    package static var refusesToStream: Message { text("codec.refuses-to-stream") }
    package static var damagedPicture: Message { text("codec.damaged-picture") }
    package static var otherPicture: Message { text("codec.other-picture") }
    package static var leftOutPicture: Message { text("codec.left-out-picture") }
    package static func outOfOrder(_ number: Int64, after newest: Int64) -> Message {
        text("codec.out-of-order", ["number": "\(number)", "newest": "\(newest)"])
    }
    /// The given and the wanted format, each with a size: `nv12 1280x720`.
    package static func otherFormat(_ given: String, wanted: String) -> Message {
        text("codec.other-format", ["given": Message(given), "wanted": Message(wanted)])
    }
    /// An audio encoder takes units of a size that VIR doesn't use.
    package static func unitSize(_ samples: Int) -> Message { text("codec.unit-size", ["samples": "\(samples)"]) }
}

/// Notices from the system around the program, by the keys that its scripts write. `LanguageTests` checks that the scripts and the file
/// agree.
extension Message {
    static let noticePrefix = "box."

    /// Returns the notice of a key that a script wrote; `nil` if this program has no words for the key.
    static func notice(_ key: String, _ values: [(place: String, value: Message)]) -> Message? {
        guard key.hasPrefix(noticePrefix), Language.english.phrases[key] != nil else { return nil }
        return Message(key: key, values)
    }
}
