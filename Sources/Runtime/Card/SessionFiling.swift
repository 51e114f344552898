// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Storage

/// Puts the sessions of this run into their folders on the card.
///
/// Thread-bound: the card thread. The lines that were written for a session are remembered for each card separately: a line that was
/// acknowledged on a card stays that card's. A session that goes on after another card was inserted has a part on each.
final class SessionFiling {
    /// The outcome of writing a clip.
    enum Outcome {
        case written(ClipRecord, file: String)
        case lost(reason: Message)
    }

    struct FiledJournal {
        var folder: SessionFolder?
        /// The name of its folder, once that was made.
        var name: String?
        /// The acknowledged lines, for a card that lacks them.
        var entries: [JournalEntry] = []
        /// The numbers of clips whose stills no longer show what was decided about them.
        var outdatedStills: Set<Int> = []
        /// The lines that its journal is to get as soon as its card is inserted again.
        var owed: [JournalEntry] = []
        /// The date that was learnt since its header was written.
        var date: SessionDate?
        /// The session that it is linked to, until it is joined to that or stands alone.
        var older: Older?

        /// The session's own id, as its journal says.
        var id: String? {
            guard case .opened(let header)? = folder?.entries.first ?? entries.first else { return nil }
            return header.id
        }

        /// True if the session is open and has deleted clips that can be restored.
        var hasDeletedClips: Bool {
            guard let folder, let record = SessionRecord(journal: folder.entries, ending: .stopped) else { return false }
            return !record.restorableClips.isEmpty
        }

        /// Appends a line to the session's journal.
        mutating func append(_ entry: JournalEntry, to folder: SessionFolder) throws(CardError) {
            let outdated = Self.outdatedStill(by: entry, in: folder)
            try folder.append(entry)
            entries.append(entry)
            if case .dated(let date) = entry { self.date = date }
            if let outdated { outdatedStills.insert(outdated) }
        }

        private static func outdatedStill(by entry: JournalEntry, in folder: SessionFolder) -> Int? {
            guard case .judged(let number, let judgement) = entry,
                let clip = SessionRecord(journal: folder.entries, ending: .stopped)?.clips.first(where: { $0.number == number })
            else { return nil }
            return judgement.looksOther(than: clip.judgement) ? number : nil
        }
    }

    let card: Card
    /// The time of clips; `nil` if nobody asks for it.
    let clock: WallClock?
    /// The id of the card that is inserted, or was inserted last; `nil` before the first.
    private(set) var present: String?
    /// The sessions on that card. Those that aren't this run's are told apart by their folders alone (`ref(inFolder:)`).
    var sessions: [SessionRef: FiledJournal] = [:]
    /// The sessions on the cards that were inserted before, by the cards' ids.
    private(set) var others: [String: [SessionRef: FiledJournal]] = [:]

    init(card: Card, clock: WallClock? = nil) {
        (self.card, self.clock) = (card, clock)
    }

    /// Switches to the sessions of this card, which is inserted now.
    func changeCard(to id: String) {
        reopenAll()
        defer { present = id }
        guard let present, present != id else { return }
        others[present] = sessions
        sessions = others.removeValue(forKey: id) ?? [:]
    }

    /// This run's sessions that have something on the inserted card.
    var runSessions: [SessionRef] {
        sessions.keys.filter { if case .run = $0 { true } else { false } }.sorted { "\($0)" < "\($1)" }
    }

    /// Drops all open folders, because the card is away or failed. Each is opened again before it is used.
    func reopenAll() {
        for key in sessions.keys { sessions[key]?.folder = nil }
    }

    /// Drops the open folder of a session on the card, in which somebody has changed something. It is opened again before it is used.
    func letGo(_ name: String) { sessions[ref(inFolder: name)]?.folder = nil }

    /// Returns the folder of this run's session, once there is one.
    func name(of session: SessionRef) -> String? { sessions[session]?.name }

    /// Returns the folder of any session that the present card has.
    func folderName(of session: SessionRef) throws(CardError) -> String? {
        if case .stored(let key) = session { try place(of: key) } else { name(of: session) }
    }

    /// Returns the folder of a session that lies on the present card, or `nil` if the session isn't there.
    private func place(of key: SessionKey) throws(CardError) -> String? {
        guard key.isOn(present) else { return nil }
        // The folder of an open session was checked when it was opened.
        let isOpen = sessions.values.contains { $0.name == key.folder && $0.folder != nil && (key.id == nil || $0.id == key.id) }
        return isOpen ? key.folder : try card.folder(of: key)
    }

    /// Returns the header of this run's session as its folder has it, once there is one, with the date that was learnt since.
    func header(of session: SessionRef) -> SessionHeader? {
        guard case .opened(var header)? = sessions[session]?.entries.first else { return nil }
        if let date = sessions[session]?.date { header.learn(date) }
        return header
    }

    /// Makes this run's session continue a session that the card has.
    func take(_ continued: ContinuedSession, as session: SessionRef) {
        // That session may be open, because somebody has changed something in it meanwhile.
        sessions[.stored(SessionKey(folder: continued.key.folder))] = nil
        sessions[session] = FiledJournal(name: continued.key.folder, entries: continued.journal)
    }

    /// Appends a line to the journal of this run's session. When it returns, the line is acknowledged.
    func append(_ entry: JournalEntry, session: SessionRef, header: SessionHeader) throws(CardError) {
        let folder = try folder(of: session, header: header)
        try sessions[session, default: FiledJournal()].append(entry, to: folder)
    }

    /// Appends a line to the journal of a stored session, which is opened again for it.
    func append(_ entry: JournalEntry, stored key: SessionKey) throws(CardError) {
        guard let name = try place(of: key) else { throw .failed(operation: "write", subject: key.folder, reason: .noSession) }
        let ref = ref(inFolder: name)
        let folder = try openStored(name, as: ref)
        try sessions[ref]?.append(entry, to: folder)
    }

    /// Opens the folder of a stored session again.
    func openStored(_ name: String, as key: SessionRef) throws(CardError) -> SessionFolder {
        var open = sessions[key, default: FiledJournal(name: name)]
        if let folder = open.folder { return folder }
        guard let folder = try card.resumeSession(named: name) else {
            throw .failed(operation: "write", subject: name, reason: .recordUnreadable)
        }
        open.folder = folder
        sessions[key] = open
        return folder
    }

    /// Returns the one reference under which a session is known here: a stored key may mean a session of this run, by its folder.
    /// - Returns: `nil` if the present card doesn't have it.
    func key(of ref: SessionRef) throws(CardError) -> SessionRef? {
        guard case .stored(let key) = ref else { return ref }
        return try place(of: key).map(self.ref(inFolder:))
    }

    private func ref(inFolder name: String) -> SessionRef {
        sessions.first { $0.value.name == name }?.key ?? .stored(SessionKey(folder: name))
    }

    /// Files a session: its clips under their final names, its record, its pages.
    /// - Parameter between: called between two pieces of a clip that is copied, to write what is more urgent.
    /// - Returns: `nil` for a session that never wrote anything; it leaves nothing behind.
    func close(_ ref: SessionRef, between: @escaping () throws(CardError) -> Void) throws(CardError) -> FiledSession? {
        guard let key = try key(of: ref) else { return nil }
        if sessions[key] == nil, case .stored(let place) = key { sessions[key] = FiledJournal(name: place.folder) }
        guard let open = sessions[key] else { return nil }
        let known = if let folder = open.folder { ReopenedSession.open(folder) } else { try reopened(open) }
        guard case .open(let folder) = known else {
            sessions[key] = nil
            return nil
        }
        try settle(key, in: folder)
        // A more urgent line may belong to this very session.
        sessions[key]?.folder = folder
        // The page lists the stills that exist, so they are written before it.
        if let record = SessionRecord(journal: folder.entries, ending: .stopped) { writeOutdatedStills(of: record, key, into: folder) }
        let record = try folder.close(.stopped, between: between)
        writeOutdatedStills(of: record, key, into: folder)
        if case .stored = key {
            sessions[key] = nil
        } else {
            // A linked session keeps its journal, with its lines about the older session.
            let isLinked = record.continues != nil
            sessions[key] = FiledJournal(
                name: folder.name, entries: isLinked ? folder.entries : record.journal, date: open.date, older: isLinked ? open.older : nil)
        }
        return FiledSession(key: SessionKey(card: present, id: record.header.id, folder: folder.name), record: record)
    }

    private func writeOutdatedStills(of record: SessionRecord, _ key: SessionRef, into folder: SessionFolder) {
        for clip in record.keptClips where sessions[key]?.outdatedStills.remove(clip.number) != nil {
            writeStill(of: clip, framesPerSecond: record.header.framesPerSecond, into: folder)
        }
    }

    /// Removes a session with everything in it.
    func delete(_ key: SessionKey) throws(CardError) {
        let name = try doomedFolder(of: key)
        try remove(name) { () throws(CardError) in try card.deleteSession(named: name) }
    }

    /// Removes a session to make room, but no session of this run and none whose record says that it is kept.
    func makeRoom(_ key: SessionKey) throws(CardError) {
        let name = try doomedFolder(of: key)
        guard case .stored = ref(inFolder: name) else { throw Self.isRecorded(name) }
        try remove(name) { () throws(CardError) in try card.makeRoom(deleting: name) }
    }

    private func doomedFolder(of key: SessionKey) throws(CardError) -> String {
        guard let name = try place(of: key) else {
            throw .failed(operation: "delete", subject: key.folder, reason: key.isOn(present) ? .noSession : .isOnAnotherCard)
        }
        return name
    }

    /// - Parameter body: removes the session from the card; called only if nothing is written to the session any more.
    private func remove(_ name: String, _ body: () throws(CardError) -> Void) throws(CardError) {
        let key = ref(inFolder: name)
        guard sessions[key]?.folder == nil else { throw Self.isRecorded(name) }
        try body()
        sessions[key] = nil
    }

    private static func isRecorded(_ name: String) -> CardError { .failed(operation: "delete", subject: name, reason: .isRecorded) }

    /// Returns the sessions with deleted clips that can be restored: the card's, oldest first, and then the open ones.
    func sessionsWithDeletedClips() throws(CardError) -> [String] {
        let filed = try card.sessionsWithDeletedClips()
        let open = sessions.values.filter(\.hasDeletedClips).compactMap(\.name).sorted()
        return filed + open.filter { !filed.contains($0) }
    }

    /// Makes the deletions of one session final. An open session stays open.
    /// - Returns: the numbers of the clips that were removed.
    func removeDeletedClips(of name: String) throws(CardError) -> [Int] {
        let key = ref(inFolder: name)
        if let folder = sessions[key]?.folder {
            let clips = try folder.removeDeletedClips()
            sessions[key]?.entries = folder.entries
            return clips
        }
        guard let (clips, record) = try card.removeDeletedClips(ofSession: name) else { return [] }
        if sessions[key] != nil { sessions[key]?.entries = record.journal }
        return clips
    }

    func folder(of session: SessionRef, header: SessionHeader) throws(CardError) -> SessionFolder {
        var open = sessions[session, default: FiledJournal()]
        if let folder = open.folder { return folder }
        let folder: SessionFolder
        let known = try reopened(open)
        if case .open(let there) = known {
            folder = there
        } else {
            var header = header
            // Lines that another program or another card has already mustn't exist twice.
            let earlier: [JournalEntry]? =
                if case .elsewhere = known { open.entries } else { open.entries.isEmpty ? entriesElsewhere(of: session) : nil }
            if let earlier {
                open.entries = earlier.last { if case .target = $0 { true } else { false } }.map { [$0] } ?? []
                if header.id != nil { header.id = card.newID() }
                open.older = nil
            }
            folder = try card.numbering { () throws(CardError) in
                header.number = try card.nextSessionNumber()
                open.begin(header)
                // The session is remembered before its folder is made, so that it is continued if the card goes away half-way and comes back.
                open.name = nil
                sessions[session] = open
                return try card.openSession(header, continuing: open.older?.link)
            }
            for entry in open.entries.dropFirst(folder.entries.count) { try folder.append(entry) }
        }
        open.folder = folder
        open.name = folder.name
        sessions[session] = open
        try settle(session, in: folder)
        return folder
    }

    func reopened(_ open: FiledJournal) throws(CardError) -> ReopenedSession {
        guard case .opened(let header)? = open.entries.first else {
            return try open.name.flatMap { name throws(CardError) in try card.resumeSession(named: name) }.map { .open($0) } ?? .absent
        }
        return try card.reopenSession(header, in: open.name, entries: open.entries)
    }

    // MARK: A session with parts on several cards

    /// Returns the lines of this run's session that were acknowledged on earlier cards, or `nil` if there is no such line.
    private func entriesElsewhere(of session: SessionRef) -> [JournalEntry]? {
        let known = others.keys.sorted().compactMap { others[$0]?[session]?.entries }
        return known.isEmpty ? nil : known.flatMap { $0 }
    }

    /// Copies a clip's mark to the card that gets the clip. If another card has the mark, it is then on both, and the journal on the other
    /// card is to say that the clip won't come.
    func bringMark(of clip: Int, to session: SessionRef, header: SessionHeader) throws(CardError) {
        func mark(in sessions: [SessionRef: FiledJournal]?) -> JournalEntry? {
            sessions?[session]?.entries.last { if case .marked(let mark) = $0 { mark.number == clip } else { false } }
        }
        guard mark(in: sessions) == nil, let other = others.keys.sorted().first(where: { mark(in: others[$0]) != nil }),
            let mark = mark(in: others[other])
        else { return }
        try append(mark, session: session, header: header)
        others[other]?[session]?.owed.append(.lostClip(number: clip, reason: "it is on another card"))
    }

    /// Writes the lines that the session's journal was to get once its card is inserted again.
    func settle(_ session: SessionRef, in folder: SessionFolder) throws(CardError) {
        while let entry = sessions[session]?.owed.first {
            try sessions[session]?.append(entry, to: folder)
            sessions[session]?.owed.removeFirst()
        }
    }

    /// The records of the sessions that are open here. The card's index knows only what was filed.
    var openRecords: [(name: String, record: SessionRecord)] {
        sessions.values.compactMap { open in
            guard let name = open.name, let record = SessionRecord(journal: open.folder?.entries ?? open.entries, ending: .stopped) else {
                return nil
            }
            return (name, record)
        }.sorted { ($0.record.header.number, $0.name) < ($1.record.header.number, $1.name) }
    }
}
