// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Testing

/// The reason of a verdict goes to the log and into the notes on the card, which anybody may edit.
@Suite struct FilmVerdictTests {
    @Test("X-17 a reason is one line of at most 200 characters, wherever it comes from")
    func aReasonIsShort() throws {
        let long = "a\nb" + String(repeating: "e\u{301}", count: 3000)
        let verdict = FilmVerdict(.again, reason: long)
        #expect(verdict.reason.unicodeScalars.count == FilmVerdict.longestReason)
        #expect(verdict.reason.hasPrefix("a\\nb") && verdict.reason.hasSuffix("…"))
        let edited = try JSONEncoder().encode(["advice": "again", "reason": long])
        #expect(try JSONDecoder().decode(FilmVerdict.self, from: edited) == verdict)
        #expect(try JSONDecoder().decode(FilmVerdict.self, from: JSONEncoder().encode(verdict)) == verdict)
        #expect(FilmVerdict(.again, reason: "short").reason == "short")
    }
}
