// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A total with the name of what it counts: figures beside each other never count different things without saying so.
struct ScopedTotal: Hashable, Sendable {
    var title: String
    var points: Int

    /// What an end comes to, and its round (or in free practice its session) up to it. While the end is scored, it doesn't count in its
    /// round yet, and before the round's second end there is nothing else to tell.
    static func of(_ end: EndRecord, in book: ScoreBook, isBeingScored: Bool) -> [ScopedTotal] {
        let scope = EndScope(end, in: book)
        let own = ScopedTotal(title: isBeingScored ? Strings.Score.soFar(scope.name) : scope.name, points: end.score.total)
        // Practice changes no other total.
        guard !end.isPractice else { return [own] }
        let counted = scope.ends(through: isBeingScored ? scope.number - 1 : scope.number)
        guard scope.count > 1 || isBeingScored && !counted.isEmpty, !counted.isEmpty else { return [own] }
        return [own, ScopedTotal(title: scope.title(afterEnds: counted.count), points: EndSum(counted).points)]
    }
}

/// What an end belongs to: the ends of its round, or without a round all the session's. Practice ends in a round are apart.
struct EndScope: Hashable, Sendable {
    /// Which end it is there, from 1.
    let number: Int
    let isRound: Bool
    /// "End 3", "Practice 1".
    let name: String
    private let ends: [EndRecord]

    init(_ end: EndRecord, in book: ScoreBook) {
        isRound = end.round != nil
        ends = book.ends.map { $0.number == end.number ? end : $0 }
            .filter { $0.isPractice == end.isPractice && (end.round == nil || $0.round == end.round) }
        number = 1 + ends.count { $0.number < end.number }
        name = end.isPractice ? Strings.practiceEnd(number) : Strings.nextEnd(number)
    }

    var count: Int { ends.count }

    /// "Round after 3 ends", and in free practice the same of the session.
    func title(afterEnds count: Int) -> String {
        isRound ? Strings.Score.round(afterEnds: count) : Strings.Score.session(afterEnds: count)
    }

    /// The first so many.
    func ends(through number: Int) -> [EndRecord] { Array(ends.prefix(max(0, number))) }
}

/// Which end it is, and what is shot.
struct EndWords {
    let title: String
    /// From the fullest to the shortest.
    let captions: [String]

    init(_ end: EndRecord, in book: ScoreBook) {
        let round = end.round.flatMap(RoundCatalog.round)
        let scope = EndScope(end, in: book)
        title = round.map { Strings.Summary.end(scope.number, of: $0.ends) } ?? scope.name
        // A round of one distance has it in its name.
        let distance = round.map { $0.stages.count > 1 } ?? true ? end.distance : nil
        let shafts = round == nil ? Strings.Score.arrows(end.shaft) : nil
        let parts = [[round?.name, distance, end.face.name, shafts], [round?.name, end.face.name], [end.face.name]]
        captions = parts.map { $0.compactMap { $0 }.joined(separator: " · ") }
    }
}
