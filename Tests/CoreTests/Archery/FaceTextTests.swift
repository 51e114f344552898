// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@testable import Core

/// A club's own face, as a line of the settings.
@Suite struct FaceTextTests {
    private static let line = "club_3d; Club 3D; X 11 50 red, 8 8 150.5 white black; spots 0 120, 0 -120; lower; shaft 10.7"

    @Test("V-73 a custom face is a line of the settings")
    func aCustomFaceIsALine() throws {
        let face = try FaceText.face(Self.line)
        #expect(face.id == "club_3d" && face.name == "Club 3D")
        #expect(face.rings.map(\.label) == ["X", "8"] && face.rings.map(\.points) == [11, 8])
        #expect(face.rings.map(\.diameter) == [Length(millimetres: 50), Length(millimetres: 150.5)])
        #expect(face.rings.map(\.color) == [.red, .white] && face.rings.map(\.line) == [nil, .black])
        #expect(face.spots == [FacePoint(0, 120), FacePoint(0, -120)])
        #expect(face.twoInASpot == .lowerCounts && face.thickestShaft == Length(millimetres: 10.7))
        #expect(FaceText.text(of: face) == Self.line)
    }

    @Test(arguments: FaceCatalog.all)
    func everyFaceIsReadBackAsItIsWritten(face: Face) throws {
        let read = try FaceText.face(FaceText.text(of: face))
        #expect(read.rings == face.rings && read.spots == face.spots && read.twoInASpot == face.twoInASpot)
    }

    @Test(arguments: [
        ("", "write it as id; name; rings from the middle out, such as X 10 20 yellow, 10 10 40 yellow black"),
        ("Club; A; X 10 20 red", "its id is \"Club\"; take 1 to 40 of a to z, 0 to 9 and _, and no number, left, right or none"),
        ("40; A; X 10 20 red", "its id is \"40\"; take 1 to 40 of a to z, 0 to 9 and _, and no number, left, right or none"),
        ("left; A; X 10 20 red", "its id is \"left\"; take 1 to 40 of a to z, 0 to 9 and _, and no number, left, right or none"),
        ("wa_40; A; X 10 20 red", "there is a face wa_40 already"),
        ("a; ; X 10 20 red", "it has no name"),
        ("a; A; ", "it has no rings"),
        (
            "a; A; X ten 20 red",
            "\"X ten 20 red\" is no ring; write label points diameter colour, such as 10 10 40 yellow, and the line's colour after it"
        ),
        ("a; A; X 10 wide red", "ring X: \"wide\" is no length in millimetres"),
        ("a; A; X 10 20 pink", "there is no colour \"pink\"; take yellow, red, lightBlue, darkBlue, black, white"),
        ("a; A; X 10 20 red, 9 9 10 red", "ring 9 is no larger than ring X before it; list rings from the middle out"),
        ("a; A; X 8 20 red, 9 9 40 red", "ring 9 counts more than ring X further in"),
        ("a; A; X 10 -20 red", "ring X is -20.0 mm across; take more than 0 to 10000"),
        ("a; A; X 10 nan red", "ring X: \"nan\" is no length in millimetres"),
        ("a; A; X 10 20 red; spots 1", "\"1\" is no spot; write x and y in millimetres, such as 0 -120"),
        ("a; A; X 10 20 red; upper", "\"upper\" is neither spots …, lower nor shaft …"),
        ("a; A; X 10 20 red; shaft 99", "its thickest shaft is 99.0 mm; take 3.1 to 10.7"),
        ("a; A; X 99999 20 red", "ring X counts 99999; take 0 to 1000"),
    ])
    func whatIsNoFaceIsSaid(line: String, problem: String) {
        #expect(throws: FaceProblem(Message(problem))) { try FaceText.face(line, taken: ["wa_40"]) }
    }

    @Test(arguments: UInt64(1)...40)
    func nothingInALineMakesTheReaderFail(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let letters = Array("X 0159.-;,abs\u{0}é🏹\"'<spots lower shaft red;;,,")
        for _ in 0..<200 {
            var line = Array(Self.line)
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 0..<line.count, using: &random)
                line[place] = letters.randomElement(using: &random) ?? "x"
            }
            if let face = try? FaceText.face(String(line)) {
                _ = face.score(at: FacePoint(3, 4), shaft: Length(millimetres: 5))
                #expect(face.name.count <= FaceText.longestName)
            }
        }
    }

    private func rings(_ count: Int) -> String { (1...count).map { "\(count - $0) 5 \($0) red" }.joined(separator: ", ") }
    private func spots(_ count: Int) -> String { "spots " + (1...count).map { "\($0) 0" }.joined(separator: ", ") }

    /// A line of the settings has room for hundreds of rings, a record for hundreds of thousands, and each would be painted.
    @Test func aFaceHasAtMostFortyRingsAndSixtyFourSpots() throws {
        let most = try FaceText.face("a; A; \(rings(40)); \(spots(64))")
        #expect(most.rings.count == 40 && most.spots.count == 64)
        #expect(throws: FaceProblem("it has 41 rings; take 40 at most")) { try FaceText.face("a; A; \(rings(41))") }
        #expect(throws: FaceProblem("it has 65 spots; take 64 at most")) { try FaceText.face("a; A; X 10 20 red; \(spots(65))") }
        // The same limits hold for a session's record.
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(most), as: UTF8.self)
        #expect(try JSONDecoder().decode(Face.self, from: Data(text.utf8)) == most)
        let spot = "{\"xMillimetres\":64,\"yMillimetres\":0}"
        #expect(text.contains(spot))
        let more = text.replacing(spot, with: Array(repeating: spot, count: 2).joined(separator: ","))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Face.self, from: Data(more.utf8)) }
    }

    @Test func aLabelOfManySignsIsCut() throws {
        let piled = "X" + String(repeating: "\u{301}", count: 10_000)
        #expect(try FaceText.face("a; A; \(piled) 10 20 red").rings[0].label.unicodeScalars.count == 48)
    }

    @Test func aNameOfAnyLengthIsCut() throws {
        #expect(try FaceText.face("a; \(String(repeating: "n", count: 10_000)); X 10 20 red").name.count == 100)
        let piled = "n" + String(repeating: "\u{301}", count: 10_000)
        #expect(try FaceText.face("a; \(piled); X 10 20 red").name.unicodeScalars.count == 400)
    }
}
