// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Going on with sessions that were left, and taking that back.
extension Sessions {
    /// Returns the session that its archer may go on with, if somebody has to be asked.
    func offer(for target: SessionTarget, at now: Timestamp) -> ResumableSession? {
        guard !session.hasBegun, session.header == nil else { return nil }
        if let index = restedIndex(for: target) {
            let rested = rested[index]
            let isAsked = SessionRule.verdict(on: rested, for: target, at: now) == .asks && !left.isDeclined(rested.ref)
            return isAsked ? ResumableSession(rested, target) : nil
        }
        return left.unaskedSession(for: target) == nil ? left.session(of: target.archer) : nil
    }

    /// The instant at which the next resting session asks, by time alone.
    var askTime: Timestamp? {
        session.hasBegun ? nil : rested.filter { $0.over == nil }.map { $0.lastUse + SessionRule.longestPause }.min()
    }

    /// Goes on with a session that was left.
    mutating func take(_ known: ResumableSession, at now: Timestamp) -> [Effect] {
        left.decline(known.ref)
        switch known.ref {
        case .run(_): return resume(known.ref, at: now) ?? []
        case .stored(let key):
            session.goOn(with: known, at: now)
            noteStopped(known.ends, of: session.ref)
            left.ask(for: session.ref)
            return [.card(.goOn(key, session.ref))]
        }
    }

    // MARK: New instead

    /// The marks that a new session can have instead of the session that went on by itself: those of this start whose footage is still
    /// there. Empty if nothing went on by itself, if one of its ends is scored since, or while a clip is being written.
    /// - Parameter oldest: the oldest picture in the delay line.
    func movable(oldest: Timestamp?) -> [SessionState.Entry] {
        guard resumed == session.ref, session.over == nil else { return [] }
        let own = session.entries.filter { $0.mark != nil && !$0.isOfEarlierRun }
        guard !own.contains(where: { $0.state == .writing }) else { return [] }
        return own.filter { entry in oldest.map { $0 <= entry.plan.from } ?? false }
    }

    /// Begins a new session with the marks of this start, instead of the session that went on by itself.
    ///
    /// The new session's journal has every mark before the old one withdraws it. So a power cut in between loses none.
    /// - Returns: the marks' numbers before and now, and the effects.
    mutating func beginInstead(_ settings: Settings, oldest: Timestamp?, at now: Timestamp) -> (moved: [(from: Int, to: Int)], effects: [Effect]) {
        let entries = movable(oldest: oldest)
        guard !entries.isEmpty else { return ([], []) }
        let left = session.ref
        var (moved, marked, withdrawn): ([(from: Int, to: Int)], [Effect], [Effect]) = ([], [], [])
        resumed = nil
        begin(
            instead: { old, new in
                new.target = settings.target
                if let target = new.tellTarget() { marked.append(.card(.journal(new.ref, target))) }
                for entry in entries {
                    guard let known = entry.mark, old.withdraw(entry.plan.number) != nil else { continue }
                    let (mark, plan) = new.mark(
                        known.stamp, pressed: known.pressed, source: known.source, planner: ClipPlanner(settings), oldest: oldest)
                    moved.append((entry.plan.number, mark.number))
                    marked += [.card(.journal(new.ref, .marked(mark))), .line(.pin(plan, new.ref))]
                }
            }, at: now)
        for entry in entries where moved.contains(where: { $0.from == entry.plan.number }) { withdrawn += withdrawal(of: entry, from: left) }
        return (moved, marked + withdrawn + [.card(.end(left))])
    }

    /// Notes that an end of a session has an arrow, or is done: what went on by itself stays.
    mutating func noteScored(_ end: EndRecord, of ref: SessionRef) {
        if ref == resumed, !end.arrows.isEmpty || end.isDone { resumed = nil }
    }
}
