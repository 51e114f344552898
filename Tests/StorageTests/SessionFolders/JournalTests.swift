// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Storage

@Suite struct JournalTests {
    private static let entries: [JournalEntry] = [
        .opened(Samples.header()), .marked(Samples.mark(1)), .impact(mark: 1, seconds: 0.612345), .withdrawn(mark: 1),
        .clip(Samples.clip(2, .buffer, file: "clips/buffer_02.mp4")), .judged(clip: 2, ClipJudgement(isDeleted: true)),
        .judged(clip: 2, ClipJudgement()),
        .lostClip(number: 3, reason: "two\nlines, \"quoted\""), .closed,
    ]

    private static func bytes(_ entries: [JournalEntry]) throws -> [UInt8] {
        try entries.flatMap { try Journal.line(for: $0) }
    }

    /// Returns a line as any program could have written it, with the right checksum.
    private static func sealed(_ object: String) -> [UInt8] {
        let digits = String(Checksum.crc32(object.utf8), radix: 16)
        return Array("\(object),\"crc\":\"\(String(repeating: "0", count: 8 - digits.count))\(digits)\"}\n".utf8)
    }

    @Test func whatIsWrittenIsRead() throws {
        let bytes = try Self.bytes(Self.entries)
        let reading = Journal.read(bytes)
        #expect(reading.entries == Self.entries)
        #expect(reading.broken.count == 0)
        #expect(reading.end == bytes.count)
        #expect(bytes.count { $0 == UInt8(ascii: "\n") } == Self.entries.count)
    }

    @Test func aLineIsOneJSONObjectWithItsKindAndItsChecksum() throws {
        let line = String(decoding: try Journal.line(for: .withdrawn(mark: 7)), as: UTF8.self)
        #expect(line == "{\"number\":7,\"what\":\"withdrawn\",\"crc\":\"395000ef\"}\n")
    }

    @Test func theChecksumIsTheOneOfISO3309() {
        #expect(Checksum.crc32("123456789".utf8) == 0xCBF4_3926)
    }

    @Test func aCutAnywhereCostsOnlyTheLineThatWasBeingWritten() throws {
        let whole = try Self.bytes(Self.entries.dropLast())
        let last = try Journal.line(for: .closed)
        for cut in 0..<last.count {
            let reading = Journal.read(whole + last.prefix(cut))
            #expect(reading.entries == Array(Self.entries.dropLast()))
            #expect(reading.broken.count == 0)
            #expect(reading.end == whole.count)
        }
    }

    @Test func aLostSectorInTheMiddleIsReportedWithItsLine() throws {
        var bytes = try Self.bytes(Self.entries)
        let second = try Journal.line(for: Self.entries[0]).count
        bytes[second + 5] ^= 0x20
        let reading = Journal.read(bytes)
        #expect(reading.broken.first == [2] && reading.broken.count == 1)
        #expect(reading.entries == Array(Self.entries[0...0] + Self.entries[2...]))
    }

    @Test func aLineOfAKindThatIsNotKnownIsPassedOver() throws {
        let line = Self.sealed(#"{"points":10,"what":"scored""#)
        let reading = Journal.read(try Journal.line(for: Self.entries[0]) + line + Journal.line(for: .closed))
        #expect(reading.entries == [Self.entries[0], .closed])
        #expect(reading.broken.count == 0 && reading.foreign == 1)
    }

    /// A card that was in a box with a later version: lines that it acknowledged are neither cut off nor thrown away here.
    @Test func aJournalWithLinesOfALaterVersionIsLeftAlone() throws {
        let disk = CrashDisk()
        let card = Practice.card(on: disk)
        try card.prepare()
        let session = try card.openSession(Samples.header())
        try session.append(.marked(Samples.mark(1)))
        disk.endPrograms()
        let path = "/card/\(session.name)/journal.jsonl"
        let bytes = try disk.contents(of: path) + Self.sealed(#"{"clip":{"number":1,"kind":"hologram"},"what":"clip""#)
        try disk.replace(path, with: bytes)
        let report = try card.recover()
        #expect(report.problems.contains { $0.contains("later VIR") } && report.recovered.isEmpty)
        #expect(try disk.contents(of: path) == bytes)
        #expect(try card.reopenSession(Samples.header(), entries: [.opened(Samples.header())]).isElsewhere)
        #expect(try disk.contents(of: path) == bytes)
    }

    @Test(arguments: [
        #"{"what":"end","end":5"#, #"{"what":"end","end":{"number":1e400}"#, #"{"what":"end","end":{"number":"NaN"}"#, #"{"what":"end""#,
        #"{"what":"notes","notes":7"#, #"{"what":"notes","notes":{"a":[]}"#, #"{"what":"withdrawn","number":99999999999999999999"#,
        #"{"what":"impact","number":1"#, #"{"what":"impact","number":1,"seconds":-2"#, #"{"what":"impact","number":1,"seconds":1e99"#,
        #"{"what":"impact","number":1,"seconds":"soon""#, #"{"what":"impact","seconds":0.6"#,
        #"{"what":"clip","clip":{"number":1.5}"#, #"{"what":"end","end":\#(String(repeating: "[", count: 5000))"#, #"{"what":null"#,
    ])
    func aLineOfTheWrongKindTellsNothing(object: String) throws {
        let reading = Journal.read(try Journal.line(for: Self.entries[0]) + Self.sealed(object) + Journal.line(for: .closed))
        #expect(reading.entries == [Self.entries[0], .closed])
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func anyNotesAreReadBackAsTheyWere(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for length in [1, 2, 5, 80, 10_000] {
            var notes = String.UnicodeScalarView()
            for _ in 0..<length {
                let code = Bool.random(using: &random) ? UInt32.random(in: 0...0x7F, using: &random) : UInt32.random(in: 0...0x10FFFF, using: &random)
                if let scalar = Unicode.Scalar(code) { notes.append(scalar) }
            }
            let line = try Journal.line(for: .notes(String(notes)))
            #expect(line.count { $0 == UInt8(ascii: "\n") } == 1)
            guard case .notes(let read)? = Journal.read(line).entries.first else {
                Issue.record("they aren't read")
                return
            }
            #expect(read.unicodeScalars.elementsEqual(notes))
        }
    }

    @Test func aNumberThatIsNoneIsRefusedAndNotWritten() {
        var header = Samples.header()
        header.framesPerSecond = .nan
        #expect(throws: CardError.self) { try Journal.line(for: .opened(header)) }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func nothingInAJournalMakesTheReaderFail(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bytes = try Self.bytes(Self.entries)
        for _ in 0..<50 {
            let mutated = bytes.mutated(&random)
            let reading = Journal.read(mutated)
            #expect(reading.end <= mutated.count)
            #expect(reading.entries.count <= Self.entries.count + 2)
            _ = SessionRecord(journal: reading.entries, ending: .recovered)
        }
    }
}
