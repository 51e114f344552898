// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@Suite struct FaceScoreTests {
    static let faces = FaceCatalog.all.map(\.id)
    /// The thinnest shaft there is, a common outdoor one, World Archery's limit, and the thickest that can be chosen.
    static let shafts = [3.1, 5.5, 9.3, 9.9].map { Length(millimetres: $0) }
    /// Pythagorean triples, so that a bearing's distance is exact: (x, y) / hypotenuse.
    static let bearings: [(Int64, Int64, Int64)] = [(1, 0, 1), (0, 1, 1), (-1, 0, 1), (0, -1, 1), (3, 4, 5), (-4, 3, 5), (-5, -12, 13), (8, -15, 17)]

    static func place(_ micrometres: Int64, _ bearing: (Int64, Int64, Int64)) -> FacePoint {
        func leg(_ part: Int64) -> Length {
            Length(micrometres: Int64((Double(micrometres) * Double(part) / Double(bearing.2)).rounded()))
        }
        return FacePoint(x: leg(bearing.0), y: leg(bearing.1))
    }

    /// The rule in words: the innermost ring that the shaft touches.
    @Test(arguments: faces, shafts)
    func aShaftThatTouchesALineTakesTheHigherRing(id: String, shaft: Length) throws {
        let face = try #require(FaceCatalog.face(id))
        for (index, ring) in face.rings.enumerated() {
            let next = index + 1 < face.rings.count ? ArrowScore(face.rings[index + 1]) : .miss
            let touching = (ring.diameter.micrometres + shaft.micrometres) / 2
            for bearing in Self.bearings {
                #expect(face.score(inSpot: Self.place(touching - 50, bearing), shaft: shaft) == ArrowScore(ring))
                #expect(face.score(inSpot: Self.place(touching, bearing), shaft: shaft) == ArrowScore(ring))
                #expect(face.score(inSpot: Self.place(touching + 50, bearing), shaft: shaft) == next)
            }
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func turningAboutTheCentreNeverChangesAScore(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for face in FaceCatalog.all {
            for _ in 0..<50 {
                let reach = face.scoringDiameter.micrometres * 6 / 10
                let place = FacePoint(
                    x: Length(micrometres: .random(in: -reach...reach, using: &random)),
                    y: Length(micrometres: .random(in: -reach...reach, using: &random)))
                let shaft = try #require(Self.shafts.randomElement(using: &random))
                let quarter = FacePoint(x: Length(micrometres: -place.y.micrometres), y: place.x)
                let mirrored = FacePoint(x: Length(micrometres: -place.x.micrometres), y: place.y)
                #expect(face.score(inSpot: quarter, shaft: shaft) == face.score(inSpot: place, shaft: shaft))
                #expect(face.score(inSpot: mirrored, shaft: shaft) == face.score(inSpot: place, shaft: shaft))
            }
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func movingOutwardsNeverRaisesAScoreAndAThickerShaftNeverLowersIt(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for face in FaceCatalog.all {
            for _ in 0..<50 {
                let bearing = try #require(Self.bearings.randomElement(using: &random))
                let near = Int64.random(in: 0...face.scoringDiameter.micrometres * 6 / 10, using: &random)
                let far = near + Int64.random(in: 100...50_000, using: &random)
                let thin = Length(micrometres: .random(in: 3100...9000, using: &random))
                let thick = Length(micrometres: thin.micrometres + 500)
                let score = face.score(inSpot: Self.place(near, bearing), shaft: thin)
                #expect(face.score(inSpot: Self.place(far, bearing), shaft: thin).points <= score.points)
                #expect(face.score(inSpot: Self.place(near, bearing), shaft: thick).points >= score.points)
            }
        }
    }

    /// On a sheet of several spots the nearest spot counts, and all spots score alike.
    @Test(arguments: FaceCatalog.all.filter { $0.spots.count > 1 }.map(\.id), [1, 2] as [UInt64])
    func everySpotOfASheetScoresAlike(id: String, seed: UInt64) throws {
        let face = try #require(FaceCatalog.face(id))
        var random = SeededGenerator(seed: seed)
        let shaft = Length(millimetres: 9.3)
        for _ in 0..<100 {
            let reach = face.scoringDiameter.micrometres / 2 + 2000
            let place = FacePoint(
                x: Length(micrometres: .random(in: -reach...reach, using: &random)),
                y: Length(micrometres: .random(in: -reach...reach, using: &random)))
            let expected = face.score(inSpot: place, shaft: shaft)
            for (index, spot) in face.spots.enumerated() {
                let onSheet = FacePoint(
                    x: Length(micrometres: spot.x.micrometres + place.x.micrometres),
                    y: Length(micrometres: spot.y.micrometres + place.y.micrometres))
                guard face.nearestSpot(to: onSheet) == index else { continue }
                #expect(face.score(at: onSheet, shaft: shaft) == expected)
            }
        }
    }

    @Test func theMiddleOfEveryFaceIsItsBestRing() {
        for face in FaceCatalog.all {
            for spot in face.spots { #expect(face.score(at: spot, shaft: Face.thinnestShaft) == ArrowScore(face.rings[0])) }
        }
    }
}
