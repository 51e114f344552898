// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The voice says what is scored, if the setting `voice` wants it. If it says everything, the page of a round says what the round came to.
extension Context {
    /// Says an arrow that was placed, moved or corrected, and the totals once the end has all its arrows.
    mutating func sayChange(from before: EndRecord, to end: EndRecord, isComplete: Bool) -> [Effect] {
        guard settings.voice != .off, let book = desk.book else { return [] }
        let isOver = isComplete && book.isRoundDone && sessions.state(of: book.ref).map { $0.over == nil } ?? false
        let totals = isComplete ? SpokenScores.Totals(end, in: book, isOver: isOver && settings.voice == .scores) : nil
        let words = spokenScores.change(from: before, to: end, totals: totals)
        // Whoever doesn't see the face hears that the ring which was chosen is placed now.
        let isPlaced = settings.voice == .all && end.arrows.count > before.arrows.count
        return Self.saying(words.map { isPlaced ? "\(Strings.Spoken.placed), \($0)" : $0 })
    }

    /// Says the totals of an end that was saved, as far as they weren't said yet.
    /// - Parameter isOver: true if the round ends with it.
    mutating func sayTotals(ofEnd number: Int?, isOver: Bool) -> [Effect] {
        guard settings.voice != .off, let book = desk.book, let number, let end = book[end: number] else { return [] }
        let words = spokenScores.save(SpokenScores.Totals(end, in: book, isOver: isOver && settings.voice == .scores))
        return Self.saying(words)
    }

    private static func saying(_ words: String?) -> [Effect] {
        guard let words else { return [] }
        return [.voice(.say(words, language: Language.current.tag))]
    }
}

extension SpokenScores.Totals {
    fileprivate init(_ end: EndRecord, in book: ScoreBook, isOver: Bool) {
        self.init(session: book.ref, end: end.number, points: end.score.total, round: isOver ? book.roundOver?.total : nil)
    }
}
