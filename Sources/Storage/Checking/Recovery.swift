// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The result of `Card.recover`.
public struct RecoveryReport: Hashable, Sendable {
    /// A session whose record was made from its journal, with the numbers of its marks and clips.
    public struct Session: Hashable, Sendable {
        public var name: String
        public var marks: Int
        public var clips: Int
    }

    /// Sessions that a power cut had left open.
    public var recovered: [Session] = []
    /// Clips that were whole but not journalled, as `session/clips/01.mp4`.
    public var adoptedClips: [String] = []
    /// Sessions that another program is recording: nothing of theirs is read.
    public var recordedElsewhere: [String] = []
    /// The session that goes on although the run that opened it has ended.
    public var continued: ContinuedSession?
    /// Sessions that were joined to the session that they continue, or that stand alone because that session isn't there; a line for each.
    public var joined: [String] = []
    /// Half-written files, and folders of sessions that a power cut kept from beginning.
    public var removed: [String] = []
    /// The problems that couldn't be repaired, and why.
    public var problems: [String] = []
    /// True if every page and the index are up to date. Those that the card refused are among the problems.
    public var hasPagesAndIndex = true

    /// The things that were done, one line each.
    public var deeds: [String] {
        let goesOn = continued.map {
            ["\($0.key.folder) goes on; \(counted($0.record.marks.count, "mark")) and \(counted($0.record.clips.count, "clip")) are safe"]
        }
        return
            ((goesOn ?? [])
            + recovered.map { "\($0.name) was cut off; \(counted($0.marks, "mark")) and \(counted($0.clips, "clip")) are safe" }
            + adoptedClips.map { "\($0) was whole and is kept" } + joined
            + removed.map { "\($0) was unfinished and is removed" }).map(PageText.line)
    }

    /// The problems, one line each.
    public var complaints: [String] { problems.map(PageText.line) }

    public var lines: [String] { deeds + complaints }
}

/// One pass over the card at the start. Every step leaves the journal in place until the record that replaces it is safe.
struct Recovery {
    let card: Card
    /// The session that is to stay open, by its journal's first line.
    let open: SessionHeader?
    var report = RecoveryReport()
    /// The sessions that continue another one.
    var linked: [String] = []

    init(card: Card, leavingOpen open: SessionHeader? = nil) {
        self.card = card
        self.open = open
    }

    var files: any FileSystem { card.files }

    /// - Parameter progress: called with the number of names on the card that were examined and the number of all names.
    mutating func run(progress: Progress = { _, _ in }) throws(CardError) {
        card.isIndexAwaited.store(true, ordering: .relaxed)
        let names = try files.list(card.path)
        if try !card.sessionNames().isEmpty { try attempt(CardLayout.identity) { recovery throws(CardError) in try recovery.card.writeIdentity() } }
        try removeParts(in: card.path, called: "", CardLayout.isCardPart)
        try finishJoins(names)
        for (index, name) in names.enumerated() {
            try attempt(name) { recovery throws(CardError) in
                guard try recovery.files.isFolder("\(recovery.card.path)/\(name)") else { return }
                if try recovery.card.isSession(name) { try recovery.recover(name) } else { try recovery.finishDeleting(name) }
            }
            progress(index + 1, names.count)
        }
        try joinLinked()
    }

    /// Brings the index in line with the sessions, after everything else.
    mutating func reconcileIndex() throws(CardError) {
        try attemptIndexing(CardLayout.index) { recovery throws(CardError) in try recovery.card.reconcileIndex() }
    }

    /// Adds the card's notes to the report.
    mutating func takeNotes() {
        report.problems += card.takeNotes()
    }

    /// Does one thing of many. If it fails, that is a line of the report and never the end of the recovery, unless the card is away or
    /// takes nothing at all.
    /// - Returns: true if it was done.
    @discardableResult
    mutating func attempt(_ subject: String, _ body: (inout Recovery) throws(CardError) -> Void) throws(CardError) -> Bool {
        do {
            try body(&self)
            return true
        } catch {
            switch error {
            case .absent, .readOnly: throw error
            case .full, .failed: report.problems.append("\(subject): \(error)")
            }
            return false
        }
    }

    /// Does something for the pages or the index, as `attempt` does.
    mutating func attemptIndexing(_ subject: String, _ body: (inout Recovery) throws(CardError) -> Void) throws(CardError) {
        if try !attempt(subject, body) { report.hasPagesAndIndex = false }
    }

    private mutating func finishDeleting(_ name: String) throws(CardError) {
        guard name.hasSuffix(CardLayout.deletedSuffix) else { return }
        let session = String(name.dropLast(CardLayout.deletedSuffix.count))
        guard CardLayout.sessionNumber(inName: session) != nil else { return }
        try files.removeTree("\(card.path)/\(name)")
        try files.syncFolder(card.path)
        report.removed.append(session)
    }

    private mutating func recover(_ name: String) throws(CardError) {
        let folder = "\(card.path)/\(name)"
        let isBegun = try files.isFile(card.journalPath(of: name))
        let journal = isBegun ? try card.openJournal(of: name) : nil
        guard journal != nil || !isBegun else {
            report.recordedElsewhere.append(name)
            report.problems.append("\(name): \(Message.isRecordedElsewhere); it is left alone")
            return
        }
        try removeParts(in: folder, called: name, CardLayout.isSessionPart)
        for (part, isOurs) in [
            (CardLayout.clips, CardLayout.isClipPart), (CardLayout.stills, CardLayout.isStillPart), (CardLayout.pictures, CardLayout.isPicturePart),
        ]
        where try files.isFolder("\(folder)/\(part)") {
            try removeParts(in: "\(folder)/\(part)", called: "\(name)/\(part)", isOurs)
        }
        guard let journal else {
            try noteWaiting(name)
            if try !files.isFile("\(folder)/\(CardLayout.record)") { try removeUnbegun(name) }
            return
        }
        report.problems += journal.broken.sentences.map { "\(name): \($0)" }
        guard journal.foreign == 0 else {
            report.problems.append("\(name): its journal has lines of a later VIR (\(journal.foreign)), and is left alone")
            return
        }

        let old: [UInt8]?
        // The journal has everything that a record would say.
        do throws(CardError) { old = try recordBytes(in: folder) } catch { if card.isOfOneFile(error) { old = nil } else { throw error } }
        if let version = old.flatMap(SessionFile.laterVersion) {
            report.problems.append("\(name): was written by a later VIR (version \(version)) and is left alone")
            return
        }
        let wasClosed = journal.entries.last == .closed
        guard var record = SessionRecord(journal: journal.entries, ending: wasClosed ? .stopped : .recovered) else {
            let before: SessionRecord? = if case .record(let record)? = old.map(SessionFile.content) { record } else { nil }
            if !journal.entries.isEmpty { return try keepHeadless(journal, of: name, after: before) }
            if before != nil { try removeJournal(in: folder) } else { try removeUnbegun(name) }
            return
        }
        let session = try SessionFolder(continuing: name, on: card, journal: journal)
        if try session.settleNames() { record = SessionRecord(journal: session.entries, ending: record.ending) ?? record }
        if record.continues != nil { linked.append(name) }
        let told = record.clips
        try adoptClips(of: name, into: &record)
        for clip in record.clips where !told.contains(clip) { try session.append(.clip(clip)) }
        UnfiledFilm.remove(in: folder, files: files)
        let removed = try session.finishRemovals()
        report.removed += record.clips.filter { removed.contains($0.number) }.map { "\(name)/\($0.file)" }
        let goesOn = try isLeftOpen(record.header, in: name)
        if goesOn, !wasClosed {
            for index in record.clips.indices where removed.contains(record.clips[index].number) { record.clips[index].remove() }
            record.lostClips += try loseClips(of: record, in: session)
            report.continued = ContinuedSession(key: card.key(of: record, in: name), record: record, journal: session.entries)
            return
        }
        record = try session.close(record.ending)
        if goesOn { report.continued = ContinuedSession(key: card.key(of: record, in: name), record: record, journal: record.journal) }
        // It was closed, and has its journal only because it continues another session.
        if wasClosed, record.continues != nil { return }
        report.recovered.append(.init(name: name, marks: record.marks.count, clips: record.clips.count))
    }

    // MARK: A session that goes on

    /// True if this is the session that is to stay open. Of two copies, only the one in the folder that it was left in is.
    private func isLeftOpen(_ header: SessionHeader, in name: String) throws(CardError) -> Bool {
        guard let open, header.asBegun == open.asBegun, report.continued == nil else { return false }
        let own = CardLayout.sessionName(open)
        if name == own { return true }
        return try card.folder(of: SessionKey(id: open.id, folder: own)) == name
    }

    /// Notes in the journal that marks without a clip have lost their footage: it was in the memory of the run that has ended.
    private func loseClips(of record: SessionRecord, in session: SessionFolder) throws(CardError) -> [Int] {
        let settled = Set(record.clips.map(\.number) + record.lostClips)
        let lost = record.marks.map(\.number).filter { !settled.contains($0) }
        for number in lost { try session.append(.lostClip(number: number, reason: "the program ended before it was written")) }
        return lost
    }

    /// Reports the session that goes on if it has no journal: it was filed and continued, but nothing was marked in it since.
    private mutating func noteWaiting(_ name: String) throws(CardError) {
        // Not all records are read: only the one in the session's own folder, and those in folders that a person has renamed.
        guard let open, name == CardLayout.sessionName(open) || CardLayout.sessionNumber(inName: name) == nil,
            let bytes = try recordBytes(in: "\(card.path)/\(name)"),
            case .record(let record) = SessionFile.content(bytes), try isLeftOpen(record.header, in: name)
        else { return }
        report.continued = ContinuedSession(key: card.key(of: record, in: name), record: record, journal: record.journal)
    }

    private func recordBytes(in folder: String) throws(CardError) -> [UInt8]? {
        let file = "\(folder)/\(CardLayout.record)"
        return try files.isFile(file) ? try files.contents(of: file) : nil
    }

    private func removeJournal(in folder: String) throws(CardError) {
        try files.remove("\(folder)/\(CardLayout.journal)")
        try files.syncFolder(folder)
    }

    /// Removes the files that VIR was writing when it was cut off: regular files of the names that it gives them. A person's own
    /// `film.mp4.part` stays, and so does a folder or a link, whatever it is called.
    private mutating func removeParts(in folder: String, called place: String, _ isOurs: (String) -> Bool) throws(CardError) {
        var isAnyGone = false
        for part in try files.list(folder) where isOurs(part) {
            let name = place.isEmpty ? part : "\(place)/\(part)"
            try attempt(name) { recovery throws(CardError) in
                guard try recovery.files.isFile("\(folder)/\(part)") else { return }
                try recovery.files.remove("\(folder)/\(part)")
                recovery.report.removed.append(name)
                isAnyGone = true
            }
        }
        if isAnyGone { try files.syncFolder(folder) }
    }

    /// Removes the folder of a session that was cut off before its first line was whole. A folder with anything in it stays.
    private mutating func removeUnbegun(_ name: String) throws(CardError) {
        let folder = "\(card.path)/\(name)"
        for inner in [CardLayout.clips, CardLayout.stills] where try files.isFolder("\(folder)/\(inner)") {
            guard try files.list("\(folder)/\(inner)").isEmpty else {
                report.problems.append("\(name): has clips, but neither a record nor a readable journal")
                return
            }
        }
        let expected = [CardLayout.journal, CardLayout.clips, CardLayout.stills]
        guard try files.list(folder).allSatisfy(expected.contains) else { return }
        for part in expected { try files.removeIfThere("\(folder)/\(part)") }
        try files.remove(folder)
        try files.syncFolder(card.path)
        report.removed.append(name)
    }

    /// Saves a journal whose first line is broken, with whole lines behind it. Those were acknowledged, so they go to the record, if there
    /// is one. The journal itself is kept aside.
    private mutating func keepHeadless(_ journal: OpenJournal, of name: String, after before: SessionRecord?) throws(CardError) {
        let entries = journal.entries
        journal.close()
        let aside = try files.moveAside(card.journalPath(of: name))
        report.problems.append("\(name): the first line of its journal is broken; it is kept as \(aside.split(separator: "/").last ?? "")")
        guard let before else { return try files.syncFolder("\(card.path)/\(name)") }
        // The record says the marks and the losses that it has; everything else from the journal is said again.
        let (marks, lost) = (Set(before.marks.map(\.number)), Set(before.lostClips))
        let later = entries.filter { entry in
            switch entry {
            case .marked(let mark): !marks.contains(mark.number)
            case .lostClip(let number, _): !lost.contains(number)
            default: true
            }
        }
        // The new journal is whole before the folder is synced with the old one's other name.
        _ = try SessionFolder(creating: name, on: card, entries: before.journal + later)
        try recover(name)
    }
}
