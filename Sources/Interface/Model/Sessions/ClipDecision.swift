// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A decision about a clip.
enum ClipDecision: Hashable, Sendable {
    case deleted(Bool)
    case liked(Bool)
    /// The clip's moment, in seconds after its first picture.
    case moment(Double)
    /// The clip's new orientation, and the orientation until now.
    case turned(PictureOrientation, before: PictureOrientation)
    case mirrored(PictureOrientation, before: PictureOrientation)
    /// All drawings on the clip, and the words for what was done to them.
    case drawn([Annotation], String)
    /// All phases of the clip, and the words for what was done to them.
    case timed([PhaseMark], String)

    func applied(to judgement: ClipJudgement) -> ClipJudgement {
        var judgement = judgement
        switch self {
        case .deleted(let isDeleted): judgement.isDeleted = isDeleted
        case .liked(let isLiked): judgement.isLiked = isLiked
        case .moment(let seconds): judgement.moment = seconds
        case .turned(let orientation, _), .mirrored(let orientation, _): judgement.orientation = orientation
        case .drawn(let annotations, _): judgement.annotations = annotations
        case .timed(let phases, _): judgement.phases = phases
        }
        return judgement
    }

    /// Returns the judgement of a clip after it. Liking the clip of an automatic mark confirms the mark.
    func applied(to clip: ScoreBook.Clip) -> ClipJudgement {
        var judgement = applied(to: clip.judgement)
        if self == .liked(true), clip.kind == .detected { judgement.isConfirmed = true }
        return judgement
    }

    /// Returns the judgement that undoing brings back.
    func undone(_ judgement: ClipJudgement) -> ClipJudgement {
        guard judgement.orientation == nil else { return judgement }
        var judgement = judgement
        // The file won't tell any more how it was recorded, so the judgement has to.
        if case .turned(_, let before) = self { judgement.orientation = before }
        if case .mirrored(_, let before) = self { judgement.orientation = before }
        return judgement
    }

    /// Returns the words for what was done.
    /// - Parameter title: the clip's name, or the number of clips it was done to.
    func words(of title: String) -> String {
        switch self {
        case .deleted(true): Strings.clipDeleted(title)
        case .deleted(false): Strings.clipRestored(title)
        case .liked(true): Strings.clipLiked(title)
        case .liked(false): Strings.clipNotLiked(title)
        case .moment: Strings.momentSet(title)
        case .turned: Strings.clipTurned(title)
        case .mirrored: Strings.clipMirrored(title)
        case .drawn(_, let deed), .timed(_, let deed): deed
        }
    }
}
