// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Storage

/// A setting's value is read as TOML 1.0 says, and no word stops the box.
@Suite struct TOMLWordTests {
    private func read(_ word: String) -> TOMLWord.Reading { TOMLWord.read(Array(word.utf8)) }

    @Test(
        arguments: [
            ("true", .bool(true)), ("0", .integer(0)), ("-17", .integer(-17)), ("+1_000", .integer(1000)), ("0xDEAD_beef", .integer(0xDEAD_BEEF)),
            ("0o755", .integer(0o755)), ("0b1101", .integer(13)), ("9223372036854775807", .integer(.max)), ("1.5", .double(1.5)),
            ("-0.0_1", .double(-0.01)), ("5e+22", .double(5e22)), ("6.626E-34", .double(6.626e-34)), ("-inf", .double(-.infinity)),
            ("'a\\b'", .string("a\\b")), ("\"a\\tb\\\"\\\\\"", .string("a\tb\"\\")), ("\"\\u00E4\\U0001F3F9\"", .string("ä🏹")), ("\"\"", .string("")),
        ] as [(String, SettingValue)])
    func aValueIsReadAsTOMLSays(word: String, value: SettingValue) {
        #expect(read(word) == .value(value))
    }

    @Test(arguments: [
        "01", "1__0", "_1", "1_", "0x", "-0x1", "1.", "1.e5", "1e", "1e5.0", "1..5", "--1", "9223372036854775808", "1e999", "1.5.2", "0b2",
    ])
    func aWordThatIsNoNumberIsRefused(word: String) {
        #expect(read(word) == .wrong(.noValue))
    }

    @Test(arguments: ["\"a", "'a", "\"a\"b\"", "'a'b'", "\"\\q\"", "\"\\u12\"", "\"\\ud800\"", "\"\\u0000\"", "\"\\", "\"a\u{1}\"", "\""])
    func aTextThatIsNotInQuotesIsRefused(word: String) {
        #expect(read(word) == .wrong(.badQuotes))
    }

    @Test("No setting takes a date, and half a date stops nothing", arguments: ["2026-11-27", "2026-11-27T09:30:00Z", "09:30:00.5", "2026-11-27T"])
    func aDateIsNoSetting(word: String) {
        #expect(read(word) == .other)
    }

    @Test func aTextThatWasWrittenIsReadAgain() {
        var generator = SeededGenerator(seed: 38)
        for _ in 0..<2000 {
            let scalars = (0..<Int.random(in: 0...12, using: &generator)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 1...0x2FF, using: &generator))
            }
            let text = String(String.UnicodeScalarView(scalars))
            #expect(read(TOMLWord.text(of: .string(text))) == .value(.string(text)))
        }
    }
}
