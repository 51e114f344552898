// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A decision about the clip on top of a review.
enum ReviewDeed: Hashable, Sendable {
    case like, delete
    /// Goes on to the next clip without a decision.
    case skip

    /// - Parameter judgement: the judgement from before.
    func applied(to judgement: ClipJudgement) -> ClipJudgement {
        var judgement = judgement
        switch self {
        case .like: (judgement.isLiked, judgement.isDeleted) = (true, false)
        case .delete: (judgement.isLiked, judgement.isDeleted) = (false, true)
        case .skip: break
        }
        return judgement
    }

    /// Returns the judgement of a clip after it. Liking the clip of an automatic mark confirms the mark.
    func applied(to clip: ScoreBook.Clip) -> ClipJudgement {
        var judgement = applied(to: clip.judgement)
        if self == .like, clip.kind == .detected { judgement.isConfirmed = true }
        return judgement
    }

    /// Returns the words for what was done.
    func words(of title: String) -> String {
        switch self {
        case .like: Strings.clipLiked(title)
        case .delete: Strings.clipDeleted(title)
        case .skip: Strings.clipSkipped(title)
        }
    }
}

/// The swipe by which a clip left a review, so that it can come back in the same way.
struct ReviewStep: Hashable, Sendable {
    var clip: ReviewClip
    var deed: ReviewDeed
    /// The position in the clip when it left, from which it goes on when it comes back; a keyframe.
    var resume: Duration
}
