// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Storage
import TestSupport
import Testing

@testable import Runtime

/// Standing lines (drawn on every picture), as stored on the card.
@Suite struct StandingLinesTests {
    private static let lines = StandingLines(isOn: true, lines: StandingLines.templates)

    private func told(_ filing: Filing) -> [StandingLines] { filing.news.compactMap { if case .lines(let lines) = $0 { lines } else { nil } } }

    @Test("X-09 what was kept is told when the card comes again, and by the next run")
    func theyAreKept() throws {
        let filing = try Filing()
        filing.writer.post(.keepLines(Self.lines, changedFrom: StandingLines()))
        filing.work()
        #expect(filing.isThere("lines.json") && told(filing).isEmpty)
        filing.plug.setPlugged(false)
        filing.work(for: .seconds(2))
        filing.plug.setPlugged(true)
        filing.work(for: .seconds(2))
        #expect(told(filing) == [Self.lines])
        #expect(try Card(path: filing.cardPath, files: POSIXFileSystem(), hasIndex: false).standingLines() == Self.lines)
    }

    @Test("X-09 a file that somebody spoilt is none, and is written anew", arguments: 1...40 as ClosedRange<UInt64>)
    func aSpoiltFileIsNone(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let filing = try Filing()
        let card = Card(path: filing.cardPath, files: POSIXFileSystem(), hasIndex: false)
        try card.keep(Self.lines)
        let file = URL(filePath: "\(filing.cardPath)/lines.json")
        var bytes = [UInt8](try Data(contentsOf: file))
        for _ in 0..<Int.random(in: 1...20, using: &random) {
            bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
        }
        if seed % 4 == 0 { bytes.removeLast(Int.random(in: 1...bytes.count, using: &random)) }
        try Data(bytes).write(to: file)
        if let read = try card.standingLines() {
            #expect(read.lines.count <= StandingLines.most)
            for line in read.lines {
                #expect(line.isWhole && line.span == nil)
                for point in line.points { #expect((-1...2).contains(point.x) && (-1...2).contains(point.y)) }
            }
        }
        try card.keep(Self.lines)
        #expect(try card.standingLines() == Self.lines)
    }

    @Test("X-09 an export has the lines that are on, mirrored for a left-handed archer")
    func whatAnExportDraws() throws {
        let filing = try Filing()
        let card = Card(path: filing.cardPath, files: POSIXFileSystem(), hasIndex: false)
        #expect(card.linesSeen(by: "Ben").isEmpty, "there are none")
        try Data("archers = \"Ana; Ben: left\"\n".utf8).write(to: URL(filePath: "\(filing.cardPath)/settings.toml"))
        try card.keep(StandingLines(isOn: false, lines: StandingLines.templates))
        #expect(card.linesSeen(by: "Ben").isEmpty, "they are off")
        try card.keep(Self.lines)
        #expect(card.linesSeen(by: "Ana") == StandingLines.templates && card.linesSeen(by: nil) == StandingLines.templates)
        #expect(card.linesSeen(by: "Ben") == StandingLines.templates.map(\.mirrored))
    }
}
