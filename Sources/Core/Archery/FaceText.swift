// SPDX-License-Identifier: GPL-3.0-or-later

/// A face in one line, as `settings.toml` has a custom one:
/// `club_3d; Club 3D; X 11 50 red, 8 8 150 white black; spots 0 120, 0 -120; lower`.
///
/// First the id and the name; then the rings from the middle out, each with label, points, diameter in millimetres, colour and,
/// where its outer edge has a line, the line's colour. What follows may be left out: where the spots' centres lie from the sheet's,
/// in millimetres, x to the right and y up; `lower` where of two arrows in a spot only the lower counts; `shaft 10.7` for thicker
/// shafts than usual.
public enum FaceText {
    /// Longer names are cut, to so many letters, and to four times as many where letters are put together of several.
    static let longestName = 100
    private static let longestID = 40

    /// - Parameter taken: ids that others have.
    /// - Throws: what is wrong, and what to write.
    public static func face(_ text: String, taken: Set<String> = []) throws(FaceProblem) -> Face {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
        guard parts.count >= 3 else {
            throw FaceProblem("write it as id; name; rings from the middle out, such as X 10 20 yellow, 10 10 40 yellow black")
        }
        let id = parts[0]
        guard !id.isEmpty, id.utf8.count <= longestID, id.utf8.allSatisfy(isIDLetter) else {
            throw FaceProblem("its id is \"\(id.prefix(longestID))\"; take 1 to \(longestID) of a to z, 0 to 9 and _")
        }
        guard !taken.contains(id) else { throw FaceProblem("there is a face \(id) already") }
        let name = String(String(parts[1].prefix(longestName)).unicodeScalars.prefix(4 * longestName))
        guard !name.isEmpty else { throw FaceProblem("it has no name") }
        var rings: [Ring] = []
        for text in parts[2].split(separator: ",").map(trimmed) { rings.append(try ring(text)) }
        var spots = [FacePoint.centre]
        var twoInASpot = Face.TwoInASpot.bothCount
        var thickest = Face.usualThickestShaft
        for part in parts.dropFirst(3) where !part.isEmpty {
            if part == "lower" {
                twoInASpot = .lowerCounts
            } else if part.hasPrefix("spots ") {
                spots = []
                for text in part.dropFirst(6).split(separator: ",").map(trimmed) { spots.append(try spot(text)) }
            } else if part.hasPrefix("shaft ") {
                thickest = try length(trimmed(part.dropFirst(6)), "shaft")
            } else {
                throw FaceProblem("\"\(part.prefix(30))\" is neither spots …, lower nor shaft …")
            }
        }
        return try Face.checked(id: id, name: name, rings: rings, spots: spots, twoInASpot: twoInASpot, thickestShaft: thickest)
    }

    /// The line that makes this face.
    public static func text(of face: Face) -> String {
        let rings = face.rings.map { ring in
            "\(ring.label) \(ring.points) \(plainNumber(ring.diameter.millimetres)) \(ring.color.rawValue)"
                + (ring.line.map { " \($0.rawValue)" } ?? "")
        }
        var parts = [face.id, face.name, rings.joined(separator: ", ")]
        if face.spots != [.centre] {
            parts.append("spots " + face.spots.map { "\(plainNumber($0.x.millimetres)) \(plainNumber($0.y.millimetres))" }.joined(separator: ", "))
        }
        if face.twoInASpot == .lowerCounts { parts.append("lower") }
        if face.thickestShaft != Face.usualThickestShaft { parts.append("shaft \(plainNumber(face.thickestShaft.millimetres))") }
        return parts.joined(separator: "; ")
    }

    private static func ring(_ text: String) throws(FaceProblem) -> Ring {
        let words = text.split(separator: " ").map(String.init)
        guard (4...5).contains(words.count), let points = Int(words[1]) else {
            throw FaceProblem(
                "\"\(text.prefix(40))\" is no ring; write label points diameter colour, such as 10 10 40 yellow, and the line's colour after it")
        }
        let diameter = try length(words[2], "ring \(words[0].prefix(12))")
        let line: FaceColor? = words.count == 5 ? try color(words[4]) : nil
        return Ring(String(words[0].prefix(12)), points: points, diameter: diameter, color: try color(words[3]), line: line)
    }

    private static func spot(_ text: String) throws(FaceProblem) -> FacePoint {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 2 else { throw FaceProblem("\"\(text.prefix(40))\" is no spot; write x and y in millimetres, such as 0 -120") }
        return FacePoint(x: try length(words[0], "a spot"), y: try length(words[1], "a spot"))
    }

    private static func length(_ word: String, _ what: String) throws(FaceProblem) -> Length {
        guard let millimetres = Double(word), abs(millimetres) <= Face.largestDiameter else {
            throw FaceProblem("\(what): \"\(word.prefix(20))\" is no length in millimetres")
        }
        return Length(millimetres: millimetres)
    }

    private static func color(_ word: String) throws(FaceProblem) -> FaceColor {
        guard let color = FaceColor(rawValue: word) else {
            throw FaceProblem("there is no colour \"\(word.prefix(20))\"; take \(FaceColor.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return color
    }

    private static func isIDLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
