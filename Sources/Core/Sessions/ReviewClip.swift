// SPDX-License-Identifier: GPL-3.0-or-later

/// A clip as somebody reviews it, with all that is told about it beside it: it may be of any session.
public struct ReviewClip: Hashable, Sendable {
    package var key: ClipKey
    /// How a journal line names its session.
    package var ref: SessionRef
    package var clip: ScoreBook.Clip
    package var archer: String?
    /// When its session began, as a label; empty where that isn't known.
    package var started = ""
    /// The number of the end that it is of; `nil` where it is of none.
    package var end: Int?
    /// What that is called: "End 3", "Practice 1".
    package var endName: String?
    /// What the arrow scored that it shows, and on which face.
    package var score: Score?

    package struct Score: Hashable, Sendable {
        package var arrow: ArrowScore
        package var face: Face
    }

    /// Where it begins to play when it comes up.
    package var entry: Duration? { ClipEntry.place(before: clip.moment) }
}

/// A page of the clips about which nothing was decided.
public struct UnjudgedClips: Hashable, Sendable {
    /// It was asked for from the beginning.
    package var isFirst: Bool
    package var clips: [ReviewClip] = []
    /// How many come after them, as far as the card knows.
    package var left = 0

    package init(isFirst: Bool) { self.isFirst = isFirst }
}

extension ScoreBook {
    /// These of its clips, in this order; those whose session has no folder yet, and those that it doesn't have, are left out.
    package func reviewClips(_ numbers: [Int]) -> [ReviewClip] {
        let shown = Dictionary(ends.flatMap { end in end.clips.map { ($0, end) } }) { first, _ in first }
        var scores: [Int: ReviewClip.Score] = [:]
        for end in ends {
            for entry in end.score.entries {
                if let clip = entry.arrow.clip { scores[clip] = ReviewClip.Score(arrow: entry.score, face: end.face) }
            }
        }
        return numbers.compactMap { number in
            guard let key = key(ofClip: number), let clip = clip(number) else { return nil }
            return ReviewClip(
                key: key, ref: ref, clip: clip, archer: archer, started: started, end: shown[number]?.number,
                endName: shown[number].map { ends.name(of: $0) }, score: scores[number])
        }
    }

    /// The clips of an end about which nothing was decided yet.
    package func unjudged(of end: EndRecord) -> [Int] {
        end.clips.filter { number in clip(number).map { !$0.judgement.isLiked && !$0.isDeleted } ?? false }
    }

    /// What somebody may look through: everything that is there, what was never marked last. Saved buffers show no one shot.
    package var reviewable: [Int] { reviewOrder.filter { clip($0)?.isDeleted == false } }

    /// All of them, what was deleted too.
    package var reviewOrder: [Int] {
        let shots = clips.filter { !$0.isBuffer }
        return (shots.filter { $0.kind != .tail } + shots.filter { $0.kind == .tail }).map(\.number)
    }
}
