// SPDX-License-Identifier: GPL-3.0-or-later

/// The rule of what the voice says about scores: each arrow as it is placed, moved or corrected, and each total once.
///
/// Whoever stands at the line and can't see the TV hears what was placed. The last arrow of an end comes with the totals in one breath,
/// because words that come later cut off the words before them.
package struct SpokenScores: Hashable, Sendable {
    /// The points of an end, and those of its round if the end completes it.
    package struct Totals: Hashable, Sendable {
        package var session: SessionRef
        /// The end's number.
        package var end: Int
        package var points: Int
        /// The points of the complete round; `nil` in practice, and while ends are missing.
        package var round: Int?

        package init(session: SessionRef, end: Int, points: Int, round: Int?) {
            self.session = session
            self.end = end
            self.points = points
            self.round = round
        }
    }

    /// The totals that were said last.
    private var said: Totals?

    package init() {}

    /// Returns the words about a change of an end's arrows; `nil` if no arrow was placed or changed. An arrow that is taken back is silent.
    /// - Parameter totals: the totals if the end has all its arrows.
    package mutating func change(from before: EndRecord, to end: EndRecord, totals: Totals?) -> String? {
        let arrow = end.arrows.indices.first { index in
            guard before.arrows.indices.contains(index) else { return true }
            // Another clip is no other arrow.
            var old = before.arrows[index]
            old.clip = end.arrows[index].clip
            return old != end.arrows[index]
        }
        guard let arrow else { return nil }
        if let totals { said = totals }
        let score = Strings.Spoken.arrow(end.score.entries[arrow].score)
        return ([score] + (totals.map { Self.words($0) } ?? [])).joined(separator: ", ")
    }

    /// Returns the words about an end that was saved: the totals that weren't said with its last arrow; `nil` if all were said.
    package mutating func save(_ totals: Totals) -> String? {
        let old = said
        said = totals
        if let old, (old.session, old.end, old.points) == (totals.session, totals.end, totals.points) {
            return old.round == totals.round ? nil : totals.round.map { Strings.Spoken.round($0) }
        }
        return Self.words(totals).joined(separator: ", ")
    }

    private static func words(_ totals: Totals) -> [String] {
        [Strings.Spoken.total(totals.points)] + (totals.round.map { [Strings.Spoken.round($0)] } ?? [])
    }
}

extension Strings.Spoken {
    /// An arrow's score, as it is written on the TV, unless that can't be read aloud.
    package static func arrow(_ score: ArrowScore) -> String { score == .miss ? miss : score.label }
}
