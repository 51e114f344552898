// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// The phases of a session's shots, by hand and by ear.
@Suite struct SessionPhasesTests {
    private static let key = SessionKey(folder: "2026-11-20_1403_S01")

    /// A session with a clip for each shot, six to an end; a clip begins two seconds before its shot.
    private static func book(
        _ impacts: [Double?], distance: String? = "18 m", phases: (Int) -> [PhaseMark] = { _ in [] }, isHeard: Bool = true
    ) -> ScoreBook {
        let numbers = Array(1...impacts.count)
        let marks = numbers.map { number in
            let time = Timestamp(seconds: Double(number) * 20)
            return Mark(
                number: number, stamp: FrameStamp(frame: Int64(number) * 600, timestamp: time), source: .gpio, shot: isHeard ? time : nil,
                impact: impacts[number - 1])
        }
        let clips = numbers.map { number in
            ClipRecord(
                number: number, kind: .mark, file: "clips/\(number).mp4", firstFrame: Int64(number) * 600 - 60, lastFrame: Int64(number) * 600 + 60,
                firstTimestamp: Timestamp(seconds: Double(number) * 20 - 2), seconds: 4, isCutShort: false,
                judgement: ClipJudgement(phases: phases(number)))
        }
        let ends = stride(from: 0, to: numbers.count, by: 6).map { first in
            EndRecord(
                number: first / 6 + 1, face: FaceCatalog.all[0], shaft: Length(millimetres: 5.5), distance: distance,
                clips: Array(numbers.dropFirst(first).prefix(6)), isDone: true)
        }
        let header = SessionHeader(
            number: 1, started: "2026-11-20T14:03:00", size: .hd720, framesPerSecond: 30, delaySeconds: 5, camera: "c", encoder: "e")
        return ScoreBook(SessionRecord(header: header, marks: marks, clips: clips, ends: ends, ending: .stopped), key: key)
    }

    // MARK: Statistics

    @Test("X-07 mean, spread and trend of a straight line are those of its formula, also with gaps")
    func straightLine() throws {
        let values: [Double?] = (0..<9).map { $0 == 4 ? nil : 2 + 0.05 * Double($0) }
        let line = try #require(SeriesStatistics(values))
        #expect(line.count == 8 && abs(line.mean - 2.2) < 1e-12 && abs((line.trend ?? 0) - 0.05) < 1e-12)
        // Of n = 8 values 0.05 · (0…8 without 4): the squares about the mean add up to 0.05² · 60.
        #expect(abs((line.spread ?? 0) - 0.05 * (60.0 / 7).squareRoot()) < 1e-12)
        #expect(SeriesStatistics([nil, nil]) == nil)
        let one = try #require(SeriesStatistics([nil, 3]))
        #expect(one.mean == 3 && one.spread == nil && one.trend == nil)
        #expect(try #require(SeriesStatistics([1, 2, 3, 4, 5])).trend == nil)
        #expect(try #require(SeriesStatistics([1, 2, 3, 4, 5, 6])).trend == 1)
    }

    @Test("X-07 the trend is the line with the least squares", arguments: 1...40 as ClosedRange<UInt64>)
    func leastSquares(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let values = (0..<Int.random(in: 6...40, using: &random)).map { _ -> Double? in
            Int.random(in: 0..<8, using: &random) == 0 ? nil : .random(in: 0...5, using: &random)
        }
        guard let line = SeriesStatistics(values), let trend = line.trend else { return }
        let known = values.enumerated().compactMap { index, value in value.map { (Double(index), $0) } }
        let middle = known.reduce(0) { $0 + $1.0 } / Double(known.count)
        func squares(_ slope: Double) -> Double {
            known.reduce(0) { sum, value in
                let off = value.1 - line.mean - slope * (value.0 - middle)
                return sum + off * off
            }
        }
        #expect(squares(trend) <= squares(trend + 1e-4) && squares(trend) <= squares(trend - 1e-4))
    }

    // MARK: Flights

    @Test("X-07 flights are believed near a median that more than half of at least five support")
    func median() throws {
        let rule = try #require(FlightRule([0.40, 0.41, 0.39, 0.40, 1.9, 0.2, 0.42]))
        #expect(rule.median == 0.40 && rule.believes(0.49) && rule.believes(0.31) && !rule.believes(0.51) && !rule.believes(0.29))
        #expect(FlightRule([0.4, 0.4, 0.4, 0.4]) == nil)
        #expect(FlightRule([0.4, 0.4, 0.4, 1.5, 2.4, 0.16]) == nil, "no more than half")
        #expect(try #require(FlightRule([0.4, 0.4, 0.4, 0.4, 0.4])).uncertainty == 0.010)
        // 0.36 and 0.44 beside three of 0.40 have the standard deviation √(2 · 0.04² / 4).
        #expect(abs(try #require(FlightRule([0.36, 0.44, 0.4, 0.4, 0.4])).uncertainty - 0.04 / 2.0.squareRoot()) < 1e-12)
    }

    @Test("X-07 noises at any time are no flight", arguments: 1...60 as ClosedRange<UInt64>)
    func noisesAreNoFlight(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let noises = (0..<200).map { _ in Double.random(in: 0.15...2.5, using: &random) }
        #expect(FlightRule(noises) == nil)
    }

    @Test("X-07 the speed is the distance by the time without the sound's way back, with its uncertainty", arguments: 1...60 as ClosedRange<UInt64>)
    func speed(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (distance, speed) = (Double.random(in: 10...90, using: &random), Double.random(in: 40...100, using: &random))
        let impact = distance / speed + distance / 343
        let found = try #require(ArrowSpeed(over: distance, impact: impact, uncertainty: 0.01))
        #expect(abs(found.metresPerSecond - speed) < 1e-9 && abs(found.uncertainty - speed * speed / distance * 0.01) < 1e-9)
        // A time that is wrong by its uncertainty moves the speed by about as much.
        let late = try #require(ArrowSpeed(over: distance, impact: impact + 0.0001, uncertainty: 0.01))
        #expect(abs((speed - late.metresPerSecond) / 0.0001 * 0.01 - found.uncertainty) < found.uncertainty * 0.01)
        let four = try #require(ArrowSpeed.mean([found, found, found, found]))
        #expect(abs(four.metresPerSecond - speed) < 1e-9 && abs(four.uncertainty - found.uncertainty / 2) < 1e-9)
    }

    @Test("X-07 no arrow flies faster than sound comes back, or slower than a ball is thrown")
    func impossibleSpeeds() {
        #expect(ArrowSpeed(over: 70, impact: 0.2, uncertainty: 0.01) == nil && ArrowSpeed(over: 18, impact: 2.4, uncertainty: 0.01) == nil)
        #expect(ArrowSpeed(over: 18, impact: 0.06, uncertainty: 0.01) == nil && ArrowSpeed.mean([]) == nil)
    }

    @Test func distancesAreRead() {
        #expect(Round.metres(ofDistance: "70 m") == 70 && Round.metres(ofDistance: "20 yd") == 18.288)
        for text in ["", "70", "m 70", "0 m", "-5 m", "nan m", "1e99 m", "70 km", "70 m m"] { #expect(Round.metres(ofDistance: text) == nil) }
        for round in RoundCatalog.all { for stage in round.stages { #expect(Round.metres(ofDistance: "\(stage.distance)") != nil) } }
    }

    // MARK: Sessions

    @Test("X-07 a session shows flights and speeds of the impacts that its median supports, and no others")
    func sessionFlights() throws {
        let phases = try #require(SessionPhases(Self.book([0.4, 0.41, nil, 0.39, 1.7, 0.4, 0.4])))
        let sound = 18 / 343.0
        let expected: [Double?] = [0.4, 0.41, nil, 0.39, nil, 0.4, 0.4]
        #expect(phases.shots.count == 7)
        for (shot, impact) in zip(phases.shots, expected) {
            #expect((shot.flight == nil) == (impact == nil))
            if let flight = shot.flight, let impact { #expect(abs(flight - (impact - sound)) < 1e-9) }
        }
        #expect(phases.shots.map { $0.speed != nil } == [true, true, false, true, false, true, true])
        #expect(phases.shots.map(\.end) == [1, 1, 1, 1, 1, 1, 2])
        let mean = try #require(phases.speed(ofEnds: [1, 2]))
        #expect(abs(mean.metresPerSecond - 51.8) < 0.3 && mean.uncertainty > 0.5 && mean.uncertainty < 1)
        #expect(phases.holds(ofEnds: [1, 2]) == nil)
    }

    @Test("X-07 without a distance there is the time to the impact and no speed; over an impossible one neither")
    func distancesDecide() throws {
        let unknown = try #require(SessionPhases(Self.book(Array(repeating: 0.4, count: 6), distance: nil)))
        #expect(unknown.shots.allSatisfy { $0.flight == 0.4 && $0.speed == nil })
        #expect(SessionPhases(Self.book(Array(repeating: 0.4, count: 6), distance: "90 m")) == nil)
        #expect(SessionPhases(Self.book(Array(repeating: nil, count: 6))) == nil && SessionPhases(Self.book([0.4, 0.4, 0.4, 0.4])) == nil)
    }

    @Test("X-07 a hand-made release counts more than the heard one, which completes a lone anchor")
    func releases() throws {
        func hold(_ marks: [(String, Double)], isHeard: Bool = true) throws -> (hold: Double?, source: ShotPhases.Source?)? {
            // The shot is heard two seconds after its clip's beginning.
            let book = Self.book([nil], phases: { _ in marks.map { PhaseMark($0.0, at: $0.1) } }, isHeard: isHeard)
            return SessionPhases(book)?.shots.first.map { ($0.hold, $0.source) }
        }
        func expect(_ found: (hold: Double?, source: ShotPhases.Source?)?, _ wanted: Double?, _ source: ShotPhases.Source?) {
            #expect(found?.source == source)
            #expect(wanted == nil ? found?.hold == nil : abs((found?.hold ?? -1) - (wanted ?? 0)) < 1e-9, "\(String(describing: found))")
        }
        expect(try hold([("Anchor", 0.5)]), 1.5, .sound)
        expect(try hold([("Draw", 0.2), ("Anchor", 0.5), ("Release", 1.9)]), 1.4, .hand)
        expect(try hold([("Draw", 0.2), ("Anchor", 0.5), ("Release", 3)]), 2.5, .hand)
        expect(try hold([("Anchor", 0.5), ("Loose", 2.1), ("Follow", 3)]), 1.6, .hand)
        expect(try hold([("Anchor", 0.5), ("Clicker", 1.5)]), 1.5, .sound)
        expect(try hold([("Full", 0.5), ("Loose", 2.4)], isHeard: false), 1.9, .hand)
        expect(try hold([("Anchor", 0.5)], isHeard: false), nil, nil)
        expect(try hold([("Raise", 0.2), ("Draw", 0.5)]), nil, nil)
        expect(try hold([("Anchor", 2.9)]), nil, nil)
    }

    @Test("X-07 hold times are summed over the shots that have one, and clips that are gone don't count")
    func holds() throws {
        var book = Self.book(Array(repeating: nil, count: 8), phases: { [PhaseMark("Anchor", at: 0.1 * Double($0))] })
        let all = try #require(SessionPhases(book)?.holds(ofEnds: [1, 2]))
        #expect(all.count == 8 && abs(all.mean - (2 - 0.45)) < 1e-9 && abs((all.trend ?? 0) + 0.1) < 1e-9)
        #expect(SessionPhases(book)?.holds(ofEnds: [2])?.count == 2)
        book.clips[0].judgement.isDeleted = true
        #expect(SessionPhases(book)?.holds(ofEnds: [1])?.count == 5)
    }
}
