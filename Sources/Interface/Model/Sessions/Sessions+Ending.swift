// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The scores in a session, and its end.
extension Sessions {
    /// Ends a session: nobody goes on with it any more.
    mutating func end(_ ref: SessionRef, _ reason: SessionEnd) -> [Effect] {
        guard let state = state(of: ref) else {
            // This is a session of an earlier run. Nobody is asked about it any more.
            guard case .stored(let key) = ref, left.session(at: key) != nil else { return [] }
            left.noteDeleted([key])
            return [.card(.journal(ref, .over(reason))), .card(.file(ref))]
        }
        guard state.over == nil else { return [] }
        // The reference may name a session of this run by its folder.
        change(state.ref) { $0.over = reason }
        guard state.hasBegun else { return [] }
        return join(state.ref) + [.card(.journal(state.ref, .over(reason))), .card(.file(state.ref))]
    }

    /// Notes what was scored, noted or decided in a session of this run.
    /// - Returns: the lines that its journal needs before that.
    mutating func note(_ effect: Effect) -> [Effect] {
        guard case .card(.journal(let ref, let entry)) = effect, let known = state(of: ref)?.ref else { return [] }
        let joining: [Effect] = if case .end(let end) = entry { noteScored(end, of: known) } else { [] }
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
        return joining + (target.map { [.card(.journal(known, $0))] } ?? [])
    }
}
