// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// A whole session is worked by somebody who hears the voice and sees nothing.
@Suite struct BlindSessionTests {
    @Test func aSessionIsWorkedByEarAlone() throws {
        var person = BlindPerson {
            $0.scores = true
            $0.afterStop = .review
        }
        defer { try? person.write() }
        #expect(person.wait(10).isEmpty, "nothing is said on Live before a press")
        try shoot(6, &person)
        try review(of: 6, &person)
        try score(["10", "9", "8", "7", "9", "miss"], total: 43, &person)

        // The summary comes by itself, and says how to go on.
        #expect(person.wait(3).contains { $0.hasPrefix("Summary, ") })
        #expect(person.last.contains("Next end: MARK"))
        let live = person.press(.mark)
        #expect(live.contains("Live, Delay, 5 s") && live.contains("End 2"))

        try shoot(1, &person)
        #expect(person.press(.stop).contains("Clip"))
        #expect(person.press(.stop).contains("1 of 1") || person.last.contains("Ring: turn"))
        #expect(person.press(.mark).contains("placed"))
        #expect(person.wait(3).contains { $0.hasPrefix("Summary, ") })

        try export(&person)

        // STOP says what it will do before it does it.
        let held = person.hold(.stop, seconds: 5.2)
        #expect(held.contains { $0.contains("Hold on: Live") } && held.contains { $0.contains("Switch off in 4 s") })
        if !person.last.contains("Switching off") {
            #expect(person.last.contains("hold STOP again"))
            person.hold(.stop, seconds: 5.2)
        }
        #expect(person.last.contains("Switching off"))

        let words = person.transcript.map(\.words)
        for (one, next) in zip(words, words.dropFirst()) { #expect(one != next, "said twice") }
    }

    private func shoot(_ count: Int, _ person: inout BlindPerson) throws {
        for number in 1...count {
            person.wait(4)
            #expect(person.press(.mark).contains("mark "), "mark \(number)")
        }
        person.wait(4)
    }

    /// Likes all clips, by the place that is said of each.
    private func review(of count: Int, _ person: inout BlindPerson) throws {
        #expect(person.press(.stop).hasPrefix("Review, "))
        for number in 1...count {
            try #require(person.last.contains("Clip \(number) of \(count)"), "\(person.last)")
            #expect(person.last.contains("Like: ") && person.last.contains("right, Delete: left"))
            #expect(person.press(.right).contains("liked"))
            person.wait(1)
        }
        #expect(person.last.contains("\(count) clips") && person.last.contains("Score: STOP"))
        #expect(person.press(.stop).contains("Arrow, 1 of \(count)"))
    }

    /// Chooses each ring by ear, and places it.
    private func score(_ rings: [String], total: Int, _ person: inout BlindPerson) throws {
        func rank(_ ring: String) -> Int { ring == "X" ? 11 : Int(ring) ?? 0 }
        for (index, ring) in rings.enumerated() {
            let held = try #require(person.piece(after: "\(index + 1) of \(rings.count)"), "\(person.last)")
            if held != ring { try person.turn(rank(held) > rank(ring) ? 1 : -1, until: ring) }
            #expect(person.press(.mark).contains("placed, \(ring)"))
        }
        #expect(person.last.contains("total \(total)"))
    }

    private func export(_ person: inout BlindPerson) throws {
        #expect(person.hold(.knob, seconds: 0.7).contains { $0.hasPrefix("Tools, ") })
        try person.turn(1, until: "Export")
        #expect(person.press(.knob).contains("Export: "))
        if !person.last.contains("For any phone") { try person.turn(1, until: "For any phone") }
        #expect(person.press(.knob).contains("It begins"))
        person.hear(.export(.ended(ExportResult(place: .card, written: 1))))
        #expect(person.last.contains("1 file on the card"))
    }

    /// German says the same in German.
    @Test func aSessionIsSaidInTheLanguageOfTheBox() {
        var person = BlindPerson {
            $0.scores = true
            $0.language = "german"
        }
        person.wait(10)
        #expect(person.press(.knob).contains("Menü, "))
    }
}
