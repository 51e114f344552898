import Core
import GRDB

/// One change of the index, however many sessions it is about: the file has all of it or nothing.
///
/// It ends with the closure that it is handed to (`SessionIndex.change`).
struct IndexChange {
    let db: Database

    /// Puts a session in, in the place of what was known of it.
    /// - Parameters:
    ///   - bytes: what its folder takes.
    ///   - checksum: of its `session.json`: by that one that was edited elsewhere is told.
    func put(_ record: SessionRecord, name: String, bytes: Int64, checksum: UInt32) throws {
        let entry = SessionSearch.Entry(record, name: name, bytes: bytes)
        let summary = entry.summary
        try remove(name: name)
        try db.execute(
            sql: """
                INSERT INTO session (name, number, started, camera, ending, marks, clips, seconds, face, faceName, round, total, innerTens,
                    tens, arrows, ends, notes, bytes, checksum)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [name, summary.number, summary.started, record.header.camera, record.ending.rawValue, record.marks.count,
                        summary.clips, record.clips.reduce(0) { $0 + $1.seconds }, summary.faceID, summary.faceName, summary.round,
                        summary.total, summary.innerTens, summary.tens, summary.arrows, summary.ends, summary.notes, bytes, Int64(checksum)])
        for face in entry.faces {
            try db.execute(sql: "INSERT INTO face (session, id, name) VALUES (?, ?, ?)", arguments: [name, face.id, face.name])
        }
        for clip in record.clips {
            // A record that somebody edited may have a number twice; the index must take it all the same.
            try db.execute(sql: "INSERT OR REPLACE INTO clip (session, number, kind, file, seconds) VALUES (?, ?, ?, ?, ?)",
                           arguments: [name, clip.number, clip.kind.rawValue, clip.file, clip.seconds])
        }
    }

    /// Takes out a session whose folder is gone.
    func remove(name: String) throws {
        try db.execute(sql: "DELETE FROM session WHERE name = ?", arguments: [name])
    }

    /// The checksum of each session's record when it was put in, by the session's name.
    func checksums() throws -> [String: UInt32] {
        let rows = try Row.fetchAll(db, sql: "SELECT name, checksum FROM session")
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], UInt32(truncatingIfNeeded: $0[1] as Int64)) })
    }

    /// Every session as it is with this change, newest first.
    func everySession() throws -> [SessionSummary] {
        try SessionIndex.sessions(db, SessionQuery(limit: .max))
    }
}
