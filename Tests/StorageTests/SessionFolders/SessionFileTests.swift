// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite struct SessionFileTests {
    private static let record = SessionRecord(
        header: Samples.header(), marks: [Samples.mark(1), Samples.mark(2)],
        clips: [Samples.clip(1, file: "clips/01.mp4")], lostClips: [2], ending: .stopped)

    @Test func whatIsWrittenIsRead() throws {
        #expect(SessionFile.content(try SessionFile.bytes(of: Self.record)) == .record(Self.record))
    }

    @Test func theSameRecordIsTheSameBytes() throws {
        let bytes = try SessionFile.bytes(of: Self.record)
        #expect(try SessionFile.bytes(of: Self.record) == bytes)
        #expect(try SessionFile.bytes(of: Self.record, keeping: bytes) == bytes)
        let keys = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("  \"") }.map { $0.prefix { $0 != ":" } }
        #expect(keys == keys.sorted())
        #expect(keys.contains("  \"version\" "))
    }

    @Test func fieldsThatAreNotKnownSurviveARewrite() throws {
        let old = Array(#"{"version": 1, "mood": "windy", "marks": []}"#.utf8)
        let new = try SessionFile.bytes(of: Self.record, keeping: old)
        #expect(SessionFile.content(new) == .record(Self.record))
        #expect(String(decoding: new, as: UTF8.self).contains("\"mood\" : \"windy\""))
    }

    /// VIR can read every file that it writes, whatever else the file held.
    @Test func aRecordNeverGetsTooLongToBeRead() throws {
        // Some five megabytes that grow beyond the limit if each number gets a line of its own.
        let short = Array(#"{"version": 1, "mood": [[["#.utf8) + Array(repeatElement("1,", count: 1_500_000).joined().utf8) + Array("1]]]}".utf8)
        let kept = try SessionFile.bytes(of: Self.record, keeping: short)
        #expect(kept.count > short.count && kept.count <= CardLayout.longestFile)
        #expect(SessionFile.content(kept) == .record(Self.record))
        // Contents that don't fit in any layout.
        let mood = [UInt8](repeating: UInt8(ascii: "m"), count: CardLayout.longestFile - 30)
        let long = Array(#"{"version": 1, "mood": ""#.utf8) + mood + Array("\"}".utf8)
        let without = try SessionFile.bytes(of: Self.record, keeping: long)
        #expect(SessionFile.content(without) == .record(Self.record) && without.count < mood.count)
    }

    @Test func aRecordThatIsTooLongByItselfIsRefused() {
        var record = Self.record
        record.notes = String(repeating: "n", count: CardLayout.longestFile)
        #expect(throws: CardError.self) { try SessionFile.bytes(of: record) }
    }

    @Test(arguments: [
        (#"{"version": 99}"#, SessionFile.Content.later(version: 99)), (#"{"version": 0}"#, .unreadable("there is no version 0")),
        ("{", .unreadable("it is not JSON")), ("[]", .unreadable(" is of the wrong kind")), ("", .unreadable("it is not JSON")),
        (#"{"version": 1}"#, .unreadable("header is missing")),
    ])
    func whatIsNoRecordIsToldApart(text: String, content: SessionFile.Content) {
        #expect(SessionFile.content(Array(text.utf8)) == content)
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func nothingInAFileMakesTheReaderFail(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bytes = try SessionFile.bytes(of: Self.record)
        for _ in 0..<50 {
            let mutated = bytes.mutated(&random)
            if case .record(let record) = SessionFile.content(mutated) {
                _ = SessionTable.lines([StoredSession(name: "x", state: .closed(record))])
                _ = try? SessionFile.bytes(of: record, keeping: mutated)
            }
        }
    }
}
