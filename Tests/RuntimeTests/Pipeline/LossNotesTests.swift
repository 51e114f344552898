// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Runtime

@Suite("Lost frames are told, and not without end")
struct LossNotesTests {
    @Test("the first is told at once, the following ones in one line ten seconds later, none left out")
    func theyAreGathered() {
        var notes = LossNotes()
        #expect(notes.news(lost: 0, at: Timestamp(seconds: 1)) == nil)
        #expect(notes.news(lost: 3, at: Timestamp(seconds: 2)) == 3)
        #expect(notes.news(lost: 4, at: Timestamp(seconds: 3)) == nil)
        #expect(notes.news(lost: 9, at: Timestamp(seconds: 11.9)) == nil)
        #expect(notes.news(lost: 9, at: Timestamp(seconds: 12)) == 6)
        #expect(notes.news(lost: 9, at: Timestamp(seconds: 30)) == nil)
        #expect(notes.news(lost: 10, at: Timestamp(seconds: 31)) == 1)
    }

    @Test("a box that loses frames all the time says so six times a minute", arguments: [1, 7, 100])
    func aFloodIsBounded(lossesPerStep: Int64) {
        var notes = LossNotes()
        var told: [Int64] = []
        var lost: Int64 = 0
        for step in 0..<600 {
            lost += lossesPerStep
            if let news = notes.news(lost: lost, at: Timestamp(seconds: Double(step) / 10)) { told.append(news) }
        }
        #expect(told.count == 6)
        #expect(told.reduce(0, +) == lossesPerStep * 501)
    }
}
