// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The sessions of a card as lines of text, in columns.
public enum SessionTable {
    /// The most of an archer's name and of the notes for which the table has room.
    private static let longestName = 24
    private static let longestNote = 40

    /// Returns a head line, then a line for each session. A number that makes no sense is shown as a question mark.
    public static func lines(_ sessions: [StoredSession]) -> [String] {
        let inner = sessions.lazy.compactMap(\.record).flatMap(\.ends).map(\.face).innerLabel ?? Ring.innerLabel
        let head = ["session", "started", "marks", "clips", "liked", "seconds", "face", "arrows", "total", inner, "round", "archer", "notes", ""]
        let rows = [head] + sessions.map { row($0).map(PageText.line) }
        let widths = (0..<rows[0].count).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    private static func row(_ session: StoredSession) -> [String] {
        guard let record = session.record else {
            let reason =
                switch session.state {
                case .later(let version): "written by a later VIR (version \(version))"
                case .unreadable(let reason): reason
                case .closed, .open: ""
                }
            return [session.name] + Array(repeating: "", count: 12) + [reason]
        }
        // A record that somebody edited may contain any number.
        let seconds = record.keptClips.reduce(0) { $0 + $1.seconds }
        let tenths = Int(exactly: (seconds * 10).rounded()).map { "\($0 / 10).\(abs($0 % 10))" } ?? "?"
        let state =
            switch session.state {
            case .open: record.continues.map { "continues \($0.folder)" } ?? "open"
            case .closed, .later, .unreadable: record.ending == .recovered ? "recovered" : ""
            }
        let arrows = record.arrowCount
        let face = arrows > 0 ? record.ends.first { !$0.arrows.isEmpty }?.face.id ?? "" : ""
        return [
            session.name, record.header.started.isEmpty ? "undated" : record.header.started, "\(record.marks.count)", "\(record.keptClips.count)",
            record.likedClips.isEmpty ? "" : "\(record.likedClips.count)", tenths, face,
            arrows > 0 ? "\(arrows)" : "", arrows > 0 ? "\(record.total)" : "", arrows > 0 ? "\(record.innerTens)" : "",
            record.ends.lazy.compactMap(\.round).first ?? record.target?.round ?? "",
            record.target?.archer.map { PageText.cut($0, to: longestName) } ?? "",
            PageText.cut(PageText.line(record.notes), to: longestNote), state,
        ]
    }
}
