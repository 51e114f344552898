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
        change(state.ref) { $0.apply(.over(reason)) }
        guard state.hasBegun else { return [] }
        return join(state.ref) + [.card(.journal(state.ref, .over(reason))), .card(.file(state.ref))]
    }

    /// Applies a line that somebody scored, wrote or decided in a session of this run. The session itself made the other lines, and has
    /// applied them already.
    /// - Returns: the lines that its journal needs before that.
    mutating func note(_ effect: Effect) -> [Effect] {
        guard case .card(.journal(let ref, let entry)) = effect, let known = state(of: ref)?.ref else { return [] }
        let joining: [Effect] = if case .end(let end) = entry { noteScored(end, of: known) } else { [] }
        var target: JournalEntry?
        change(known) { session in
            switch entry {
            case .end, .notes:
                session.apply(entry)
                target = session.tellTarget()
            case .judged, .protected: session.apply(entry)
            default: break
            }
        }
        return joining + (target.map { [.card(.journal(known, $0))] } ?? [])
    }
}
