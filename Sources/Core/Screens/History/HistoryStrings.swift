extension Strings {
    static let sessions = "Sessions"
    static let anyDate = "Any date"
    static let anyFace = "Any face"
    static let openWord = "Open"
    static let selectWord = "Select"
    static let deleteWord = "Delete"
    static let filterWord = "Filter"
    static let cancel = "Cancel"
    static let pageWord = "Page"
    static let holdToDelete = "Hold to delete"
    static let noCardForSessions = "No card. Put one in to see its sessions."
    static let reading = "Reading the card…"
    static let nothingFound = "No session matches the filter."
    static let noSessions = "No sessions yet. Press MARK after a shot and STOP after the end."
    static let notScored = "Not scored"
    static let cardTakesNothing = "The card takes nothing now"

    static func ends(_ count: Int) -> String { count == 1 ? "1 end" : "\(count) ends" }
    static func arrows(_ count: Int) -> String { count == 1 ? "1 arrow" : "\(count) arrows" }
    static func sessionCount(_ count: Int) -> String { count == 1 ? "1 session" : "\(count) sessions" }
    static func selectedCount(_ count: Int) -> String { "\(count) selected" }
    static func deleteQuestion(_ count: Int) -> String { "Delete \(sessionCount(count))?" }
    static func deleteWarning(clips count: Int) -> String {
        count == 0 ? "This can’t be undone." : "\(clips(count)) and all scores in \(count == 1 ? "it" : "them") go too. This can’t be undone."
    }
    static func deleted(_ count: Int) -> String { "\(sessionCount(count)) deleted" }
    static func notDeleted(_ problem: String) -> String { "Not deleted: \(problem)" }

    /// `Card 12 % · 28.4 GB free`.
    static func storage(used: Int64, free: Int64) -> String {
        let total = Double(used) + Double(free)
        let percent = total > 0 ? Int((Double(used) / total * 100).rounded(.up)) : 0
        return "Sessions \(bytes(used)), \(percent) %  ·  \(bytes(free)) free"
    }

    /// `3.1 GB`, as the card's maker counts.
    static func bytes(_ count: Int64) -> String {
        let number = Double(max(0, count))
        if number >= 1e9 { return "\(tenths(number / 1e9)) GB" }
        if number >= 1e6 { return "\(Int((number / 1e6).rounded())) MB" }
        return "\(Int((number / 1e3).rounded(.up))) kB"
    }
}
