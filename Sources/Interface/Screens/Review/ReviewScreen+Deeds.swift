// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The effects of gestures on the stack, once they are over.
extension ReviewScreen {
    // MARK: Gestures

    /// Ends the present gesture within this frame, because another one begins. Nothing of it is lost.
    mutating func interrupt(by direction: SwipeDirection?, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        dropLeaving(at: now)
        guard let finger else { return [] }
        return end(finger.interrupt(by: direction, at: now), in: &context, at: now)
    }

    /// Takes over the top clip in the position where it is visible.
    mutating func grasp(at now: Timestamp) -> Momentum {
        defer { motion = nil }
        dropLeaving(at: now)
        return motion?.momentum(at: now) ?? .none
    }

    mutating func dropLeaving(at now: Timestamp) {
        guard leaving != nil else { return }
        leaving = nil
        playback.dropLeaving(then: stack.next, at: now)
    }

    mutating func end(_ outcome: SwipeOutcome, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch outcome {
        case .tap:
            springBack(at: now)
            playback.togglePause(at: now)
            return []
        case .springBack:
            springBack(at: now)
            return []
        case .commit(let direction): return commit(direction, in: &context, at: now)
        }
    }

    mutating func springBack(at now: Timestamp) {
        let momentum = finger?.momentum(at: now) ?? motion?.momentum(at: now) ?? .none
        finger = nil
        guard momentum.offset.length > 0.1 || momentum.velocity.length > 1 else { return }
        motion = .springBack(from: momentum, at: now)
    }

    mutating func commit(_ direction: SwipeDirection, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch direction {
        case .right: act(.like, in: &context, at: now)
        case .left: act(.delete, in: &context, at: now)
        case .up: act(.skip, in: &context, at: now)
        case .down: takeBack(in: &context, at: now)
        }
    }

    /// - Parameter isRedone: true if the step was undone last, and is done again.
    mutating func act(_ deed: ReviewDeed, isRedone: Bool = false, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let clip = stack.top else { return [] }
        guard deed == .skip || clip.clip.isThere else {
            springBack(at: now)
            return [.toast(Strings.clipNotWritten), .clipSignal(.refused, context.settings)]
        }
        let momentum = finger?.momentum(at: now) ?? motion?.momentum(at: now) ?? .none
        let lift = lift(at: now)
        dropLeaving(at: now)
        let resume = playback.top?.resumePlace(at: now) ?? clip.entry ?? .zero
        guard stack.act(deed) != nil else { return [] }
        context.swipes.note(peeks: context.settings.peeks)
        note(ReviewStep(clip: clip, deed: deed, resume: resume), isRedone: isRedone, in: &context)
        (finger, motion) = (nil, nil)
        leaving = Leaving(clip: clip, motion: .leaving(deed.direction, from: momentum, at: now), deed: deed)
        settling = Settling(from: lift - 1, start: now)
        playback.show(stack.top, then: stack.next, keepsLeaving: true, at: now)
        var outcomes = judge(clip, deed.applied(to: clip.clip), after: clip.clip.judgement)
        outcomes.append(.clipSignal(deed.signal, context.settings))
        context.dropOutdatedToast()
        if deed == .delete { outcomes.append(.toast(deed.words(of: clip.clip.title), undo: .down)) }
        return outcomes + pages.more(for: stack)
    }

    mutating func takeBack(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let session = context.edits.newestStep(of: scope.session)?.session,
            let edit = context.edits.undo(in: session, where: { $0.step != nil }), let step = edit.step, let judged = edit.judged.first
        else {
            springBack(at: now)
            return [.toast(Strings.nothingToUndo)]
        }
        let lift = lift(at: now)
        let isOnItsWay = leaving?.clip.key == step.clip.key
        let momentum = isOnItsWay ? leaving?.motion.momentum(at: now) : previousMomentum(of: step, at: now)
        // If the clip is still on its way out, it turns round.
        if isOnItsWay { leaving = nil } else { dropLeaving(at: now) }
        var clip = step.clip
        // Other decisions since then, such as drawings, stay.
        let present = context.judgement(of: clip.key) ?? judged.decided
        clip.clip.judgement = present
        (clip.clip.judgement.isLiked, clip.clip.judgement.isDeleted) = (judged.before.isLiked, judged.before.isDeleted)
        clip.clip.judgement.isConfirmed = judged.before.isConfirmed
        context.edits.noteJournalled([judged.clip: clip.clip.judgement], isUndone: true, of: session)
        stack.restore(clip)
        under = topMomentum(at: now).map { .springBack(from: $0, at: now) }
        (finger, settling) = (nil, Settling(from: 1 + lift, start: now))
        motion = .comingBack(from: step.deed.direction, with: momentum, at: now)
        playback.resume(clip.key, at: step.resume)
        playback.show(stack.top, then: stack.next, keepsLeaving: false, at: now)
        let outcomes = judge(clip, clip.clip.judgement, after: present)
        return outcomes + [.clipSignal(.undone, context.settings), .toast(Strings.undone(edit.words))]
    }

    /// Writes a decision to the journal. The session's record and pages follow when the review is left.
    mutating func judge(_ clip: ReviewClip, _ judgement: ClipJudgement, after before: ClipJudgement) -> [ScreenOutcome] {
        guard judgement != before else { return [] }
        if scope == .unjudged { unfiled.insert(clip.ref) }
        return [.effect(.card(.journal(clip.ref, .judged(clip: clip.key.number, judgement))))]
    }

    mutating func leave(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        defer { unfiled = [] }
        return unfiled.map { .effect(.card(.file($0))) }
    }

    mutating func comeBack(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        followEdits(in: context, at: now)
        coming = TimeSpan(now, for: Motion.slide)
        return []
    }
}

extension ReviewDeed {
    /// The signal by which somebody can hear what was done.
    fileprivate var signal: PanelSignal {
        switch self {
        case .like: .liked
        case .delete: .deleted
        case .skip: .placed
        }
    }
}
