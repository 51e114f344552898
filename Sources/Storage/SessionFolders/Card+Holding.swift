// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Two programs may have the same card: two runs on one folder, or `vir card rebuild` beside a run. The program that records a session holds
// its journal.
extension Card {
    func journalPath(of name: String) -> String { "\(path)/\(name)/\(CardLayout.journal)" }

    /// Opens the existing journal of a session, and holds it.
    /// - Returns: `nil` while another program has it.
    func openJournal(of name: String) throws(CardError) -> OpenJournal? {
        do throws(CardError) {
            return try OpenJournal(opening: journalPath(of: name), files: files)
        } catch {
            if case .failed(_, _, .isRecordedElsewhere) = error { return nil }
            throw error
        }
    }

    /// True if another program, or another folder object of this program, holds the session's journal.
    public func isRecordedElsewhere(_ name: String) throws(CardError) -> Bool {
        guard try files.isFile(journalPath(of: name)) else { return false }
        let journal = try files.open(journalPath(of: name), .existing)
        defer { files.close(journal) }
        return try !files.hold(journal)
    }
}
