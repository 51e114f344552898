// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension EndRecord {
    /// The spot of the next arrow. Arrows go to the spots in turn.
    var nextSpot: Int { arrows.count % face.spots.count }

    /// The clip of the next arrow. The nth arrow has the nth clip, or the first free clip if a changed link took that one.
    var nextClip: Int? {
        guard arrows.count < clips.count else { return nil }
        let linked = Set(arrows.compactMap(\.clip))
        let own = clips[arrows.count]
        return linked.contains(own) ? clips.first { !linked.contains($0) } : own
    }

    // MARK: Practice

    /// Returns true if its session's round still lacks an end. Without a round, every end counts.
    func canCount(in book: ScoreBook) -> Bool {
        guard let round = book.target?.round.flatMap(RoundCatalog.round) else { return true }
        return book.ends.count { $0.round == round.id && $0.number != number } < round.ends
    }

    /// Makes the end practice, or makes it count. Its clips and arrows stay. If it can't count, nothing changes.
    mutating func setPractice(_ isPractice: Bool, in book: ScoreBook) {
        guard isPractice || canCount(in: book) else { return }
        (self.isPractice, round) = (isPractice, nil)
        guard !isPractice, let next = book.target?.round.flatMap(RoundCatalog.round) else { return }
        let before = book.ends.count { $0.round == next.id && $0.number < number }
        guard let stage = next.stage(afterEnds: before)?.stage else { return }
        (round, distance) = (next.id, "\(stage.distance)")
    }
}

extension ScoreBook {
    /// Returns the arrow before this one (from 0) of an end. Before the first, it is the last of an earlier end, if that was shot at the
    /// same face.
    func arrow(before index: Int, of end: EndRecord) -> PlacedArrow? {
        if index > 0 { return end.arrows[index - 1] }
        return ends.last { $0.number < end.number && !$0.arrows.isEmpty }.flatMap { $0.face == end.face ? $0.arrows.last : nil }
    }
}
