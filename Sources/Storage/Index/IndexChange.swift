// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import GRDB

/// One change of the index, for any number of sessions: the file gets all of it or nothing.
///
/// It is valid only inside the closure that it is handed to (`SessionIndex.change`).
struct IndexChange {
    let db: Database

    /// Puts a session in, replacing its earlier row.
    func put(_ row: IndexRow) throws {
        let summary = row.entry.summary
        try remove(name: summary.name)
        try row.insert(db)
        for face in row.entry.faces {
            try db.execute(sql: "INSERT INTO face (session, id, name) VALUES (?, ?, ?)", arguments: [summary.name, face.id, face.name])
        }
        for clip in row.clips {
            // A record that somebody edited may have a number twice; the index must accept that.
            try db.execute(
                sql: "INSERT OR REPLACE INTO clip (session, number, kind, file, seconds) VALUES (?, ?, ?, ?, ?)",
                arguments: [summary.name, clip.number, clip.kind.rawValue, clip.file, clip.seconds.isFinite ? clip.seconds : 0])
        }
    }

    /// Takes out a session whose folder is gone.
    func remove(name: String) throws {
        try db.execute(sql: "DELETE FROM session WHERE name = ?", arguments: [name])
    }

    /// Returns the checksum of each session's record when it was put in, by the session's name. Every row is checked completely: a row that
    /// isn't what was put in throws `IndexDamage`.
    func checksums() throws -> [String: UInt32] {
        var faces: [String: [SessionList.Face]] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT session, id, name FROM face") {
            let face = SessionList.Face(id: try row.decode(atIndex: 1), name: try row.decode(atIndex: 2))
            faces[try row.decode(atIndex: 0), default: []].append(face)
        }
        var checksums: [String: UInt32] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT \(SessionIndex.columns), checksum, seal FROM session") {
            let summary = try SessionIndex.summary(row)
            let entry = SessionSearch.Entry(summary: summary, faces: faces.removeValue(forKey: summary.name) ?? [])
            let checksum = try row.decode(Int64.self, forColumn: "checksum")
            guard try row.decode(Int64.self, forColumn: "seal") == Int64(entry.seal), let checksum = UInt32(exactly: checksum) else {
                throw IndexDamage("its line of \(summary.name) isn't what was written")
            }
            checksums[summary.name] = checksum
        }
        guard faces.isEmpty else { throw IndexDamage("it has faces of sessions that it hasn't") }
        return checksums
    }

    /// Returns the order of all sessions by number.
    func order() throws -> SessionOrder {
        SessionOrder(
            try Row.fetchAll(db, sql: "SELECT number, name FROM session").map {
                (number: try $0.decode(Int.self, atIndex: 0), name: try $0.decode(String.self, atIndex: 1))
            })
    }

    /// Returns every session as it is with this change, newest first.
    func everySession() throws -> [SessionSummary] {
        try SessionIndex.sessions(db, SessionQuery(limit: .max))
    }
}
