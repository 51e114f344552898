// SPDX-License-Identifier: GPL-3.0-or-later

/// One arrow as a line of a table: `x_mm,y_mm` from the sheet's centre, or `x_mm,y_mm,spot` from that spot's centre.
public struct ArrowRow: Hashable, Sendable {
    public var place: FacePoint
    /// The spot's index, from 0; `nil`: `place` is measured from the sheet's centre.
    public var spot: Int?

    /// The largest coordinate that is accepted, in millimetres. No sheet reaches further.
    private static let reach = 100_000.0

    /// - Throws: `ArrowRowProblem`, which says what is wrong with the line.
    public init(_ line: Substring, on face: Face) throws(ArrowRowProblem) {
        let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
        guard (2...3).contains(fields.count) else {
            throw ArrowRowProblem("it has \(fields.count) field\(fields.count == 1 ? "" : "s"); an arrow is x_mm,y_mm or x_mm,y_mm,spot")
        }
        place = FacePoint(x: try Self.length(fields[0], "x_mm"), y: try Self.length(fields[1], "y_mm"))
        if fields.count == 3 {
            guard let number = Int(fields[2]), face.spots.indices.contains(number - 1) else {
                let spots = face.spots.count == 1 ? "only spot 1" : "spots 1 to \(face.spots.count)"
                throw ArrowRowProblem("there is no spot \"\(fields[2])\"; \(face.id) has \(spots)")
            }
            spot = number - 1
        }
    }

    /// True if a table's first line names the columns instead of giving an arrow.
    public static func isHeader(_ line: Substring) -> Bool {
        let fields = line.split(separator: ",").map(trimmed)
        // A typing error in one number doesn't turn the first arrow into a header.
        guard let first = fields.first, fields.allSatisfy({ Double($0) == nil }) else { return false }
        return first.contains(where: \.isLetter) && !["nan", "inf", "infinity"].contains(first.lowercased())
    }

    /// Returns the arrow's score on this face.
    public func score(on face: Face, shaft: Length) -> ArrowScore {
        spot == nil ? face.score(at: place, shaft: shaft) : face.score(inSpot: place, shaft: shaft)
    }

    private static func length(_ field: String, _ name: String) throws(ArrowRowProblem) -> Length {
        guard let value = Double(field), value.isFinite else { throw ArrowRowProblem("\(name) is \"\(field)\", and no number") }
        guard abs(value) <= reach else { throw ArrowRowProblem("\(name) is \(field): no sheet reaches that far") }
        return Length(millimetres: value)
    }

    private static func trimmed(_ field: Substring) -> String {
        var rest = field
        while let last = rest.last, last.isWhitespace || last == "\"" { rest.removeLast() }
        while let first = rest.first, first.isWhitespace || first == "\"" || first == "\u{FEFF}" { rest.removeFirst() }
        return String(rest)
    }
}

/// The problem with a line of a table of arrows.
public struct ArrowRowProblem: Error, Hashable, CustomStringConvertible {
    public var description: String

    init(_ description: String) {
        self.description = description
    }
}
