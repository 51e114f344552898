import Core

extension Appliance {
    // MARK: What a person does

    /// Hands the input to the screen that is up, and does what it wants done.
    mutating func hear(_ input: ScreenInput, at instant: Timestamp, _ effects: inout [Effect]) {
        let outcomes: [ScreenOutcome]
        switch page {
        case .score: outcomes = screens.score(hears: input, settings, at: instant)
        case .summary: outcomes = screens.summary(hears: input, settings, at: instant)
        case .history:
            outcomes = screens.history?.handle(input, settings: settings, at: instant) ?? [.live]
        case .clip:
            outcomes = screens.clip?.handle(input, at: instant) ?? [.live]
        case .live, .menu, .card:
            outcomes = []
        }
        for outcome in outcomes { follow(outcome, at: instant, &effects) }
    }

    mutating func follow(_ outcome: ScreenOutcome, at instant: Timestamp, _ effects: inout [Effect]) {
        switch outcome {
        case .effect(let effect):
            screens.isUnfiled = effect.leavesUnfiled ?? screens.isUnfiled
            effects.append(effect)
        case .toast(let words): toast = Toast(.words(words), at: instant)
        case .back: goBack(at: instant, &effects)
        case .live: leaveScreens(at: instant, &effects)
        case .summary: openSummary(at: instant)
        case .score(let number): scoreAgain(number, at: instant, &effects)
        case .nextEnd: startNextEnd(at: instant, &effects)
        case .play(let number): play(number, at: instant, &effects)
        case .open(let session):
            screens.opening = session
            effects.append(.card(.read(session)))
        }
    }

    // MARK: From screen to screen

    mutating func openHistory(at instant: Timestamp, _ effects: inout [Effect]) {
        var history = HistoryScreen(at: instant)
        history.card = conditions.card
        screens.history = history
        page = .history
        effects.append(.card(.find(history.query)))
    }

    private mutating func openSummary(at instant: Timestamp) {
        guard let book = screens.book else { return }
        screens.summary = SummaryScreen(end: screens.score?.end, of: book, settings: settings, at: instant)
        screens.score = nil
        page = .summary
    }

    mutating func goBack(at instant: Timestamp, _ effects: inout [Effect]) {
        switch page {
        case .clip:
            stopPlaying(&effects)
            page = screens.summary == nil ? .live : .summary
        case .score where screens.summary != nil:
            screens.score = nil
            page = .summary
        case .summary where screens.history != nil:
            fileBook(&effects)
            screens.summary = nil
            screens.book = nil
            page = .history
            // What was changed there shows in the list.
            if let history = screens.history { effects.append(.card(.find(history.query))) }
        default:
            leaveScreens(at: instant, &effects)
        }
    }

    mutating func leaveScreens(at instant: Timestamp, _ effects: inout [Effect]) {
        stopPlaying(&effects)
        fileBook(&effects)
        screens.book = nil
        screens.score = nil
        screens.summary = nil
        screens.history = nil
        screens.opening = nil
        screens.stills = [:]
        page = .live
    }

    /// What was scored and not saved as done is in the journal; the card's pages shall have it too.
    mutating func fileBook(_ effects: inout [Effect]) {
        guard screens.isUnfiled, let book = screens.book else { return }
        screens.isUnfiled = false
        effects.append(.card(.file(book.ref)))
    }

    // MARK: A clip that plays

    private mutating func play(_ number: Int, at instant: Timestamp, _ effects: inout [Effect]) {
        guard let book = screens.book, let key = book.key(ofClip: number), let clip = book.clip(number), let file = clip.file else {
            toast = Toast(.words(Strings.clipNotWritten), at: instant)
            return
        }
        let screen = ClipScreen(key: key, file: file, seconds: clip.seconds, rate: stream.rate, title: Strings.clip(number), at: instant)
        screens.clip = screen
        page = .clip
        effects.append(screen.effect)
    }

    private mutating func stopPlaying(_ effects: inout [Effect]) {
        guard screens.clip != nil else { return }
        screens.clip = nil
        effects.append(.player(.stop))
    }

    mutating func open(_ name: String, _ record: SessionRecord?, at now: Timestamp) {
        guard screens.opening == name, page == .history else { return }
        screens.opening = nil
        guard let record else {
            toast = Toast(.words(Strings.cantRead(name)), at: now)
            return
        }
        let book = ScoreBook(record, name: name)
        screens.book = book
        screens.summary = SummaryScreen(end: nil, of: book, settings: settings, at: now)
        page = .summary
    }

    /// Asks for what the screen that is up wants to draw and doesn't have.
    mutating func askForStills(_ effects: inout [Effect]) {
        for key in wantedStills where screens.stills[key] == nil {
            screens.stills[key] = .asked
            effects.append(.stills(.fetch(key)))
        }
    }

    private var wantedStills: [ClipKey] {
        switch page {
        case .score: screens.book.flatMap { screens.score?.stills(book: $0) } ?? []
        case .summary: screens.book.flatMap { screens.summary?.stills(book: $0) } ?? []
        case .history: screens.history?.stills ?? []
        case .clip, .live, .menu, .card: []
        }
    }

    // MARK: What is seen

    func screenLayers(at now: Timestamp) -> [Layer] {
        switch page {
        case .score: screens.book.flatMap { screens.score?.layers(book: $0, settings: settings, at: now) } ?? []
        case .summary: screens.book.flatMap { screens.summary?.layers(book: $0, settings: settings, at: now) } ?? []
        case .history: screens.history?.layers(settings: settings, at: now) ?? []
        case .clip: screens.clip?.layers(settings: settings, at: now) ?? []
        case .live, .menu, .card: []
        }
    }

    func nextScreenChange(after seen: Timestamp) -> Timestamp? {
        switch page {
        case .score: screens.score?.nextChange(after: seen)
        case .summary: screens.summary?.nextChange(after: seen)
        case .history: screens.history?.nextChange(after: seen)
        case .clip: screens.clip?.nextChange(after: seen)
        case .live, .menu, .card: nil
        }
    }
}
