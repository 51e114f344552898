// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// `vir score`: reads a table of arrows and writes a table of scores, row for row.
public struct ArrowTable {
    private let face: Face
    private let shaft: Length

    /// The most bytes that are read. A season has some ten thousand arrows; more than this is another kind of file.
    private static let longestBytes = 64 << 20
    /// The most bad rows that are told: whoever takes a wrong file needs no line for each of its rows.
    private static let mostTold = 10

    /// - Throws: `Failure` for a face that isn't known, or a shaft that the face's rules don't allow.
    /// - Parameter settings: a settings file whose custom faces are known too.
    public init(face id: String, arrowMillimetres: String, settings: String? = nil) throws(Failure) {
        guard let face = try FaceList.faces(settings).first(where: { $0.id == id }) else {
            throw Failure(
                .usage,
                id.isEmpty
                    ? "--face: its value is empty; 'vir faces' lists the faces"
                    : "--face \(id): there is no such face; 'vir faces' lists them")
        }
        guard let diameter = decimal(arrowMillimetres), diameter.isFinite, abs(diameter) < 1000,
            face.shafts.contains(Length(millimetres: diameter))
        else {
            let word = arrowMillimetres.isEmpty ? "" : " \(arrowMillimetres)"
            throw Failure(
                .usage,
                "--arrow\(word): on \(id) a shaft is \(face.shafts.lowerBound.millimetres) to "
                    + "\(face.shafts.upperBound.millimetres) mm thick")
        }
        self.face = face
        shaft = Length(millimetres: diameter)
    }

    /// A row of the table, scored.
    public struct Row: Encodable, Sendable {
        /// The number of its line, from 1.
        public var line: Int
        /// As on a scorecard; `nil` for a bad row, as are the points and the ring.
        public var label: String?
        public var points: Int?
        public var ring: Int?
        /// The problem with it; `nil` if it has none.
        public var problem: String?
    }

    /// The answer.
    public struct Scores: Sendable {
        public fileprivate(set) var hasHeader = false
        public fileprivate(set) var rows: [Row] = []
        public var badRows: Int { rows.count { $0.problem != nil } }

        /// The table, a line for each row; a bad row's line is empty.
        public var text: String {
            let lines = rows.map { row in "\(row.label ?? ""),\(row.points.map(String.init) ?? ""),\(row.ring.map(String.init) ?? "")" }
            return ((hasHeader ? ["label,points,ring"] : []) + lines).map { $0 + "\n" }.joined()
        }

        /// Returns the rows for another program: a JSON array.
        public func json() throws -> String { try JSONText.of(rows) }
    }

    /// Scores the rows of a file, or of standard input if `path` is `nil` or `-`. A bad row becomes an empty row in the answer, and its
    /// problem is told with its line number; the others are scored all the same.
    /// - Parameter tell: called with one line for each bad row, up to `mostTold` of them.
    /// - Throws: `Failure` if the file can't be read.
    public func score(path: String?, tell: (String) -> Void) throws(Failure) -> Scores {
        let path = path == "-" ? nil : path
        let name = path ?? "standard input"
        let bytes = try InputFile.read(path, longestBytes: Self.longestBytes)
        var scores = Scores()
        var told = 0
        let rows = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) { $0.isNewline }
        for (index, row) in rows.enumerated() where !row.allSatisfy(\.isWhitespace) {
            if scores.rows.isEmpty, index == 0, ArrowRow.isHeader(row) {
                scores.hasHeader = true
                continue
            }
            do {
                let score = try ArrowRow(row, on: face).score(on: face, shaft: shaft)
                scores.rows.append(Row(line: index + 1, label: score.label, points: score.points, ring: score.ring))
            } catch {
                if told < Self.mostTold { tell("\(name), line \(index + 1): \(error)") }
                told += 1
                scores.rows.append(Row(line: index + 1, problem: "\(error)"))
            }
        }
        return scores
    }
}
