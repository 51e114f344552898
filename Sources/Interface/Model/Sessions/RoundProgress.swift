// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The progress of a round at one of its ends.
struct RoundProgress: Hashable, Sendable {
    let round: Round
    /// The number of the end at its distance, from 1, and the number of ends there.
    let end: Int
    let endsOfStage: Int
    let distance: Round.Distance
    /// The number of the round's ends up to this one.
    let shot: Int
    /// The points of all its ends.
    let total: Int
    /// True if the session has every end of the round.
    let isOver: Bool

    /// Returns `nil` in free practice, and for an end beyond the round's last one.
    init?(of end: EndRecord, in book: ScoreBook) {
        guard let round = end.round.flatMap(RoundCatalog.round) else { return nil }
        let ends = book.ends.filter { $0.round == round.id }
        let before = ends.count { $0.number < end.number }
        guard let (stage, number) = round.stage(afterEnds: before) else { return nil }
        self.round = round
        self.end = number
        endsOfStage = stage.ends
        distance = stage.distance
        shot = before + 1
        total = EndSum(ends).points
        isOver = ends.count >= round.ends
    }
}

extension ScoreBook {
    /// True if its round is complete and its last end is done.
    var isRoundDone: Bool { roundOver != nil && ends.placed.last { !$0.isPractice }?.isDone == true }

    /// The progress of its round, once every end is scored or skipped; otherwise `nil`.
    var roundOver: RoundProgress? {
        var scored = self
        scored.ends = ends.placed
        return scored.ends.last { !$0.isPractice }.flatMap { RoundProgress(of: $0, in: scored) }.flatMap { $0.isOver ? $0 : nil }
    }
}
