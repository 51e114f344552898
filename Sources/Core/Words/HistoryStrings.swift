extension Strings {
    package static let sessions = "Sessions"
    package static let anyDate = "Any date"
    package static let anyFace = "Any face"
    package static let openWord = "Open"
    package static let selectWord = "Select"
    package static let deleteWord = "Delete"
    package static let filterWord = "Filter"
    package static let cancel = "Cancel"
    package static let pageWord = "Page"
    package static let holdToDelete = "Hold to delete"
    package static let noCardForSessions = "No card. Put one in to see its sessions."
    package static let reading = "Reading the card…"
    package static let nothingFound = "No session matches the filter."
    package static let noSessions = "No sessions yet. Press MARK after a shot and STOP after the end."
    package static let notScored = "Not scored"
    package static let cardTakesNothing = "The card takes nothing now"

    package static func ends(_ count: Int) -> String { count == 1 ? "1 end" : "\(count) ends" }
    package static func arrows(_ count: Int) -> String { count == 1 ? "1 arrow" : "\(count) arrows" }
    package static func sessionCount(_ count: Int) -> String { count == 1 ? "1 session" : "\(count) sessions" }
    package static func selectedCount(_ count: Int) -> String { "\(count) selected" }
    package static func deleteQuestion(_ count: Int) -> String { "Delete \(sessionCount(count))?" }
    package static func deleteWarning(clips count: Int) -> String {
        count == 0 ? "This can’t be undone." : "\(clips(count)) and all scores in \(count == 1 ? "it" : "them") go too. This can’t be undone."
    }
    package static func deleted(_ count: Int) -> String { "\(sessionCount(count)) deleted" }
    package static func notDeleted(_ problem: String) -> String { "Not deleted: \(problem)" }

    /// `Card 12 % · 28.4 GB free`.
    package static func storage(used: Int64, free: Int64) -> String {
        let total = Double(used) + Double(free)
        let percent = total > 0 ? Int((Double(used) / total * 100).rounded(.up)) : 0
        return "Sessions \(bytes(used)), \(percent) %  ·  \(bytes(free)) free"
    }

    /// `3.1 GB`, as the card's maker counts.
    package static func bytes(_ count: Int64) -> String {
        let number = Double(max(0, count))
        if number >= 1e9 { return "\(tenths(number / 1e9)) GB" }
        if number >= 1e6 { return "\(Int((number / 1e6).rounded())) MB" }
        return "\(Int((number / 1e3).rounded(.up))) kB"
    }
}
