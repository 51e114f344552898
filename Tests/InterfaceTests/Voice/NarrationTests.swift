// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The rule of what the voice says from one moment to the next.
@Suite struct NarrationTests {
    private static let grammar: Grammar = [.turn: .row, .press(.knob): .openRow, .press(.stop): .back]

    private func moment(
        _ title: String = "Menu", _ focus: String = "Delay, 1 of 2", state: [String] = ["5 s"], on place: ScreenKind = .menu,
        _ change: (inout Narration.Moment) -> Void = { _ in }
    ) -> Narration.Moment {
        var moment = Narration.Moment(on: place, Spoken(title, focus, state: state), Self.grammar)
        change(&moment)
        return moment
    }

    /// Returns the words for each of these moments; a person did something before each.
    private func said(_ moments: Narration.Moment..., isPressed: Bool = true) -> [String?] {
        var narration = Narration()
        return moments.map { narration.step(to: $0, scores: nil, isRefused: false, isPressed: isPressed) }
    }

    @Test func aNewScreenIsSaidWholeWithTheWayOutLast() {
        #expect(said(moment()) == ["Menu, Delay, 1 of 2, 5 s, Row: turn, Open: push, Back: STOP"])
    }

    @Test func anotherFocusIsSaidWithItsState() {
        #expect(said(moment(), moment("Menu", "Mark, 2 of 2", state: ["Live"])).last == "Mark, 2 of 2, Live")
    }

    @Test func ofTheSameFocusOnlyWhatChangedIsSaid() {
        #expect(said(moment(state: ["5 s", "no effect now"]), moment(state: ["6 s", "no effect now"])).last == "6 s")
        #expect(said(moment(state: ["liked", "9 points"]), moment(state: ["9 points"])).last == "9 points")
    }

    @Test func nothingIsSaidTwice() {
        #expect(said(moment(), moment(), moment()).dropFirst() == [nil, nil])
        // A condition that comes and goes by itself is told once.
        let fault = moment { $0.faults = [.init(kind: .noCard, words: "No card")] }
        #expect(said(moment(), fault, moment(), fault, isPressed: false).dropFirst() == ["No card", nil, nil])
        #expect(said(moment(), fault, moment(), fault).dropFirst() == ["No card", nil, "No card"])
        // A figure of it that changes is no other fault.
        func lost(_ words: String) -> Narration.Moment { moment { $0.faults = [.init(kind: .picturesLost, words: words)] } }
        #expect(said(moment(), lost("3 % lost"), lost("4 % lost"), isPressed: false).dropFirst() == ["3 % lost", nil])
    }

    @Test func anotherScreenOfTheSameNameIsAnotherScreen() {
        #expect(said(moment("Review"), moment("Review", on: .review)).last??.hasPrefix("Review, Delay") == true)
    }

    @Test func whatWentWrongComesFirstAndThenWhatAPressDid() {
        var narration = Narration()
        _ = narration.step(to: moment(), scores: nil, isRefused: false, isPressed: true)
        let after = moment("Menu", "Mark, 2 of 2", state: ["Live"]) {
            $0.faults = [.init(kind: .noCard, words: "No card, Put one in")]
            $0.toast = Toast("Clip 3 deleted", undo: .down, at: .zero)
        }
        let words = narration.step(to: after, scores: "placed, 9", isRefused: true, isPressed: true)
        #expect(words == "No card, Put one in, Clip 3 deleted, Undo: down, placed, 9, Mark, 2 of 2, Live")
    }

    @Test func controlsThatChangeByThemselvesCutNothingOff() {
        let opens = moment { $0.spoken.guide = [.press(.knob)] }
        var takes = opens
        takes.grammar = [.press(.knob): .choose]
        #expect(said(opens, takes, isPressed: false).last == .some(nil))
        #expect(said(opens, takes).last??.hasSuffix(": push") == true)
    }

    @Test func aPressThatWasRefusedSaysSo() {
        var narration = Narration()
        _ = narration.step(to: moment(), scores: nil, isRefused: false, isPressed: true)
        #expect(narration.step(to: moment(), scores: nil, isRefused: true, isPressed: true) == "not possible")
    }

    @Test func whatChangesByItselfIsOnlyAnAnswer() {
        func paused(_ time: String) -> Narration.Moment { moment { $0.spoken.answer = time } }
        #expect(said(paused("1 s"), paused("2 s")).last == "2 s")
        #expect(said(paused("1 s"), paused("2 s"), isPressed: false).last == .some(nil))
    }

    @Test func theUsesOfOneActionAreSaidTogether() {
        let grammar: Grammar = [.press(.left): .arrowBefore, .press(.right): .arrowAfter, .hold(.knob): .tools]
        #expect(grammar.spoken(ControlUse.spokenOrder) == ["Tools: hold the knob", "Arrow: left or right"])
        #expect(Language.speaking("german") { grammar.spoken([.hold(.knob)]) } == ["Extras: den Knopf halten"])
    }

    @Test func writtenSignsAreReadAsWords() {
        #expect(Strings.Spoken.readable("End 3 · 4 of 6") == "End 3, 4 of 6")
        #expect(Strings.Spoken.readable("▼ undoes, step by step.") == "down undoes, step by step.")
        #expect(Strings.Spoken.readable("Switching off…") == "Switching off")
        #expect(Strings.Spoken.readable("9") == "9")
    }
}
