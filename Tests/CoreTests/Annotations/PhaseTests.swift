// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@testable import Core

@Suite struct PhaseTests {
    private static func shot(_ times: [Double]) -> [PhaseMark] {
        zip(["Raise", "Draw", "Anchor", "Release"], times).map { PhaseMark($0, at: $1) }
    }

    @Test("V-25 the phases of a shot add up to the whole, in whichever order they were set", arguments: 1...30 as ClosedRange<UInt64>)
    func theyAddUp(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var marks: [PhaseMark] = []
        for _ in 0..<30 {
            let name = ["Raise", "Draw", "Anchor", "Release"].randomElement(using: &random) ?? ""
            marks = marks.setting(PhaseMark(name, at: .random(in: 0...20, using: &random)))
            #expect(Set(marks.map(\.name)).count == marks.count && marks.map(\.seconds) == marks.map(\.seconds).sorted())
            let sum = marks.lengths.reduce(0) { $0 + $1.seconds }
            #expect(abs(sum - (marks.total ?? 0)) < 1e-9 && marks.lengths.allSatisfy { $0.seconds >= 0 })
        }
    }

    @Test("X-07 mean and spread are those of the shots that have the phase")
    func meanAndSpread() throws {
        let shots = [Self.shot([0, 0.7, 2, 4]), Self.shot([1, 1.8, 3.2, 5.6]), Self.shot([0, 0.9]), []]
        let statistics = PhaseStatistics.of(shots, total: "Total")
        #expect(statistics.map(\.name) == ["Raise", "Draw", "Anchor", "Total"] && statistics.map(\.count) == [3, 2, 2, 3])
        #expect(abs(statistics[0].mean - 0.8) < 1e-9 && abs((statistics[0].spread ?? 0) - 0.1) < 1e-9)
        #expect(abs(statistics[2].mean - 2.2) < 1e-9 && abs((statistics[2].spread ?? 0) - 0.2 * 2.0.squareRoot()) < 1e-9)
        #expect(PhaseStatistics.of([Self.shot([0, 1])]).first?.spread == nil)
    }

    @Test("V-25 what somebody spoilt in a file is left out, and the rest stays")
    func whatIsSpoiltIsLeftOut() throws {
        let whole = #"{"name": "Draw", "seconds": 1.5}"#
        for text in [
            #"{"name": "Raise"}"#, #"{"seconds": 1}"#, #"{"name": "", "seconds": 1}"#, #"{"name": "A", "seconds": -1}"#,
            #"{"name": "A", "seconds": 1e300}"#, #"{"name": "A\nB", "seconds": 1}"#, "7", "null",
        ] {
            let phases = try JSONDecoder().decode(ClipJudgement.self, from: Data("{\"phases\": [\(text), \(whole)]}".utf8)).phases
            #expect(phases == [PhaseMark("Draw", at: 1.5)], "\(text)")
        }
        let many = (0..<90).map { "{\"name\": \"\($0)\", \"seconds\": \($0)}" }.joined(separator: ",")
        #expect(try JSONDecoder().decode(ClipJudgement.self, from: Data("{\"phases\": [\(many)]}".utf8)).phases.count == PhaseMark.most)
        let judgement = ClipJudgement(phases: Self.shot([0, 0.7, 2, 4]))
        #expect(try JSONDecoder().decode(ClipJudgement.self, from: JSONEncoder().encode(judgement)) == judgement)
    }

    @Test("V-25 a part of a clip has the phases of its pictures")
    func theyMoveWithAPart() {
        #expect(Self.shot([0, 0.7, 2, 4]).moved(by: 0.5, within: 2) == [PhaseMark("Draw", at: 0.7 - 0.5), PhaseMark("Anchor", at: 1.5)])
    }

    @Test func secondsAreWrittenWithAPoint() {
        #expect(
            Strings.phaseSeconds(1.2666666) == "1.267" && Strings.phaseSeconds(0.05, places: 2) == "0.05" && Strings.phaseSeconds(-0.5) == "−0.500")
        #expect(Strings.phaseSeconds(12) == "12.000")
    }
}

@Suite struct PhasePaintingTests {
    private func words(at seconds: Double) -> [String] {
        let marks = [PhaseMark("Raise", at: 1), PhaseMark("Draw", at: 1.5), PhaseMark("Release", at: 4)]
        let map = PictureMap(within: Canvas.bounds, size: .hd1080)
        return PhasePainting(map).commands(marks, at: seconds).compactMap { if case .text(let run) = $0 { run.text } else { nil } }
    }

    @Test("V-53 a film that is exported says the phase and its time, and after the last one the whole for a second")
    func itSaysThePhase() {
        #expect(words(at: 0.9).isEmpty && words(at: 5.1).isEmpty)
        #expect(words(at: 1) == ["Raise 0.000"] && words(at: 1.25) == ["Raise 0.250"] && words(at: 3.999) == ["Draw 2.499"])
        #expect(words(at: 4) == ["Release 3.000"] && words(at: 4.9) == ["Release 3.000"])
    }
}
