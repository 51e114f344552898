extension Strings {
    static let pausedWord = "Paused"
    static let playWord = "Play"
    static let pauseWord = "Pause"
    static let frameWord = "Frame"
    static let scrub = "Scrub"
    static let speedWord = "Speed"
    static let again = "From the start"
    static let clipNotWritten = "This clip isn’t on the card yet"

    static func clip(_ number: Int) -> String { "Clip \(number)" }
    static func clipTime(_ position: Double, of length: Double) -> String { "\(tenths(position)) / \(tenths(length)) s" }
    static func speed(_ speed: Double) -> String { "\(plainNumber(speed))×" }
    static func cantPlay(_ reason: String) -> String { "The clip can’t be played: \(reason)" }
    static func cantRead(_ session: String) -> String { "Session \(session) can’t be read" }
    static func nextEnd(_ number: Int) -> String { "End \(number)" }
}
