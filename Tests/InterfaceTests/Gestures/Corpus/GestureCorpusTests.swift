// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// People's gestures are recognised as they meant them: more than 98 % of them, and no commit ever happens that wasn't meant.
@Suite struct GestureCorpusTests {
    /// The number of gestures of each kind, by each tool, in each direction.
    static let each = 12
    static let rules: [(name: String, rule: SwipeRule)] = [("Review", .review), ("Carousel", .carousel)]

    static func corpus(_ rule: SwipeRule, seed: UInt64 = 0) -> [DrawnGesture] {
        var gestures: [DrawnGesture] = []
        for (k, kind) in DrawnGesture.Kind.allCases.enumerated() {
            for (t, tool) in Hand.Tool.allCases.enumerated() {
                for (d, direction) in SwipeDirection.allCases.enumerated() {
                    for number in 0..<each {
                        let seed = seed + UInt64(((k * 10 + t) * 10 + d) * 100 + number)
                        if let gesture = DrawnGesture(kind, tool, direction, rule, seed: seed) { gestures.append(gesture) }
                    }
                }
            }
        }
        return gestures
    }

    private struct Tally {
        var drawn = 0
        var recognised = 0
        var unmeant = 0
    }

    /// Returns the committed directions that weren't meant: those that aren't, in order, among the meant outcomes.
    private static func unmeant(_ outcomes: [SwipeOutcome], _ meant: [SwipeOutcome]) -> [SwipeDirection] {
        var left = meant[...]
        return outcomes.compactMap { outcome in
            guard case .commit(let direction) = outcome else { return nil }
            guard let index = left.firstIndex(of: outcome) else { return direction }
            left = left[(index + 1)...]
            return nil
        }
    }

    @Test("R-33 C-23 a person's gestures are recognised, and none commits what wasn't meant", arguments: rules)
    func whatPeopleDoIsWhatTheyMeant(_ screen: (name: String, rule: SwipeRule)) {
        let gestures = Self.corpus(screen.rule)
        #expect(gestures.count >= 300)
        var tallies: [String: Tally] = [:]
        for gesture in gestures {
            let outcomes = GestureStage.outcomes(of: gesture.reports, screen.rule)
            let isRecognised = outcomes == gesture.meant
            let unmeant = Self.unmeant(outcomes, gesture.meant)
            #expect(unmeant.isEmpty, "\(screen.name): \(gesture) meant \(gesture.meant) and did \(outcomes)")
            for key in ["\(gesture.kind.rawValue)|\(gesture.tool.rawValue)", "all|all"] {
                tallies[key, default: Tally()].drawn += 1
                if isRecognised { tallies[key, default: Tally()].recognised += 1 }
                if !unmeant.isEmpty { tallies[key, default: Tally()].unmeant += 1 }
            }
        }
        let all = tallies["all|all"] ?? Tally()
        print("| \(screen.name) | " + Hand.Tool.allCases.map(\.rawValue).joined(separator: " | ") + " |")
        print("| --- |" + String(repeating: " --- |", count: Hand.Tool.allCases.count))
        for kind in DrawnGesture.Kind.allCases {
            let cells = Hand.Tool.allCases.map { tool in tallies["\(kind.rawValue)|\(tool.rawValue)"].map { "\($0.recognised) of \($0.drawn)" } ?? "–"
            }
            print("| \(kind.rawValue) | " + cells.joined(separator: " | ") + " |")
        }
        print("\(screen.name): \(all.recognised) of \(all.drawn) recognised, \(all.unmeant) committed what wasn't meant")
        #expect(Double(all.recognised) > 0.98 * Double(all.drawn))
    }

    /// With other seeds the result is the same.
    @Test("no deletion is ever committed that wasn't meant, with other seeds as well", arguments: UInt64(1)...6)
    func noDeletionIsUnmeant(seed: UInt64) {
        for gesture in Self.corpus(.review, seed: seed * 1_000_003) {
            let unmeant = Self.unmeant(GestureStage.outcomes(of: gesture.reports, .review), gesture.meant)
            #expect(!unmeant.contains(.left), "\(gesture), meant \(gesture.meant)")
        }
    }
}
