// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    package static var sessions: String { text("history.sessions") }
    package static var anyDate: String { text("history.any-date") }
    package static var anyFace: String { text("history.any-face") }
    package static var anyArcher: String { text("history.any-archer") }
    package static var filterWord: String { text("history.filter-word") }
    package static var keepWord: String { text("history.keep-word") }
    package static var holdToDelete: String { text("history.hold-to-delete") }
    package static var noCardForSessions: String { text("history.no-card-for-sessions") }
    package static var reading: String { text("history.reading") }
    package static var nothingFound: String { text("history.nothing-found") }
    package static var noSessions: String { text("history.no-sessions") }
    package static var notScored: String { text("history.not-scored") }
    package static var cardTakesNothing: String { text("history.card-takes-nothing") }

    package static func ends(_ count: Int) -> String { text("history.ends", count: count) }
    package static func arrows(_ count: Int) -> String { text("history.arrows", count: count) }
    package static func sessionCount(_ count: Int) -> String { text("history.session-count", count: count) }
    package static func selectedCount(_ count: Int) -> String { text("history.selected-count", ["count": count]) }
    package static func deleteQuestion(_ count: Int) -> String { text("history.delete-question", count: count) }
    package static func deleteWarning(clips count: Int) -> String {
        (count == 0 ? "" : text("history.clips-go-too", count: count) + " ") + text("history.no-undo")
    }
    package static func emptyQuestion(_ count: Int) -> String { text("history.empty-question", count: count) }
    package static var holdToEmpty: String { text("history.hold-to-empty") }
    package static var noUndo: String { text("history.no-undo") }
    package static func emptied(_ count: Int) -> String { text("history.emptied", count: count) }
    package static func deleted(_ count: Int) -> String { text("history.deleted", count: count) }
    package static func notDeleted(_ problem: Message) -> String { text("history.not-deleted", ["problem": problem.text]) }

    /// `Sessions 3.9 GB, 12 %  ·  28.4 GB free`.
    package static func storage(used: Int64, free: Int64) -> String {
        let total = Double(used) + Double(free)
        let percent = total > 0 ? Int((Double(used) / total * 100).rounded(.up)) : 0
        return text("history.storage", ["used": bytes(used), "percent": percent, "free": bytes(free)])
    }

    /// `3.1 GB`, in decimal units as the card's maker counts.
    package static func bytes(_ count: Int64) -> String {
        let number = Double(max(0, count))
        if number >= 1e9 { return text("history.gigabytes", ["number": tenths(number / 1e9)]) }
        if number >= 1e6 { return text("history.megabytes", ["number": Int((number / 1e6).rounded())]) }
        return text("history.kilobytes", ["number": Int((number / 1e3).rounded(.up))])
    }
}
