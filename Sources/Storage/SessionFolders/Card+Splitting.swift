// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// A session is split by one line of its journal, `parted`: from there on its later ends aren't its own. The new session follows from the
// lines before. Its folder is made with a whole journal, then the files move, then both sessions are filed. The split session keeps its
// journal until that is done, so the next start finishes what a power cut interrupted.
extension Card {
    /// Splits a session: its ends from this one on are a session of their own. Both are filed.
    ///
    /// Repeating it after a refusal goes on where it was refused.
    /// - Parameter session: an open folder of the session; it is closed then.
    /// - Returns: the rest of the session, and the new session with its folder; `nil` if one of the two would have no end.
    public func split(
        _ session: SessionFolder, at end: Int
    ) throws(CardError) -> (earlier: SessionRecord, later: (name: String, record: SessionRecord))? {
        try attempt { () throws(CardError) in
            if session.parts.last?.part.end != end {
                guard let whole = SessionRecord(journal: session.entries, ending: .stopped), whole.continues == nil else { return nil }
                var header = whole.header
                if header.id != nil { header.id = newID() }
                // The number is kept at once, because a film from elsewhere gets its session on another thread.
                let part: SessionPart? = try numbering { () throws(CardError) in
                    header.number = try nextSessionNumber()
                    let part = SessionPart(header: header, end: end)
                    guard part.journal(of: whole, in: session.name) != nil else { return nil }
                    try writeIdentity(numbering: header.number)
                    return part
                }
                guard let part else { return nil }
                try session.append(.parted(part))
            }
            guard let later = try finishParting(session).last else { return nil }
            return (try session.close(.stopped), later)
        }
    }

    /// Makes the sessions that were split from this one, as far as they aren't complete.
    @discardableResult
    func finishParting(_ session: SessionFolder) throws(CardError) -> [(name: String, record: SessionRecord)] {
        var made: [(name: String, record: SessionRecord)] = []
        for (part, whole) in session.parts {
            guard let entries = part.journal(of: whole, in: session.name) else { continue }
            let name = CardLayout.sessionName(part.header)
            guard name != session.name, let later = try partFolder(name, of: part, entries) else { continue }
            for clip in whole.clips where part.numbers(in: whole).contains(clip.number) { try move(clip, from: session.path, to: later.path) }
            for folder in [CardLayout.clips, CardLayout.stills] {
                try files.syncFolder("\(later.path)/\(folder)")
                if try files.isFolder("\(session.path)/\(folder)") { try files.syncFolder("\(session.path)/\(folder)") }
            }
            try later.settleNames()
            made.append((name, try later.close(whole.ending)))
        }
        return made
    }

    /// Returns the folder of the new session; it is made if it isn't there.
    /// - Returns: `nil` if another session has that folder.
    private func partFolder(_ name: String, of part: SessionPart, _ entries: [JournalEntry]) throws(CardError) -> SessionFolder? {
        let folder = "\(path)/\(name)"
        let hasJournal = try files.isFile(journalPath(of: name))
        let hasRecord = try files.isFile("\(folder)/\(CardLayout.record)")
        if hasJournal || hasRecord {
            return try holds(name, part.header.id) ? try resumeSession(named: name) : nil
        }
        try writeIdentity(numbering: part.header.number)
        for needed in [folder, "\(folder)/\(CardLayout.clips)", "\(folder)/\(CardLayout.stills)"] { try requireFolder(needed) }
        let made = try SessionFolder(creating: name, on: self, entries: entries)
        try files.syncFolder(path)
        return made
    }

    private func move(_ clip: ClipRecord, from folder: String, to other: String) throws(CardError) {
        var names = [CardLayout.stillFile(number: clip.number), CardLayout.unmirroredStillFile(number: clip.number)]
        if CardLayout.isClipFile(clip.file) { names += [clip.file, clip.file + CardLayout.deletedSuffix] }
        for name in names where try files.isFile("\(folder)/\(name)") {
            let (from, to) = ("\(folder)/\(name)", "\(other)/\(name)")
            if try files.kind(of: to) == nil {
                try files.rename(from, to: to)
            } else if try files.isAlike(from, to, of: files) {
                // A power cut came while it was moved, and it has both names.
                try files.remove(from)
            }
        }
    }
}

extension SessionFolder {
    /// The parts that were split from it, each with the session as it was before, as long as its journal has them.
    fileprivate var parts: [(part: SessionPart, whole: SessionRecord)] {
        entries.indices.compactMap { index in
            guard case .parted(let part) = entries[index] else { return nil }
            return SessionRecord(journal: Array(entries[..<index]), ending: .stopped).map { (part, $0) }
        }
    }
}
