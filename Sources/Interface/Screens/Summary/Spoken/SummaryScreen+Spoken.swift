// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension SummaryScreen {
    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        let summary = Strings.Spoken.summary
        guard let book = context.desk.book else { return Spoken(summary, Strings.reading) }
        switch view(of: book) {
        case .arrows: return spokenArrow(summary, book)
        case .phases: return spokenPhases(book)
        case .linking: return linking.map { Self.spoken($0, book) } ?? Spoken(summary, summary)
        case .question: return spokenQuestion(book)
        case .notes: return spokenNotes(book)
        case .writing: return notes.writing.map { .letters(Strings.Summary.writeNote, $0) } ?? Spoken(summary, summary)
        case .clips:
            let moment = Strings.session(started: book.started, number: book.number, folder: book.name)
            return grid.spoken(Strings.Summary.clipsOfSession, intro: [book.archer, moment], book, selects: true)
        }
    }

    /// Returns the chosen arrow in words, or the end without arrows.
    private func spokenArrow(_ title: String, _ book: ScoreBook) -> Spoken {
        guard let stop = stop(in: book), let end = book[end: stop.end] else { return Spoken(title, Strings.Summary.notScoredYet) }
        let name = EndWords(end, in: book).title
        let totals = ScopedTotal.of(end, in: book, isBeingScored: false).dropFirst().map { "\($0.title): \($0.points)" }
        guard let place = stop.arrow, end.score.entries.indices.contains(place.index) else {
            return Spoken(title, intro: [book.archer], name, state: [Strings.Summary.notScoredYet])
        }
        let entry = end.score.entries[place.index]
        let clip = entry.arrow.clip.map { book.words(ofClip: $0) } ?? Strings.Summary.noClip
        return Spoken(
            title, intro: [book.archer] + totals, "\(name), \(Strings.Summary.arrow(entry.arrow.number, of: end.arrows.count))",
            state: [Strings.Spoken.arrow(entry.score), clip], guide: [.press(.knob), .press(.mark)])
    }

    /// Returns how long the hold and the flight of the chosen shot lasted.
    private func spokenPhases(_ book: ScoreBook) -> Spoken {
        let arrow = spokenArrow(Strings.word(of: Tool.phases), book)
        let clip = stop(in: book)?.arrow.flatMap { book[arrow: $0]?.clip }
        let shot = clip.flatMap { clip in SessionPhases(book)?.shots.first { $0.clip == clip } }
        func words(_ title: String, _ seconds: Double?) -> String? { seconds.map { "\(title) \(Strings.hold($0))" } }
        return Spoken(arrow.title, arrow.focus, state: [words(Strings.phaseHold, shot?.hold), words(Strings.phaseFlight, shot?.flight)])
    }

    private static func spoken(_ linking: Linking, _ book: ScoreBook) -> Spoken {
        let number = book[arrow: linking.arrow]?.number ?? linking.arrow.index + 1
        let words = linking.clip.map { book.words(ofClip: $0) } ?? Strings.Summary.noClip
        return Spoken(Strings.Summary.whichClip(ofArrow: number), Spoken.of(words, linking.choice, of: linking.candidates.count))
    }

    private func spokenQuestion(_ book: ScoreBook) -> Spoken {
        let end = stop(in: book).flatMap { book[end: $0.end] }.map { EndWords($0, in: book).title } ?? ""
        let isAgain = question?.isAgain ?? false
        return Spoken(
            Strings.Summary.scoreAgainQuestion(end), intro: [Strings.Summary.scoreStays],
            Spoken.of(isAgain ? Strings.Summary.scoreAgain : Strings.keepWord, isAgain ? 1 : 0, of: 2))
    }

    private func spokenNotes(_ book: ScoreBook) -> Spoken {
        let phrase = notes.phrase
        return Spoken(
            Strings.Summary.notes, Spoken.of(phrase ?? Strings.Summary.writeNote, notes.choice, of: notes.phrases.count + 1),
            state: [phrase.map { Strings.Spoken.set(SessionNotes(book.notes).has($0)) }])
    }
}
