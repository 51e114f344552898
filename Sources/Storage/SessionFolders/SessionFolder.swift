// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// One open session's folder on the card: its journal, its clips, its stills.
///
/// Thread-bound: the card thread. After an error the same step may be tried again, on this folder or on the one
/// from `Card.reopenSession`.
public final class SessionFolder {
    /// The folder's name, such as `2026-11-20_1403_S07`.
    public let name: String
    let card: Card
    /// The folder, as a whole path.
    let path: String
    private let journal: OpenJournal
    /// The entries of the journal, for the record at the end.
    public var entries: [JournalEntry] { journal.entries }

    /// Makes the journal of a new session with its first lines. When it returns, they are acknowledged.
    init(creating name: String, on card: Card, entries: [JournalEntry]) throws(CardError) {
        self.name = name
        self.card = card
        path = "\(card.path)/\(name)"
        journal = try OpenJournal(creating: "\(path)/\(CardLayout.journal)", on: card, entries: entries)
    }

    /// True if a later version wrote lines of its journal, which this one would lose.
    var hasForeignLines: Bool { journal.foreign > 0 }

    /// Releases the journal. Nothing more can be written to this folder object.
    public func letGo() { journal.close() }

    /// Goes on with an existing journal.
    init(continuing name: String, on card: Card, journal: OpenJournal) throws(CardError) {
        self.name = name
        self.card = card
        path = "\(card.path)/\(name)"
        self.journal = journal
        try journal.dropTorn()
    }

    /// Writes a line and syncs it. When it returns, the entry is acknowledged: no later power cut loses anything of it.
    ///
    /// An entry that is the journal's last line already isn't written again: its sync may have failed although the line was kept. A clip that
    /// is said to be lost leaves nothing behind of what was written of it.
    public func append(_ entry: JournalEntry) throws(CardError) {
        try card.attempt { () throws(CardError) in
            if case .lostClip(let number, _) = entry { try removePart(ofClip: number) }
            try journal.append(entry)
        }
    }

    /// Begins a clip's file, under a temporary name until it is whole.
    /// - Parameter expectedBytes: the length of the clip, if it is known: a clip that doesn't fit is refused at once.
    public func beginClip(number: Int, kind: ClipPlan.Kind, expectedBytes: Int64 = 0) throws(CardError) -> PendingClip {
        try card.attempt { () throws(CardError) in
            try card.requireFolder("\(path)/\(CardLayout.clips)")
            return try PendingClip(
                file: CardLayout.clipFile(number: number, kind: kind), session: path, card: card,
                expectedBytes: expectedBytes)
        }
    }

    /// Files the still of a clip: `thumbs/01.jpg`.
    /// - Parameter isUnmirrored: true for the still of a mirrored clip as the camera saw it: `thumbs/01_unmirrored.jpg`.
    public func writeStill(_ jpeg: [UInt8], number: Int, isUnmirrored: Bool = false) throws(CardError) {
        try card.attempt { () throws(CardError) in
            try card.requireRoom(for: Int64(jpeg.count))
            try card.requireFolder("\(path)/\(CardLayout.stills)")
            let still = isUnmirrored ? CardLayout.unmirroredStillFile(number: number) : CardLayout.stillFile(number: number)
            try card.files.replace("\(path)/\(still)", with: jpeg)
        }
    }

    /// Files the session: its clips get their final names and their arrows' scores, then its record and its pages are written, then the
    /// journal is removed, then the index is updated.
    ///
    /// As long as the journal is there after a power cut, the next start takes the same steps. A session that continues another one keeps
    /// its journal until the two are joined, so that the next start finds it.
    /// - Parameter between: called between two pieces of a clip that is copied, for more urgent work; it may append to this session.
    /// - Returns: the session as it lies on the card now.
    @discardableResult
    public func close(
        _ ending: SessionRecord.Ending,
        between: @escaping () throws(CardError) -> Void = {}
    ) throws(CardError) -> SessionRecord {
        try card.attempt { () throws(CardError) in
            try fileClips(between: between)
            try removeOldNames()
            // A session that a power cut ended was never closed by anybody.
            if journal.isOpen, ending == .stopped { try append(.closed) }
            guard let record = SessionRecord(journal: entries, ending: ending) else {
                throw .failed(operation: "close", subject: name, reason: .noFirstLine)
            }
            let file = "\(path)/\(CardLayout.record)"
            // If an old record can't be read, nothing in it is worth keeping: the journal has everything.
            let old = try? card.files.contents(of: file)
            try card.makeWay(for: file)
            let recorded = try card.recordedPictures(of: record, named: name)
            try card.files.replace(file, with: try SessionFile.bytes(of: record, keeping: old, recorded: recorded))
            try writePages(of: record, recorded: recorded)
            guard record.continues == nil else {
                card.indexClosed(name, record)
                return record
            }
            // The journal is held until its name is gone, so that nobody else makes a record of it.
            try card.files.removeIfThere("\(path)/\(CardLayout.journal)")
            journal.close()
            try card.files.syncFolder(path)
            card.indexClosed(name, record)
            return record
        }
    }

    /// Files the clips. The journal has each clip's new name before the file with the old name is removed. Scores that come while a clip is
    /// copied count too.
    private func fileClips(between: @escaping () throws(CardError) -> Void) throws(CardError) {
        let filing = ClipFiling(card: card, folder: path, between: between)
        var told: [EndRecord]?
        while let record = SessionRecord(journal: entries, ending: .stopped), record.ends != told {
            told = record.ends
            // A deleted clip may be removed any moment, so it isn't copied; if it is restored, it is filed then.
            for clip in record.keptClips {
                try bringBack(clip)
                var clip = clip
                var filed = try filing.file(clip, of: record)
                if filed.recorded != clip.recorded {
                    // Facts that only the file had are in the journal before the file changes.
                    try append(.clip(filed))
                    clip = filed
                    filed = try filing.file(clip, of: record)
                }
                guard filed != clip else { continue }
                try append(.clip(filed))
                guard try card.files.isFile("\(path)/\(clip.file)") else { continue }
                try card.files.remove("\(path)/\(clip.file)")
                try card.files.syncFolder(CardLayout.folder(of: "\(path)/\(clip.file)"))
            }
        }
    }

    /// Removes files with old names: if the card was pulled after the journal's line and before the old file's removal, the clip has both
    /// names.
    private func removeOldNames() throws(CardError) {
        guard let record = SessionRecord(journal: entries, ending: .stopped) else { return }
        let names = Dictionary(record.clips.map { ($0.number, $0.file) }) { $1 }
        let inUse = Set(record.clips.map { $0.file.lowercased() })
        for case .clip(let earlier) in entries where CardLayout.isClipFile(earlier.file) && !inUse.contains(earlier.file.lowercased()) {
            guard let name = names[earlier.number], CardLayout.isClipFile(name), try card.files.isFile("\(path)/\(earlier.file)"),
                (try? MP4Inspection(path: "\(path)/\(name)", files: card.files)) != nil
            else { continue }
            try card.files.remove("\(path)/\(earlier.file)")
            try card.files.syncFolder(CardLayout.folder(of: "\(path)/\(earlier.file)"))
        }
    }

    /// Writes the pages. They can be made again from the record at any time (`vir card rebuild`), so a refused page keeps no session open.
    private func writePages(of record: SessionRecord, recorded: [Int: RecordedPicture]) throws(CardError) {
        do {
            try card.writePages(of: record, named: name, recorded: recorded)
        } catch {
            guard case .failed = error, (try? card.files.isFolder(path)) == true else { throw error }
            card.note("\(name): its page isn't written: \(error)")
        }
    }
}
