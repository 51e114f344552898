// SPDX-License-Identifier: GPL-3.0-or-later

/// A custom face in one line, as in `settings.toml`:
/// `club_3d; Club 3D; X 11 50 red, 8 8 150 white black; spots 0 120, 0 -120; lower`.
///
/// First come the id and the name; then the rings from the centre outwards, each with label, points, diameter in millimetres, colour and,
/// if its outer edge has a line, the line's colour. The other parts are optional: `spots` with the spots' centres relative to the sheet's
/// centre, in millimetres, x to the right and y up; `lower` if only the lower of two arrows in a spot counts; `shaft 10.7` to allow thicker
/// shafts than usual.
public enum FaceText {
    /// The most letters in a name. It may have four times as many Unicode scalars, because a letter may consist of several. A longer name
    /// is cut.
    static let longestName = 100
    private static let longestID = 40

    /// - Parameter taken: the ids of other faces.
    /// - Throws: the problem, and what to write instead.
    public static func face(_ text: String, taken: Set<String> = []) throws(FaceProblem) -> Face {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
        guard parts.count >= 3 else {
            throw FaceProblem(.faceForm)
        }
        let id = parts[0]
        // In an archer's entry a number means a shaft, so an id can't be a number.
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

    /// Cuts a name to a length that can be drawn.
    static func name(_ text: String) -> String { cut(text, to: longestName) }

    /// Cuts a ring's label to a length that can be drawn.
    static func label(_ text: String) -> String { cut(text, to: Face.longestLabel) }

    /// Cuts a text to a number of letters. A letter may consist of any number of Unicode scalars, so the scalars are limited too.
    private static func cut(_ text: String, to letters: Int) -> String { String(String(text.prefix(letters)).unicodeScalars.prefix(4 * letters)) }

    /// Returns the line that describes this face.
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
