// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// A session that continues another one is joined to it in three steps:
//
// 1. The older session's journal gets all lines of the later one. It is replaced as a whole, so a power cut leaves either two linked
//    sessions or one joined session. Its line `joined` names the later session's folder.
// 2. The clips, stills and pictures move to the older session's folder.
// 3. The later session's folder is deleted.
//
// The older session keeps its journal until the third step is done, so the next start finds what a power cut interrupted.
extension Card {
    /// Joins a session to the older one, which it continues, and leaves that one open.
    ///
    /// Repeating it after a refusal goes on where it was refused. Nobody may have either of the two open.
    /// - Parameters:
    ///   - name: the folder of the later session.
    ///   - link: the session that it continues.
    /// - Returns: the older session, which has everything now; `nil` if it isn't there, is over, or has marks, clips or ends with the same
    ///   numbers. Then nothing has changed.
    public func join(_ name: String, _ link: SessionLink) throws(CardError) -> SessionFolder? {
        try attempt { () throws(CardError) in
            guard let into = try folder(of: SessionKey(card: id, id: link.id, folder: link.folder)), into != name else { return nil }
            if let joined = try joinedAlready(name, into) { return joined }
            guard try files.isFolder("\(path)/\(name)"), let earlier = try session(named: into).record, let record = try session(named: name).record,
                record.continues == link, earlier.takes(record, behind: link.end), let later = try resumeSession(named: name),
                !later.hasForeignLines
            else { return nil }
            guard let older = try resumeSession(named: into), !older.hasForeignLines else { return nil }
            let entries = Self.lines(of: older.entries, with: later.entries, named: name, record.header.id)
            let joined = try SessionFolder(creating: into, on: self, entries: entries)
            older.letGo()
            later.letGo()
            try finishJoining(joined)
            return joined
        }
    }

    /// Returns the older session if its journal has the lines of the later one by now.
    private func joinedAlready(_ name: String, _ into: String) throws(CardError) -> SessionFolder? {
        guard try files.isFile(journalPath(of: into)), Self.joins(try Journal.read(journalPath(of: into), files: files).entries, name),
            let joined = try resumeSession(named: into)
        else { return nil }
        try finishJoining(joined)
        return joined
    }

    private static func joins(_ journal: [JournalEntry], _ name: String) -> Bool {
        journal.contains { if case .joined(name, _) = $0 { true } else { false } }
    }

    /// Returns the journal of a session that was joined: the older lines, then the later ones.
    private static func lines(of older: [JournalEntry], with later: [JournalEntry], named name: String, _ id: String?) -> [JournalEntry] {
        let kept = later.filter { entry in
            switch entry {
            // The date was that of the later session.
            case .opened, .dated, .continues, .closed: false
            default: true
            }
        }
        return older.filter { $0 != .closed } + [.joined(folder: name, id: id)] + kept
    }

    /// Moves the files of all sessions that were joined to this one, and deletes their folders. Repeating it changes nothing more.
    func finishJoining(_ session: SessionFolder) throws(CardError) {
        for case .joined(let name, let id) in session.entries where CardLayout.mayBeSession(name) && name != session.name {
            guard case .opened(let header)? = session.entries.first else { return }
            let key = SessionKey(card: self.id, id: header.id, folder: session.name)
            joined.withLock { $0[name] = key }
            guard try files.isFolder("\(path)/\(name)"), try holds(name, id) else { continue }
            try moveFiles(of: name, to: session.name)
            try deleteSession(named: name)
        }
    }

    /// Returns the key under which a session is found: that of the session to which it was joined during this run, or its own.
    public func present(_ key: SessionKey) -> SessionKey {
        guard key.isOn(id) else { return key }
        return joined.withLock { $0[key.folder] } ?? key
    }

    private func moveFiles(of name: String, to other: String) throws(CardError) {
        for part in [CardLayout.clips, CardLayout.stills, CardLayout.pictures] where try files.isFolder("\(path)/\(name)/\(part)") {
            try move("\(path)/\(name)/\(part)", to: "\(path)/\(other)/\(part)")
        }
        // Somebody may have put something into the folder.
        let ours = [CardLayout.journal, CardLayout.record, CardLayout.page] + CardLayout.besideThePage
        let parts = [CardLayout.clips, CardLayout.stills, CardLayout.pictures]
        for file in try files.list("\(path)/\(name)") where !(ours + parts).contains(file) && !CardLayout.isSessionPart(file) {
            try files.rename("\(path)/\(name)/\(file)", to: try freePlace(for: file, in: "\(path)/\(other)"))
        }
        try files.syncFolder("\(path)/\(other)")
    }

    private func move(_ folder: String, to other: String) throws(CardError) {
        let names = try files.list(folder)
        guard !names.isEmpty else { return }
        try requireFolder(other)
        for name in names {
            let place = "\(other)/\(name)"
            if try files.isFile(place), try files.size(of: place) == files.size(of: "\(folder)/\(name)") {
                // After a power cut the file may have both names.
                if CardLayout.pictureNumber(name) == nil { continue }
            }
            try files.rename("\(folder)/\(name)", to: try freePlace(for: name, in: other))
        }
        try files.syncFolder(other)
        try files.syncFolder(folder)
    }

    /// Returns the path of a file in a folder, with another name if the folder has a file of that name. Pictures count on.
    private func freePlace(for name: String, in folder: String) throws(CardError) -> String {
        guard try files.kind(of: "\(folder)/\(name)") != nil else { return "\(folder)/\(name)" }
        if CardLayout.pictureNumber(name) != nil {
            let highest = try files.list(folder).compactMap(CardLayout.pictureNumber).max() ?? 0
            return "\(CardLayout.folder(of: folder))/\(CardLayout.pictureFile(number: highest + 1))"
        }
        var number = 2
        while try files.kind(of: "\(folder)/joined-\(number)-\(name)") != nil { number += 1 }
        return "\(folder)/joined-\(number)-\(name)"
    }
}

extension SessionRecord {
    /// True if the record of a later session can be joined to this one: nothing in it has a number that this session has used since.
    /// - Parameter end: the first end that may have marks of both.
    fileprivate func takes(_ later: SessionRecord, behind end: Int) -> Bool {
        let shot = Set(ends.filter { $0.number >= end && !$0.isOpen }.map(\.number))
        return over == nil && Set(marks.map(\.number)).isDisjoint(with: later.marks.map(\.number))
            && Set(clips.map(\.number)).isDisjoint(with: later.clips.map(\.number)) && shot.isDisjoint(with: later.ends.map(\.number))
    }
}
