// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import GRDB

/// Finds sessions in the index: with the same answers as `SessionSearch`, but without reading a single record.
extension SessionIndex {
    /// - Parameter freeBytes: the free bytes of the card.
    func find(_ query: SessionQuery, freeBytes: Int64) throws(IndexFault) -> SessionList {
        do {
            return try database.read { db in
                let (condition, arguments) = Self.condition(query)
                let matching = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM session WHERE \(condition)", arguments: arguments) ?? 0
                let sessions = try Self.sessions(db, query)
                let months = try String.fetchAll(db, sql: "SELECT DISTINCT substr(started, 1, 7) AS month FROM session ORDER BY month DESC")
                    .filter { SessionSearch.month(of: $0) != nil }
                let faces = try Row.fetchAll(db, sql: "SELECT id, name FROM face GROUP BY id, name ORDER BY COUNT(*) DESC, name, id").map {
                    SessionList.Face(id: try $0.decode(atIndex: 0), name: try $0.decode(atIndex: 1))
                }
                let archers = try String.fetchAll(db, sql: "SELECT DISTINCT archer FROM session WHERE archer IS NOT NULL ORDER BY archer")
                let used = try Int64.fetchOne(db, sql: "SELECT SUM(bytes) FROM session") ?? 0
                let deleted = try Int.fetchOne(db, sql: "SELECT SUM(deletedClips) FROM session") ?? 0
                var days = ShotDays()
                let shot = try Row.fetchAll(
                    db, sql: "SELECT substr(started, 1, 10) AS day, SUM(shot) FROM session WHERE \(condition) GROUP BY day", arguments: arguments)
                for row in shot { days.add(try row.decode(Int.self, atIndex: 1), on: try row.decode(String.self, atIndex: 0)) }
                var list = SessionList(
                    query: query, sessions: sessions, matching: matching, months: months,
                    faces: faces, archers: archers, usedBytes: used, freeBytes: freeBytes, deletedClips: deleted, days: days)
                if query.isOfOneArcher(among: archers) {
                    var all = query
                    (all.offset, all.limit) = (0, .max)
                    list.season = SeasonSum(try Self.sessions(db, all))
                }
                return list
            }
        } catch {
            throw IndexFault(error)
        }
    }

    /// Returns the sessions of a query's page.
    static func sessions(_ db: Database, _ query: SessionQuery) throws -> [SessionSummary] {
        let (condition, arguments) = condition(query)
        return try Row.fetchAll(db, sql: page(of: query, where: condition), arguments: arguments + [max(0, query.limit), max(0, query.offset)])
            .map(summary)
    }

    /// The columns that `summary` reads.
    static let columns = SessionSummary.CodingKeys.allCases.map(\.rawValue).joined(separator: ", ")

    /// Returns the statement for one page of the list, in the query's order.
    static func page(of query: SessionQuery, where condition: String) -> String {
        let order = query.isOldestFirst ? "number, name" : "number DESC, name DESC"
        return "SELECT \(columns) FROM session WHERE \(condition) ORDER BY \(order) LIMIT ? OFFSET ?"
    }

    /// Returns a query's condition. Search words are only ever passed as arguments.
    static func condition(_ query: SessionQuery) -> (String, StatementArguments) {
        var conditions = ["1"]
        var arguments = StatementArguments()
        if let date = query.date {
            // The prefix is a range: no label has a character beyond the last one. The plus keeps SQLite from an index by start, which would
            // have to sort by number.
            conditions.append("+started >= ? AND +started < ?")
            arguments += [date, date + "\u{10FFFF}"]
        }
        if let face = query.face {
            conditions.append("name IN (SELECT session FROM face WHERE id = ?)")
            arguments += [face]
        }
        if let archer = query.archer {
            conditions.append("archer = ?")
            arguments += [archer]
        }
        if query.hasDeletedClips { conditions.append("deletedClips > 0") }
        if query.isOfFilms {
            conditions.append("camera = ?")
            arguments += [SessionHeader.filmCamera]
        }
        return (conditions.joined(separator: " AND "), arguments)
    }

    /// Reads a line of the history, if the row can be one.
    /// - Throws: an error if a value is of the wrong kind, or is impossible for a session.
    static func summary(_ row: Row) throws -> SessionSummary {
        let summary = try SessionSummary(row: row)
        guard CardLayout.mayBeSession(summary.name), summary.bytes >= 0 else { throw IndexDamage("it names a session that can't be") }
        for column in counted {
            let value = try row.decode(Int.self, forColumn: column.rawValue)
            guard (0...mostCounted).contains(value) else { throw IndexDamage("\(value) is no number for \(column.rawValue)") }
        }
        for value in [summary.groupMillimetres, summary.holdSeconds].compactMap({ $0 }) where !SessionSummary.measures.contains(value) {
            throw IndexDamage("\(value) is no measure")
        }
        return summary
    }

    /// The columns that count something.
    private static let counted: [SessionSummary.CodingKeys] = [
        .total, .innerTens, .tens, .arrows, .shot, .ends, .clips, .deletedClips, .likedClips, .unjudgedClips, .grouped, .holds,
    ]
    /// The highest number that is accepted. Ends, arrows and points are limited when a record is read, and no session has more of
    /// anything.
    private static let mostCounted = 1_000_000_000
}
