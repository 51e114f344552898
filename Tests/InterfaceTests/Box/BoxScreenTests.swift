// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// The page about the box opens what a chip can't say.
@Suite struct BoxScreenTests {
    private func open(_ box: inout Rehearsal) {
        box.goToMenu(.box)
        box.tap(.knob)
        box.run(to: box.now.seconds + 1)
    }

    @Test func whatIsWrongIsAllThereInWords() {
        var box = Rehearsal()
        box.run(to: 20)
        box.send(.card(.condition(.full(freeBytes: 0))))
        box.send(.box(.power(PowerState(isWeak: true, celsius: 61))))
        box.loseCamera()
        box.goToMenu(.box)
        #expect(box.texts.contains(Strings.boxFaults(3)))
        box.tap(.knob)
        #expect(box.appliance.path.place == .box)
        for words in [Strings.noCamera, Strings.fullCard, Strings.weakPower, Strings.Fault.noCamera, Strings.Fault.cardFull, Strings.Fault.weakPower]
        {
            #expect(box.texts.contains(words), "“\(words)”")
        }
        box.tap(.stop)
        #expect(box.appliance.path.place == .menu)
    }

    @Test func aBoxThatIsWellSaysSoAndShowsItsState() {
        var box = Rehearsal()
        box.run(to: 130)
        box.send(.box(.power(PowerState(isWeak: false, celsius: 48))))
        open(&box)
        #expect(box.texts.contains(Strings.Fault.allWell))
        #expect(box.texts.contains { $0.contains("48 °C") } && box.texts.contains(Strings.span(120)))
    }

    @Test("every wrong line of the settings stands there as it is in the file")
    func wrongLinesAreQuoted() {
        var box = Rehearsal()
        box.run(to: 20)
        let lines = ["flip = maybe", "delay = long", "colour = 7"]
        for (index, text) in lines.enumerated() {
            box.send(.box(.settingsFault(SettingsFault(line: index + 1, message: "what?", text: text))))
        }
        #expect(box.chips.first?.title == Strings.wrongSettings(3) && box.chips.first?.line == "line 1: flip = maybe")
        open(&box)
        for text in lines { #expect(box.texts.contains { $0.contains(text) && $0.contains("what?") }, "“\(text)”") }
    }

    /// Whatever is wrong, and however large the text is: each entry can be scrolled into sight, whole and within the page.
    @Test(arguments: [100, 150, 200])
    func everythingCanBeReached(scale: Int) {
        var box = Rehearsal { $0.textScalePercent = scale }
        box.run(to: 20)
        box.send(.card(.condition(.full(freeBytes: 0))))
        box.send(.box(.power(PowerState(isWeak: true, isSlowedByHeat: true, celsius: 85))))
        box.send(.box(.safeMode))
        box.loseCamera()
        open(&box)
        var seen = Set(box.texts)
        for _ in 0..<20 {
            box.tap(.down)
            box.run(to: box.now.seconds + 0.3)
            seen.formUnion(box.texts)
        }
        for entry in box.appliance.context.boxReport(at: box.now) {
            switch entry {
            case .condition(let chip, let words): for text in [chip.title] + words { #expect(seen.contains(text), "“\(text)”") }
            case .figure(let label, let value): #expect(seen.contains(label) && seen.contains(value), "“\(label)”")
            case .allWell: Issue.record("it isn't")
            }
        }
        let before = box.texts
        box.tap(.down)
        #expect(box.texts == before, "the last entry is the end")
    }
}
