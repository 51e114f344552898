// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The effects of time and of the services on a review.
extension ReviewScreen {
    /// Brings playback and motion to `now`, and ends a gesture whose time has come.
    mutating func advance(to now: Timestamp, in context: inout Context) -> [ScreenOutcome] {
        playback.catchUp(with: context.openClips, at: now)
        playback.advance(to: now)
        if let leaving, leaving.motion.isOver(at: now) { dropLeaving(at: now) }
        if motion?.isOver(at: now) == true { motion = nil }
        if under?.isOver(at: now) == true { under = nil }
        if settling?.isOver(at: now) == true { settling = nil }
        guard let outcome = finger?.advance(to: now) else { return [] }
        return end(outcome, in: &context, at: now)
    }

    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch event {
        case .tick: return advance(to: now, in: &context)
        case .player(.ready(let key, let facts)):
            broken[key] = nil
            playback.take(facts, of: key, at: now)
        case .player(.failed(let key, let reason)):
            // The clip stays in the stack with its reason, so that the others can still be viewed.
            broken[key] = reason.text
        case .card(.emptied(let keys, _)):
            stack.remove(Set(keys))
            showTop(at: now)
        case .card(.deleted(let gone, _)): return drop(sessions: gone, at: now)
        case .card(.madeRoom(let gone, nil)): return drop(sessions: [gone], at: now)
        case .card(.unjudged(let page)) where pages.accepts(page):
            pages.take(page)
            stack.append(page.clips)
            showTop(at: now)
        case .card(.notRead) where pages.isWaiting:
            pages.giveUp()
            showTop(at: now)
        case .card(.named(let ref, let key, _)) where scope.session?.unfiled == ref:
            if case .session(_, let end) = scope { scope = .session(key, end: end) }
            update(from: context)
        case .card: update(from: context)
        default: break
        }
        return []
    }

    /// Takes out the clips of sessions that are gone, for example to make room on the card.
    private mutating func drop(sessions: [SessionKey], at now: Timestamp) -> [ScreenOutcome] {
        stack.remove(sessions: sessions)
        if let leaving, sessions.has(leaving.clip.key.session) { dropLeaving(at: now) }
        showTop(at: now)
        return pages.more(for: stack)
    }

    /// Plays the top clip after clips came below or went.
    mutating func showTop(at now: Timestamp) {
        playback.show(stack.top, then: stack.next, keepsLeaving: leaving != nil, at: now)
    }

    /// Takes over what changed in the book: a clip was written, scored or judged elsewhere.
    mutating func update(from context: Context) {
        guard let book = context.desk.book, let session = scope.session, book.key == session else { return }
        let known = Dictionary(book.reviewClips(book.clips.map(\.number)).map { ($0.key, $0) }) { first, _ in first }
        stack.update { clip in
            // A clip whose session had no folder keeps its key here, because it plays under it.
            let key = clip.key
            guard let now = known[key.session.unfiled == nil ? key : ClipKey(session: session, number: key.number)] else { return }
            clip = now
            clip.key = key
        }
    }

    func wishes(in context: Context, at now: Timestamp) -> Wishes {
        Wishes(
            tracks: isAtEnd && leaving == nil ? [] : playback.tracks(isHeard: !isExplaining),
            stills: isAtEnd ? stack.liked.map(\.key) : stack.clips.prefix(ReviewLayout.depth).dropFirst().map(\.key),
            peeks: peeks(in: context))
    }

    /// Returns the first picture of the clip that would come while one is dragged, and that of the top clip until it plays.
    private func peeks(in context: Context) -> [PeekKey] {
        var keys: [PeekKey] = []
        if let top = stack.top, playback.top?.isReady != true, leaving != nil || motion != nil || finger != nil {
            keys.append(playback.peek(of: top))
        }
        switch finger?.direction {
        case .down: if let step = lastStep(in: context) { keys.append(PeekKey(step.clip.key, at: step.resume)) }
        case .left, .right, .up: if let next = stack.next { keys.append(playback.peek(of: next)) }
        case nil: break
        }
        return keys
    }

    /// Returns the next instant after `seen` at which the picture changes by time alone.
    func nextChange(after seen: Timestamp) -> Timestamp? {
        let playing = !isAtEnd && playback.isPlaying ? seen + .milliseconds(50) : nil
        let settled = settling.flatMap { TimeSpan($0.start, for: SwipeMotion.leaveTime).nextChange(after: seen) }
        let waiting = pages.isWaiting && isAtEnd ? seen + .milliseconds(100) : nil
        let arrival = coming.end > seen ? coming.end : nil
        let drawn = stack.top?.clip.judgement.annotations ?? []
        let drawings =
            playback.isPlaying
            ? playback.top.flatMap { RestingDrawings.nextChange(of: drawn, at: $0.transport.position(at: seen), after: seen) } : nil
        return [
            finger?.nextChange(after: seen), motion?.nextChange(after: seen), under?.nextChange(after: seen), leaving?.motion.nextChange(after: seen),
            leaving.map { max($0.motion.start + SwipeMotion.leaveTime, seen + .nanoseconds(1)) }, settled, playback.deadline, playing, waiting,
            arrival, drawings,
        ].compactMap { $0 }.min()
    }

    // MARK: Positions

    /// Returns true if the screen is in, the top clip lies in its place, and nothing moves or is held.
    func showsDrawings(at now: Timestamp) -> Bool {
        let isHeld = finger.map { $0.direction != nil || $0.offset(at: now).length > 0 } ?? false
        return coming.end <= now && !isExplaining && !isHeld && motion == nil && under == nil && leaving == nil && settling == nil
    }

    /// Returns the top clip's displacement from its place, or `nil` if it lies there.
    func topMomentum(at now: Timestamp) -> Momentum? {
        guard var momentum = finger?.momentum(at: now) ?? motion?.momentum(at: now) else { return nil }
        // A drag downwards brings another clip, so the top clip follows only a little.
        if momentum.offset.y > 0 {
            momentum.offset.y *= ReviewLayout.downward
            momentum.velocity.y *= ReviewLayout.downward
        }
        return momentum
    }

    /// Returns the number of steps by which the clips under the top one have come nearer.
    func lift(at now: Timestamp) -> Double {
        let settled = settling?.lift(at: now) ?? 0
        guard let finger, let direction = finger.direction else {
            guard let motion, case .springBack = motion.kind else { return settled }
            return settled + Self.lift(motion.offset(at: now), SwipeDirection(of: motion.offset(at: now)))
        }
        return settled + Self.lift(finger.offset(at: now), direction)
    }

    /// Returns the share of a step by which a gesture lifts the clips. Downwards another clip comes on top, so they go deeper.
    private static func lift(_ offset: Point, _ direction: SwipeDirection?) -> Double {
        SwipeRule.review.progress(ofDistance: offset.length) * (direction == .down ? -1 : 1)
    }

    /// Returns the displacement of the clip that left last from its place in the stack, while it is pulled back.
    func previousMomentum(of step: ReviewStep, at now: Timestamp) -> Momentum {
        let direction = step.deed.direction
        let way = SwipeMotion.distance(direction)
        guard let finger, finger.direction == .down else { return Momentum(offset: direction.unit * way, velocity: Point(0, 0)) }
        // At the threshold it covers as much as a swiped clip uncovers.
        let progress = SwipeRule.review.progress(ofDistance: finger.offset(at: now).length)
        return Momentum(offset: direction.unit * (way * (1 - ReviewLayout.pull * progress)), velocity: Point(0, 0))
    }
}

extension ReviewDeed {
    /// The direction in which the clip goes.
    var direction: SwipeDirection {
        switch self {
        case .like: .right
        case .delete: .left
        case .skip: .up
        }
    }
}
