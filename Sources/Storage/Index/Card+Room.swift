// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Makes room on a card that is nearly full (`RoomRule`).
extension Card {
    /// The number of sessions that are enough to choose from.
    private static let mostCandidates = 8
    /// More sessions than any card has.
    private static let all = 1_000_000

    /// Returns the oldest sessions that may be removed, as far as the card knows.
    public func roomCandidates() throws(CardError) -> [RoomRule.Candidate] {
        let open = try openSessions()
        var found: [RoomRule.Candidate] = []
        // All sessions are read at once: if none may be removed, page after page would open the index a hundred times.
        for session in try find(SessionQuery(isOldestFirst: true, limit: Self.all)).sessions {
            guard found.count < Self.mostCandidates else { break }
            let candidate = RoomRule.Candidate(session: session, isOpen: open.contains(session.name))
            if candidate.mayGo, try !hasJournal(session.name) { found.append(candidate) }
        }
        return found
    }

    /// Removes a session as `deleteSession` does, unless its own record or its journal says that it stays. The index may be from an older
    /// record, and somebody may have protected the session since it was chosen.
    public func makeRoom(deleting name: String) throws(CardError) {
        guard case .closed(let record) = try session(named: name).state, try !openSessions().contains(name) else {
            throw .failed(operation: "delete", subject: name, reason: .isRecorded)
        }
        guard !record.isProtected else { throw .failed(operation: "delete", subject: name, reason: .isProtected) }
        try deleteSession(named: name)
    }

    private func openSessions() throws(CardError) -> Set<String> {
        Set(try resumableSessions().compactMap { if case .stored(let key) = $0.ref { key.folder } else { nil } })
    }

    private func hasJournal(_ name: String) throws(CardError) -> Bool {
        try attempt { () throws(CardError) in try files.kind(of: "\(path)/\(name)/\(CardLayout.journal)") != nil }
    }
}
