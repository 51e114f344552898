// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Devices

@Suite struct GPIOChipChoiceTests {
    private static func chip(_ number: Int, _ label: String, lines: Int = 58, names: [Int: String] = [:]) -> GPIOChipDescription {
        GPIOChipDescription(
            path: "/dev/gpiochip\(number)", name: "gpiochip\(number)", label: label,
            lines: (0..<lines).map { .init(number: $0, name: names[$0], isUsed: false, user: nil, part: nil) })
    }

    private static func chosen(_ chips: [GPIOChipDescription], _ change: (inout PanelLines) -> Void = { _ in }) -> String? {
        var lines = PanelLines()
        change(&lines)
        return GPIOChipDescription.chosen(for: lines, among: chips)?.name
    }

    @Test(arguments: ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"])
    func theHeaderOfARaspberryPiIsFoundByItsLabel(label: String) {
        #expect(Self.chosen([Self.chip(0, "raspberrypi-exp-gpio", lines: 8), Self.chip(4, label)]) == "gpiochip4")
    }

    @Test func elsewhereTheChipWithMostOfTheNamedLinesIsTaken() {
        let chips = [Self.chip(0, "a", names: [3: "MARK"]), Self.chip(1, "b", names: [8: "MARK", 9: "STOP"])]
        #expect(Self.chosen(chips) == nil, "a number alone says nothing about a chip")
        #expect(Self.chosen(chips) { $0[.mark] = .name("MARK") } == "gpiochip0")
        #expect(Self.chosen(chips) { ($0[.mark], $0[.stop]) = (.name("MARK"), .name("STOP")) } == "gpiochip1")
        #expect(Self.chosen(chips) { $0[.mark] = .name("GPIO17") } == nil)
    }

    @Test(arguments: ["/dev/gpiochip1", "gpiochip1", "b"])
    func aChipIsChosenByItsPathNameOrLabel(word: String) {
        let chips = [Self.chip(0, "pinctrl-bcm2711"), Self.chip(1, "b")]
        #expect(Self.chosen(chips) { $0.chip = word } == "gpiochip1")
        #expect(Self.chosen(chips) { $0.chip = "gpiochip7" } == nil)
    }

    @Test func theSurveyMarksTheBoxesOwnLines() {
        var lines = PanelLines()
        lines[.led] = .name("LAMP")
        let marked = Self.chip(0, "a", lines: 28, names: [2: "LAMP"]).marked(for: lines)
        #expect(marked.isChosen)
        #expect(marked.lines[17].part == .mark && marked.lines[2].part == .led && marked.lines[16].part == nil)
    }

    @Test(arguments: [
        (PanelError.noChip(wanted: "auto", found: []), "this machine has no GPIO chip"),
        (.noChip(wanted: "auto", found: ["gpiochip0 (a)"]), "no chip has the panel's lines; set gpio-chip to one of gpiochip0 (a)"),
        (.noChip(wanted: "b", found: ["gpiochip0 (a)"]), "there is no GPIO chip b; set gpio-chip to one of gpiochip0 (a), or to auto"),
    ])
    func aPanelThatIsNotThereSaysWhatToDo(error: PanelError, line: String) {
        #expect(error.description == line)
    }
}
