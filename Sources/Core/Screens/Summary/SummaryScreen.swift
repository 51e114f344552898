/// A scored session: the face with numbered hits, each linked to its clip.
struct SummaryScreen: Hashable, Sendable {
    /// - Parameter end: the end whose arrows come first; `nil`: the last.
    init(end: Int?, of book: ScoreBook, settings: Settings, at now: Timestamp) {
    }

    mutating func handle(_ input: ScreenInput, book: inout ScoreBook, settings: Settings, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .tapped(.stop): [.back]
        case .held(.stop): [.live]
        default: []
        }
    }

    /// From back to front; it covers the whole TV.
    func layers(book: ScoreBook, settings: Settings, at now: Timestamp) -> [Layer] {
        []
    }

    /// When the picture next changes by time alone.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        nil
    }

    /// The clips whose stills it draws.
    func stills(book: ScoreBook) -> [ClipKey] {
        []
    }
}
