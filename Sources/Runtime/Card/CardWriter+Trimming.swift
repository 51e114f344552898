// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

extension CardWriter {
    /// Has a part of a clip made a clip of its own, and tells what came of it.
    func trim(_ trim: ClipTrim, of session: SessionRef) throws(CardError) {
        var outcome = SessionFiling.Outcome.lost(reason: .isMissing)
        var refusal: CardError?
        do {
            refusal = try self.refusal(of: { () throws(CardError) in
                outcome = try self.filing.trim(trim, of: session) { () throws(CardError) in _ = try self.writeOneLine() }
            })
        } catch {
            // What it is made of is safe on the card: it is given up, and holds up no clip that is only in memory.
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
