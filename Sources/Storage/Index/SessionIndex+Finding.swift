import Core
import GRDB

/// Finding sessions in the index: the same answers as `SessionSearch`, without reading a single record.
extension SessionIndex {
    /// - Parameter freeBytes: of the card.
    public func find(_ query: SessionQuery, freeBytes: Int64) throws(CardError) -> SessionList {
        do {
            return try database.read { db in
                let (condition, arguments) = Self.condition(query)
                let matching = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM session WHERE \(condition)", arguments: arguments) ?? 0
                let sessions = try Self.sessions(db, query)
                let months = try String.fetchAll(db, sql: "SELECT DISTINCT substr(started, 1, 7) AS month FROM session ORDER BY month DESC")
                let faces = try Row.fetchAll(db, sql: "SELECT id, name FROM face GROUP BY id, name ORDER BY COUNT(*) DESC, name, id")
                let used = try Int64.fetchOne(db, sql: "SELECT SUM(bytes) FROM session") ?? 0
                return SessionList(query: query, sessions: sessions, matching: matching, months: months,
                                   faces: faces.map { SessionList.Face(id: $0[0], name: $0[1]) }, usedBytes: used, freeBytes: freeBytes)
            }
        } catch {
            throw Self.refusal(error)
        }
    }

    /// The sessions of a query's page.
    static func sessions(_ db: Database, _ query: SessionQuery) throws -> [SessionSummary] {
        let (condition, arguments) = condition(query)
        return try Row.fetchAll(db, sql: page(where: condition), arguments: arguments + [max(0, query.limit), max(0, query.offset)])
            .map(summary)
    }

    /// One page of the list, newest first.
    static func page(where condition: String) -> String {
        """
        SELECT name, number, started, face, faceName, round, total, innerTens, tens, arrows, ends, clips, notes, bytes
        FROM session WHERE \(condition) ORDER BY started DESC, number DESC, name DESC LIMIT ? OFFSET ?
        """
    }

    /// What was asked for only ever goes in as an argument.
    static func condition(_ query: SessionQuery) -> (String, StatementArguments) {
        var conditions = ["1"]
        var arguments = StatementArguments()
        if let date = query.date {
            // A prefix as a range, so that the index by start serves it; no label has a character beyond the last one.
            conditions.append("started >= ? AND started < ?")
            arguments += [date, date + "\u{10FFFF}"]
        }
        if let face = query.face {
            conditions.append("name IN (SELECT session FROM face WHERE id = ?)")
            arguments += [face]
        }
        return (conditions.joined(separator: " AND "), arguments)
    }

    private static func summary(_ row: Row) -> SessionSummary {
        SessionSummary(name: row["name"], number: row["number"], started: row["started"], faceID: row["face"], faceName: row["faceName"],
                       round: row["round"], total: row["total"], innerTens: row["innerTens"], tens: row["tens"], arrows: row["arrows"],
                       ends: row["ends"], clips: row["clips"], notes: row["notes"], bytes: row["bytes"])
    }
}
