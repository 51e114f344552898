// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The result of a complete round.
struct RoundResult {
    /// An end of the round; if it has very many, several ends together.
    struct Bar: Hashable {
        let name: String
        let points: Int
    }

    /// An arrow whose clip can be played.
    struct Shot: Hashable {
        let clip: Int
        let arrow: EndScore.Entry
        let end: EndRecord
        /// "End 3 · Arrow 2 of 6".
        let words: String
    }

    let round: Round
    let archer: String?
    /// The totals, and the arrows with a known position.
    let scope: SummaryFigures.Scope
    let bars: [Bar]
    let bestEnd: (name: String, points: Int)
    let best: Shot?
    /// `nil` if it is as good as the best one.
    let worst: Shot?
    /// The clips of its best-of.
    let bestOf: [Int]
    /// The face of its last end.
    let face: Face

    private static let mostBars = 18

    /// - Returns: `nil` if the book's round isn't complete.
    init?(of book: ScoreBook) {
        guard let round = book.roundOver?.round else { return nil }
        let ends = book.ends.filter { $0.round == round.id }
        guard let last = ends.last, let highest = ends.max(by: { $0.score.total < $1.score.total }) else { return nil }
        (self.round, archer, face) = (round, book.archer, last.face)
        let figures = SummaryFigures(last, in: book)
        scope = figures.whole ?? figures.end
        bars = Self.bars(of: round, ends)
        bestEnd = (book.ends.name(of: highest), highest.score.total)
        let shots = ends.flatMap { Self.shots(of: $0, in: book) }
        best = shots.max { $0.rank < $1.rank }
        worst = shots.reversed().min { $0.rank < $1.rank }.flatMap { [best] in $0.rank == best?.rank ? nil : $0 }
        let liked = book.clips.filter { $0.isPlayable && $0.judgement.isLiked }.map(\.number)
        bestOf = liked.isEmpty ? ends.compactMap { Self.shots(of: $0, in: book).max { $0.rank < $1.rank }?.clip } : liked
    }

    private static func shots(of end: EndRecord, in book: ScoreBook) -> [Shot] {
        end.score.entries.compactMap { entry in
            guard let clip = entry.arrow.clip, book.clip(clip)?.isPlayable == true else { return nil }
            let words = [book.ends.name(of: end), Strings.Summary.arrow(entry.arrow.number, of: end.arrows.count)]
            return Shot(clip: clip, arrow: entry, end: end, words: words.joined(separator: NameLine.separator))
        }
    }

    /// Returns a bar for each end. Of very many ends: for each distance, and at a single distance for several ends together.
    private static func bars(of round: Round, _ ends: [EndRecord]) -> [Bar] {
        func bar(_ name: String, _ part: ArraySlice<EndRecord>) -> Bar { Bar(name: name, points: EndSum(part).points) }
        guard ends.count > mostBars else { return ends.indices.map { bar("\($0 + 1)", ends[$0...$0]) } }
        guard round.stages.count == 1 else {
            var first = 0
            return round.stages.map { stage in
                defer { first += stage.ends }
                return bar("\(stage.distance)", ends[min(first, ends.count)..<min(first + stage.ends, ends.count)])
            }
        }
        let count = (ends.count + mostBars - 1) / mostBars
        return stride(from: 0, to: ends.count, by: count).map { first in
            let past = min(first + count, ends.count)
            return bar("\(first + 1)–\(past)", ends[first..<past])
        }
    }
}

extension RoundResult.Shot {
    /// The higher, the better; an inner ten is better than a ten.
    fileprivate var rank: Int { arrow.score.points * 100 + arrow.score.ring }
}
