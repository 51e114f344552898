// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Synchronization

/// The SD card: a folder that holds the sessions, the settings and the index.
///
/// Thread-safe. The sessions it opens are thread-bound.
public final class Card: Sendable {
    public let path: String
    let files: any FileSystem
    /// The bytes that clips and stills leave free, so that a journal can always be written.
    let reserveBytes: Int64
    let hasIndex: Bool
    /// The room needed by the last clip that didn't fit, in bytes. Until that much is free, the card counts as full.
    private let roomNeeded = Mutex<Int64>(0)
    private let notes = Mutex<[String]>([])
    /// The sessions to which others were joined during this run, by the folders of those others: somebody may still know the old keys.
    let joined = Mutex<[String: SessionKey]>([:])
    /// True while the index waits to be brought in line with all sessions. Until then, no single session is put in.
    let isIndexAwaited = Atomic(false)
    /// The identity of the card that was in at the last check.
    let identity = Mutex<CardIdentity?>(nil)
    /// The order of all closed sessions, once it was read: `sessionOrder()`.
    let order = Mutex<SessionOrder?>(nil)
    /// The lines of `scores.csv` of sessions that have changed since it was written, by the sessions' names.
    let scores = Mutex<[String: [UInt8]]>([:])
    /// Held while a session gets its number and its folder, because a film from elsewhere gets its session on another thread than a mark.
    private let numberTurn = NSLock()
    /// Held while the identity is written.
    let identityTurn = NSLock()
    /// Makes an id for a card that has none.
    let makeID: @Sendable () -> String

    /// - Parameters:
    ///   - path: the card's folder. Nothing is read or made yet.
    ///   - hasIndex: true to keep `vir.sqlite`. SQLite writes by itself, past `files`, so a simulated disk has no index.
    ///   - makeID: makes an id for a card that has none.
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

    // MARK: Condition

    /// Returns the card's current condition. It makes nothing on the card.
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

    /// Returns the card's room; `nil` if it can't be read.
    public func space() -> CardSpace? { try? files.space(at: path) }

    /// Returns the size of a file on the card, in bytes; 0 if it can't be read.
    public func size(of file: String) -> Int64 { (try? files.size(of: "\(path)/\(file)")) ?? 0 }

    /// Returns the number of sessions; `nil` if the card can't be read.
    public func sessionCount() -> Int? { try? sessionNames().count }

    /// Prepares the card at the start: makes its folder if only the folder's own name is missing.
    /// - Throws: `CardError.failed` with the folder's name if it can't be a card.
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

    /// Throws `CardError.full` if this many bytes would eat into the reserve.
    func requireRoom(for bytes: Int64) throws(CardError) {
        let free = try files.space(at: path).freeBytes
        guard free - bytes < reserveBytes else { return forgetRoomNeeded() }
        roomNeeded.withLock { $0 = bytes.addingReportingOverflow(reserveBytes).partialValue }
        throw .full
    }

    /// Stops waiting for room for the clip that didn't fit: something else did fit, or the clip was given up.
    public func forgetRoomNeeded() { roomNeeded.withLock { $0 = 0 } }

    // MARK: Notes

    /// The most notes that are kept until somebody takes them.
    private static let mostNotes = 100

    /// True if a refusal concerns one file only, because the card itself answers.
    func isOfOneFile(_ refusal: CardError) -> Bool {
        guard case .failed = refusal else { return false }
        switch condition() {
        case .absent, .failing: return false
        case .ready, .full, .readOnly: return true
        }
    }

    /// Notes something about the card that prevented nothing, but that belongs in its log.
    func note(_ line: String) {
        notes.withLock { if $0.count < Self.mostNotes, !$0.contains(line) { $0.append(line) } }
    }

    /// Returns the notes since the last call, one line each.
    public func takeNotes() -> [String] {
        notes.withLock { notes in
            defer { notes = [] }
            return notes
        }
    }

    /// Moves aside anything that isn't a file at the path of a file, and notes it.
    func makeWay(for place: String) throws(CardError) {
        if let aside = try files.makeWay(for: place) { note("\(shortened(place)) was no file and is called \(shortened(aside)) now") }
    }

    /// Makes a folder if it is missing. Anything else at its path is moved aside.
    func requireFolder(_ place: String) throws(CardError) {
        switch try files.kind(of: place) {
        case .folder?: return
        case .file?, .other?: note("\(shortened(place)) was no folder and is called \(shortened(try files.moveAside(place))) now")
        case nil: break
        }
        try files.makeFolder(place)
        try files.syncFolder(CardLayout.folder(of: place))
    }

    /// Returns a path on the card without the card's own path, for people.
    func shortened(_ place: String) -> String { place.hasPrefix(path + "/") ? String(place.dropFirst(path.count + 1)) : place }

    // MARK: Sessions

    /// Gives a session its number and makes its folder, while no other thread does. It lasts as long as a few small files take.
    public func numbering<Result>(_ body: () throws(CardError) -> Result) throws(CardError) -> Result {
        numberTurn.lock()
        defer { numberTurn.unlock() }
        return try body()
    }

    /// Makes a session's folder, with its journal. When it returns, the session is acknowledged.
    /// - Parameters:
    ///   - link: the session that it continues; `nil` for a session that stands alone.
    ///   - entries: more lines that it begins with. After a power cut it has all of them, or it isn't there.
    public func openSession(
        _ header: SessionHeader, continuing link: SessionLink? = nil, with entries: [JournalEntry] = []
    ) throws(CardError) -> SessionFolder {
        try attempt { () throws(CardError) in
            let name = CardLayout.sessionName(header)
            let folder = "\(path)/\(name)"
            try writeIdentity(numbering: header.number)
            try files.makeFolder(folder)
            do throws(CardError) {
                try files.makeFolder("\(folder)/\(CardLayout.clips)")
                try files.makeFolder("\(folder)/\(CardLayout.stills)")
                let first: [JournalEntry] = if let link { [.opened(header), .continues(link)] } else { [.opened(header)] }
                let session = try SessionFolder(creating: name, on: self, entries: first + entries)
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

    /// Opens a closed session again, with a journal beside its record. Closing it files it anew.
    /// - Returns: `nil` if there is no such session, or if this program can't read it.
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

    /// Returns the content of the record in a session's folder; `nil` if there is no record.
    func content(of folder: String) throws(CardError) -> SessionFile.Content? {
        let record = "\(folder)/\(CardLayout.record)"
        return try files.isFile(record) ? SessionFile.content(try files.contents(of: record)) : nil
    }

    /// Removes a session with everything in it. After a power cut in the middle, the session is whole, or the next start finishes the
    /// removal.
    public func deleteSession(named name: String) throws(CardError) {
        try attempt { () throws(CardError) in
            guard try isSession(name), try files.isFolder("\(path)/\(name)") else {
                throw .failed(operation: "delete", subject: name, reason: .noSession)
            }
            guard try !isRecordedElsewhere(name) else { throw .failed(operation: "delete", subject: name, reason: .isRecordedElsewhere) }
            let doomed = "\(path)/\(CardLayout.doomedName(name))"
            // Remains of an earlier session of that name would be in the way.
            if try files.kind(of: doomed) != nil { try files.removeTree(doomed) }
            try files.rename("\(path)/\(name)", to: doomed)
            try files.syncFolder(path)
            indexRemoved(name)
            try files.removeTree(doomed)
            try files.syncFolder(path)
        }
    }

    /// Does something on the card. If one file fails because the whole card has gone, the error is `CardError.absent`.
    func attempt<Result>(_ body: () throws(CardError) -> Result) throws(CardError) -> Result {
        do {
            return try body()
        } catch {
            if case .failed = error, (try? files.kind(of: path)) == nil { throw .absent }
            throw error
        }
    }
}
