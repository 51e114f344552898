// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Synchronization

/// The SD card: a folder that holds the sessions, the settings and the index.
///
/// Thread-safe. The sessions it opens are thread-bound.
public final class Card: Sendable {
    public let path: String
    let files: any FileSystem
    /// Kept free by clips and stills, so that a journal can always be written.
    let reserveBytes: Int64
    let hasIndex: Bool
    /// The room that the last clip which didn't fit would have needed; until there is so much, the card counts as full.
    private let roomNeeded = Mutex<Int64>(0)
    private let notes = Mutex<[String]>([])
    /// The index waits to be brought in line with all sessions: until then nobody puts a single one in.
    let isIndexAwaited = Atomic(false)
    /// Which card was in when somebody looked last.
    let identity = Mutex<CardIdentity?>(nil)
    /// Makes the id of a card that has none.
    let makeID: @Sendable () -> String

    /// - Parameters:
    ///   - path: the card's folder. Nothing is looked at or made yet.
    ///   - hasIndex: keep `vir.sqlite`. SQLite writes by itself, past `files`, so a simulated disk has none.
    ///   - makeID: makes the id of a card that has none.
    public init(
        path: String, files: any FileSystem, reserveBytes: Int64 = 16 << 20, hasIndex: Bool = true,
        makeID: @escaping @Sendable () -> String = Card.randomID
    ) {
        self.makeID = makeID
        var path = path
        while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
        self.path = path
        self.files = files
        self.reserveBytes = reserveBytes
        self.hasIndex = hasIndex
    }

    // MARK: How it stands

    /// How it stands with the card now. Makes nothing.
    public func condition() -> CardCondition {
        do {
            guard try files.isFolder(path) else { return .absent }
            let space = try files.space(at: path)
            guard space.isWritable else { return .readOnly }
            let needed = max(reserveBytes, roomNeeded.withLock { $0 })
            return space.freeBytes < needed ? .full(freeBytes: space.freeBytes) : .ready(freeBytes: space.freeBytes)
        } catch {
            switch error {
            case .absent: return .absent
            case .readOnly: return .readOnly
            case .full: return .full(freeBytes: 0)
            case .failed: return .failing(error.message)
            }
        }
    }

    /// Its room, where that can be looked at.
    public func space() -> CardSpace? { try? files.space(at: path) }

    /// How long a file of the card is; 0 where that can't be looked at.
    public func size(of file: String) -> Int64 { (try? files.size(of: "\(path)/\(file)")) ?? 0 }

    /// How many sessions it has.
    public func sessionCount() -> Int? { try? sessionNames().count }

    /// For the start: makes the folder if only its own name is missing.
    /// - Throws: `CardError.failed` with the folder's name when it can't be a card.
    public func prepare() throws(CardError) {
        do throws(CardError) {
            if try files.kind(of: path) == nil {
                try files.makeFolder(path)
                try files.syncFolder(CardLayout.folder(of: path))
            }
            guard try files.isFolder(path) else {
                throw .failed(operation: "use", subject: path, reason: .isNoFolder)
            }
            guard try files.space(at: path).isWritable else { throw .readOnly }
        } catch {
            if case .failed = error { throw error }
            throw .failed(operation: "use", subject: path, reason: "\(error)")
        }
    }

    /// Refuses what would eat into the reserve.
    func requireRoom(for bytes: Int64) throws(CardError) {
        let free = try files.space(at: path).freeBytes
        guard free - bytes < reserveBytes else { return forgetRoomNeeded() }
        roomNeeded.withLock { $0 = bytes.addingReportingOverflow(reserveBytes).partialValue }
        throw .full
    }

    /// What didn't fit isn't waited for any more: something else did, or it was given up.
    public func forgetRoomNeeded() { roomNeeded.withLock { $0 = 0 } }

    // MARK: What was noticed

    /// More is not kept until somebody takes it.
    private static let mostNotes = 100

    /// Whether a refusal is about one file only: the card itself answers.
    func isOfOneFile(_ refusal: CardError) -> Bool {
        guard case .failed = refusal else { return false }
        switch condition() {
        case .absent, .failing: return false
        case .ready, .full, .readOnly: return true
        }
    }

    /// Something about the card that kept nothing from being done, and that its log should have.
    func note(_ line: String) {
        notes.withLock { if $0.count < Self.mostNotes, !$0.contains(line) { $0.append(line) } }
    }

    /// What was noticed since this was last asked, a line each.
    public func takeNotes() -> [String] {
        notes.withLock { notes in
            defer { notes = [] }
            return notes
        }
    }

    /// Moves aside what is no file and lies in the place of one, and notes it.
    func makeWay(for place: String) throws(CardError) {
        if let aside = try files.makeWay(for: place) { note("\(shortened(place)) was no file and is called \(shortened(aside)) now") }
    }

    /// Makes a folder where there is none; what is no folder and lies in its place is moved aside.
    func requireFolder(_ place: String) throws(CardError) {
        switch try files.kind(of: place) {
        case .folder?: return
        case .file?, .other?: note("\(shortened(place)) was no folder and is called \(shortened(try files.moveAside(place))) now")
        case nil: break
        }
        try files.makeFolder(place)
        try files.syncFolder(CardLayout.folder(of: place))
    }

    /// A place on the card without the card's own path, for people.
    func shortened(_ place: String) -> String { place.hasPrefix(path + "/") ? String(place.dropFirst(path.count + 1)) : place }

    // MARK: Sessions

    /// Makes a session's folder, with its journal. When it returns, the session is acknowledged.
    public func openSession(_ header: SessionHeader) throws(CardError) -> SessionFolder {
        try attempt { () throws(CardError) in
            let name = CardLayout.sessionName(header)
            let folder = "\(path)/\(name)"
            try writeIdentity(numbering: header.number)
            try files.makeFolder(folder)
            do throws(CardError) {
                try files.makeFolder("\(folder)/\(CardLayout.clips)")
                try files.makeFolder("\(folder)/\(CardLayout.stills)")
                let session = try SessionFolder(creating: name, on: self, entries: [.opened(header)])
                try files.syncFolder(path)
                return session
            } catch {
                for part in [CardLayout.journal, CardLayout.clips, CardLayout.stills] {
                    try? files.removeIfThere("\(folder)/\(part)")
                }
                try? files.remove(folder)
                throw error
            }
        }
    }

    /// Takes a closed session up again, with a journal beside its record. Closing it files it anew.
    /// - Returns: `nil` where there is no such session, or none that this program can read.
    public func resumeSession(named name: String) throws(CardError) -> SessionFolder? {
        try attempt { () throws(CardError) in
            let folder = "\(path)/\(name)"
            guard try isSession(name), try files.isFolder(folder) else { return nil }
            let content = try content(of: folder)
            if case .later? = content { return nil }
            if try files.isFile("\(folder)/\(CardLayout.journal)") {
                return try SessionFolder(continuing: name, on: self, journal: try OpenJournal(opening: journalPath(of: name), files: files))
            }
            guard case .record(let record)? = content else { return nil }
            return try SessionFolder(creating: name, on: self, entries: record.journal)
        }
    }

    /// What the record in a session's folder says; `nil` where there is none.
    func content(of folder: String) throws(CardError) -> SessionFile.Content? {
        let record = "\(folder)/\(CardLayout.record)"
        return try files.isFile(record) ? SessionFile.content(try files.contents(of: record)) : nil
    }

    /// Removes a session with everything in it. A cut in the middle leaves the session whole or is finished by the next start.
    public func deleteSession(named name: String) throws(CardError) {
        try attempt { () throws(CardError) in
            guard try isSession(name), try files.isFolder("\(path)/\(name)") else {
                throw .failed(operation: "delete", subject: name, reason: .noSession)
            }
            guard try !isRecordedElsewhere(name) else { throw .failed(operation: "delete", subject: name, reason: .isRecordedElsewhere) }
            let doomed = "\(path)/\(CardLayout.doomedName(name))"
            // What is left of an earlier one of that name would be in the way.
            if try files.kind(of: doomed) != nil { try files.removeTree(doomed) }
            try files.rename("\(path)/\(name)", to: doomed)
            try files.syncFolder(path)
            indexRemoved(name)
            try files.removeTree(doomed)
            try files.syncFolder(path)
        }
    }

    /// Makes good what a cut left: sessions with a journal get their record, half-written files are removed, and
    /// clips that were finished but not journalled any more are adopted. Doing it twice is doing it once, and a cut in
    /// the middle of it does no harm.
    /// - Parameter open: the session that goes on, as the run that left it knew it: it keeps its journal. `nil`: there is none.
    /// - Throws: `CardError.absent` or `.readOnly`, and what the card's own folder refuses. What goes wrong with one thing in it is in the
    ///   report.
    public func recover(leavingOpen open: SessionHeader? = nil) throws(CardError) -> RecoveryReport {
        try attempt { () throws(CardError) in
            var recovery = Recovery(card: self, leavingOpen: open)
            try recovery.run()
            try recovery.reconcileIndex()
            recovery.takeNotes()
            return recovery.report
        }
    }

    /// The part of `recover` that has to come before anything is written to the card. Of the sessions only those with a journal are read,
    /// so whatever else lies on the card, it takes no longer. `reconcileIndex` does the rest.
    public func recoverSessions(leavingOpen open: SessionHeader? = nil) throws(CardError) -> RecoveryReport {
        try attempt { () throws(CardError) in
            var recovery = Recovery(card: self, leavingOpen: open)
            try recovery.run()
            recovery.takeNotes()
            return recovery.report
        }
    }

    /// Does something on the card, and tells a failure of one file from a card that has gone altogether.
    func attempt<Result>(_ body: () throws(CardError) -> Result) throws(CardError) -> Result {
        do {
            return try body()
        } catch {
            if case .failed = error, (try? files.kind(of: path)) == nil { throw .absent }
            throw error
        }
    }
}
