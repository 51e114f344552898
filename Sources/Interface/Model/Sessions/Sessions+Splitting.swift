// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Splitting a session at one of its ends. The card does it; a session of this run is left to the card meanwhile: nobody goes on with it.
extension Sessions {
    /// Returns true if the card can split a session now: all of the session lies in one folder on this card, and it isn't linked to another
    /// one.
    /// - Parameter card: the id of the inserted card.
    func canSplit(_ ref: SessionRef, on card: String?) -> Bool {
        guard let key = key(of: state(of: ref)?.ref ?? ref) else { return false }
        guard let own = state(of: ref) else { return !([session] + rested).contains { $0.linked?.key.isSame(as: key) ?? false } }
        return own.header != nil && own.linked == nil && key.isOn(card) && !left.splitting.contains(own.ref)
            && own.entries.allSatisfy { $0.home == nil }
    }

    /// Leaves a session of this run, which rests, to the card.
    mutating func beginSplit(of ref: SessionRef) {
        if state(of: ref)?.over == nil, left.splitting.insert(ref).inserted { change(ref) { $0.isBeingSplit = true } }
    }

    /// Notes that the card has split a session. If somebody could have gone on with the whole session, the later part goes on with the next mark.
    mutating func noteSplit(_ ref: SessionRef, _ earlier: FiledSession, later: FiledSession, at now: Timestamp) {
        let known = left.session(at: earlier.key)
        let isOpen = left.splitting.remove(ref) != nil
        left.noteDeleted([earlier.key])
        if var next = ResumableSession(later.record, key: later.key), isOpen || known != nil {
            next.target.archer = left.name(of: next.target.archer)
            next.isDirect = !session.hasBegun && (isOpen || known?.isDirect ?? false)
            left.add(next)
        }
        guard let own = state(of: ref)?.ref else { return }
        stopped = stopped.flatMap { $0.keeping($0.sessions.filter { $0 != own }) }
        forget([own], at: now)
        places[own] = nil
    }

    /// Notes that the card hasn't split a session: it is as it was before.
    mutating func noteNotSplit(_ ref: SessionRef) {
        if left.splitting.remove(ref) != nil { change(ref) { $0.isBeingSplit = false } }
    }
}

extension Context {
    /// Lets the card split the session on the desk. What was shot in it so far is written before.
    mutating func split(at end: Int, at now: Timestamp) -> [Effect] {
        guard let ref = desk.book?.ref else { return [] }
        var effects: [Effect] = []
        let own = sessions.state(of: ref)?.ref
        if let own {
            if own == sessions.session.ref { effects += rest(at: now) }
            sessions.beginSplit(of: own)
        }
        return effects + [.card(.file(own ?? ref)), .card(.split(own ?? ref, end: end))]
    }
}
