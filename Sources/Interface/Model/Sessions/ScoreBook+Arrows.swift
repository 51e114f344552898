// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension ScoreBook {
    /// Returns the end that a clip belongs to: the clip was marked in it, or shows one of its arrows.
    func end(ofClip number: Int) -> EndRecord? {
        ends.first { end in end.clips.contains(number) || end.arrows.contains { $0.clip == number } }
    }

    /// Returns the score of the arrow that a clip shows, and its face, or `nil` if no arrow is linked to the clip.
    package func score(ofClip number: Int) -> (arrow: ArrowScore, face: Face)? {
        shown(byClip: number).map { ($0.entry.score, $0.end.face) }
    }

    /// Returns the arrow that a clip shows, and its end, or `nil` if no arrow is linked to the clip.
    func shown(byClip number: Int) -> (entry: EndScore.Entry, end: EndRecord)? {
        for end in ends {
            if let entry = end.score.entries.first(where: { $0.arrow.clip == number }) { return (entry, end) }
        }
        return nil
    }
}
