// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@testable import Core

/// An end never counts more arrows than it has, and a practice end counts for nothing.
@Suite struct EndCountTests {
    private static let shaft = Length(millimetres: 5.5)

    /// Returns an arrow's points from its position, computed in floating point and without the program's own rule.
    private static func points(_ arrow: PlacedArrow, on face: Face) -> (points: Int, code: Int) {
        guard let place = arrow.place else { return arrow.ring.map { (face.rings[$0].points, face.rings[$0].code) } ?? (0, 0) }
        let distance = hypot(place.x.millimetres, place.y.millimetres) - shaft.millimetres / 2
        for ring in face.rings where distance <= ring.diameter.millimetres / 2 + 1e-6 { return (ring.points, ring.code) }
        return (0, 0)
    }

    /// Returns the lowest sum of any `count` of these points, found by trying all choices.
    private static func least(_ points: [Int], choosing count: Int) -> Int {
        guard count < points.count else { return points.reduce(0, +) }
        var best = Int.max
        for choice in 0..<(1 << points.count) where choice.nonzeroBitCount == count {
            best = min(best, points.indices.reduce(0) { choice >> $1 & 1 == 1 ? $0 + points[$1] : $0 })
        }
        return best
    }

    /// Returns an end's points: first the rule of two arrows in a spot, then the lowest arrows.
    private static func total(_ arrows: [PlacedArrow], on face: Face, most: Int?) -> Int {
        var values = arrows.map { points($0, on: face) }
        if face.twoInASpot == .lowerCounts {
            for spot in face.spots.indices {
                let inSpot = values.indices.filter { arrows[$0].spot == spot && arrows[$0].isHit && values[$0].code > 0 }
                guard let lowest = inSpot.min(by: { values[$0].code < values[$1].code }) else { continue }
                for index in inSpot where index != lowest { values[index] = (0, 0) }
            }
        }
        return least(values.map(\.points), choosing: most ?? arrows.count)
    }

    private static func arrow(_ number: Int, on face: Face, _ random: inout SeededGenerator) -> PlacedArrow {
        let spot = Int.random(in: face.spots.indices, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return PlacedArrow(number: number, spot: spot, place: nil)
        case 1...3: return PlacedArrow(number: number, spot: spot, ring: Int.random(in: face.rings.indices, using: &random))
        default:
            let reach = face.scoringDiameter.millimetres * 0.6
            return PlacedArrow(
                number: number, spot: spot,
                place: FacePoint(Double.random(in: -reach...reach, using: &random), Double.random(in: -reach...reach, using: &random)))
        }
    }

    /// Six tens and a three in an end of six arrows.
    @Test func sevenArrowsInAnEndOfSixAreTheLowestSix() throws {
        let face = try #require(FaceCatalog.face("wa_122"))
        let ten = try #require(face.rings.firstIndex { $0.label == "10" })
        let three = try #require(face.rings.firstIndex { $0.label == "3" })
        let arrows = (1...6).map { PlacedArrow(number: $0, ring: ten) } + [PlacedArrow(number: 7, ring: three)]
        let end = EndRecord(number: 1, face: face, shaft: Self.shaft, round: "wa_70", distance: "70 m", clips: [], arrows: arrows, isDone: true)
        #expect(end.score.total == 53 && end.score.arrows == 6 && end.score.tens == 5)
        #expect(end.score.entries.map(\.counts) == [true, true, true, true, true, false, true])
        #expect(end.score.entries.map(\.score.label) == Array(repeating: "10", count: 6) + ["3"])
        var practised = end
        practised.round = nil
        #expect(practised.score.total == 63 && practised.score.arrows == 7, "in practice all count")
    }

    /// Every stage of every round, and also a record without a distance.
    @Test func anEndKnowsHowManyArrowsCount() {
        for round in RoundCatalog.all {
            for stage in round.stages {
                guard let face = FaceCatalog.face(stage.face) else { continue }
                var end = EndRecord(number: 1, face: face, shaft: Self.shaft, round: round.id, distance: "\(stage.distance)", clips: [])
                #expect(end.arrowsAsked == stage.arrowsPerEnd, "\(round.id) at \(stage.distance)")
                end.distance = nil
                let isAlike = Set(round.stages.map(\.arrowsPerEnd)).count == 1
                #expect(end.arrowsAsked == (isAlike ? stage.arrowsPerEnd : nil), "\(round.id)")
                end.round = "no round"
                #expect(end.arrowsAsked == nil)
            }
        }
    }

    /// Rounds on any face: ends with too few and too many arrows, practice ends between them, and later corrections.
    @Test(arguments: UInt64(1)...60) func aRoundNeverCountsMoreThanItAllows(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let round = RoundCatalog.all[Int(seed) % RoundCatalog.all.count]
        var ends: [EndRecord] = []
        var shot = 0
        while let (stage, _) = round.stage(afterEnds: shot) {
            let face = try #require(FaceCatalog.face(stage.face))
            let isPractice = random.chance(0.2)
            let count = max(0, stage.arrowsPerEnd + ([-1, 0, 0, 0, 1, 2, 4].randomElement(using: &random) ?? 0))
            ends.append(
                EndRecord(
                    number: ends.count + 1, face: face, shaft: Self.shaft, round: isPractice ? nil : round.id, distance: "\(stage.distance)",
                    clips: [], arrows: count == 0 ? [] : (1...count).map { Self.arrow($0, on: face, &random) }, isDone: true,
                    isPractice: isPractice))
            if !isPractice { shot += 1 }
        }
        for _ in 0..<10 {
            guard let index = ends.indices.randomElement(using: &random), let place = ends[index].arrows.indices.randomElement(using: &random) else {
                continue
            }
            ends[index].arrows[place] = Self.arrow(place + 1, on: ends[index].face, &random)
        }
        let expected = ends.filter { !$0.isPractice }.reduce(0) { $0 + Self.total($1.arrows, on: $1.face, most: $1.arrowsAsked) }
        let header = SessionHeader(
            number: 1, started: "", size: .hd720, framesPerSecond: 30, delaySeconds: 5, camera: "", encoder: "")
        let record = SessionRecord(header: header, ends: ends, ending: .stopped)
        #expect(record.total == expected && record.total <= round.maximum, "seed \(seed), \(round.id)")
        #expect(
            record.arrowCount <= round.arrows
                && record.arrowCount == ends.reduce(0) { $0 + ($1.isPractice ? 0 : min($1.arrows.count, $1.arrowsAsked ?? 0)) })
        #expect(record.tens <= record.arrowCount && record.innerTens <= record.tens)
        // The file holds the same total, and its arrows add up to it.
        let data = try JSONEncoder().encode(record)
        #expect(try JSONDecoder().decode(SessionRecord.self, from: data) == record)
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let read = try #require(json["ends"] as? [[String: Any]])
        #expect(read.reduce(0) { $0 + ($1["total"] as? Int ?? 0) } == expected)
        let points = read.flatMap { $0["arrows"] as? [[String: Any]] ?? [] }.reduce(0) { $0 + ($1["score"] as? Int ?? 0) }
        #expect(points == expected)
    }

    /// A record from before there were practice ends.
    @Test func anOlderRecordHasNone() throws {
        let end = EndRecord(number: 1, face: FaceCatalog.all[0], shaft: Self.shaft, clips: [1])
        let text = String(decoding: try JSONEncoder().encode(end), as: UTF8.self)
        #expect(!text.contains("isPractice") && !text.contains("counts"))
        #expect(try !JSONDecoder().decode(EndRecord.self, from: Data(text.utf8)).isPractice)
    }

    /// Practice ends and scored ends are numbered separately.
    @Test func endsAreCalledByWhatTheyCountFor() {
        let ends = [true, false, true, false].enumerated().map { index, isPractice in
            EndRecord(number: index + 1, face: FaceCatalog.all[0], shaft: Self.shaft, clips: [], isPractice: isPractice)
        }
        #expect(ends.map(ends.name) == ["Practice 1", "End 1", "Practice 2", "End 2"])
        #expect(ends.allSatisfy { !$0.isPractice || !$0.isOpen })
    }
}
