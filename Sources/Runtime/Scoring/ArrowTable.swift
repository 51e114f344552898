import Core
import Foundation

/// `vir score`: a table of arrows in, a table of scores out, row for row.
public struct ArrowTable {
    private let face: Face
    private let shaft: Length

    /// - Throws: `Failure` for a face that isn't known and a shaft that its rules don't allow.
    /// - Parameter settings: a settings file whose custom faces are known too.
    public init(face id: String, arrowMillimetres: String, settings: String? = nil) throws(Failure) {
        guard let face = try FaceList.faces(settings).first(where: { $0.id == id }) else {
            throw Failure(.usage, "--face \(id): there is no such face; 'vir faces' lists them")
        }
        guard let diameter = Double(arrowMillimetres), diameter.isFinite, abs(diameter) < 1000,
              face.shafts.contains(Length(millimetres: diameter)) else {
            throw Failure(.usage, "--arrow \(arrowMillimetres): on \(id) a shaft is \(face.shafts.lowerBound.millimetres) to "
                + "\(face.shafts.upperBound.millimetres) mm thick")
        }
        self.face = face
        shaft = Length(millimetres: diameter)
    }

    /// Scores the rows of a file, or of standard input where `path` is `nil`. A bad row is an empty one in the answer, and its
    /// problem is told with its line number; the others are scored all the same.
    /// - Parameter tell: called for each bad row with one line.
    /// - Returns: the table, and how many rows were bad.
    /// - Throws: `Failure` where the file can't be read.
    public func score(path: String?, tell: (String) -> Void) throws(Failure) -> (text: String, badRows: Int) {
        let name = path ?? "standard input"
        let data: Data
        do {
            data = if let path { try Data(contentsOf: URL(fileURLWithPath: path)) } else { try FileHandle.standardInput.readToEnd() ?? Data() }
        } catch {
            throw Failure(.noInput, "\(name): it can't be read (\(error.localizedDescription))")
        }
        var lines: [String] = []
        var badRows = 0
        let rows = String(decoding: data, as: UTF8.self).split(omittingEmptySubsequences: false) { $0.isNewline }
        for (index, row) in rows.enumerated() where !row.allSatisfy(\.isWhitespace) {
            if lines.isEmpty, index == 0, ArrowRow.isHeader(row) {
                lines.append("label,points,ring")
                continue
            }
            do {
                let score = try ArrowRow(row, on: face).score(on: face, shaft: shaft)
                lines.append("\(score.label),\(score.points),\(score.ring)")
            } catch {
                tell("\(name), line \(index + 1): \(error)")
                lines.append(",,")
                badRows += 1
            }
        }
        return (lines.map { $0 + "\n" }.joined(), badRows)
    }
}
