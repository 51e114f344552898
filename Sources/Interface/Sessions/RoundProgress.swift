// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// How far a round has come with one of its ends.
struct RoundProgress: Hashable, Sendable {
    let round: Round
    /// Which end it is of its distance, from 1, and of how many.
    let end: Int
    let endsOfStage: Int
    let distance: Round.Distance
    /// Ends of the round up to this one.
    let shot: Int
    /// What all its ends have scored.
    let total: Int
    /// The session has every end of it.
    let isOver: Bool

    /// `nil` in free practice, and for what was shot beyond the round's last end.
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
    /// Its round, once every end of it is scored or skipped.
    var roundOver: RoundProgress? {
        var scored = self
        scored.ends = ends.placed
        return scored.ends.last { !$0.isPractice }.flatMap { RoundProgress(of: $0, in: scored) }.flatMap { $0.isOver ? $0 : nil }
    }
}
