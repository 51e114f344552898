// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What somebody does with the clip on top.
enum ReviewDeed: Hashable, Sendable {
    case like, delete
    /// The next one, please: nothing is decided.
    case skip

    /// - Parameter judgement: what was decided before.
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

/// Something that was done in a review, so that it can be taken back.
struct ReviewStep: Hashable, Sendable {
    var clip: ReviewClip
    var deed: ReviewDeed
    /// What was decided about the clip before.
    var before: ClipJudgement
    /// Where the clip was when it left, and goes on from when it comes back; on a keyframe.
    var resume: Duration

    /// What is decided about its clip, with whether it is liked or deleted as before: nothing else is a review's.
    func undone(_ judgement: ClipJudgement) -> ClipJudgement {
        var judgement = judgement
        (judgement.isLiked, judgement.isDeleted) = (before.isLiked, before.isDeleted)
        return judgement
    }
}

/// Everything that was done in reviews since the box started: it can be taken back without end, also after a review was left.
struct ReviewHistory: Hashable, Sendable {
    private(set) var steps: [ReviewStep] = []

    mutating func note(_ step: ReviewStep) { steps.append(step) }

    /// The last thing that was done to a clip of these sessions; `nil`: of any.
    func newest(of session: SessionKey?) -> ReviewStep? { index(of: session).map { steps[$0] } }

    mutating func takeNewest(of session: SessionKey?) -> ReviewStep? { index(of: session).map { steps.remove(at: $0) } }

    /// Something was decided about a clip, such as a drawing: what is taken back later is the like or the deletion alone.
    mutating func note(_ judgement: ClipJudgement, of key: ClipKey) {
        for index in steps.indices where steps[index].clip.key == key { steps[index].before = steps[index].undone(judgement) }
    }

    /// The card doesn't have these sessions any more.
    mutating func forget(_ sessions: [SessionKey]) { steps.removeAll { sessions.has($0.clip.key.session) } }

    /// The deletions of these clips are final: nothing brings them back.
    mutating func forget(_ clips: [ClipKey]) {
        steps.removeAll { step in clips.contains { $0.number == step.clip.key.number && $0.session.isSame(as: step.clip.key.session) } }
    }

    private func index(of session: SessionKey?) -> Int? { steps.lastIndex { session == nil || $0.clip.key.session == session } }
}

/// The clips that are still to be looked at. The array is the truth: what is on top is its first, and what somebody decides takes that
/// out at once, whatever still moves on the TV.
struct ReviewStack: Hashable, Sendable {
    /// The first one is on top.
    private(set) var clips: [ReviewClip]
    /// What became of those that left it: by their keys, in the order in which they left.
    private(set) var done: [Done] = []

    struct Done: Hashable, Sendable {
        var clip: ReviewClip
        var deed: ReviewDeed
    }

    init(_ clips: [ReviewClip]) { self.clips = clips }

    var top: ReviewClip? { clips.first }
    /// The one that comes when the top one goes.
    var next: ReviewClip? { clips.dropFirst().first }
    /// How many there were, and the place of the top one among them, from 1.
    var count: Int { clips.count + done.count }
    var place: Int { done.count + 1 }
    var liked: [ReviewClip] { done.filter { $0.deed == .like }.map(\.clip) }
    func count(_ deed: ReviewDeed) -> Int { done.count { $0.deed == deed } }

    /// Takes the top one out.
    /// - Returns: it, as it was; `nil`: there is none.
    mutating func act(_ deed: ReviewDeed) -> ReviewClip? {
        guard !clips.isEmpty else { return nil }
        let clip = clips.removeFirst()
        var left = clip
        left.clip.judgement = deed.applied(to: clip.clip.judgement)
        done.append(Done(clip: left, deed: deed))
        return clip
    }

    /// One that had left is the top one again, as it was before.
    mutating func restore(_ clip: ReviewClip) {
        if let index = done.lastIndex(where: { $0.clip.key == clip.key }) { done.remove(at: index) }
        clips.removeAll { $0.key == clip.key }
        clips.insert(clip, at: 0)
    }

    /// More to look at, below all others.
    mutating func append(_ more: [ReviewClip]) {
        let known = Set((clips + done.map(\.clip)).map(\.key))
        clips += more.filter { !known.contains($0.key) }
    }

    /// What is known of them now: a clip was written, a score was placed, or something was decided elsewhere.
    mutating func update(_ body: (inout ReviewClip) -> Void) {
        for index in clips.indices { body(&clips[index]) }
        for index in done.indices { body(&done[index].clip) }
    }

    /// These are gone for good.
    mutating func remove(_ keys: Set<ClipKey>) {
        clips.removeAll { keys.contains($0.key) }
    }

    /// These sessions are gone, with all that was decided about their clips.
    mutating func remove(sessions: [SessionKey]) {
        clips.removeAll { sessions.has($0.key.session) }
        done.removeAll { sessions.has($0.clip.key.session) }
    }
}
