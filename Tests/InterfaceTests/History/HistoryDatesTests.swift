// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The dates and days that the rows of the history say.
@Suite struct HistoryDatesTests {
    @Test("V-54 a session without a date says after which day it was, if that is known")
    func aDayAfterWhichItWas() {
        var box = HistoryPractice(3)
        for index in 0..<2 { box.sessions[index].started = "" }
        box.sessions[1].notBefore = "2026-11-20T14:03:00"
        box.answer(box.screen.query)
        let words = box.scene.texts.map(\.run.text)
        #expect(words.contains("Session 3") && words.contains("Session 2, after 20 Nov") && words.contains { $0.contains("20 Oct 2026, 14:03") })
    }

    @Test("X-20 the list says how many arrows were shot on a day and in a week")
    func daysAndWeeksAreCounted() {
        var box = HistoryPractice(3)
        box.sessions = [
            SessionSummary(name: "c", number: 3, started: "2026-11-20T18:00:00", shot: 40, clips: 2),
            SessionSummary(name: "b", number: 2, started: "2026-11-20T10:00:00", arrows: 60, shot: 60, ends: 10),
            SessionSummary(name: "a", number: 1, started: "2026-11-17T10:00:00", arrows: 30, shot: 36, ends: 5),
        ]
        box.answer(box.screen.query)
        let words = box.scene.texts.map(\.run.text).filter { $0.contains("Day: ") }
        #expect(words.count == 2 && words[0].hasPrefix("Day: 100  ·  Week: 136  ·  ") && words[1].hasPrefix("Day: 36  ·  "))
    }

    @Test(
        "the row of a session that continues another one says which, as the list names that one",
        arguments: [
            ("2026-11-19_1403_S12", "Goes on with Thu 19 Nov 2026, 14:03"), ("undated_S12", "Goes on with Session 12"),
            ("2026-13-19_1403_S12", "Goes on with Session 12"), ("final", "Goes on with final"),
            // Both sessions began in the same minute.
            ("2026-11-20_1403_S12", "Goes on with Session 12"),
        ])
    func aLinkIsSaid(folder: String, words: String) {
        var box = HistoryPractice(2)
        func details(_ box: HistoryPractice) -> [String] { box.scene.texts.map(\.run.text).filter { $0.contains("Goes on") } }
        #expect(details(box).isEmpty)
        box.sessions[0].continues = folder
        box.answer(box.screen.query)
        #expect(details(box).count == 1 && details(box).allSatisfy { $0.hasPrefix(words + "  ·  ") })
    }
}
