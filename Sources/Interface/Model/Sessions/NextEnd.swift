// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// From one end to the next, and to the score.
extension Context {
    /// Returns the end that STOP makes of a session's marks; in a round also without a mark. `nil` if nothing is to be scored.
    func endToScore(of session: SessionState) -> EndRecord? {
        guard settings.scores else { return nil }
        let end = newEnd(of: session)
        return end.clips.isEmpty && end.detected.isEmpty && end.round == nil ? nil : end
    }

    /// Returns the end that is being shot in a session.
    func newEnd(of session: SessionState) -> EndRecord {
        session.newEnd(settings.shooting(as: session.target?.archer ?? settings.shooter?.name))
    }

    /// Puts the book of a session that rests since STOP on the desk, with this end.
    /// - Parameter end: `nil`: nothing of it is to be scored.
    /// - Returns: true if the session is known.
    @discardableResult
    mutating func openBook(of ref: SessionRef, with end: EndRecord? = nil) -> Bool {
        guard let ended = sessions.state(of: ref) else { return false }
        var book = ScoreBook(ended, key: sessions.key(of: ended.ref) ?? SessionKey(unfiled: ended.number))
        book.ends = ended.scoredEnds.placed
        book.journalled = ended.scoredEnds
        book.notes = ended.notes
        if let end { book[end: end.number] = end }
        desk.book = book
        return true
    }

    /// Returns the next archer's end that waits to be scored, after STOP has closed an end of several archers.
    mutating func nextToScore() -> (end: EndRecord, ref: SessionRef)? {
        while !desk.waiting.isEmpty {
            let ref = desk.waiting.removeFirst()
            guard let session = sessions.state(of: ref), session.isScoreOpen else { continue }
            // Marks set since an end was left half scored belong to the next end.
            let end = session.unscoredMarks.isEmpty ? session.unfinishedEnd : endToScore(of: session)
            if let end { return (end, ref) }
        }
        return nil
    }

    /// Opens an end to be scored later or again, or a new end that the session lacks.
    /// - Returns: the number of the end, which the book has.
    mutating func reopenEnd(_ number: Int) -> (number: Int, effects: [Effect])? {
        guard var book = desk.book else { return nil }
        var effects: [Effect] = []
        if book[end: number] == nil {
            let scored = Set(book.ends.flatMap { $0.clips + $0.detected })
            let (marked, unconfirmed) = (book.marked.filter { !scored.contains($0) }, book.unconfirmed.filter { !scored.contains($0) })
            let end = EndRecord(after: book.ends, clips: marked, detected: unconfirmed, shooting(in: book))
            book[end: end.number] = end
            effects.append(.card(.journal(book.ref, .end(end))))
        }
        desk.book = book
        return (book[end: number] == nil ? book.ends.last?.number ?? number : number, effects)
    }

    /// Returns the settings with which a book's session is shot. A session of the card has its own.
    private func shooting(in book: ScoreBook) -> Settings {
        if case .stored = book.ref, let own = book.target.flatMap({ settings.shooting($0) }) { return own }
        return settings.shooting(as: book.archer ?? settings.shooter?.name)
    }

    /// Goes on with the session's next end after the arrows were fetched; its archer shoots. The book stays on the desk.
    /// - Returns: `nil` if that isn't possible: the session is over, or another one is being shot.
    mutating func startNextEnd(at now: Timestamp) -> [Effect]? {
        guard let book = desk.book else { return nil }
        let resumed: [Effect]?
        switch book.ref {
        case .run:
            let archer = sessions.state(of: book.ref)?.target?.archer
            // An automatic mark may have gone on with it while its score was up.
            let resumes = sessions.session.ref == book.ref ? [] : sessions.resume(book.ref, at: now)
            resumed = resumes.map { $0 + change(to: settings.shooting(as: archer ?? settings.shooter?.name), at: now) }
        case .stored(let key): resumed = goOnFromHistory(with: key, book.ends, at: now)
        }
        guard let resumed else { return nil }
        let filed = desk.file()
        say(settings.scores ? Strings.nextEnd(1 + book.ends.placed.count { !$0.isPractice }) : Strings.sessionGoesOn, at: now)
        return filed + resumed
    }

    /// Ends the session once each of its round's ends is scored or skipped, and the last one is done. It is called after an end was saved
    /// as done or its face was left.
    mutating func noteSaved() -> [Effect] {
        guard let book = desk.book, book.isRoundDone else { return [] }
        return sessions.end(book.ref, .roundComplete)
    }

    /// Asks for a new session: nobody goes on with the present one any more.
    mutating func beginNewSession(at now: Timestamp) -> [Effect] {
        var effects: [Effect] = []
        if sessions.session.isShooting { effects += rest(at: now) }
        guard let session = sessions.shooting(settings.target, at: now) else { return effects }
        return effects + sessions.end(session.ref, .newSession)
    }
}

extension SessionState {
    /// Returns the end that is being shot in it.
    /// - Parameter settings: the settings with which its archer shoots.
    func newEnd(_ settings: Settings) -> EndRecord {
        // Arrows follow the order of the marked pictures: a mark on the delayed picture may have an older picture than a live mark set
        // before it.
        func inTime(_ marks: [Mark]) -> [Int] {
            marks.sorted { ($0.stamp.timestamp, $0.number) < ($1.stamp.timestamp, $1.number) }.map(\.number)
        }
        return EndRecord(after: scoredEnds.placed, clips: inTime(unscoredMarks), detected: inTime(unconfirmedMarks), settings)
    }
}

extension EndRecord {
    /// Creates an end for these clips, on the face that is set or that the round wants next.
    fileprivate init(after before: [EndRecord], clips: [Int], detected: [Int], _ settings: Settings) {
        let round = settings.chosenRound
        let shot = before.count { $0.round == round?.id }
        let stage = round?.stage(afterEnds: shot)?.stage
        let face = stage.flatMap { FaceCatalog.face($0.face) } ?? settings.targetFace
        self.init(
            number: (before.last?.number ?? 0) + 1, face: face, shaft: min(settings.shaft, face.thickestShaft),
            round: stage == nil ? nil : round?.id, distance: stage.map { "\($0.distance)" }, clips: clips, detected: detected)
    }
}

extension [EndRecord] {
    /// The ends without the open ones at the list's end. The next marks belong to those.
    var placed: [EndRecord] {
        var ends = self
        while ends.last?.isOpen == true { ends.removeLast() }
        return ends
    }
}
