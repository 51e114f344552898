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

    mutating func act(_ deed: ReviewDeed, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let clip = stack.top else { return [] }
        guard deed == .skip || clip.clip.file != nil else {
            springBack(at: now)
            return [.toast(Strings.clipNotWritten), .clipSignal(.refused, context.settings)]
        }
        let momentum = finger?.momentum(at: now) ?? motion?.momentum(at: now) ?? .none
        let lift = lift(at: now)
        dropLeaving(at: now)
        let resume = playback.top?.resumePlace(at: now) ?? clip.entry ?? .zero
        guard stack.act(deed) != nil else { return [] }
        context.swipes.note(peeks: context.settings.peeks)
        context.reviewed.note(ReviewStep(clip: clip, deed: deed, before: clip.clip.judgement, resume: resume))
        (finger, motion) = (nil, nil)
        leaving = Leaving(clip: clip, motion: .leaving(deed.direction, from: momentum, at: now), deed: deed)
        settling = Settling(from: lift - 1, start: now)
        playback.show(stack.top, then: stack.next, keepsLeaving: true, at: now)
        var outcomes = judge(clip, deed.applied(to: clip.clip.judgement), after: clip.clip.judgement)
        outcomes.append(.clipSignal(deed.signal, context.settings))
        return outcomes + pages.more(for: stack)
    }

    mutating func takeBack(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        guard let step = context.reviewed.takeNewest(of: scope.session) else {
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
        let present = context.desk.judgement(of: clip.key) ?? step.deed.applied(to: step.before)
        clip.clip.judgement = step.undone(present)
        stack.restore(clip)
        under = topMomentum(at: now).map { .springBack(from: $0, at: now) }
        (finger, settling) = (nil, Settling(from: 1 + lift, start: now))
        motion = .comingBack(from: step.deed.direction, with: momentum, at: now)
        playback.resume(clip.key, at: step.resume)
        playback.show(stack.top, then: stack.next, keepsLeaving: false, at: now)
        let judged = judge(clip, clip.clip.judgement, after: present)
        return judged + [.clipSignal(.undone, context.settings), .toast(Strings.undone(step.words))]
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
        update(from: context)
        // Clips that were deleted on another screen meanwhile needn't be judged any more.
        let deleted = Set(stack.clips.filter(\.clip.isDeleted).map(\.key))
        if !deleted.isEmpty {
            stack.remove(deleted)
            showTop(at: now)
        }
        coming = Stretch(now, for: Motion.slide)
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
