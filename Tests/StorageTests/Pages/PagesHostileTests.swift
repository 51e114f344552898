// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Storage

/// Names, notes and labels may hold anything. A page's tags are the same as with plain words in the record.
@Suite struct PagesHostileTests {
    /// Returns the names of all tags and attributes of a page, in order; the text between them is left out.
    ///
    /// Reads scalar by scalar, as browsers do.
    private static func skeleton(_ bytes: [UInt8]) -> [String] {
        var tags: [String] = []
        var tag: String.UnicodeScalarView?
        var isQuoted = false
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            if var open = tag {
                if scalar == "\"" { isQuoted.toggle() }
                if !isQuoted, scalar == ">" {
                    tags.append(String(open))
                    tag = nil
                    continue
                }
                if !isQuoted || scalar == "\"" { open.append(scalar) }
                tag = open
            } else if scalar == "<" {
                tag = String.UnicodeScalarView()
            }
        }
        return tags
    }

    /// Returns plain text that is as long and as printable as this text. Long and absent texts change the tags (a title for a cut text, a
    /// paragraph for
    /// a note).
    private static func harmless(_ text: String) -> String {
        let line = PageText.line(text)
        let lines = PageText.lines(text)
        return line.isEmpty ? "" : String(repeating: "w", count: max(line.unicodeScalars.count, lines.utf8.count > 1200 ? 1300 : 0))
    }

    @Test("V-54 what people write changes no tag of a page", arguments: SamplePages.hostileTexts)
    func whatPeopleWriteIsText(text: String) throws {
        var hostile = SamplePages.hostile(text)
        var plain = SamplePages.hostile(Self.harmless(text))
        // A text that is a path changes a page by itself; that has a test of its own.
        hostile.clips[0].file = "clips/01.mp4"
        plain.clips[0].file = "clips/01.mp4"
        let pages = try Scorebook.files(of: hostile, named: "a")
        let others = try Scorebook.files(of: plain, named: "a")
        for (page, other) in zip(pages, others) where page.path != "scores.csv" {
            #expect(Self.skeleton(page.bytes) == Self.skeleton(other.bytes), "\(page.path)")
        }
        let index = try Scorebook.index(of: [SamplePages.summary(of: hostile, named: "a")])
        let other = try Scorebook.index(of: [SamplePages.summary(of: plain, named: "a")])
        #expect(Self.skeleton(index) == Self.skeleton(other))
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func noTextLeavesItsPlace(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let dangerous = Array("<>&\"'\u{301}\u{338}\u{FE0F}\u{200D}\u{0}\u{B}\n\r\t\u{FFFE}{}=-a ".unicodeScalars)
        for _ in 0..<50 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...20, using: &random) { text.append(dangerous.randomElement(using: &random) ?? "a") }
            let escaped = PageText.escaped(String(text)).unicodeScalars
            #expect(!escaped.contains { "<>\"'".unicodeScalars.contains($0) })
            #expect(escaped.allSatisfy { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" })
            let line = PageText.line(String(text))
            #expect(PageText.line(line) == line)
            #expect(!line.unicodeScalars.contains("\n"))
            #expect(PageText.cut(line, to: 8).unicodeScalars.count <= 8)
        }
    }

    @Test func marksThatPileUpAreCut() {
        #expect(PageText.line("e" + String(repeating: "\u{301}", count: 500)).unicodeScalars.count == 7)
        #expect(PageText.line("नमस्ते ก็ é") == "नमस्ते ก็ é")
    }

    @Test func whatTurnsALineAroundStaysInItsPlace() {
        #expect(PageText.line("\u{202E}abc\u{2066}d") == "abc d")
        #expect(PageText.line("مرحبا") == "مرحبا")
        #expect(PageText.lines("a\r\nb\rc\u{0}\n") == "a\nb\nc")
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func noRecordMakesThePagesFail(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for record in [SamplePages.single, SamplePages.triple] {
            let bytes = try SessionFile.bytes(of: record)
            for _ in 0..<20 {
                if case .record(let mutated) = SessionFile.content(bytes.mutated(&random)) {
                    _ = try Scorebook.files(of: mutated, named: "a")
                    _ = try Scorebook.index(of: [SamplePages.summary(of: mutated, named: "a")])
                }
            }
        }
    }

    @Test func numbersOutOfEveryRangeAreShownSomehow() throws {
        var record = SamplePages.single
        record.header.number = .min
        record.clips[0].number = .min
        record.clips[0].seconds = .infinity
        record.clips[1].seconds = -.greatestFiniteMagnitude
        record.clips[2].seconds = .nan
        record.ends[0].number = .max
        record.ends[0].arrows[0].number = .min
        record.ends[0].arrows[0].place = FacePoint(x: Length(micrometres: 100_000_000), y: Length(micrometres: -100_000_000))
        #expect(try PagesTests.text(record, "index.html").contains("1 arrow beyond the picture."))
        #expect([Double.nan, .infinity, 1e300, -1e300].map { PageNumber.fixed($0, places: 2) } == ["–", "–", "–", "–"])
        #expect([-0.04, 12.25, -3, 0.05].map { PageNumber.fixed($0, places: 1) } == ["0.0", "12.3", "-3.0", "0.1"])
    }
}
