// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Storage

/// The descent of a record, by which copies are told apart.
@Suite struct RecordLineageTests {
    private static func record(_ notes: String) -> SessionRecord {
        SessionRecord(header: Samples.header(), marks: [Samples.mark(1)], notes: notes, ending: .stopped)
    }

    @Test func eachChangeIsARevisionThatKnowsTheEarlierOnes() throws {
        let first = try SessionFile.bytes(of: Self.record("one"))
        #expect(RecordLineage(of: first) == RecordLineage() && !String(decoding: first, as: UTF8.self).contains("revision"))
        let second = try SessionFile.bytes(of: Self.record("two"), keeping: first)
        let third = try SessionFile.bytes(of: Self.record("three"), keeping: second)
        #expect(RecordLineage(of: third) == RecordLineage(revision: 2, earlier: [Checksum.crc32(first), Checksum.crc32(second)]))
        // The same again is no change.
        #expect(try SessionFile.bytes(of: Self.record("three"), keeping: third) == third)
    }

    @Test func aMergedCopyIsKnownAsTheRecordThatItIsACopyOf() throws {
        let first = try SessionFile.bytes(of: Self.record("one"))
        let copied = RecordLineage(of: first).merged(from: first, number: 7)
        var record = Self.record("one")
        record.header.number = 12
        let copy = try SessionFile.bytes(of: record, keeping: first, merged: copied)
        #expect(RecordLineage(of: copy) == copied && RecordLineage(of: copy).sum(of: copy) == Checksum.crc32(first))
        #expect(copied.merged(from: copy, number: 12).cardNumber == 7)
        // A change of the copy descends from both.
        record.notes = "two"
        let later = RecordLineage(of: try SessionFile.bytes(of: record, keeping: copy))
        #expect(later == RecordLineage(revision: 1, earlier: [Checksum.crc32(first), Checksum.crc32(copy)], mergedFrom: nil, cardNumber: 7))
    }

    @Test(
        "values that make no sense are left out",
        arguments: [#""revision": -4"#, #""revision": "x", "earlier": 5"#, #""cardNumber": 0, "mergedFrom": "no""#, #""earlier": "xyz 123456789""#])
    func nonsenseIsLeftOut(fields: String) {
        #expect(RecordLineage(of: Array("{\"version\": 3, \(fields)}".utf8)) == RecordLineage())
    }

    @Test func theListOfEarlierRecordsIsBounded() throws {
        var text = try SessionFile.bytes(of: Self.record("0"))
        let first = Checksum.crc32(text)
        var lineage = RecordLineage()
        for number in 1...600 {
            lineage = lineage.next(after: text)
            text = Array("\(number)".utf8)
        }
        #expect(lineage.revision == 600 && lineage.earlier.count == 500 && !lineage.earlier.contains(first))
    }
}
