extension Strings {
    package static let pausedWord = "Paused"
    package static let playWord = "Play"
    package static let pauseWord = "Pause"
    package static let frameWord = "Frame"
    package static let scrub = "Scrub"
    package static let speedWord = "Speed"
    package static let again = "From the start"
    package static let clipNotWritten = "This clip isn’t on the card yet"

    package static func clip(_ number: Int) -> String { "Clip \(number)" }
    package static func clipTime(_ position: Double, of length: Double) -> String { "\(tenths(position)) / \(tenths(length)) s" }
    package static func speed(_ speed: Double) -> String { "\(plainNumber(speed))×" }
    package static func cantPlay(_ reason: String) -> String { "The clip can’t be played: \(reason)" }
    package static func cantRead(_ session: String) -> String { "Session \(session) can’t be read" }
    package static func nextEnd(_ number: Int) -> String { "End \(number)" }
}
