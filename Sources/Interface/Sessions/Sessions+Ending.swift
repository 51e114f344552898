// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// What is scored in a session, and its end.
extension Sessions {
    /// A session isn't gone on with any more.
    mutating func end(_ ref: SessionRef, _ reason: SessionEnd) -> [Effect] {
        guard let state = state(of: ref) else {
            // One of an earlier run: nobody is asked about it any more.
            guard case .stored(let key) = ref, left.session(at: key) != nil else { return [] }
            left.noteDeleted([key])
            return [.card(.journal(ref, .over(reason))), .card(.file(ref))]
        }
        guard state.over == nil else { return [] }
        // One of this run may be meant by its folder.
        change(state.ref) { $0.over = reason }
        guard state.hasBegun else { return [] }
        return [.card(.journal(state.ref, .over(reason))), .card(.file(state.ref))]
    }

    /// What was scored or noted in a session of this run.
    /// - Returns: what its journal has to say before that.
    mutating func note(_ effect: Effect) -> [Effect] {
        guard case .card(.journal(let ref, let entry)) = effect, let known = state(of: ref)?.ref else { return [] }
        var target: JournalEntry?
        change(known) { session in
            switch entry {
            case .end(let end): session.note(end)
            case .notes(let notes): session.notes = notes
            case .judged(let clip, let judgement): return session.note(judgement, ofClip: clip)
            default: return
            }
            target = session.tellTarget()
        }
        return target.map { [.card(.journal(known, $0))] } ?? []
    }
}
