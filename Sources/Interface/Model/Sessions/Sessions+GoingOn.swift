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
    /// - Parameter isApart: true if what this start adds gets a folder of its own on the card, until an end of it is scored. Here both are
    ///   one session all the time.
    mutating func take(_ known: ResumableSession, isApart: Bool = false, at now: Timestamp) -> [Effect] {
        left.decline(known.ref)
        switch known.ref {
        case .run(_): return resume(known.ref, at: now) ?? []
        case .stored(let key):
            let linked = isApart ? LinkedSession(to: known, at: key) : nil
            session.goOn(with: known, linked: linked, at: now)
            noteStopped(known.ends, of: session.ref)
            left.ask(for: session.ref)
            return [.card(.goOn(key, session.ref, by: linked?.link))]
        }
    }

    // MARK: New instead

    /// True if a new session can have the marks of this start, instead of the session that went on by itself: one of them is set, no end of
    /// them is scored, and no clip is being written just now.
    var canBeginInstead: Bool {
        guard let link = session.linked?.link, session.over == nil else { return false }
        let own = session.entries.filter { link.numbers.own($0.plan.number) != nil }
        return own.contains { $0.mark != nil } && !own.contains { $0.state == .writing }
    }

    /// Begins a new session with the marks and clips of this start, instead of the session that went on by itself. On the card they have a
    /// folder of their own already, so this only drops a link.
    /// - Returns: the numbers of the marks and clips before and now, and the effects.
    mutating func beginInstead(at now: Timestamp) -> (moved: [(from: Int, to: Int)], effects: [Effect]) {
        guard canBeginInstead, let older = session.linked?.key else { return ([], []) }
        let left = session.ref
        var moved: [(from: Int, to: Int)] = []
        begin(instead: { old, new in moved = new.takeOver(from: &old) }, at: now)
        let new = session.ref
        if let place = places[left], !place.isSame(as: older) {
            places[new] = place
            change(left) { $0.noteMoved(from: place, to: older) }
        }
        places[left] = older
        var pins: [Effect] = []
        for entry in session.entries where entry.state == .growing || entry.state == .unkept(isHeld: true) {
            guard let before = moved.first(where: { $0.to == entry.plan.number })?.from else { continue }
            pins += [.line(.pin(entry.plan, new)), .line(.release(before, left))]
        }
        return (moved, [.card(.standAlone(left, as: new))] + pins)
    }

    // MARK: Joining

    /// Notes that an end of a session has an arrow, or is done: what went on by itself stays, and the card joins it.
    mutating func noteScored(_ end: EndRecord, of ref: SessionRef) -> [Effect] {
        !end.arrows.isEmpty || end.isDone ? join(ref) : []
    }

    /// Lets the card join a session to the older one, if it is linked to one.
    mutating func join(_ ref: SessionRef) -> [Effect] {
        guard state(of: ref)?.linked != nil else { return [] }
        change(ref) { $0.linked = nil }
        return [.card(.join(ref))]
    }

    /// Takes over the place of a session that was joined.
    mutating func noteJoined(_ ref: SessionRef, to key: SessionKey, _ header: SessionHeader) {
        places[ref] = key
        change(ref) { $0.noteJoined(to: key, header) }
    }
}
