// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// Standing lines lie on the upright picture, whatever the camera's orientation.
struct StandingLinesGeometryTests {
    private static let orientations = PictureOrientation.Turn.allCases.flatMap { turn in
        [false, true].map { PictureOrientation(turn: turn, isMirrored: $0) }
    }

    @Test("X-09 on a turned and mirrored picture they lie as on one that isn't, mirrored with it", arguments: orientations)
    func theyStandUpright(orientation: PictureOrientation) {
        let lines = StandingLines(isOn: true, lines: StandingLines.templates)
        let map = PictureMap(within: .unit, crop: .unit, orientation: orientation, aspect: 1)
        for isLeftHanded in [false, true] {
            let seen = lines.lines(isLeftHanded: isLeftHanded, orientation).map { $0.points.map(map.canvas) }
            // A mirrored picture shows the archer's other side, as if she were left-handed.
            let expected = lines.handed(isLeftHanded: isLeftHanded != orientation.isMirrored).map(\.points)
            for (one, other) in zip(seen.joined(), expected.joined()) { #expect((one - other).length < 1e-12) }
            #expect(seen.count == 4)
        }
    }

    @Test("X-09 what is kept from a picture is there again on that picture", arguments: orientations)
    func whatIsKeptIsThere(orientation: PictureOrientation) throws {
        var random = SeededGenerator(seed: 7)
        for isLeftHanded in [false, true] {
            var lines = StandingLines(isOn: true)
            let points = (0..<3).map { _ in Point(.random(in: 0...1, using: &random), .random(in: 0...1, using: &random)) }
            let drawn = Annotation(id: -1, kind: .angle, points: points, span: 1...3)
            let kept = lines.keep(drawn, isLeftHanded: isLeftHanded, orientation)
            let id = try #require(kept)
            let seen = try #require(lines.lines(isLeftHanded: isLeftHanded, orientation).first)
            #expect(seen.id == id && seen.span == nil)
            for (one, other) in zip(seen.points, points) { #expect((one - other).length < 1e-12) }
        }
    }
}
