// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage
import Testing

@testable import Runtime

/// Standing lines that are changed while the card is away.
@Suite struct WaitingLinesTests {
    private static let old = StandingLines(isOn: true, lines: [StandingLines.templates[0]])
    private static let new = StandingLines(isOn: true, lines: StandingLines.templates)

    private func told(_ filing: Filing) -> [StandingLines] { filing.news.compactMap { if case .lines(let lines) = $0 { lines } else { nil } } }

    private func kept(_ filing: Filing) throws -> StandingLines? {
        try Card(path: filing.cardPath, files: POSIXFileSystem(), hasIndex: false).standingLines()
    }

    @Test("X-09 what was changed while the card was away is kept on it, and the card's older lines aren't told")
    func newerLinesHold() throws {
        let filing = try Filing { try $0.keep(Self.old) }
        filing.work()
        #expect(told(filing) == [Self.old])
        filing.plug.setPlugged(false)
        filing.work(for: .seconds(2))
        let between = StandingLines(isOn: false, lines: Self.new.lines)
        filing.writer.post(.keepLines(between, changedFrom: Self.old))
        filing.writer.post(.keepLines(Self.new, changedFrom: between))
        filing.plug.setPlugged(true)
        filing.work(for: .seconds(2))
        #expect(told(filing) == [Self.old], "the older ones were told again")
        #expect(try kept(filing) == Self.new)
        // Later changes on the card are reported as usual.
        filing.plug.setPlugged(false)
        filing.work(for: .seconds(2))
        filing.plug.setPlugged(true)
        filing.work(for: .seconds(2))
        #expect(told(filing) == [Self.old, Self.new])
    }

    @Test("X-09 a first change that is made before the card came isn't the end of the lines that it has", arguments: [true, false])
    func aCardThatComesLate(isOffer: Bool) throws {
        let filing = try Filing { try $0.keep(Self.old) }
        filing.plug.setPlugged(false)
        filing.work(for: .seconds(2))
        let own = Annotation(id: StandingLines.firstID, kind: .circle, points: [Point(0.3, 0.3), Point(0.4, 0.4)])
        let changed = isOffer ? Self.new : StandingLines(isOn: true, lines: [own])
        filing.writer.post(.keepLines(changed, changedFrom: StandingLines()))
        filing.plug.setPlugged(true)
        filing.work(for: .seconds(2))
        let lines = try #require(try kept(filing))
        #expect(lines.lines.map(\.points) == (isOffer ? Self.old.lines : Self.old.lines + [own]).map(\.points) && lines.isOn)
        #expect(told(filing).last?.lines.map(\.points) == lines.lines.map(\.points), "the TV shows what the card has")
    }

    /// Returns a card that had the old lines and refused the new ones.
    private func refused() throws -> Filing {
        let filing = try Filing { try $0.keep(Self.old) }
        filing.work()
        filing.files.watch { _, step throws(CardError) in
            if step.contains("lines.json") { throw .failed(operation: "write", subject: "lines.json", reason: "no") }
        }
        filing.writer.post(.keepLines(Self.new, changedFrom: Self.old))
        filing.work()
        return filing
    }

    @Test("X-09 what was refused is written with the next change")
    func refusedLinesAreWrittenLater() throws {
        let filing = try refused()
        filing.files.watch { _, _ in }
        filing.writer.post(.keepLines(StandingLines(isOn: false, lines: Self.new.lines), changedFrom: Self.new))
        filing.work()
        #expect(try kept(filing) == StandingLines(isOn: false, lines: Self.new.lines))
    }

    @Test("X-09 a card that refuses them while it takes all else is told of again")
    func refusedLines() throws {
        let filing = try refused()
        #expect(filing.words.contains("settings not saved"))
        filing.plug.setPlugged(false)
        filing.work(for: .seconds(2))
        filing.plug.setPlugged(true)
        filing.work(for: .seconds(2))
        #expect(told(filing) == [Self.old, Self.old])
    }
}
