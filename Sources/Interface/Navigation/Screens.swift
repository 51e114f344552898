import Core

/// The screens that take the whole TV and the whole panel: scoring, summary, history, a clip that plays.
///
/// Each is a value of its own that hears what a person does and says what it wants done; here is what they share.
struct Screens: Hashable, Sendable {
    /// Where a still stands that some screen wants to draw.
    enum Still: Hashable, Sendable {
        case asked, there, missing
    }

    /// The session that is scored or looked at.
    var book: ScoreBook?
    var score: ScoreScreen?
    var summary: SummaryScreen?
    var history: HistoryScreen?
    var clip: ClipScreen?
    /// On which page each control that is down went down: what it does later is no business of another.
    var pressPages: [Control: Appliance.Page] = [:]
    var stills: [ClipKey: Still] = [:]
    /// The folders of this run's sessions.
    private var names: [SessionRef: String] = [:]
    /// The journal has something of the book that its record and pages lack.
    var isUnfiled = false
    /// A session that is being read, to be opened then.
    var opening: String?

    /// What a gesture is on this page; `nil` for one that began on another.
    mutating func input(of gesture: PressRecognizer.Gesture, on page: Appliance.Page) -> ScreenInput? {
        let control = gesture.control
        let began = pressPages[control]
        if gesture.isEnd { pressPages[control] = nil }
        guard began == page else { return nil }
        return switch gesture {
        case .tap: .tapped(control)
        case .held: .held(control)
        case .repeated: .repeated(control)
        case .released, .misheld: nil
        }
    }

    mutating func score(hears input: ScreenInput, _ settings: Settings, at instant: Timestamp) -> [ScreenOutcome] {
        guard var book, var screen = score else { return [.live] }
        defer { (self.book, score) = (book, screen) }
        return screen.handle(input, book: &book, settings: settings, at: instant)
    }

    mutating func summary(hears input: ScreenInput, _ settings: Settings, at instant: Timestamp) -> [ScreenOutcome] {
        guard var book, var screen = summary else { return [.live] }
        defer { (self.book, summary) = (book, screen) }
        return screen.handle(input, book: &book, settings: settings, at: instant)
    }

    func name(of session: SessionRef) -> String? {
        if case .stored(let name) = session { name } else { names[session] }
    }

    mutating func note(_ name: String, of session: SessionRef) {
        names[session] = name
        if book?.ref == session { book?.name = name }
    }

    mutating func take(_ news: StillNews) {
        switch news {
        case .loaded(let key): if stills[key] != nil { stills[key] = .there }
        case .missing(let key): if stills[key] != nil { stills[key] = .missing }
        }
    }

    mutating func noteWritten(_ record: ClipRecord, of session: SessionRef) {
        guard let name = name(of: session) else { return }
        forgetMissing(of: name)
        guard book?.ref == session, let index = book?.clips.firstIndex(where: { $0.number == record.number }) else { return }
        book?.clips[index].file = "\(name)/\(record.file)"
        book?.clips[index].seconds = record.seconds
    }

    mutating func noteCard(_ condition: CardCondition) {
        history?.card = condition
        // What couldn't be read may be there now.
        if condition.isWritable { stills = stills.filter { $0.value != .missing } }
    }

    /// Stills that weren't there are asked for again.
    mutating func forgetMissing(of session: String) {
        stills = stills.filter { $0.key.session != session || $0.value != .missing }
    }

    /// Whether an event about this session is about the one that is looked at.
    func isAboutBook(_ ref: SessionRef, name: String? = nil) -> Bool {
        guard let book else { return false }
        return book.ref == ref || (name != nil && book.name == name)
    }
}

extension Appliance.Page {
    /// One of `Screens`: the picture and the panel are its own.
    var isScreen: Bool {
        switch self {
        case .live, .menu, .card: false
        case .score, .summary, .history, .clip: true
        }
    }
}

extension PressRecognizer.Gesture {
    var control: Control {
        switch self {
        case .tap(let control), .held(let control), .released(let control), .misheld(let control), .repeated(let control): control
        }
    }

    /// The control came up.
    fileprivate var isEnd: Bool {
        switch self {
        case .tap, .released, .misheld: true
        case .held, .repeated: false
        }
    }
}

extension Effect {
    /// Whether the journal is ahead of the pages after this; `nil` where it has nothing to do with them.
    var leavesUnfiled: Bool? {
        switch self {
        case .card(.journal(_, .end)), .card(.journal(_, .notes)): true
        case .card(.file): false
        default: nil
        }
    }
}
