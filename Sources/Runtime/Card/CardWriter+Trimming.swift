// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

extension CardWriter {
    /// Splits a session of the card, and tells the result.
    func split(_ session: SessionRef, at end: Int) throws(CardError) {
        var parts: (earlier: FiledSession, later: FiledSession)?
        let refusal = try refusal(of: { () throws(CardError) in parts = try self.filing.split(session, at: end) })
        guard let parts else { return tell(.notSplit(session, reason: refusal?.message ?? .noSession)) }
        countSessions()
        tell(.split(session, parts.earlier, later: parts.later))
    }

    /// Makes a part of a clip into a clip of its own, and tells the result.
    func trim(_ trim: ClipTrim, of session: SessionRef) throws(CardError) {
        var outcome = SessionFiling.Outcome.lost(reason: .isMissing)
        var refusal: CardError?
        do {
            refusal = try self.refusal(of: { () throws(CardError) in
                outcome = try self.filing.trim(trim, of: session) { () throws(CardError) in _ = try self.writeOneLine() }
            })
        } catch {
            // The part's source is safe on the card: the part is given up, so that it doesn't hold up a clip that is only in memory.
            guard case .full = error else { throw error }
            filing.card.forgetRoomNeeded()
            refusal = error
        }
        switch outcome {
        case .written(let record, let file): tell(.trimmed(session, from: trim.source, record, file: file))
        case .lost(let reason): tell(.notTrimmed(session, from: trim.source, reason: refusal?.message ?? reason))
        }
    }
}
