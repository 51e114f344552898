// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import GRDB

/// `vir.sqlite`: a row for each closed session, its faces and its clips, for history, search and totals.
///
/// It holds nothing that isn't in the sessions' own `session.json`, so it may be lost at any time: a file that is missing, of another
/// version or damaged is moved aside and made anew. Nothing in it is trusted, because anybody may have written to the card. exFAT has no
/// shared memory for a write-ahead log, so SQLite keeps its rollback journal and syncs fully. Thread-bound.
public final class SessionIndex {
    /// The version of the tables below. A file with any other number isn't read.
    public static let schemaVersion = 11
    /// "VIR1": tells the file from another program's of the same name.
    private static let applicationID = 0x5649_5231
    /// The longest file that is read, in bytes. A hundred thousand sessions need less.
    private static let longestBytes: Int64 = 256 << 20

    /// The suffixes of the files that SQLite has beside the index while it is written. If one is there, a change was interrupted. A
    /// stranger's journal could change more than the index, so none is ever read.
    private static let companions = ["-journal", "-wal", "-shm"]

    let database: DatabaseQueue
    /// True if the file was made anew, so that it lacks the existing sessions.
    public let isNew: Bool
    /// The reason that an existing file couldn't be used and was moved aside; `nil` if there was no such file.
    let objection: String?

    /// Opens the index, or makes an empty one. A file that can't be used is renamed to `vir.sqlite.damaged`.
    public init(path: String, files: any FileSystem) throws(CardError) {
        do {
            let objection: String?
            do {
                if let usable = try Self.usable(path, files) {
                    database = usable
                    isNew = false
                    self.objection = nil
                    return
                }
                objection = nil
            } catch {
                guard case .damaged(let reason) = IndexFault(error) else { throw error }
                objection = reason
            }
            try Self.putAside(path, files)
            database = try Self.open(path)
            try database.write(Self.makeTables)
            isNew = true
            self.objection = objection
        } catch {
            throw IndexFault(error).refusal
        }
    }

    /// Moves an index aside, with all files that SQLite left beside it.
    static func putAside(_ path: String, _ files: any FileSystem) throws(CardError) {
        for suffix in [""] + companions where try files.kind(of: path + suffix) != nil { try files.moveAside(path + suffix) }
    }

    /// Removes an index unread. Anything that isn't a file at its path is moved aside.
    static func remove(_ path: String, _ files: any FileSystem) throws(CardError) {
        for suffix in [""] + companions {
            try files.makeWay(for: path + suffix)
            try files.removeIfThere(path + suffix)
        }
    }

    /// Makes one change of the index: if `body` throws, nothing has changed.
    func change(_ body: (IndexChange) throws -> Void) throws(IndexFault) {
        do {
            try database.write { try body(IndexChange(db: $0)) }
        } catch {
            throw IndexFault(error)
        }
    }

    /// Returns the names of the sessions in the index, sorted.
    public func names() throws(CardError) -> [String] {
        try read { try String.fetchAll($0, sql: "SELECT name FROM session ORDER BY name") }
    }

    /// Returns the numbers of all sessions, marks and clips, and the playing time of the clips.
    public func totals() throws(CardError) -> (sessions: Int, marks: Int, clips: Int, seconds: Double) {
        try read { db in
            let row = try Row.fetchOne(db, sql: "SELECT COUNT(*), TOTAL(marks), TOTAL(clips), TOTAL(seconds) FROM session")
            guard let row else { return (0, 0, 0, 0) }
            return (
                try row.decode(atIndex: 0), Int(clamping: Int64(try row.decode(Double.self, atIndex: 1))),
                Int(clamping: Int64(try row.decode(Double.self, atIndex: 2))), try row.decode(atIndex: 3)
            )
        }
    }

    /// Returns the highest number of a session in the index; 0 if there is no session.
    func highestNumber() throws(IndexFault) -> Int {
        do {
            return try database.read { try Int.fetchOne($0, sql: "SELECT MAX(number) FROM session") ?? 0 }
        } catch {
            throw IndexFault(error)
        }
    }

    private func read<Result>(_ body: (Database) throws -> Result) throws(CardError) -> Result {
        do {
            return try database.read(body)
        } catch {
            throw IndexFault(error).refusal
        }
    }

    // MARK: The file

    private static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        // Another program has the file for a moment at most; a lock that was left behind must not hold up the card's thread.
        configuration.busyMode = .timeout(2)
        configuration.prepareDatabase { db in
            // Pages are checked before they are used, and nothing in a stranger's tables is ever run.
            try db.execute(sql: "PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF; PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL")
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Opens the existing index; `nil` if there is no file.
    /// - Throws: the reason that it can't be used.
    private static func usable(_ path: String, _ files: any FileSystem) throws -> DatabaseQueue? {
        for suffix in companions where try files.kind(of: path + suffix) != nil {
            throw IndexDamage("a cut came in the middle of a change")
        }
        guard let kind = try files.kind(of: path) else { return nil }
        guard case .file(let bytes) = kind else { throw IndexDamage("it is no file") }
        guard bytes <= longestBytes else { throw IndexDamage("it has \(bytes) bytes") }
        // Bytes 18 and 19 of an SQLite file say who may write it: 1 is a rollback journal, the only kind that VIR makes.
        let head = try files.read(path, from: 0, count: 20)
        guard head.starts(with: Array("SQLite format 3\0".utf8)), head[18...] == [1, 1] else { throw IndexDamage("it is no index of VIR's") }
        let database = try open(path)
        try database.read(requireSound)
        return database
    }

    private static func requireSound(_ db: Database) throws {
        // SQLite keeps the statements word for word, so tables that somebody changed are noticed.
        guard try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID, try Int.fetchOne(db, sql: "PRAGMA user_version") == schemaVersion,
            try String.fetchAll(db, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid") == tables
        else {
            throw IndexDamage("it is of another version")
        }
        // The quick check doesn't compare SQLite's own indexes with the tables.
        guard try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"] else { throw IndexDamage("it is damaged") }
    }

    private static func makeTables(_ db: Database) throws {
        for statement in tables { try db.execute(sql: statement) }
        try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(schemaVersion)")
    }

    private static let tables = [
        """
        CREATE TABLE session (
            name TEXT PRIMARY KEY,
            id TEXT,
            number INTEGER NOT NULL,
            started TEXT NOT NULL,
            notBefore TEXT,
            camera TEXT NOT NULL,
            ending TEXT NOT NULL,
            marks INTEGER NOT NULL,
            clips INTEGER NOT NULL,
            deletedClips INTEGER NOT NULL,
            likedClips INTEGER NOT NULL,
            unjudgedClips INTEGER NOT NULL,
            seconds REAL NOT NULL,
            face TEXT,
            faceName TEXT,
            round TEXT,
            archer TEXT,
            total INTEGER NOT NULL,
            innerTens INTEGER NOT NULL,
            tens INTEGER NOT NULL,
            arrows INTEGER NOT NULL,
            shot INTEGER NOT NULL,
            ends INTEGER NOT NULL,
            notes TEXT NOT NULL,
            bytes INTEGER NOT NULL,
            isProtected INTEGER NOT NULL,
            continues TEXT,
            distance TEXT,
            groupMillimetres REAL,
            grouped INTEGER NOT NULL,
            holdSeconds REAL,
            holds INTEGER NOT NULL,
            checksum INTEGER NOT NULL,
            seal INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX session_by_number ON session (number, name)",
        """
        CREATE TABLE face (
            session TEXT NOT NULL REFERENCES session(name) ON DELETE CASCADE,
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (session, id)
        ) WITHOUT ROWID, STRICT
        """,
        "CREATE INDEX face_by_id ON face (id, session)",
        """
        CREATE TABLE clip (
            session TEXT NOT NULL REFERENCES session(name) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            kind TEXT NOT NULL,
            file TEXT NOT NULL,
            seconds REAL NOT NULL,
            PRIMARY KEY (session, number)
        ) STRICT
        """,
    ]
}
