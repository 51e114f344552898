// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Card {
    /// Repairs what a power cut left: sessions with a journal get their record, half-written files are removed, and clips that were
    /// finished but not journalled are adopted. Repeating it changes nothing more, and a power cut in the middle of it does no harm.
    /// - Parameter open: the session that goes on, as the run that left it knew it: it keeps its journal. `nil` if no session goes on.
    /// - Throws: `CardError.absent` or `.readOnly`, and the refusals of the card's own folder. Problems with single things on the card are
    ///   in the report.
    public func recover(leavingOpen open: SessionHeader? = nil) throws(CardError) -> RecoveryReport {
        try attempt { () throws(CardError) in
            var recovery = Recovery(card: self, leavingOpen: open)
            try recovery.run()
            try recovery.reconcileIndex()
            recovery.takeNotes()
            return recovery.report
        }
    }

    /// Does the part of `recover` that has to come before anything is written to the card. It reads only the sessions that have a journal,
    /// so it takes no longer if there is more on the card. `reconcileIndex` does the rest.
    public func recoverSessions(leavingOpen open: SessionHeader? = nil) throws(CardError) -> RecoveryReport {
        try attempt { () throws(CardError) in
            var recovery = Recovery(card: self, leavingOpen: open)
            try recovery.run()
            recovery.takeNotes()
            return recovery.report
        }
    }
}
