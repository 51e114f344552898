// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@testable import Core

@Suite struct CalledArrowTests {
    /// A called arrow scores the called ring, for every ring of every face. It has no position and so no part in the group.
    @Test(arguments: FaceCatalog.all) func anArrowCalledByItsRingCountsThatRing(face: Face) throws {
        for ring in face.rings.indices {
            let arrows = [PlacedArrow(number: 1, ring: ring)]
            let score = EndScore(arrows, on: face, shaft: Face.thinnestShaft)
            #expect(score.entries[0].score == ArrowScore(face.rings[ring]))
            #expect(arrows[0].isHit)
            #expect(ArrowGroup(arrows) == nil)
        }
    }

    /// A position is more exact than a call, so it replaces the call.
    @Test func aPlaceReplacesTheCall() {
        var arrow = PlacedArrow(number: 1, ring: 4)
        arrow.place = .centre
        #expect(arrow.ring == nil)
        #expect(arrow == PlacedArrow(number: 1, place: .centre))
    }

    @Test func twoCalledInOneSpotCountAsTheLower() throws {
        let face = try #require(FaceCatalog.all.first { $0.twoInASpot == .lowerCounts })
        let score = EndScore([PlacedArrow(number: 1, ring: 0), PlacedArrow(number: 2, ring: 2)], on: face, shaft: Face.thinnestShaft)
        #expect(score.entries.map(\.score) == [.miss, ArrowScore(face.rings[2])])
    }

    @Test(arguments: FaceCatalog.all) func aRecordReadsBackWhatItWrote(face: Face) throws {
        var generator = SeededGenerator(seed: UInt64(face.rings.count))
        let arrows = (1...12).map { number -> PlacedArrow in
            let spot = Int.random(in: face.spots.indices, using: &generator)
            return switch number % 4 {
            case 0: PlacedArrow(number: number, spot: spot, place: nil, clip: number)
            case 1: PlacedArrow(number: number, spot: spot, ring: Int.random(in: face.rings.indices, using: &generator), clip: number)
            case 2:
                PlacedArrow(number: number, spot: spot, place: FacePoint(x: Length(micrometres: 30_000), y: Length(micrometres: 0)), isByHour: true)
            default: PlacedArrow(number: number, spot: spot, place: FacePoint(x: Length(micrometres: 1234), y: Length(micrometres: -77)))
            }
        }
        let end = EndRecord(number: 1, face: face, shaft: Face.thinnestShaft, clips: [], arrows: arrows)
        #expect(try JSONDecoder().decode(EndRecord.self, from: JSONEncoder().encode(end)) == end)
    }

    @Test func anArrowSaysHowItWasPlaced() throws {
        var arrow = PlacedArrow(number: 1, place: FacePoint(30, 0), isByHour: true)
        #expect(arrow.placedBy == .hour && arrow.place == FacePoint(30, 0) && arrow.measured == nil)
        arrow.place = FacePoint(31, 0)
        #expect(arrow.placedBy == .point && arrow.measured == FacePoint(31, 0), "a position that is set is a measured one")
        #expect(PlacedArrow(number: 1, ring: 2).placedBy == .ring)
        #expect(PlacedArrow(number: 1, place: nil, isByHour: true).placedBy == nil, "a miss that was called has no position")
    }

    /// A record of an older version says nothing about it, and a newer version may say what this one doesn't know.
    @Test(arguments: ["", "\"placedBy\":\"laser\","]) func aRecordWithoutThatHasPoints(field: String) throws {
        let arrows = [PlacedArrow(number: 1, place: FacePoint(30, 0), isByHour: true)]
        let end = EndRecord(number: 1, face: FaceCatalog.all[0], shaft: Face.thinnestShaft, clips: [], arrows: arrows)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = try String(decoding: encoder.encode(end), as: UTF8.self)
        let edited = text.replacing("\"placedBy\":\"hour\",", with: field)
        #expect(edited != text)
        let read = try JSONDecoder().decode(EndRecord.self, from: Data(edited.utf8)).arrows
        #expect(read == [PlacedArrow(number: 1, place: FacePoint(30, 0))])
    }

    /// The file may have been edited: a ring that the face lacks is refused with an explanation.
    @Test(arguments: [0, -1, 99, .max]) func aRingThatTheFaceLacksIsRefused(ring: Int) throws {
        let end = EndRecord(number: 1, face: FaceCatalog.all[0], shaft: Face.thinnestShaft, clips: [], arrows: [PlacedArrow(number: 1, ring: 0)])
        let text = try String(decoding: JSONEncoder().encode(end), as: UTF8.self)
        let edited = text.replacing("\"calledRing\":1", with: "\"calledRing\":\(ring)")
        #expect(edited != text)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(EndRecord.self, from: Data(edited.utf8)) }
    }
}
