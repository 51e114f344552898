// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A decision about the clip on top.
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
}

/// A decision that was made in a review and can be taken back.
struct ReviewStep: Hashable, Sendable {
    var clip: ReviewClip
    var deed: ReviewDeed
    /// The clip's judgement from before.
    var before: ClipJudgement
    /// The position in the clip when it left, from which it goes on when it comes back; a keyframe.
    var resume: Duration

    /// Returns this judgement with the like and the deletion from before the step. A review changes nothing else.
    func undone(_ judgement: ClipJudgement) -> ClipJudgement {
        var judgement = judgement
        (judgement.isLiked, judgement.isDeleted) = (before.isLiked, before.isDeleted)
        return judgement
    }
}

/// All decisions made in reviews since the box started. They can be taken back without a limit, also after a review was left.
struct ReviewHistory: Hashable, Sendable {
    private(set) var steps: [ReviewStep] = []

    mutating func note(_ step: ReviewStep) { steps.append(step) }

    /// Returns the last decision about a clip of this session; `nil`: of any session.
    func newest(of session: SessionKey?) -> ReviewStep? { index(of: session).map { steps[$0] } }

    mutating func takeNewest(of session: SessionKey?) -> ReviewStep? { index(of: session).map { steps.remove(at: $0) } }

    /// Notes another decision about a clip, such as a drawing. Taking back a step later only takes back the like or the deletion.
    mutating func note(_ judgement: ClipJudgement, of key: ClipKey) {
        for index in steps.indices where steps[index].clip.key == key { steps[index].before = steps[index].undone(judgement) }
    }

    /// Forgets the steps of sessions that the card doesn't have any more.
    mutating func forget(_ sessions: [SessionKey]) { steps.removeAll { sessions.has($0.clip.key.session) } }

    /// Forgets the steps of clips whose deletion is final.
    mutating func forget(_ clips: [ClipKey]) {
        steps.removeAll { step in clips.contains { $0.number == step.clip.key.number && $0.session.isSame(as: step.clip.key.session) } }
    }

    private func index(of session: SessionKey?) -> Int? { steps.lastIndex { session == nil || $0.clip.key.session == session } }
}
