// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@Suite struct SessionMomentTests {
    @Test(arguments: [
        ("2026-11-20T14:03:00", "Fri 20 Nov 2026, 14:03"), ("2024-02-29T00:00:00", "Thu 29 Feb 2024, 00:00"),
        ("2000-01-01T23:59:59", "Sat 1 Jan 2000, 23:59"), ("1970-01-01T00:00", "Thu 1 Jan 1970, 00:00"),
    ])
    func aDateIsWrittenAsPeopleDo(label: String, words: String) {
        #expect(SessionMoment(label)?.words == words)
    }

    @Test(arguments: [
        "", "yesterday", "2026-13-01T00:00", "2026-02-29T00:00", "2026-11-20 14:03", "2026-1١-20T14:03", "0000-01-01T00:00", "2026-11-20T24:00",
    ])
    func whatIsNoDateIsNone(label: String) {
        #expect(SessionMoment(label) == nil)
    }

    @Test func aMonthIsNamed() {
        #expect(SessionMoment.month("2026-11") == "Nov 2026")
        #expect(SessionMoment.month("whenever") == "whenever")
    }
}
