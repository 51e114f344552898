// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Checks and repairs a card from the command line: `vir card check`, `rebuild` and `list`.
///
/// While a run records onto the card, `check` sees only what is already safe, and `rebuild` is refused. Thread-bound.
public struct CardCheck {
    /// Checks everything on the card and changes nothing.
    /// - Parameter progress: called with the number of sessions checked and the number of all sessions.
    /// - Throws: `CardError` if the folder itself can't be read. A session that can't be read is a fault, and hides no other.
    public static func check(_ path: String, files: (any FileSystem)? = nil, progress: Progress = { _, _ in }) throws(CardError) -> CardReport {
        let card = try card(at: path, files: files)
        var check = CardCheck(card: card)
        for name in try card.files.list(card.path) { check.noteStray(name, in: nil, CardLayout.isCardPart) }
        for name in try card.foreignNames() { check.report.remarks.append("\(name): its record can't be read, so it isn't taken as a session") }
        let names = try card.sessionNames()
        var owners: [String: String] = [:]
        for (index, name) in names.enumerated() {
            let session = try card.storedSession(named: name)
            if let id = session.record?.header.id {
                if let first = owners[id] { check.report.remarks.append("\(name): is a copy of \(first); both are shown") }
                owners[id] = owners[id] ?? name
            }
            do {
                try check.look(at: session)
            } catch {
                guard case .failed = error else { throw error }
                check.fault(session, "\(error)")
            }
            progress(index + 1, names.count)
        }
        return check.report
    }

    /// Repairs what power cuts left, and makes the pages and the index anew from the sessions' records.
    /// - Parameter progress: called with the amount of work that is done and the whole amount.
    public static func rebuild(
        _ path: String, files: (any FileSystem)? = nil, hasIndex: Bool = true,
        progress: @escaping Progress = { _, _ in }
    ) throws(CardError) -> RecoveryReport {
        let card = try card(at: path, files: files, hasIndex: hasIndex)
        return try Language.speaking(SettingsFile.language(ofCard: card.path, files: card.files)) { () throws(CardError) in
            try card.attempt { () throws(CardError) in
                var rebuild = CardRebuild(card: card, progress: progress)
                return try rebuild.run()
            }
        }
    }

    /// Returns every session, by name and so by time. It reads the sessions themselves, so it works on a read-only card too.
    public static func list(_ path: String, files: (any FileSystem)? = nil) throws(CardError) -> [StoredSession] {
        try card(at: path, files: files).sessions()
    }

    /// Returns true if a VIR has recorded onto this folder: it has a card's files, or sessions. A folder that can't be read counts as one.
    public static func isCard(_ path: String, files: (any FileSystem)? = nil) -> Bool {
        let files = files ?? POSIXFileSystem(root: path)
        guard !ExportFolder.isCard(path, files: files) else { return true }
        guard let names = try? Card(path: path, files: files, hasIndex: false).sessionNames() else { return true }
        return !names.isEmpty
    }

    private static func card(at path: String, files: (any FileSystem)?, hasIndex: Bool = false) throws(CardError) -> Card {
        let card = Card(path: path, files: files ?? POSIXFileSystem(root: path), hasIndex: hasIndex)
        guard try card.files.isFolder(card.path) else {
            throw .failed(operation: "read the card", subject: path, reason: .isNoFolder)
        }
        return card
    }

    // MARK: One session

    private let card: Card
    private var report = CardReport()

    private init(card: Card) {
        self.card = card
    }

    private mutating func look(at session: StoredSession) throws(CardError) {
        report.sessions += 1
        for sentence in session.brokenLines.sentences { fault(session, sentence) }
        try noteStrays(in: session.name, CardLayout.isSessionPart)
        try noteStrays(in: "\(session.name)/\(CardLayout.clips)", CardLayout.isClipPart)
        try noteStrays(in: "\(session.name)/\(CardLayout.stills)", CardLayout.isStillPart)
        try noteStrays(in: "\(session.name)/\(CardLayout.pictures)", CardLayout.isPicturePart)
        try noteDoomed(in: "\(session.name)/\(CardLayout.clips)")
        switch session.state {
        case .unreadable(let reason):
            fault(session, reason)
        case .later(let version):
            report.remarks.append("\(session.name): was written by a later VIR (version \(version))")
        case .open(let record):
            let isRecorded = (try? card.isRecordedElsewhere(session.name)) ?? false
            let left = record.continues.map { "continues \($0.folder); the next start, or vir card rebuild, joins the two" }
            let state = isRecorded ? "\(Message.isRecordedElsewhere)" : left ?? "is still open; the next start, or vir card rebuild, closes it"
            report.remarks.append("\(session.name): \(state)")
            try look(at: record, of: session, isOpen: true)
        case .closed(let record):
            try look(at: record, of: session, isOpen: false)
        }
    }

    private mutating func look(at record: SessionRecord, of session: StoredSession, isOpen: Bool) throws(CardError) {
        report.marks += record.marks.count
        report.clips += record.keptClips.count
        if Set(record.marks.map(\.number)).count < record.marks.count { fault(session, "two marks have the same number") }
        for clip in record.clips { try look(at: clip, of: session) }
        let settled = Set(record.clips.map(\.number) + record.lostClips)
        for mark in record.marks where !settled.contains(mark.number) {
            // A power cut loses footage that was only in memory. Only the mark itself was acknowledged.
            if isOpen || record.ending == .recovered {
                report.remarks.append("\(session.name): mark \(mark.number) has no clip; the run ended before it was written")
            } else {
                fault(session, "mark \(mark.number) has no clip")
            }
        }
        for number in record.lostClips { report.remarks.append("\(session.name): clip \(number) has no film: it was lost, or wasn't to be kept") }
        try lookForUnknownClips(record, of: session, isOpen: isOpen)
        look(at: record.ends, of: record, in: session, isOpen: isOpen)
    }

    /// Checks that arrows lead to clips that are known, and that a clip's file name has its arrow's score.
    private mutating func look(at ends: [EndRecord], of record: SessionRecord, in session: StoredSession, isOpen: Bool) {
        report.arrows += record.arrowCount
        let known = Set(record.clips.map(\.number) + record.lostClips)
        for end in ends {
            for arrow in end.arrows {
                // The clip may be of the session that this one continues.
                if let clip = arrow.clip, !known.contains(clip), record.continues?.numbers.own(clip) != nil || record.continues == nil {
                    report.remarks.append("\(session.name): arrow \(arrow.number) of end \(end.number) is linked to clip \(clip), which there isn't")
                }
            }
        }
        guard !isOpen else { return }
        for clip in record.keptClips {
            let label = record.arrow(ofClip: clip.number).flatMap { $0.end.isDone ? $0.entry.score.label : nil }
            if clip.file != CardLayout.clipFile(number: clip.number, kind: clip.kind, label: label) {
                report.remarks.append("\(session.name): \(clip.file) is called otherwise than its arrow scored")
            }
        }
    }

    private mutating func look(at clip: ClipRecord, of session: StoredSession) throws(CardError) {
        // The name comes from a file that anybody may have edited, so it mustn't lead out of the session's folder.
        guard CardLayout.isClipFile(clip.file) else {
            return fault(session, "clip \(clip.number) is said to be at \(clip.file)")
        }
        let isThere = try card.files.isFile("\(card.path)/\(session.name)/\(clip.file)")
        if clip.isRemoved {
            if isThere { report.remarks.append("\(session.name): \(clip.file) is there, although its deletion was final") }
            return
        }
        if clip.isDeleted, !isThere {
            report.remarks.append("\(session.name): \(clip.file) was deleted, and there is nothing to restore")
            return
        }
        do {
            _ = try MP4Inspection(path: "\(card.path)/\(session.name)/\(clip.file)", files: card.files)
        } catch {
            fault(session, "\(clip.file): \(error)")
        }
    }

    private mutating func lookForUnknownClips(
        _ record: SessionRecord, of session: StoredSession,
        isOpen: Bool
    ) throws(CardError) {
        let folder = "\(card.path)/\(session.name)/\(CardLayout.clips)"
        guard try card.files.isFolder(folder) else { return }
        let known = Set(record.clips.map(\.file))
        for name in try card.files.list(folder) where CardLayout.clip(named: name) != nil {
            let file = "\(CardLayout.clips)/\(name)"
            guard !known.contains(file) else { continue }
            guard try card.files.isFile("\(folder)/\(name)") else {
                report.remarks.append("\(session.name): \(file) is no file")
                continue
            }
            do {
                _ = try MP4Inspection(path: "\(folder)/\(name)", files: card.files)
                report.remarks.append("\(session.name): \(file) is whole, but the session doesn't know it")
            } catch {
                fault(session, "\(file): \(error)")
            }
        }
    }

    private mutating func noteStrays(in place: String, _ isOurs: (String) -> Bool) throws(CardError) {
        let folder = "\(card.path)/\(place)"
        do {
            guard try card.files.isFolder(folder) else { return }
            for name in try card.files.list(folder) { noteStray(name, in: place, isOurs) }
        } catch {
            guard case .failed = error else { throw error }
            report.faults.append("\(place): \(error)")
        }
    }

    private mutating func noteDoomed(in place: String) throws(CardError) {
        guard (try? card.files.isFolder("\(card.path)/\(place)")) == true else { return }
        for name in try card.files.list("\(card.path)/\(place)") where CardLayout.isDoomedClip(name) {
            report.remarks.append("\(place)/\(name): is being removed; the next start finishes that")
        }
    }

    private mutating func noteStray(_ name: String, in place: String?, _ isOurs: (String) -> Bool) {
        let file = place.map { "\($0)/\(name)" } ?? name
        if isOurs(name), (try? card.files.isFile("\(card.path)/\(file)")) == true {
            report.remarks.append("\(file): was never finished; the next start removes it")
        } else if CardLayout.isAside(name) {
            report.remarks.append("\(file): was found damaged")
        }
    }

    private mutating func fault(_ session: StoredSession, _ words: String) {
        report.faults.append("\(session.name): \(words)")
    }
}
