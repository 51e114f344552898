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
            throw FaceProblem(.faceForm)
        }
        let id = parts[0]
        // Among an archer's words a number is a shaft.
        let isWord = Double(id) != nil || ["left", "right", "none"].contains(id)
        guard !id.isEmpty, id.utf8.count <= longestID, id.utf8.allSatisfy(isIDLetter), !isWord else {
            throw FaceProblem(.faceID(String(id.prefix(longestID)), longest: longestID))
        }
        guard !taken.contains(id) else { throw FaceProblem(.faceTaken(id)) }
        let name = name(parts[1])
        guard !name.isEmpty else { throw FaceProblem(.faceNameless) }
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
                throw FaceProblem(.facePart(String(part.prefix(30))))
            }
        }
        return try Face.checked(id: id, name: name, rings: rings, spots: spots, twoInASpot: twoInASpot, thickestShaft: thickest)
    }

    /// A name that can be drawn, of one of any length.
    static func name(_ text: String) -> String { cut(text, to: longestName) }

    /// A ring's label that can be drawn, of one of any length.
    static func label(_ text: String) -> String { cut(text, to: Face.longestLabel) }

    /// A letter may be put together of any number of signs.
    private static func cut(_ text: String, to letters: Int) -> String { String(String(text.prefix(letters)).unicodeScalars.prefix(4 * letters)) }

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
            throw FaceProblem(.faceRing(String(text.prefix(40))))
        }
        let diameter = try length(words[2], .faceRingName(label(words[0])))
        let line: FaceColor? = words.count == 5 ? try color(words[4]) : nil
        return Ring(label(words[0]), points: points, diameter: diameter, color: try color(words[3]), line: line)
    }

    private static func spot(_ text: String) throws(FaceProblem) -> FacePoint {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 2 else { throw FaceProblem(.faceSpot(String(text.prefix(40)))) }
        return FacePoint(x: try length(words[0], .faceSpotName), y: try length(words[1], .faceSpotName))
    }

    private static func length(_ word: String, _ what: Message) throws(FaceProblem) -> Length {
        guard let millimetres = Double(word), abs(millimetres) <= Face.largestDiameter else {
            throw FaceProblem(.faceLength(String(word.prefix(20)), of: what))
        }
        return Length(millimetres: millimetres)
    }

    private static func color(_ word: String) throws(FaceProblem) -> FaceColor {
        guard let color = FaceColor(rawValue: word) else {
            throw FaceProblem(.faceColor(String(word.prefix(20)), FaceColor.allCases.map(\.rawValue)))
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
