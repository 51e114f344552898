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

    /// Scores the rows of a file, or of standard input if `path` is `nil`. A bad row becomes an empty row in the answer, and its
    /// problem is told with its line number; the others are scored all the same.
    /// - Parameter tell: called with one line for each bad row, up to `mostTold` of them.
    /// - Returns: the table, and the number of bad rows.
    /// - Throws: `Failure` if the file can't be read.
    public func score(path: String?, tell: (String) -> Void) throws(Failure) -> (text: String, badRows: Int) {
        let name = path ?? "standard input"
        let bytes = try InputFile.read(path, longestBytes: Self.longestBytes)
        var lines: [String] = []
        var badRows = 0
        let rows = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) { $0.isNewline }
        for (index, row) in rows.enumerated() where !row.allSatisfy(\.isWhitespace) {
            if lines.isEmpty, index == 0, ArrowRow.isHeader(row) {
                lines.append("label,points,ring")
                continue
            }
            do {
                let score = try ArrowRow(row, on: face).score(on: face, shaft: shaft)
                lines.append("\(score.label),\(score.points),\(score.ring)")
            } catch {
                if badRows < Self.mostTold { tell("\(name), line \(index + 1): \(error)") }
                lines.append(",,")
                badRows += 1
            }
        }
        return (lines.map { $0 + "\n" }.joined(), badRows)
    }
}
