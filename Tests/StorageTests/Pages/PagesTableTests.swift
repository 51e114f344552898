// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Storage

@Suite struct PagesTableTests {
    /// A strict reader of RFC 4180; returns `nil` for anything else.
    private static func rows(_ bytes: [UInt8]) -> [[String]]? {
        guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return nil }
        var rest = Array(String(decoding: bytes.dropFirst(3), as: UTF8.self).unicodeScalars)[...]
        var rows: [[String]] = []
        var row: [String] = []
        while !rest.isEmpty {
            var field = String.UnicodeScalarView()
            if rest.first == "\"" {
                rest.removeFirst()
                while true {
                    guard let scalar = rest.popFirst() else { return nil }
                    if scalar != "\"" {
                        field.append(scalar)
                        continue
                    }
                    guard rest.first == "\"" else { break }
                    field.append("\"")
                    rest.removeFirst()
                }
            } else {
                while let scalar = rest.first, scalar != ",", scalar != "\r" {
                    guard scalar != "\"", scalar != "\n" else { return nil }
                    field.append(scalar)
                    rest.removeFirst()
                }
            }
            row.append(String(field))
            switch rest.popFirst() {
            case ",": continue
            case "\r":
                guard rest.popFirst() == "\n" else { return nil }
                rows.append(row)
                row = []
            default: return nil
            }
        }
        return row.isEmpty ? rows : nil
    }

    @Test("V-67 the table says what the record says, one line an arrow")
    func readBack() throws {
        let record = SamplePages.single
        let rows = try #require(Self.rows(ScoreTable.bytes(of: record, named: SamplePages.name)))
        #expect(rows.count == 7)
        #expect(rows[0].prefix(4) == ["session", "date", "end", "arrow"])
        #expect(
            rows[2] == [
                SamplePages.name, "2026-11-20T14:03:00", "1", "2", "WA 122 cm", "", "70 m", "5.5", "9", "9", "9", "1", "-40", "61",
                "72.945", "11", "clips/02_X.mp4", "yes", "point",
            ])
        #expect(rows[6].suffix(11) == ["M", "0", "0", "1", "", "", "", "", "", "yes", ""])
    }

    @Test(arguments: SamplePages.hostileTexts)
    func noFieldBecomesAFormulaOrAnotherField(text: String) throws {
        let rows = try #require(Self.rows(ScoreTable.bytes(of: SamplePages.hostile(text), named: text)))
        for row in rows {
            #expect(row.count == 19)
            for field in row where Double(field) == nil {
                #expect(field.unicodeScalars.first.map { !"=+-@\t\r＝＋－＠".unicodeScalars.contains($0) } ?? true)
            }
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func anyTextIsReadBackAsOneField(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let dangerous = Array("\"\u{301},;\r\n=+-@\t'a \u{0}".unicodeScalars)
        for _ in 0..<50 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...12, using: &random) { text.append(dangerous.randomElement(using: &random) ?? "a") }
            let line = PageText.line(String(text))
            let rows = try #require(Self.rows([0xEF, 0xBB, 0xBF] + (ScoreTable.text(String(text)) + "\r\n").utf8))
            #expect(rows == [[line]] || rows == [["'" + line]])
        }
    }
}
