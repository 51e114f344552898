// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core

@Suite struct TextRunTests {
    private func text(_ text: String, lines: Int = 1) -> String {
        TextRun(text, at: Point(0, 0), size: 20, color: Color(hex: 0xFFFFFF), width: 800, maximumLines: lines).text
    }

    @Test(arguments: ["W", "i", "é", "\u{1F3F9}", "a\u{301}", "\u{301}"])
    func aBookOfNotesIsCutToWhatALineCanShow(letter: String) {
        let book = String(repeating: letter, count: 100_000)
        for lines in 1...3 {
            let cut = text(book, lines: lines)
            #expect(cut.unicodeScalars.count == TextRun.longestLine * lines)
            #expect(book.unicodeScalars.starts(with: cut.unicodeScalars))
        }
    }

    @Test func whatFitsStaysAsItIs() {
        let line = String(repeating: "é", count: TextRun.longestLine)
        #expect(text(line) == line)
        #expect(text("") == "")
        // Even the narrowest letters in the smallest size on screen are wider than the canvas before they are cut.
        #expect(TextMetrics.width(String(repeating: "'", count: TextRun.longestLine), size: 20) > Canvas.bounds.width)
    }
}
