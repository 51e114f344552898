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
        } catch {
            throw Self.refusal(error)
        }
    }

    /// Changes what is in, as one: where `body` throws, nothing has changed.
    func change(_ body: (IndexChange) throws -> Void) throws(CardError) {
        do {
            try database.write { try body(IndexChange(db: $0)) }
        } catch {
            throw Self.refusal(error)
        }
    }

    /// The names of the sessions that are in, sorted.
    public func names() throws(CardError) -> [String] {
        do {
            return try database.read { try String.fetchAll($0, sql: "SELECT name FROM session ORDER BY name") }
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
                // SQLite keeps the statements word for word, so tables that somebody changed are told.
                && String.fetchAll(db, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid") == tables
                && String.fetchAll(db, sql: "PRAGMA quick_check") == ["ok"]
        }
    }

    private static func makeTables(_ db: Database) throws {
        for statement in tables { try db.execute(sql: statement) }
        try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(schemaVersion)")
    }

    private static let tables = [
        """
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
            checksum INTEGER NOT NULL
        )
        """,
        "CREATE INDEX session_by_start ON session (started, number, name)",
        """
        CREATE TABLE face (
            session TEXT NOT NULL REFERENCES session(name) ON DELETE CASCADE,
            id TEXT NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (session, id)
        ) WITHOUT ROWID
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
        )
        """,
    ]

    static func refusal(_ error: any Error) -> CardError {
        if let refusal = error as? CardError { return refusal }
        return switch (error as? DatabaseError)?.resultCode {
        case .SQLITE_FULL?: .full
        case .SQLITE_READONLY?: .readOnly
        default: .failed(operation: "write", subject: CardLayout.index, reason: "\(error)")
        }
    }
}
