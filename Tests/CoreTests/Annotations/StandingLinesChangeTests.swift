// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@testable import Core

/// Standing lines (drawn on every picture) that are changed on the box while the card has others.
@Suite struct StandingLinesChangeTests {
    private func line(_ random: inout SeededGenerator, id: Int) -> Annotation {
        let points = (0..<2).map { _ in Point(.random(in: 0...1, using: &random), .random(in: 0...1, using: &random)) }
        return Annotation(id: id, kind: .line, points: points, ink: .red, width: 4)
    }

    private func lines(_ random: inout SeededGenerator, most: Int = 6) -> StandingLines {
        let ids = (0..<Int.random(in: 0...most, using: &random)).map { StandingLines.firstID + 2 * $0 }
        return StandingLines(isOn: .random(using: &random), lines: ids.map { line(&random, id: $0) })
    }

    @Test("X-09 the card's own file is replaced by what came of it", arguments: 1...50 as ClosedRange<UInt64>)
    func theSameCard(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (before, after) = (lines(&random), lines(&random))
        // As read from a file: with new ids, and rounded.
        let read = try JSONDecoder().decode(StandingLines.self, from: JSONEncoder().encode(before))
        #expect(read.withChanges(from: before, to: after) == after)
    }

    @Test("X-09 another card's lines stay, and have what was changed besides", arguments: 1...50 as ClosedRange<UInt64>)
    func anotherCard(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let (card, before) = (lines(&random), lines(&random))
        var after = before
        if !after.lines.isEmpty { after.lines.removeFirst() }
        after.lines.append(line(&random, id: after.lines.nextID))
        let merged = card.withChanges(from: before, to: after)
        let points = Set(merged.lines.map(\.points))
        #expect(card.lines.allSatisfy { points.contains($0.points) } && after.lines.last.map { points.contains($0.points) } == true)
        #expect(merged.lines.count == card.lines.count + 1 && merged.isOn == card.isOn)
        #expect(Set(merged.lines.map(\.id)).count == merged.lines.count)
    }

    @Test("X-09 what the box offers isn't added to lines that somebody drew")
    func theOffer() {
        var random = SeededGenerator(seed: 1)
        let card = StandingLines(isOn: false, lines: [line(&random, id: StandingLines.firstID)])
        let offered = StandingLines(isOn: true, lines: StandingLines.templates)
        #expect(card.withChanges(from: StandingLines(), to: offered) == StandingLines(isOn: true, lines: card.lines))
        #expect(StandingLines(isOn: true).withChanges(from: StandingLines(), to: offered) == offered)
    }
}
