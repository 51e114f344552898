// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

// A session that continues another one has a folder of its own until it is joined to that one, or stands alone.
extension SessionFiling {
    /// The session that a session of this run is linked to.
    struct Older {
        let link: SessionLink
        let session: ContinuedSession
    }

    /// Makes this run's session continue a session that the card has, from a folder of its own. The folder is made with the first line.
    func link(_ continued: ContinuedSession, by link: SessionLink, as session: SessionRef) {
        sessions[session] = FiledJournal(older: Older(link: link, session: continued))
    }

    /// The folders of the sessions that this run's sessions are linked to.
    var olderFolders: [String] { sessions.values.compactMap { $0.older?.session.key.folder } }

    /// Joins a session of this run to the session that it continues. Repeating it after a refusal goes on where it was refused.
    /// - Returns: the older session's key and header; `nil` if the session is linked to none, or can't be joined.
    func join(_ session: SessionRef) throws(CardError) -> (key: SessionKey, header: SessionHeader)? {
        guard let open = sessions[session], let older = open.older else { return nil }
        guard case .opened(let header)? = open.entries.first else {
            // The card has nothing of it yet.
            take(older.session, as: session)
            return (older.session.key, older.session.record.header)
        }
        let name: String
        if let known = open.name {
            // The folder gets the lines that it lacks, if its card was away.
            if open.folder == nil, case .open(let folder) = try reopened(open) { folder.letGo() }
            name = known
        } else {
            name = try folder(of: session, header: header).name
        }
        sessions[session]?.folder?.letGo()
        sessions[session]?.folder = nil
        letGo(older.session.key.folder)
        guard let joined = try card.join(name, older.link), case .opened(let earlier)? = joined.entries.first else { return nil }
        sessions[session] = FiledJournal(folder: joined, name: joined.name, entries: joined.entries, outdatedStills: open.outdatedStills)
        return (SessionKey(card: present, id: earlier.id, folder: joined.name), earlier)
    }

    /// Drops the link of a session of this run: its folder belongs to another session of this run from now on, which stands alone. What was
    /// journalled in it about the older session goes to that one first. Repeating it after a refusal goes on where it was refused.
    /// - Parameters:
    ///   - old: the session that was linked; it is the older session again.
    ///   - new: the session that has the folder from now on.
    ///   - header: the header of the new session, if it has no folder yet.
    func standAlone(_ old: SessionRef, as new: SessionRef, header: SessionHeader) throws(CardError) {
        if sessions[new] == nil, let open = sessions.removeValue(forKey: old) {
            sessions[new] = open
            if let older = open.older { take(older.session, as: old) }
        }
        guard let open = sessions[new], let older = open.older else { return }
        guard !open.entries.isEmpty else {
            sessions[new]?.older = nil
            return
        }
        let folder = try folder(of: new, header: header)
        if folder.continues != nil { try bringBack(folder.entries.filter(older.link.isAboutOlder), to: old, older) }
        try folder.standAlone()
        sessions[new]?.entries = folder.entries
        sessions[new]?.older = nil
    }

    private func bringBack(_ entries: [JournalEntry], to session: SessionRef, _ older: Older) throws(CardError) {
        letGo(older.session.key.folder)
        guard !entries.isEmpty, let name = try card.folder(of: older.session.key), let folder = try card.resumeSession(named: name) else { return }
        for entry in entries { try folder.append(entry) }
        let record = try folder.close(older.session.record.ending)
        if case .run = session { sessions[session] = FiledJournal(name: name, entries: record.journal) }
    }

    /// Splits a session; both parts are filed. A session of this run keeps only the earlier part.
    /// - Returns: both parts; `nil` if one of the two would have no end, or if the session isn't as a whole on this card.
    func split(_ session: SessionRef, at end: Int) throws(CardError) -> (earlier: FiledSession, later: FiledSession)? {
        guard let ref = try key(of: session), let folder = try openWhole(ref) else { return nil }
        let parts: (earlier: SessionRecord, later: (name: String, record: SessionRecord))?
        do {
            parts = try card.split(folder, at: end)
        } catch {
            // The refusal may have come after a line was written.
            if case .run = ref { sessions[ref]?.entries = folder.entries }
            throw error
        }
        guard let (earlier, later) = parts else { return nil }
        switch ref {
        case .run: sessions[ref] = FiledJournal(name: folder.name, entries: earlier.journal)
        case .stored: sessions[ref] = nil
        }
        return (
            FiledSession(key: SessionKey(card: present, id: earlier.header.id, folder: folder.name), record: earlier),
            FiledSession(key: SessionKey(card: present, id: later.record.header.id, folder: later.name), record: later.record)
        )
    }

    /// Opens the folder of a session that isn't linked to another one, and that has nothing on another card.
    private func openWhole(_ ref: SessionRef) throws(CardError) -> SessionFolder? {
        if case .stored(let key) = ref { return try openStored(key.folder, as: ref) }
        guard let open = sessions[ref], open.older == nil, others.values.allSatisfy({ $0[ref] == nil }) else { return nil }
        let known = if let folder = open.folder { ReopenedSession.open(folder) } else { try reopened(open) }
        guard case .open(let folder) = known else { return nil }
        sessions[ref]?.folder = folder
        return folder
    }

    /// Returns the record and the folder of the session that a linked session continues.
    func older(of session: SessionRecord) throws(CardError) -> (name: String, record: SessionRecord)? {
        guard let link = session.continues, let name = try card.folder(of: SessionKey(card: present, id: link.id, folder: link.folder)),
            let record = try card.session(named: name).record
        else { return nil }
        return (name, record)
    }
}

extension SessionFiling.FiledJournal {
    /// Puts the first lines of a journal that begins before all others.
    mutating func begin(_ header: SessionHeader) {
        entries.removeAll { entry in
            switch entry {
            case .opened, .continues: true
            default: false
            }
        }
        entries.insert(contentsOf: [.opened(header)] + [older.map { .continues($0.link) }].compactMap { $0 }, at: 0)
    }
}
