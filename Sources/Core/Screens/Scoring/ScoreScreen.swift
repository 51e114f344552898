/// The target face after STOP: a black circle, to scale, is put where each arrow hit.
struct ScoreScreen: Hashable, Sendable {
    /// The end that is scored.
    let end: Int

    /// - Precondition: the book has this end.
    init(end: Int, of book: ScoreBook, settings: Settings, at now: Timestamp) {
        self.end = end
    }

    mutating func handle(_ input: ScreenInput, book: inout ScoreBook, settings: Settings, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .tapped(.stop): return [.summary]
        case .held(.stop): return [.live]
        default: return []
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
