import Core

extension Appliance {
    /// The end that STOP makes of what was marked; `nil` where nothing is to be scored.
    var endToScore: EndRecord? {
        guard settings.scores, !session.marks.isEmpty else { return nil }
        let before = endsBefore(session)
        let scored = Set(before.flatMap(\.clips))
        let clips = session.marks.map(\.number).filter { !scored.contains($0) }
        return newEnd(after: before, clips: clips)
    }

    /// What is scored of the session. The screens may show another one meanwhile, or none.
    private func endsBefore(_ session: SessionState) -> [EndRecord] {
        screens.book.flatMap { $0.ref == session.ref ? $0.ends : nil } ?? session.scoredEnds
    }

    /// An end for these clips, on the face that is set or that the round wants next.
    private func newEnd(after before: [EndRecord], clips: [Int]) -> EndRecord {
        let round = settings.round.flatMap(RoundCatalog.round)
        let shot = before.count { $0.round == round?.id }
        let stage = round?.stage(afterEnds: shot)?.stage
        let face = stage.flatMap { FaceCatalog.face($0.face) } ?? settings.targetFace
        return EndRecord(number: (before.last?.number ?? 0) + 1, face: face, shaft: min(settings.arrow, face.thickestShaft),
                         round: stage == nil ? nil : round?.id, distance: stage.map { "\($0.distance)" }, clips: clips)
    }

    /// STOP was tapped: the target face comes up for the session that has just ended.
    mutating func openScore(_ end: EndRecord, at instant: Timestamp) {
        guard let ended = closing else { return }
        var book = ScoreBook(ended, name: screens.name(of: ended.ref))
        if let before = screens.book, before.ref == book.ref {
            book.ends = before.ends
            book.journalled = before.journalled
            book.notes = before.notes
        } else {
            book.ends = ended.scoredEnds
            book.journalled = ended.scoredEnds
            book.notes = ended.notes
        }
        book[end: end.number] = end
        show(end.number, of: book, at: instant)
    }

    /// An end is scored later, or once more: one of the session's, or one that it lacks.
    mutating func scoreAgain(_ number: Int, at instant: Timestamp, _ effects: inout [Effect]) {
        guard var book = screens.book else { return }
        if book[end: number] == nil {
            let scored = Set(book.ends.flatMap(\.clips))
            let end = newEnd(after: book.ends, clips: book.linkable.filter { !scored.contains($0) })
            book[end: end.number] = end
            effects.append(.card(.journal(book.ref, .end(end))))
            screens.isUnfiled = true
        }
        show(book[end: number] == nil ? book.ends.last?.number ?? number : number, of: book, at: instant)
    }

    private mutating func show(_ end: Int, of book: ScoreBook, at instant: Timestamp) {
        screens.book = book
        screens.score = ScoreScreen(end: end, of: book, settings: settings, at: instant)
        page = .score
    }

    /// The arrows are fetched: the session goes on with its next end.
    mutating func startNextEnd(at instant: Timestamp, _ effects: inout [Effect]) {
        guard let book = screens.book, var ended = closing, book.ref == ended.ref, session.isEmpty else { return }
        ended.resume(at: instant, after: book.ends, notes: book.notes)
        session = ended
        closing = nil
        fileBook(&effects)
        effects.append(.card(.resume(ended.ref)))
        screens.summary = nil
        page = .live
        toast = Toast(.words(Strings.nextEnd((book.ends.last?.number ?? 0) + 1)), at: instant)
    }
}

extension ScoreBook {
    /// The card has the session as this says: its clips have their final names. What was scored meanwhile stays.
    mutating func noteFiled(_ record: SessionRecord, name: String) {
        let scored = (ends, notes)
        take(record, name: name)
        (ends, notes) = scored
    }

    mutating func noteJournalled(_ end: EndRecord) {
        journalled.removeAll { $0.number == end.number }
        journalled.append(end)
    }
}
