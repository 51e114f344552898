// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Sessions that continue another one. A start joins them: nobody asked for a new session in the start before.
extension Recovery {
    /// Finishes the joins and splits that a power cut interrupted, before anything else looks at these sessions: their journals name clips
    /// that may still lie in the other folder.
    mutating func finishJoins(_ names: [String]) throws(CardError) {
        for name in names {
            try attempt(name) { recovery throws(CardError) in
                let card = recovery.card
                guard try card.isSession(name), try recovery.files.isFile(card.journalPath(of: name)), let journal = try card.openJournal(of: name),
                    journal.foreign == 0, journal.entries.contains(where: \.movesFiles)
                else { return }
                let session = try SessionFolder(continuing: name, on: card, journal: journal)
                try card.finishJoining(session)
                try card.finishParting(session)
            }
        }
    }

    /// Joins the sessions that still continue another one. If that one isn't there any more, the session stands alone from now on.
    mutating func joinLinked() throws(CardError) {
        for name in linked {
            try attempt(name) { recovery throws(CardError) in try recovery.join(name) }
        }
    }

    private mutating func join(_ name: String) throws(CardError) {
        guard let record = try card.session(named: name).record, let link = record.continues else { return }
        let goesOn = report.continued?.key.folder == name
        guard let joined = try card.join(name, link) else {
            guard let session = try card.resumeSession(named: name), session.continues == link else { return }
            try session.standAlone()
            report.joined.append("\(name) stands alone: it can't be joined to \(link.folder)")
            return try settle(session, record.ending, goesOn: goesOn)
        }
        report.joined.append("\(name) is joined to \(joined.name)")
        try settle(joined, record.ending, goesOn: goesOn)
    }

    /// Files a session, or keeps it open if it goes on.
    private mutating func settle(_ session: SessionFolder, _ ending: SessionRecord.Ending, goesOn: Bool) throws(CardError) {
        guard goesOn else {
            try session.close(ending)
            return
        }
        guard let record = SessionRecord(journal: session.entries, ending: .recovered) else { return }
        report.continued = ContinuedSession(key: card.key(of: record, in: session.name), record: record, journal: session.entries)
    }
}

extension JournalEntry {
    /// True if files of other sessions' folders belong to this session, or the other way round.
    fileprivate var movesFiles: Bool {
        switch self {
        case .joined, .parted: true
        default: false
        }
    }
}
