// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// `scores.csv`: one line for each arrow, for a spreadsheet (UTF-8 with its mark, RFC 4180).
enum ScoreTable {
    static let columns = [
        "session", "date", "end", "arrow", "face", "round", "distance", "shaft_mm", "label", "points", "ring",
        "spot", "x_mm", "y_mm", "from_centre_mm", "clock_hour", "clip", "counts", "placed_by",
    ]

    /// Returns the file. The points add up to the session's total, because an arrow that doesn't count has no points. Positions are from
    /// the spot's centre, x to the right, y up: what `vir score` takes with a third column. Those that nobody measured are empty: of an
    /// arrow that was placed by its hour, only the hour is known.
    static func bytes(of record: SessionRecord, named name: String) -> [UInt8] {
        // The last column, only if archers are named.
        let archer = record.target?.archer.map { [text($0)] } ?? []
        let holds = HoldColumns(record, named: name)
        let files = Dictionary(record.keptClips.map { ($0.number, $0.file) }) { one, _ in one }
        var rows: [[String]] = []
        for end in record.ends {
            for entry in end.score.entries {
                rows.append(row(entry, end, record.header, files, named: name) + (holds?.fields(ofClip: entry.arrow.clip) ?? []) + archer)
            }
        }
        return file([(columns + (holds == nil ? [] : HoldColumns.names) + archer.map { _ in "archer" }).map(text)] + rows)
    }

    static func row(
        _ entry: EndScore.Entry, _ end: EndRecord, _ header: SessionHeader, _ files: [Int: String], named name: String
    ) -> [String] {
        let (place, measured) = (entry.arrow.place, entry.arrow.measured)
        return [
            text(name), text(header.started), "\(end.number)", "\(entry.arrow.number)", text(end.face.name),
            text(end.round ?? ""), text(end.distance ?? ""), PageNumber.short(end.shaft.millimetres), text(entry.score.label),
            "\(end.points(of: entry))", "\(entry.score.ring)", "\(entry.arrow.spot + 1)",
            measured.map { PageNumber.short($0.x.millimetres) } ?? "", measured.map { PageNumber.short($0.y.millimetres) } ?? "",
            measured.map { PageNumber.short($0.distance.millimetres) } ?? "", place.map { "\($0.direction.hour)" } ?? "",
            text(entry.arrow.clip.flatMap { files[$0] } ?? ""), end.isPractice ? "practice" : entry.counts ? "yes" : "no",
            entry.arrow.placedBy?.rawValue ?? "",
        ]
    }

    /// Returns a file of these lines, each of these fields.
    static func file(_ lines: [[String]]) -> [UInt8] {
        [0xEF, 0xBB, 0xBF] + lines.map { $0.joined(separator: ",") + "\r\n" }.joined().utf8
    }

    /// Returns two fields: the number of the end that a clip belongs to, and the number of the arrow that it shows. Either may be empty.
    static func place(ofClip number: Int, in record: SessionRecord) -> [String] {
        guard let end = record.endIndex(ofClip: number).map({ record.ends[$0] }) else { return ["", ""] }
        return ["\(end.number)", end.arrows.first { $0.clip == number }.map { "\($0.number)" } ?? ""]
    }

    /// Returns text that people wrote, quoted. A spreadsheet takes text that begins like a formula for one, unless an apostrophe stands
    /// before it (OWASP, "CSV injection"; East Asian editions take the wide forms for formulas too).
    static func text(_ text: String) -> String {
        let line = PageText.line(text)
        let isFormula = line.unicodeScalars.first.map { "=+-@＝＋－＠|%".unicodeScalars.contains($0) } ?? false
        let begins = text.unicodeScalars.first.map { $0 == "\t" || $0 == "\r" } ?? false
        // The text is read by scalars: a quotation mark with an accent still ends a field.
        var field = "\"" + (isFormula || begins ? "'" : "")
        for scalar in line.unicodeScalars { field += scalar == "\"" ? "\"\"" : String(scalar) }
        return field + "\""
    }
}
