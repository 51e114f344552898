// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Storage

/// Puts the sessions of this run into their folders on the card.
///
/// Thread-bound: the card thread. What was written for a session is remembered, so that a card that comes back
/// as another one gets the whole journal again.
final class SessionFiling {
    /// What became of a clip.
    enum Outcome {
        case written(ClipRecord, file: String)
        case lost(reason: Message)
    }

    private struct OpenSession {
        var folder: SessionFolder?
        /// Its folder's, once it was made.
        var name: String?
        /// What was acknowledged, for a card that lacks it.
        var entries: [JournalEntry] = []
        /// Clips of which something was decided that their stills show.
        var outdatedStills: Set<Int> = []

        /// It is open, and has deleted clips which can be restored.
        var hasDeletedClips: Bool {
            guard let folder, let record = SessionRecord(journal: folder.entries, ending: .stopped) else { return false }
            return !record.restorableClips.isEmpty
        }

        /// Appends a line to its journal.
        mutating func append(_ entry: JournalEntry, to folder: SessionFolder) throws(CardError) {
            let outdated = Self.outdatedStill(by: entry, in: folder)
            try folder.append(entry)
            entries.append(entry)
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
    private var sessions: [SessionRef: OpenSession] = [:]

    init(card: Card) {
        self.card = card
    }

    /// The card is away, or failed: what is open on it is opened again before it is used.
    func reopenAll() {
        for key in sessions.keys { sessions[key]?.folder = nil }
    }

    /// A session of the card is open for what somebody has changed in it: it is opened again before it is used.
    func letGo(_ name: String) { sessions[.stored(name)]?.folder = nil }

    /// The folder of this run's session, once there is one.
    func name(of session: SessionRef) -> String? { sessions[session]?.name }

    /// The same of any session.
    func folderName(of session: SessionRef) -> String? {
        if case .stored(let name) = session { name } else { name(of: session) }
    }

    /// The header of this run's session as its folder has it, once there is one.
    func header(of session: SessionRef) -> SessionHeader? {
        guard case .opened(let header)? = sessions[session]?.entries.first else { return nil }
        return header
    }

    /// This run's session goes on with one that the card has.
    func take(_ continued: ContinuedSession, as session: SessionRef) {
        // It may be open for what somebody has changed in it meanwhile.
        sessions[.stored(continued.name)] = nil
        sessions[session] = OpenSession(name: continued.name, entries: continued.journal)
    }

    /// Appends a line to the journal of this run's session. When it returns, the line is acknowledged.
    func append(_ entry: JournalEntry, session: SessionRef, header: SessionHeader) throws(CardError) {
        let folder = try folder(of: session, header: header)
        try sessions[session, default: OpenSession()].append(entry, to: folder)
    }

    /// Appends a line to the journal of a session of the card, which is taken up again for it.
    func append(_ entry: JournalEntry, stored name: String) throws(CardError) {
        let key = key(of: .stored(name))
        let folder = try openStored(name, as: key)
        try sessions[key]?.append(entry, to: folder)
    }

    /// The folder of a session of the card, which is taken up again.
    func openStored(_ name: String, as key: SessionRef) throws(CardError) -> SessionFolder {
        var open = sessions[key, default: OpenSession(name: name)]
        if let folder = open.folder { return folder }
        guard let folder = try card.resumeSession(named: name) else {
            throw .failed(operation: "write", subject: name, reason: .recordUnreadable)
        }
        open.folder = folder
        sessions[key] = open
        return folder
    }

    /// The one name under which a session is known here: one of this run may be meant by its folder.
    func key(of ref: SessionRef) -> SessionRef {
        guard case .stored(let name) = ref else { return ref }
        return sessions.first { $0.value.name == name }?.key ?? ref
    }

    /// Writes a clip, its still and its journal line.
    /// - Parameter between: called between two pieces of the clip, for what is more urgent.
    func write(
        _ plan: ClipPlan, from held: ClipPins.Held, session: SessionRef, header: SessionHeader,
        between: @escaping () throws(CardError) -> Void
    ) throws(CardError) -> Outcome {
        let (footage, pin) = (held.footage, held.pin)
        let folder = try folder(of: session, header: header)
        let pending = try folder.beginClip(
            number: plan.number, kind: plan.kind,
            expectedBytes: expectedBytes(of: plan, from: footage))
        let output = InterruptibleOutput(pending, between: between)
        let writer = ClipWriter(parameters: footage.parameters, encoderName: footage.encoderName)
        let written: WrittenClip
        do {
            written = try writer.write(
                plan, from: footage.line, sound: held.sound(of: plan),
                metadata: metadata(of: plan, folder: folder, header: header), to: output)
        } catch {
            pending.abandon()
            if let failure = output.failure { throw failure }
            let reason = error.message
            try append(.lostClip(number: plan.number, reason: "\(error)"), session: session, header: header)
            return .lost(reason: reason)
        }
        let file = try pending.commit()
        let record = ClipRecord(
            number: plan.number, kind: plan.kind, file: file, firstFrame: written.firstFrame.frame,
            lastFrame: written.lastFrame.frame, firstTimestamp: written.firstFrame.timestamp, seconds: written.seconds,
            isCutShort: written.startsLate || footage.line.isCutShort(pin), id: header.id.map { "\($0)-\(plan.number)" },
            recorded: plan.orientation.isMirrored ? plan.orientation : nil)
        try append(.clip(record), session: session, header: header)
        writeStill(of: record, framesPerSecond: header.framesPerSecond, into: folder)
        return .written(record, file: "\(folder.name)/\(file)")
    }

    /// Files a session: its clips under their final names, its record, its pages.
    /// - Parameter between: called between two pieces of a clip that is copied, for what is more urgent.
    /// - Returns: `nil` for a session that never wrote anything; it leaves nothing behind.
    func close(_ ref: SessionRef, between: @escaping () throws(CardError) -> Void) throws(CardError) -> FiledSession? {
        let key = key(of: ref)
        if sessions[key] == nil, case .stored(let name) = key { sessions[key] = OpenSession(name: name) }
        guard let open = sessions[key] else { return nil }
        let known = if let folder = open.folder { ReopenedSession.open(folder) } else { try reopened(open) }
        guard case .open(let folder) = known else {
            sessions[key] = nil
            return nil
        }
        // What is more urgent may be a line for this very session.
        sessions[key]?.folder = folder
        // The page tells of the stills that are there.
        if let record = SessionRecord(journal: folder.entries, ending: .stopped) { writeOutdatedStills(of: record, key, into: folder) }
        let record = try folder.close(.stopped, between: between)
        writeOutdatedStills(of: record, key, into: folder)
        if case .stored = key {
            sessions[key] = nil
        } else {
            sessions[key] = OpenSession(name: folder.name, entries: record.journal)
        }
        return FiledSession(name: folder.name, record: record)
    }

    /// Removes a session with everything in it.
    func delete(_ name: String) throws(CardError) {
        try remove(name) { () throws(CardError) in try card.deleteSession(named: name) }
    }

    /// Removes a session to make room: none of this run's, and none that its record keeps.
    func makeRoom(_ name: String) throws(CardError) {
        guard case .stored = key(of: .stored(name)) else { throw Self.isRecorded(name) }
        try remove(name) { () throws(CardError) in try card.makeRoom(deleting: name) }
    }

    /// - Parameter body: removes it from the card, where nothing is written to it any more.
    private func remove(_ name: String, _ body: () throws(CardError) -> Void) throws(CardError) {
        let key = key(of: .stored(name))
        guard sessions[key]?.folder == nil else { throw Self.isRecorded(name) }
        try body()
        sessions[key] = nil
    }

    private static func isRecorded(_ name: String) -> CardError { .failed(operation: "delete", subject: name, reason: .isRecorded) }

    /// The sessions that have deleted clips which can be restored: the card's, oldest first, and then those that are open.
    func sessionsWithDeletedClips() throws(CardError) -> [String] {
        let filed = try card.sessionsWithDeletedClips()
        let open = sessions.values.filter(\.hasDeletedClips).compactMap(\.name).sorted()
        return filed + open.filter { !filed.contains($0) }
    }

    /// Makes the deletions of one session final. One that is open stays open.
    /// - Returns: the numbers of the clips that are gone.
    func removeDeletedClips(of name: String) throws(CardError) -> [Int] {
        let key = key(of: .stored(name))
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
        var open = sessions[session, default: OpenSession()]
        if let folder = open.folder { return folder }
        let folder: SessionFolder
        let known = try reopened(open)
        if case .open(let there) = known {
            folder = there
        } else {
            // What another program has already mustn't be there twice.
            if case .elsewhere = known { open.entries = open.entries.last { if case .target = $0 { true } else { false } }.map { [$0] } ?? [] }
            var header = header
            header.number = try card.nextSessionNumber()
            open.entries.removeAll { if case .opened = $0 { true } else { false } }
            open.entries.insert(.opened(header), at: 0)
            // Known before it is made: a card that goes half-way and comes back is gone on with.
            sessions[session] = open
            folder = try card.openSession(header)
            for entry in open.entries.dropFirst() { try folder.append(entry) }
        }
        open.folder = folder
        open.name = folder.name
        sessions[session] = open
        return folder
    }

    private func reopened(_ open: OpenSession) throws(CardError) -> ReopenedSession {
        guard case .opened(let header)? = open.entries.first else {
            return try open.name.flatMap { name throws(CardError) in try card.resumeSession(named: name) }.map { .open($0) } ?? .absent
        }
        return try card.reopenSession(header, entries: open.entries)
    }

    /// From the line's running average: near enough to refuse what can't fit before it is begun.
    private func expectedBytes(of plan: ClipPlan, from footage: Footage) -> Int64 {
        let held = footage.line.stamps(from: plan.from, through: plan.through).count
        return Int64(footage.line.status.averageBytesPerFrame * Double(held))
    }

    private func writeOutdatedStills(of record: SessionRecord, _ key: SessionRef, into folder: SessionFolder) {
        for clip in record.keptClips where sessions[key]?.outdatedStills.remove(clip.number) != nil {
            writeStill(of: clip, framesPerSecond: record.header.framesPerSecond, into: folder)
        }
    }
}

/// Lets something more urgent be written between two pieces of a clip, and remembers why writing failed.
final class InterruptibleOutput: ClipOutput {
    private let output: PendingClip
    private let between: () throws(CardError) -> Void
    private(set) var failure: CardError?

    init(_ output: PendingClip, between: @escaping () throws(CardError) -> Void) {
        self.output = output
        self.between = between
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws {
        try write { output throws(CardError) in try output.write(bytes, at: offset) }
    }

    func write(_ pieces: [UnsafeRawBufferPointer], at offset: Int64) throws {
        try write { output throws(CardError) in try output.write(pieces, at: offset) }
    }

    private func write(_ body: (PendingClip) throws(CardError) -> Void) throws(CardError) {
        do {
            try between()
            try body(output)
        } catch {
            failure = failure ?? error
            throw error
        }
    }
}

extension CardCondition {
    /// What is open on such a card can't be counted on. A full one has its files as they were.
    var losesFiles: Bool {
        switch self {
        case .ready, .full: false
        case .absent, .readOnly, .failing: true
        }
    }
}

extension CardError {
    /// The lasting condition this error means for the card.
    var condition: CardCondition {
        switch self {
        case .absent: .absent
        case .readOnly: .readOnly
        case .full: .full(freeBytes: 0)
        default: .failing(message)
        }
    }
}
