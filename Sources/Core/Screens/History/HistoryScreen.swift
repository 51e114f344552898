/// The sessions of the card: found by date and face, opened, deleted.
struct HistoryScreen: Hashable, Sendable {
    /// How it stands with the card.
    var card = CardCondition.ready(freeBytes: 0)

    init(at now: Timestamp) {
    }

    /// What to ask the card when it comes up.
    var query: SessionQuery { SessionQuery() }

    mutating func take(_ list: SessionList) {
    }

    mutating func noteDeleted(_ names: [String], problem: String?) -> [ScreenOutcome] {
        []
    }

    mutating func handle(_ input: ScreenInput, settings: Settings, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .tapped(.stop): [.back]
        case .held(.stop): [.live]
        default: []
        }
    }

    /// From back to front; it covers the whole TV.
    func layers(settings: Settings, at now: Timestamp) -> [Layer] {
        []
    }

    /// When the picture next changes by time alone.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        nil
    }

    /// The clips whose stills it draws.
    var stills: [ClipKey] { [] }
}
