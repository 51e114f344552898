// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Core
@testable import Interface

/// The way from an input to the row of a screen's table.
@Suite struct BindingTests {
    /// A screen that notes what it does.
    private struct Notepad {
        var notes: [String] = []

        mutating func note(_ words: String) { notes.append(words) }
    }

    private static var table: Bindings<Notepad> {
        [
            .press(.mark): Binding(.take) { $0.note("mark") },
            .hold(.mark): Binding(.saveAll),
            .press(.stop): .back,
            .press(.left): Binding(.frameBack) { $0.note("left") },
            .hold(.left): Binding(.shuttleBack) { $0.note("run left") }.released { screen, _, _ in screen.note("stand") },
            .press(.right): Binding(.playAfter) { $0.note("drag") }.released { screen, _, _ in screen.note("let go") },
            .press(.up): Binding(.rowUp) { $0.note("up") }.repeated,
            .press(.down): Binding(.rowDown) { $0.note("down") }.when(false),
            .turn: .turning(.row) { $0.note("turn \($1)") },
            .press(.knob): Binding(.open) { $0.note("open") },
        ]
    }

    private func notes(of inputs: ScreenInput..., in table: Bindings<Notepad> = table) -> [String] {
        var (pad, context) = (Notepad(), Rehearsal().appliance.context)
        for input in inputs { _ = table.perform(input, on: &pad, in: &context, at: .zero) }
        return pad.notes
    }

    private func outcomes(of input: ScreenInput) -> [ScreenOutcome] {
        var (pad, context) = (Notepad(), Rehearsal().appliance.context)
        return Self.table.perform(input, on: &pad, in: &context, at: .zero)
    }

    @Test func aButtonActsAsItGoesDown() {
        #expect(notes(of: .pressed(.mark), .tapped(.mark)) == ["mark"])
        #expect(notes(of: .pressed(.up), .tapped(.up)) == ["up"])
    }

    @Test func stopAndTheKnobActAsTheyComeUp() {
        #expect(outcomes(of: .pressed(.stop)).isEmpty && outcomes(of: .tapped(.stop)) == [.back])
        #expect(notes(of: .pressed(.knob)).isEmpty && notes(of: .pressed(.knob), .tapped(.knob)) == ["open"])
    }

    @Test func anArrowWithAHoldOfItsOwnActsAsItComesUp() {
        #expect(notes(of: .pressed(.left), .tapped(.left)) == ["left"] && notes(of: .pressed(.left)).isEmpty)
        #expect(notes(of: .pressed(.left), .held(.left), .letGo(.left)) == ["run left", "stand"])
    }

    @Test func aControlCanWorkForAsLongAsItIsDown() {
        #expect(notes(of: .pressed(.right), .tapped(.right)) == ["drag", "let go"])
    }

    @Test func onlyWhatRepeatsRepeats() {
        #expect(notes(of: .pressed(.up), .repeated(.up), .repeated(.up)) == ["up", "up", "up"])
        #expect(notes(of: .pressed(.right), .repeated(.right)) == ["drag"])
    }

    @Test func theKnobTurnsByDetentsOrByQuickSteps() {
        #expect(notes(of: .turned(-3, .quick)) == ["turn -3"])
        let quick: Bindings<Notepad> = [.turn: .turning(.delay) { $0.note("\($3.steps)") }]
        #expect(notes(of: .turned(-3, .quick), .turned(2, .steady), in: quick) == ["-15", "2"])
    }

    @Test func whatHasNoRowIsDeaf() {
        #expect(notes(of: .pressed(.down), .tapped(.down), .repeated(.down), .held(.knob), .held(.mark)).isEmpty)
        #expect(Self.table[.press(.down)] == nil && Self.table.grammar[.press(.down)] == nil)
        #expect(notes(of: .touchDown(Point(0, 0)), .tool(.undo), .typed(.done)).isEmpty)
    }

    @Test func theLabelsAreThoseOfTheRows() {
        let grammar = Self.table.grammar
        for use in ControlUse.all { #expect(grammar[use] == Self.table[use]?.label) }
        #expect(grammar[.hold(.mark)] == .saveAll && grammar[.turn] == .row)
    }

    @Test func anActionReturnsOutcomesAndEffectsInTheirOrder() {
        let table: Bindings<Notepad> = [
            .press(.mark): Binding(.keep) { pad, _, _ in
                ScreenOutcome.back
                pad.note("kept")
                [Effect.export(.close)]
                if pad.notes.isEmpty { ScreenOutcome.live } else { ScreenOutcome.menu }
            }
        ]
        var (pad, context) = (Notepad(), Rehearsal().appliance.context)
        #expect(table.perform(.pressed(.mark), on: &pad, in: &context, at: .zero) == [.back, .effect(.export(.close)), .menu])
        #expect(pad.notes == ["kept"])
    }
}
