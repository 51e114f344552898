// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@Suite struct EndScoreTests {
    static let shaft = Length(millimetres: 5.5)

    static func face(_ id: String) throws -> Face { try #require(FaceCatalog.face(id)) }

    static func end(_ places: [FacePoint?], spots: [Int] = [], on id: String) throws -> EndScore {
        let arrows = places.enumerated().map {
            PlacedArrow(number: $0.offset + 1, spot: $0.offset < spots.count ? spots[$0.offset] : 0, place: $0.element)
        }
        return EndScore(arrows, on: try face(id), shaft: shaft)
    }

    /// The inner ten is only a name for a ring: it scores ten.
    @Test func sixInTheInnerTenAreSixty() throws {
        let end = try Self.end(Array(repeating: .centre, count: 6), on: "wa_122")
        #expect(end.total == 60 && end.innerTens == 6 && end.tens == 6 && end.average == 10)
    }

    @Test func lancastersElevenCountsElevenAndIsCounted() throws {
        let end = try Self.end([FacePoint(15, 0), .centre, .centre], spots: [0, 1, 2], on: "lancaster_3spot_40")
        #expect(end.scorecard.map(\.score.label) == ["11", "11", "10"])
        #expect(end.total == 32 && end.innerTens == 2 && end.tens == 3)
    }

    @Test func onAFaceWhoseRingsCountTwentyThereIsNoTenForIt() throws {
        let face = try FaceText.face("animal; Animal; 20 20 100 red, 10 10 400 white")
        let arrows = [FacePoint.centre, FacePoint(150, 0)].enumerated().map { PlacedArrow(number: $0.offset + 1, place: $0.element) }
        let end = EndScore(arrows, on: face, shaft: Self.shaft)
        #expect(end.total == 30 && end.tens == 1)
    }

    @Test func aScorecardPutsXBeforeTenAndMLast() throws {
        let end = try Self.end([FacePoint(100, 0), nil, .centre, FacePoint(45, 0), FacePoint(900, 0), FacePoint(100, 0)], on: "wa_122")
        #expect(end.scorecard.map(\.score.label) == ["X", "10", "9", "9", "M", "M"])
        #expect(end.scorecard.map(\.arrow.number) == [3, 4, 1, 6, 2, 5])
        #expect(end.total == 38 && end.misses == 2)
    }

    @Test func twoInASpotOfATripleCountTheLower() throws {
        let end = try Self.end([.centre, FacePoint(50, 0), FacePoint(30, 0)], spots: [0, 0, 1], on: "wa_40_triple_vert")
        #expect(end.entries.map(\.score.label) == ["M", "8", "9"])
        #expect(end.total == 17)
    }

    @Test func aPlaceBesideTheRingsOfATripleLiesInNoSpot() throws {
        let end = try Self.end([.centre, FacePoint(900, 0)], spots: [0, 0], on: "wa_40_triple_vert")
        #expect(end.entries.map(\.score.label) == ["10", "M"])
        #expect(end.total == 10)
    }

    @Test func onTheFiveSpotEveryArrowCounts() throws {
        let end = try Self.end([.centre, FacePoint(50, 0)], spots: [2, 2], on: "nfaa_indoor_5spot")
        #expect(end.total == 9 && end.innerTens == 1)
    }

    @Test func anArrowThatWasNeverPlacedLiesInNoSpot() throws {
        let end = try Self.end([nil, FacePoint(0, 0)], on: "wa_40_triple_vert")
        #expect(end.entries.map(\.score.label) == ["M", "10"])
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func theOrderOfShootingChangesNoTotal(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for face in FaceCatalog.all {
            let arrows = (1...6).map { number in
                PlacedArrow(
                    number: number, spot: Int.random(in: 0..<face.spots.count, using: &random),
                    place: FacePoint(Double.random(in: -200...200, using: &random), Double.random(in: -200...200, using: &random)))
            }
            let end = EndScore(arrows, on: face, shaft: Self.shaft)
            #expect(EndScore(arrows.shuffled(using: &random), on: face, shaft: Self.shaft).total == end.total)
            #expect(end.scorecard.map(\.score.points).reduce(0, +) == end.total)
            #expect(zip(end.scorecard, end.scorecard.dropFirst()).allSatisfy { $0.score.points >= $1.score.points })
        }
    }

    @Test func aGroupIsWhereItsArrowsAre() throws {
        let arrows = [FacePoint(10, 20), FacePoint(30, 20), FacePoint(20, 10), FacePoint(20, 30)].enumerated().map {
            PlacedArrow(number: $0.offset + 1, place: $0.element)
        }
        let group = try #require(ArrowGroup(arrows))
        #expect(group.centreX == 20 && group.centreY == 20)
        #expect(group.meanRadius == 10 && group.extremeSpread == 20)
        #expect(ArrowGroup(Array(arrows.prefix(2))) == nil && ArrowGroup(Array(arrows.prefix(3))) != nil, "three arrows are a group")
    }

    @Test func theLowestArrowIsTheOneToLookAt() throws {
        let face = FaceCatalog.all[0]
        func lowest(_ arrows: [PlacedArrow], most: Int? = nil) -> Int? { EndScore(arrows, on: face, shaft: Self.shaft, most: most).lowest }
        #expect(lowest([]) == nil)
        #expect(lowest([2, 5, 4].enumerated().map { PlacedArrow(number: $0 + 1, ring: $1) }) == 1)
        #expect(lowest([PlacedArrow(number: 1, ring: 4), PlacedArrow(number: 2, place: nil)]) == 1, "a miss is lower than any ring")
        #expect(lowest([PlacedArrow(number: 1, ring: 0), PlacedArrow(number: 2, ring: 1)]) == 1, "an X is higher than a 10")
        // Of equal arrows the one with a clip, then the one farther out.
        #expect(lowest([PlacedArrow(number: 1, ring: 4), PlacedArrow(number: 2, ring: 4, clip: 7)]) == 1)
        #expect(lowest([PlacedArrow(number: 1, place: FacePoint(70, 0)), PlacedArrow(number: 2, place: FacePoint(0, 90))]) == 1)
        // Arrows beyond the end's number don't count, and the lowest ones do.
        #expect(lowest([1, 2, 3].enumerated().map { PlacedArrow(number: $0 + 1, ring: $1) }, most: 1) == 2)
    }
}
