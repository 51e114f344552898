// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// From one end to the next, and to its score.
extension Context {
    /// The end that STOP makes of what was marked; `nil` where nothing is to be scored.
    var endToScore: EndRecord? {
        let session = sessions.session
        guard settings.scores, !session.marks.isEmpty else { return nil }
        // What is scored of the session. The screens may show another one meanwhile, or none.
        let before = desk.isAbout(session.ref) ? desk.book?.ends ?? [] : session.scoredEnds
        let scored = Set(before.flatMap(\.clips))
        return newEnd(after: before, clips: session.marks.map(\.number).filter { !scored.contains($0) })
    }

    /// An end for these clips, on the face that is set or that the round wants next.
    private func newEnd(after before: [EndRecord], clips: [Int]) -> EndRecord {
        let round = settings.round.flatMap(RoundCatalog.round)
        let shot = before.count { $0.round == round?.id }
        let stage = round?.stage(afterEnds: shot)?.stage
        let face = stage.flatMap { FaceCatalog.face($0.face) } ?? settings.targetFace
        return EndRecord(
            number: (before.last?.number ?? 0) + 1, face: face, shaft: min(settings.arrow, face.thickestShaft),
            round: stage == nil ? nil : round?.id, distance: stage.map { "\($0.distance)" }, clips: clips)
    }

    /// The session that has just ended is scored: its book lies on the desk, with this end.
    mutating func openBook(with end: EndRecord) {
        guard let ended = sessions.closing else { return }
        var book = ScoreBook(ended, name: sessions.name(of: ended.ref))
        if let before = desk.book, before.ref == book.ref {
            book.ends = before.ends
            book.journalled = before.journalled
            book.notes = before.notes
        } else {
            book.ends = ended.scoredEnds
            book.journalled = ended.scoredEnds
            book.notes = ended.notes
        }
        book[end: end.number] = end
        desk.book = book
    }

    /// An end is scored later, or once more: one of the session's, or one that it lacks.
    /// - Returns: the number of the end, which the book has.
    mutating func reopenEnd(_ number: Int) -> (number: Int, effects: [Effect])? {
        guard var book = desk.book else { return nil }
        var effects: [Effect] = []
        if book[end: number] == nil {
            let scored = Set(book.ends.flatMap(\.clips))
            let end = newEnd(after: book.ends, clips: book.linkable.filter { !scored.contains($0) })
            book[end: end.number] = end
            effects.append(.card(.journal(book.ref, .end(end))))
        }
        desk.book = book
        return (book[end: number] == nil ? book.ends.last?.number ?? number : number, effects)
    }

    /// The arrows are fetched: the session goes on with its next end. The book stays on the desk.
    /// - Returns: `nil` if it can't: another session has begun, or the book is one of the card's.
    mutating func startNextEnd(at now: Timestamp) -> [Effect]? {
        guard let book = desk.book, let ended = sessions.closing, book.ref == ended.ref, sessions.session.isEmpty else { return nil }
        let resumed = sessions.resume(after: book.ends, notes: book.notes, at: now)
        let filed = desk.file()
        say(Strings.nextEnd((book.ends.last?.number ?? 0) + 1), at: now)
        return filed + resumed
    }
}
