// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What `Card.recover` found and did.
public struct RecoveryReport: Hashable, Sendable {
    public struct Session: Hashable, Sendable {
        public var name: String
        public var marks: Int
        public var clips: Int
    }

    /// Sessions that a cut had left open.
    public var recovered: [Session] = []
    /// Clips that were whole but not journalled any more, as `session/clips/01.mp4`.
    public var adoptedClips: [String] = []
    /// Sessions that another program is recording: nothing of theirs is looked at.
    public var recordedElsewhere: [String] = []
    /// The session that goes on although the run that opened it has ended.
    public var continued: ContinuedSession?
    /// Half-written files, and folders of sessions that a cut kept from beginning.
    public var removed: [String] = []
    /// What couldn't be made good, and why.
    public var problems: [String] = []
    /// Whether every page and the index are what they are to be. One that the card refused is among the problems.
    public var hasPagesAndIndex = true

    /// One line for each thing that was done.
    public var deeds: [String] {
        let goesOn = continued.map {
            ["\($0.name) goes on; \(counted($0.record.marks.count, "mark")) and \(counted($0.record.clips.count, "clip")) are safe"]
        }
        return
            ((goesOn ?? [])
            + recovered.map { "\($0.name) was cut off; \(counted($0.marks, "mark")) and \(counted($0.clips, "clip")) are safe" }
            + adoptedClips.map { "\($0) was whole and is kept" }
            + removed.map { "\($0) was unfinished and is removed" }).map(PageText.line)
    }

    /// One line for each thing that wasn't as it should be.
    public var complaints: [String] { problems.map(PageText.line) }

    public var lines: [String] { deeds + complaints }
}

/// One pass over the card at the start. Every step leaves the journal in place until the record that replaces it is safe.
struct Recovery {
    let card: Card
    /// The session that is to stay open, by its journal's first line.
    let open: SessionHeader?
    private(set) var report = RecoveryReport()

    init(card: Card, leavingOpen open: SessionHeader? = nil) {
        self.card = card
        self.open = open
    }

    private var files: any FileSystem { card.files }

    /// - Parameter progress: hears how many of how many names on the card were looked at.
    mutating func run(progress: Progress = { _, _ in }) throws(CardError) {
        let names = try files.list(card.path)
        try removeParts(in: card.path, called: "", CardLayout.isCardPart)
        for (index, name) in names.enumerated() {
            try attempt(name) { recovery throws(CardError) in
                guard try recovery.files.isFolder("\(recovery.card.path)/\(name)") else { return }
                if CardLayout.sessionNumber(inName: name) != nil { try recovery.recover(name) } else { try recovery.finishDeleting(name) }
            }
            progress(index + 1, names.count)
        }
    }

    /// Brings the index in line with the sessions, after all else.
    mutating func reconcileIndex() throws(CardError) {
        try attemptIndexing(CardLayout.index) { recovery throws(CardError) in try recovery.card.reconcileIndex() }
    }

    /// What was noticed meanwhile belongs into the report.
    mutating func takeNotes() {
        report.problems += card.takeNotes()
    }

    /// Does one thing of many: what goes wrong with it is a line of the report, and never the end of the recovery. Only a card that is away
    /// or takes nothing at all is.
    /// - Returns: whether it was done.
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

        let old = try recordBytes(in: folder)
        let content = old.map(SessionFile.content)
        if case .later(let version)? = content {
            report.problems.append("\(name): was written by a later VIR (version \(version)) and is left alone")
            return
        }
        let wasClosed = journal.entries.last == .closed
        guard var record = SessionRecord(journal: journal.entries, ending: wasClosed ? .stopped : .recovered) else {
            if case .record? = content { try removeJournal(in: folder) } else { try removeUnbegun(name) }
            return
        }
        let told = record.clips
        try adoptClips(of: name, into: &record)
        let session = try SessionFolder(continuing: name, on: card, journal: journal)
        for clip in record.clips where !told.contains(clip) { try session.append(.clip(clip)) }
        let removed = try session.finishRemovals()
        report.removed += record.clips.filter { removed.contains($0.number) }.map { "\(name)/\($0.file)" }
        let goesOn = open.map { record.header == $0 && name == CardLayout.sessionName($0) } ?? false
        if goesOn, !wasClosed {
            for index in record.clips.indices where removed.contains(record.clips[index].number) { record.clips[index].remove() }
            record.lostClips += try loseClips(of: record, in: session)
            report.continued = ContinuedSession(name: name, record: record, journal: session.entries)
            return
        }
        record = try session.close(record.ending)
        if goesOn { report.continued = ContinuedSession(name: name, record: record, journal: record.journal) }
        report.recovered.append(.init(name: name, marks: record.marks.count, clips: record.clips.count))
    }

    // MARK: A session that goes on

    /// The footage of a mark without a clip was in the memory of the run that has ended: from now on the journal says so.
    private func loseClips(of record: SessionRecord, in session: SessionFolder) throws(CardError) -> [Int] {
        let settled = Set(record.clips.map(\.number) + record.lostClips)
        let lost = record.marks.map(\.number).filter { !settled.contains($0) }
        for number in lost { try session.append(.lostClip(number: number, reason: "the program ended before it was written")) }
        return lost
    }

    /// A session that was filed and then gone on with, but not marked in since, has no journal.
    private mutating func noteWaiting(_ name: String) throws(CardError) {
        guard let open, name == CardLayout.sessionName(open), let bytes = try recordBytes(in: "\(card.path)/\(name)"),
            case .record(let record) = SessionFile.content(bytes), record.header == open
        else { return }
        report.continued = ContinuedSession(name: name, record: record, journal: record.journal)
    }

    private func recordBytes(in folder: String) throws(CardError) -> [UInt8]? {
        let file = "\(folder)/\(CardLayout.record)"
        return try files.isFile(file) ? try files.contents(of: file) : nil
    }

    private func removeJournal(in folder: String) throws(CardError) {
        try files.remove("\(folder)/\(CardLayout.journal)")
        try files.syncFolder(folder)
    }

    /// Takes away what VIR was writing when it was cut off: regular files of the names that it gives them. A person's own `film.mp4.part`
    /// is none of these, and neither is a folder or a link, whatever it is called.
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

    /// Takes away the folder of a session that was cut off before its first line was whole. One with anything in it stays.
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

    /// A clip is filed before it is journalled; a cut between the two leaves one that only its name tells of.
    private mutating func adoptClips(of name: String, into record: inout SessionRecord) throws(CardError) {
        let folder = "\(card.path)/\(name)/\(CardLayout.clips)"
        guard try files.isFolder(folder) else { return }
        let known = Set(record.clips.map(\.file))
        for entry in try files.list(folder) {
            let file = "\(CardLayout.clips)/\(entry)"
            guard let clip = CardLayout.clip(named: entry), !known.contains(file) else { continue }
            guard try files.isFile("\(folder)/\(entry)") else {
                report.problems.append("\(name)/\(file): is no file and is left alone")
                continue
            }
            switch try inspect("\(folder)/\(entry)") {
            case .failure(let fault):
                try setAside(file, of: name, because: fault)
            case .success(let movie):
                if let index = record.clips.firstIndex(where: { clip.isOf($0.number, $0.kind) }) {
                    guard !record.clips[index].isRemoved else {
                        report.problems.append("\(name)/\(file): has the number of a clip that was deleted; it is left alone")
                        continue
                    }
                    try settle(file, showing: movie, beside: &record.clips[index], of: name)
                    continue
                }
                let isMarks = record.marks.contains { $0.number == clip.number }
                record.clips.append(
                    ClipRecord(
                        number: clip.number, kind: clip.kind != .mark ? clip.kind : isMarks ? .mark : .tail,
                        file: file, firstFrame: ClipRecord.unknownFrame,
                        lastFrame: ClipRecord.unknownFrame, seconds: movie.seconds, isCutShort: false))
                report.adoptedClips.append("\(name)/\(file)")
            }
        }
        record.clips.sort { $0.number < $1.number }
    }

    /// A cut came while a clip got its final name: it has two files, or one under a name that the journal doesn't have yet. The one
    /// that the journal names counts if it is whole; a file that shows something else isn't this clip, and stays.
    private mutating func settle(
        _ file: String, showing movie: MP4Inspection, beside clip: inout ClipRecord,
        of name: String
    ) throws(CardError) {
        let folder = "\(card.path)/\(name)"
        guard CardLayout.isClipFile(clip.file) else {
            clip.file = file
            return
        }
        switch try inspect("\(folder)/\(clip.file)") {
        case .success(movie):
            try files.remove("\(folder)/\(file)")
            try files.syncFolder("\(folder)/\(CardLayout.clips)")
            report.removed.append("\(name)/\(file)")
        case .success:
            report.problems.append("\(name)/\(file): has the number of \(clip.file), but isn't that clip; it is left alone")
        case .failure(let fault):
            if try files.isFile("\(folder)/\(clip.file)") { try setAside(clip.file, of: name, because: fault) }
            clip.file = file
        }
    }

    private func inspect(_ path: String) throws(CardError) -> Result<MP4Inspection, MP4Fault> {
        do throws(MP4Fault) {
            return .success(try MP4Inspection(path: path, files: files))
        } catch {
            if case .unread(let refusal) = error { throw refusal }
            return .failure(error)
        }
    }

    /// Keeps what isn't a whole clip, but not under a clip's name.
    private mutating func setAside(_ file: String, of name: String, because fault: MP4Fault) throws(CardError) {
        let path = "\(card.path)/\(name)/\(file)"
        let aside = try files.moveAside(path)
        try files.syncFolder(CardLayout.folder(of: path))
        report.problems.append("\(name)/\(file): \(fault); it is kept as \(aside.split(separator: "/").last ?? "")")
    }
}
