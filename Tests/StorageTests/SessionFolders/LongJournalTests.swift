// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Storage

/// A journal that nobody could have written is read with little memory, and in pieces with the same result.
@Suite struct LongJournalTests {
    private static func lines(_ count: Int) throws -> [[UInt8]] {
        try [Journal.line(for: .opened(Samples.header()))] + (1...count).map { try Journal.line(for: .marked(Samples.mark($0))) }
    }

    @Test func brokenLinesAreCountedAndOnlyTheFirstAreKept() throws {
        let reading = Journal.read([UInt8](repeating: 10, count: 100_000) + (try Self.lines(1).joined()))
        #expect(reading.broken.count == 100_000 && reading.broken.first == Array(1...20))
        #expect(reading.broken.sentences.last == "99980 more lines of its journal can't be read")
        #expect(reading.entries.count == 2)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func aJournalInAFileTellsTheSameAsItsBytes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bytes: [UInt8] = []
        // More than one piece, with lines across their borders.
        for line in try Self.lines(6000) {
            bytes += line
            if Int.random(in: 0..<50, using: &random) == 0 { bytes += [UInt8](repeating: 65, count: Int.random(in: 0...2000, using: &random)) + [10] }
        }
        bytes = Array(bytes.dropLast(Int.random(in: 0...100, using: &random)))
        let folder = try TemporaryFolder()
        let files = POSIXFileSystem(root: folder.path)
        try files.replace("\(folder.path)/journal.jsonl", with: bytes)
        let (whole, pieces) = (Journal.read(bytes), try Journal.read("\(folder.path)/journal.jsonl", files: files))
        #expect(whole.entries == pieces.entries && whole.broken == pieces.broken && whole.end == pieces.end)
        #expect(bytes.count > 3 * 256 << 10 && whole.entries.count > 5000)
    }

    @Test func aLineThatIsTooLongIsOneBrokenLine() throws {
        let lines = try Self.lines(1)
        let reading = Journal.read(lines[0] + [UInt8](repeating: 65, count: Journal.longestLine + 1) + [10] + lines[1])
        #expect(reading.entries.count == 2 && reading.broken.first == [2])
    }
}
