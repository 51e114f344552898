// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A total with the name of what it counts, so that figures beside each other never count different things without saying so.
struct ScopedTotal: Hashable, Sendable {
    var title: String
    var points: Int

    /// Returns the total of an end, and that of its round (in free practice: of its session) up to it. While the end is scored, it doesn't
    /// count in its round yet. Before the round's second end, only the end's total is returned.
    static func of(_ end: EndRecord, in book: ScoreBook, isBeingScored: Bool) -> [ScopedTotal] {
        let scope = EndScope(end, in: book)
        let own = ScopedTotal(title: isBeingScored ? Strings.Score.soFar(scope.name) : scope.name, points: end.score.total)
        // A practice end changes no other total.
        guard !end.isPractice else { return [own] }
        let counted = scope.ends(through: isBeingScored ? scope.number - 1 : scope.number)
        guard scope.count > 1 || isBeingScored && !counted.isEmpty, !counted.isEmpty else { return [own] }
        return [own, ScopedTotal(title: scope.title(afterEnds: counted.count), points: EndSum(counted).points)]
    }
}

/// The ends that an end belongs with: those of its round, or without a round all of the session. Practice ends in a round are apart.
struct EndScope: Hashable, Sendable {
    /// The number of the end among them, from 1.
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

    /// Returns "Round after 3 ends", and in free practice the same for the session.
    func title(afterEnds count: Int) -> String {
        isRound ? Strings.Score.round(afterEnds: count) : Strings.Score.session(afterEnds: count)
    }

    /// Returns the first ends, up to this number.
    func ends(through number: Int) -> [EndRecord] { Array(ends.prefix(max(0, number))) }
}

/// The title of an end, and captions about what is shot.
struct EndWords {
    let title: String
    /// The captions from the fullest to the shortest.
    let captions: [String]

    init(_ end: EndRecord, in book: ScoreBook) {
        let round = end.round.flatMap(RoundCatalog.round)
        let scope = EndScope(end, in: book)
        title = round.map { Strings.Summary.end(scope.number, of: $0.ends) } ?? scope.name
        // A round with one distance has it in its name.
        let distance = round.map { $0.stages.count > 1 } ?? true ? end.distance : nil
        let shafts = round == nil ? Strings.Score.arrows(end.shaft) : nil
        let parts = [[round?.name, distance, end.face.name, shafts], [round?.name, end.face.name], [end.face.name]]
        captions = parts.map { $0.compactMap { $0 }.joined(separator: " · ") }
    }
}
