import Core
import GRDB

/// `vir.sqlite`: a row for each closed session, its faces and its clips, for history, search and totals.
///
/// It holds nothing that isn't in the sessions' own `session.json`, so it may be lost at any time: a file that is
/// missing, of another version or damaged is moved aside and made anew. exFAT has no shared memory for a
/// write-ahead log, so SQLite keeps its rollback journal and syncs fully. Thread-bound.
public final class SessionIndex {
    /// What the tables below look like. A file with any other number isn't read.
    public static let schemaVersion = 2
    /// "VIR1": tells the file from another program's of the same name.
    private static let applicationID = 0x5649_5231

    let database: DatabaseQueue
    /// The file was made anew, so it lacks the sessions there are.
    public let isNew: Bool

    /// Opens the index, or makes an empty one. A file that can't be used is renamed to `vir.sqlite.damaged`.
    public init(path: String, files: any FileSystem) throws(CardError) {
        do {
            if try files.isFile(path), let usable = try? Self.open(path), (try? Self.isUsable(usable)) == true {
                database = usable
                isNew = false
                return
            }
            for suffix in ["", "-journal"] where try files.kind(of: path + suffix) != nil {
                try files.rename(path + suffix, to: path + suffix + CardLayout.damagedSuffix)
            }
            database = try Self.open(path)
            try database.write(Self.makeTables)
            isNew = true
        } catch let error as CardError {
            throw error
        } catch {
            throw Self.refusal(error)
        }
    }

    /// Puts a session in, in the place of what was known of it.
    /// - Parameters:
    ///   - bytes: what its folder takes.
    ///   - recordBytes: how long its `session.json` is: by that one that was edited elsewhere is told.
    public func put(_ record: SessionRecord, name: String, bytes: Int64 = 0, recordBytes: Int64 = 0) throws(CardError) {
        let entry = SessionSearch.Entry(record, name: name, bytes: bytes)
        let summary = entry.summary
        try write { db in
            try db.execute(sql: "DELETE FROM session WHERE name = ?", arguments: [name])
            try db.execute(
                sql: """
                    INSERT INTO session (name, number, started, camera, ending, marks, clips, seconds, face, faceName, round, total, innerTens,
                        tens, arrows, ends, notes, bytes, recordBytes)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [name, summary.number, summary.started, record.header.camera, record.ending.rawValue, record.marks.count,
                            summary.clips, record.clips.reduce(0) { $0 + $1.seconds }, summary.faceID, summary.faceName, summary.round,
                            summary.total, summary.innerTens, summary.tens, summary.arrows, summary.ends, summary.notes, bytes, recordBytes])
            for face in entry.faces {
                try db.execute(sql: "INSERT INTO face (session, id, name) VALUES (?, ?, ?)", arguments: [name, face.id, face.name])
            }
            for clip in record.clips {
                // A record that somebody edited may have a number twice; the index must take it all the same.
                try db.execute(
                    sql: "INSERT OR REPLACE INTO clip (session, number, kind, file, seconds) VALUES (?, ?, ?, ?, ?)",
                    arguments: [name, clip.number, clip.kind.rawValue, clip.file, clip.seconds])
            }
        }
    }

    /// Takes out a session whose folder is gone.
    public func remove(name: String) throws(CardError) {
        try write { try $0.execute(sql: "DELETE FROM session WHERE name = ?", arguments: [name]) }
    }

    /// The names of the sessions that are in, sorted.
    public func names() throws(CardError) -> [String] {
        do {
            return try database.read { try String.fetchAll($0, sql: "SELECT name FROM session ORDER BY name") }
        } catch {
            throw Self.refusal(error)
        }
    }

    /// How long the record of each session was when it was put in, by the session's name.
    func recordSizes() throws(CardError) -> [String: Int64] {
        do {
            return try database.read { db in
                Dictionary(uniqueKeysWithValues: try Row.fetchAll(db, sql: "SELECT name, recordBytes FROM session").map { ($0[0], $0[1]) })
            }
        } catch {
            throw Self.refusal(error)
        }
    }

    /// How many sessions, marks and clips there are in all, and how long the clips play.
    public func totals() throws(CardError) -> (sessions: Int, marks: Int, clips: Int, seconds: Double) {
        do {
            let row = try database.read {
                try Row.fetchOne($0, sql: "SELECT COUNT(*), SUM(marks), SUM(clips), SUM(seconds) FROM session")
            }
            return (row?[0] ?? 0, row?[1] ?? 0, row?[2] ?? 0, row?[3] ?? 0)
        } catch {
            throw Self.refusal(error)
        }
    }

    // MARK: The file

    private static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        // Nobody else writes to it; a lock that was left behind must not hold up the card's thread.
        configuration.busyMode = .timeout(2)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL")
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    private static func isUsable(_ database: DatabaseQueue) throws -> Bool {
        try database.read { db in
            try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID
                && Int.fetchOne(db, sql: "PRAGMA user_version") == schemaVersion
                && String.fetchAll(db, sql: "PRAGMA quick_check") == ["ok"]
        }
    }

    private static func makeTables(_ db: Database) throws {
        try db.execute(sql: """
            CREATE TABLE session (
                name TEXT PRIMARY KEY,
                number INTEGER NOT NULL,
                started TEXT NOT NULL,
                camera TEXT NOT NULL,
                ending TEXT NOT NULL,
                marks INTEGER NOT NULL,
                clips INTEGER NOT NULL,
                seconds REAL NOT NULL,
                face TEXT,
                faceName TEXT,
                round TEXT,
                total INTEGER NOT NULL,
                innerTens INTEGER NOT NULL,
                tens INTEGER NOT NULL,
                arrows INTEGER NOT NULL,
                ends INTEGER NOT NULL,
                notes TEXT NOT NULL,
                bytes INTEGER NOT NULL,
                recordBytes INTEGER NOT NULL
            );
            CREATE INDEX session_by_start ON session (started, number, name);
            CREATE TABLE face (
                session TEXT NOT NULL REFERENCES session(name) ON DELETE CASCADE,
                id TEXT NOT NULL,
                name TEXT NOT NULL,
                PRIMARY KEY (session, id)
            ) WITHOUT ROWID;
            CREATE INDEX face_by_id ON face (id, session);
            CREATE TABLE clip (
                session TEXT NOT NULL REFERENCES session(name) ON DELETE CASCADE,
                number INTEGER NOT NULL,
                kind TEXT NOT NULL,
                file TEXT NOT NULL,
                seconds REAL NOT NULL,
                PRIMARY KEY (session, number)
            );
            PRAGMA application_id = \(applicationID);
            PRAGMA user_version = \(schemaVersion);
            """)
    }

    private func write(_ updates: (Database) throws -> Void) throws(CardError) {
        do {
            try database.write(updates)
        } catch {
            throw Self.refusal(error)
        }
    }

    static func refusal(_ error: any Error) -> CardError {
        switch (error as? DatabaseError)?.resultCode {
        case .SQLITE_FULL?: .full
        case .SQLITE_READONLY?: .readOnly
        default: .failed(operation: "write", subject: CardLayout.index, reason: "\(error)")
        }
    }
}
