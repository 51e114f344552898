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

    /// - Parameters:
    ///   - path: the card's folder. Nothing is looked at or made yet.
    ///   - hasIndex: keep `vir.sqlite`. SQLite writes by itself, past `files`, so a simulated disk has none.
    public init(path: String, files: any FileSystem, reserveBytes: Int64 = 16 << 20, hasIndex: Bool = true) {
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
            case .failed: return .failing("\(error)")
            }
        }
    }

    /// For the start: makes the folder if only its own name is missing.
    /// - Throws: `CardError.failed` with the folder's name when it can't be a card.
    public func prepare() throws(CardError) {
        do throws(CardError) {
            if try files.kind(of: path) == nil {
                try files.makeFolder(path)
                try files.syncFolder(CardLayout.folder(of: path))
            }
            guard try files.isFolder(path) else {
                throw .failed(operation: "use", subject: path, reason: "it is not a folder")
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
        guard free - bytes < reserveBytes else { return }
        roomNeeded.withLock { $0 = bytes.addingReportingOverflow(reserveBytes).partialValue }
        throw .full
    }

    // MARK: Sessions

    /// One more than the highest number of any session on the card, and 1 on an empty one.
    public func nextSessionNumber() throws(CardError) -> Int {
        try attempt { () throws(CardError) in
            (try files.list(path).compactMap(CardLayout.sessionNumber(inName:)).max() ?? 0) + 1
        }
    }

    /// Makes a session's folder, with its journal. When it returns, the session is acknowledged.
    public func openSession(_ header: SessionHeader) throws(CardError) -> SessionFolder {
        try attempt { () throws(CardError) in
            let name = CardLayout.sessionName(header)
            let folder = "\(path)/\(name)"
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

    /// Goes on with a session after the card was away, and writes the entries that its journal lacks.
    /// - Parameter entries: everything that was acknowledged for it, the header first.
    /// - Returns: `nil` when this card doesn't have the session: it is another card, or somebody removed the folder.
    public func reopenSession(_ header: SessionHeader, entries: [JournalEntry]) throws(CardError) -> SessionFolder? {
        try attempt { () throws(CardError) in
            let name = CardLayout.sessionName(header)
            let folder = "\(path)/\(name)"
            guard try files.isFolder(path) else { throw .absent }
            guard try files.isFolder(folder) else { return nil }
            if try files.isFile("\(folder)/\(CardLayout.journal)") {
                let reading = Journal.read(try files.contents(of: "\(folder)/\(CardLayout.journal)"))
                guard reading.entries.first == .opened(header) else { return nil }
                let session = try SessionFolder(continuing: name, on: self, reading: reading)
                for entry in entries where !reading.entries.contains(entry) { try session.append(entry) }
                return session
            }
            // Somebody closed it for us, with `vir card rebuild` on a laptop.
            guard case .record(let record)? = try content(of: folder), record.header == header else { return nil }
            return try SessionFolder(creating: name, on: self, entries: entries)
        }
    }

    /// Takes a closed session up again, with a journal beside its record. Closing it files it anew.
    /// - Returns: `nil` where there is no such session, or none that this program can read.
    public func resumeSession(named name: String) throws(CardError) -> SessionFolder? {
        try attempt { () throws(CardError) in
            let folder = "\(path)/\(name)"
            guard CardLayout.sessionNumber(inName: name) != nil, try files.isFolder(folder) else { return nil }
            let content = try content(of: folder)
            if case .later? = content { return nil }
            if try files.isFile("\(folder)/\(CardLayout.journal)") {
                let reading = Journal.read(try files.contents(of: "\(folder)/\(CardLayout.journal)"))
                return try SessionFolder(continuing: name, on: self, reading: reading)
            }
            guard case .record(let record)? = content else { return nil }
            return try SessionFolder(creating: name, on: self, entries: record.journal)
        }
    }

    /// What the record in a session's folder says; `nil` where there is none.
    private func content(of folder: String) throws(CardError) -> SessionFile.Content? {
        let record = "\(folder)/\(CardLayout.record)"
        return try files.isFile(record) ? SessionFile.content(try files.contents(of: record)) : nil
    }

    /// Removes a session with everything in it. A cut in the middle leaves the session whole or is finished by the next start.
    public func deleteSession(named name: String) throws(CardError) {
        try attempt { () throws(CardError) in
            guard CardLayout.sessionNumber(inName: name) != nil, try files.isFolder("\(path)/\(name)") else {
                throw .failed(operation: "delete", subject: name, reason: "there is no such session")
            }
            let doomed = "\(path)/\(name)\(CardLayout.deletedSuffix)"
            // What is left of an earlier one of that name would be in the way.
            if try files.kind(of: doomed) != nil { try removeAll(doomed) }
            try files.rename("\(path)/\(name)", to: doomed)
            try files.syncFolder(path)
            indexRemoved(name)
            try removeAll(doomed)
            try files.syncFolder(path)
        }
    }

    /// Removes a file, or a folder and all that is in it.
    func removeAll(_ place: String) throws(CardError) {
        do throws(CardError) {
            // Tried first: a link to a folder elsewhere goes by itself, and what it leads to stays.
            try files.remove(place)
        } catch {
            guard case .failed = error, try files.isFolder(place) else { throw error }
            for name in try files.list(place) { try removeAll("\(place)/\(name)") }
            try files.remove(place)
        }
    }

    /// Makes good what a cut left: sessions with a journal get their record, half-written files are removed, and
    /// clips that were finished but not journalled any more are adopted. Doing it twice is doing it once, and a cut in
    /// the middle of it does no harm.
    /// - Parameter open: the session that goes on, as the run that left it knew it: it keeps its journal. `nil`: there is none.
    /// - Throws: `CardError.absent` or `.readOnly`. What goes wrong with one session is in the report.
    public func recover(leavingOpen open: SessionHeader? = nil) throws(CardError) -> RecoveryReport {
        try attempt { () throws(CardError) in
            var recovery = Recovery(card: self, leavingOpen: open)
            try recovery.run()
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
