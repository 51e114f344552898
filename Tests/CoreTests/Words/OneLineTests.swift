// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@Suite struct OneLineTests {
    @Test(arguments: [
        ("a path", "a path"), ("a\nb", "a\\nb"), ("a\r\nb", "a\\r\\nb"), ("a\tb", "a\\tb"), ("\u{1B}[31mred", "\\u{1b}[31mred"),
        ("a\u{2028}b", "a\\u{2028}b"), ("\u{202E}cba", "\\u{202e}cba"), ("\u{0}", "\\u{0}"), ("\u{85}", "\\u{85}"),
        ("Ångström 🏹 5…", "Ångström 🏹 5…"), ("", ""), ("e\u{301}", "e\u{301}"),
    ])
    func whatBreaksALineIsShownAsAnEscape(text: String, line: String) {
        #expect(text.onOneLine == line)
    }

    @Test(arguments: UInt64(1)...50)
    func anythingComesOutAsOneLineAndALineStaysAsItIs(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let text = String(
            String.UnicodeScalarView(
                (0..<200).compactMap { _ in
                    Unicode.Scalar(UInt32.random(in: 0...0x2100, using: &random))
                }))
        let line = text.onOneLine
        #expect(!line.contains(where: \.isNewline) && line.onOneLine == line)
        #expect(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
}
