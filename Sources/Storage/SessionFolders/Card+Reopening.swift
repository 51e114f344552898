// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The state of a session after its card was away, or after nobody recorded it.
public enum ReopenedSession {
    case open(SessionFolder)
    /// Another program goes on with the session, or did so meanwhile. Everything that was acknowledged here is in it.
    case elsewhere
    /// This card doesn't have the session: it is another card, or somebody removed the folder.
    case absent
}

extension Card {
    /// Goes on with a session after the card was away, and writes the entries that its journal lacks.
    /// - Parameters:
    ///   - known: the folder in which the session lay.
    ///   - entries: everything that was acknowledged for the session, the header first.
    public func reopenSession(_ header: SessionHeader, in known: String? = nil, entries: [JournalEntry]) throws(CardError) -> ReopenedSession {
        try attempt { () throws(CardError) in
            let name = try present(header, in: known)
            let folder = "\(path)/\(name)"
            guard try files.isFolder(path) else { throw .absent }
            guard try files.isFolder(folder) else { return .absent }
            if try files.isFile("\(folder)/\(CardLayout.journal)") {
                guard let journal = try openJournal(of: name), journal.foreign == 0 else { return .elsewhere }
                let known = journal.entries
                guard case .opened(let first)? = known.first, first.asBegun == header.asBegun else { return .absent }
                let session = try SessionFolder(continuing: name, on: self, journal: journal)
                for entry in Self.missing(in: known, of: entries) { try session.append(entry) }
                return .open(session)
            }
            // Somebody closed the session, with `vir card rebuild` on a laptop.
            guard case .record(let record)? = try content(of: folder), record.header.asBegun == header.asBegun else { return .absent }
            guard !Self.hasMore(record, than: entries) else { return .elsewhere }
            // Corrections that somebody made in the record since stay.
            let known = Self.hasAll(record, of: entries) ? record.journal : entries
            return .open(try SessionFolder(creating: name, on: self, entries: known))
        }
    }

    /// Returns the folder of a session, also if a person has renamed it.
    private func present(_ header: SessionHeader, in known: String?) throws(CardError) -> String {
        let name = known ?? CardLayout.sessionName(header)
        guard header.id != nil, try !files.isFolder("\(path)/\(name)") else { return name }
        return try folder(of: SessionKey(id: header.id, folder: name)) ?? name
    }

    /// Returns the acknowledged entries that a journal lacks. After the first of them come all entries that replace an earlier one, so that
    /// the last word stays the last.
    private static func missing(in known: [JournalEntry], of entries: [JournalEntry]) -> [JournalEntry] {
        let known = Set(known)
        // The entries are compared as a journal has them: it rounds positions and times.
        let entries = Journal.asRead(entries)
        guard let first = entries.firstIndex(where: { !known.contains($0) }) else { return [] }
        // A mark may have the number of a mark that was withdrawn before it. The withdrawal is written again, so the mark is too.
        var takenBack: Set<Int> = []
        return entries[first...].filter { entry in
            switch entry {
            case .withdrawn(let number): takenBack.insert(number)
            case .marked(let mark) where takenBack.contains(mark.number): return true
            default: break
            }
            return !known.contains(entry) || entry.replaces
        }
    }

    /// True if somebody else has gone on with the session since.
    private static func hasMore(_ record: SessionRecord, than entries: [JournalEntry]) -> Bool {
        guard let ours = SessionRecord(journal: entries, ending: record.ending) else { return true }
        let marks = Set(ours.marks.map(\.number))
        // A clip of one of our marks may have been found whole on the card, without being journalled.
        let clips = marks.union(ours.clips.map(\.number))
        return !marks.isSuperset(of: record.marks.map(\.number)) || !clips.isSuperset(of: record.clips.map(\.number))
            || !Set(ours.ends.map(\.number)).isSuperset(of: record.ends.map(\.number))
    }

    /// True if a record has every mark, clip and end that was acknowledged.
    private static func hasAll(_ record: SessionRecord, of entries: [JournalEntry]) -> Bool {
        guard let ours = SessionRecord(journal: entries, ending: record.ending) else { return false }
        return Set(record.marks.map(\.number)).isSuperset(of: ours.marks.map(\.number))
            && Set(record.clips.map(\.number)).isSuperset(of: ours.clips.map(\.number))
            && Set(record.ends.map(\.number)).isSuperset(of: ours.ends.map(\.number))
    }
}

extension JournalEntry {
    /// True if the entry replaces an earlier one about the same thing, and so may be written again.
    fileprivate var replaces: Bool {
        switch self {
        case .clip, .judged, .end, .notes, .target, .over, .protected, .withdrawn, .impact: true
        case .opened, .dated, .continues, .alone, .joined, .parted, .marked, .lostClip, .closed: false
        }
    }
}
