// SPDX-License-Identifier: GPL-3.0-or-later

/// A clip under review, from any session, with everything that is shown about it beside it.
public struct ReviewClip: Hashable, Sendable {
    package var key: ClipKey
    /// The reference by which a journal command names its session.
    package var ref: SessionRef
    package var clip: ScoreBook.Clip
    package var archer: String?
    /// The label of its session's beginning; empty if unknown.
    package var started = ""
    /// The number of its end; `nil` if it belongs to no end.
    package var end: Int?
    /// The name of that end: "End 3", "Practice 1".
    package var endName: String?
    /// The score of the arrow that it shows, and the face of that score.
    package var score: Score?

    package struct Score: Hashable, Sendable {
        package var arrow: ArrowScore
        package var face: Face
    }

    /// The position at which it begins to play when it comes up.
    package var entry: Duration? { ClipEntry.place(before: clip.moment) }
}

/// A page of the clips that nobody has judged yet.
public struct UnjudgedClips: Hashable, Sendable {
    /// True if this is the first page.
    package var isFirst: Bool
    package var clips: [ReviewClip] = []
    /// The number of clips after this page, as far as the card knows.
    package var left = 0

    package init(isFirst: Bool) { self.isFirst = isFirst }
}

extension ScoreBook {
    /// Returns these clips of the book, in this order. Clips that the book lacks, and clips whose session has no folder yet, are left out.
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

    /// Returns the numbers of an end's clips that nobody has judged yet.
    package func unjudged(of end: EndRecord) -> [Int] {
        end.clips.filter { number in clip(number).map { !$0.judgement.isLiked && !$0.isDeleted } ?? false }
    }

    /// The clips that can be reviewed: those that aren't deleted, unmarked clips last. A saved buffer shows no single shot and is left out.
    package var reviewable: [Int] { reviewOrder.filter { clip($0)?.isDeleted == false } }

    /// The order of the clips in a review, deleted clips included.
    package var reviewOrder: [Int] {
        let shots = clips.filter { !$0.isBuffer }
        return (inTime(shots.filter { $0.kind != .tail }) + shots.filter { $0.kind == .tail }).map(\.number)
    }
}
