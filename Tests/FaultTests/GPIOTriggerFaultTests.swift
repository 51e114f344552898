// SPDX-License-Identifier: GPL-3.0-or-later

import CFakeGPIO
import Core
import Glibc
import Testing

@testable import Devices

/// The trigger's line, with a library that gives every answer that a kernel may give.
@Suite struct GPIOTriggerFaultTests {
    private func moment(_ instant: Timestamp) -> PanelInput { .detected(Detection(at: instant, source: .trigger)) }

    @Test func aTriggerIsDatedByItsFirstEdgeAndLightsTheLamp() throws {
        let chip = FakeChip("trigger")
        try chip.start()
        let time = chip.clock.now()
        for bounce in 0...20 {
            chip.contact(26, isClosed: bounce.isMultiple(of: 2))
            chip.pass(1)
        }
        #expect(chip.log.others == [moment(time)] && chip.isOn(16))
        #expect(chip.log.events == [], "nobody pressed a button")
        chip.contact(26, isClosed: false)
        chip.pass(1500)
        #expect(!chip.isOn(16))
        chip.contact(26, isClosed: true)
        chip.contact(26, isClosed: false)
        chip.pass()
        #expect(chip.log.others.count == 2, "a pulse that is over before it is read counts")
    }

    @Test func aLineThatIsHeldForAMinuteIsOneMoment() throws {
        let chip = FakeChip("held")
        try chip.start()
        let time = chip.clock.now()
        chip.contact(26, isClosed: true)
        chip.pass(4999)
        #expect(chip.log.others == [moment(time)])
        chip.pass(55_001)
        #expect(chip.log.others == [moment(time), .triggerHeld(true)])
        chip.contact(26, isClosed: false)
        chip.pass(21)
        #expect(chip.log.others == [moment(time), .triggerHeld(true), .triggerHeld(false)])
        #expect(chip.log.lines == ["panel: TRIGGER has been closed for 5 s", "panel: TRIGGER is open again"])
    }

    @Test func whatIsSetIsUsed() throws {
        let chip = FakeChip("set")
        var lines = PanelLines()
        lines[.trigger] = .number(21)
        lines.triggerLockoutSeconds = 0.1
        try chip.start(lines)
        for _ in 0..<3 {
            chip.contact(21, isClosed: true)
            chip.pass(50)
            chip.contact(21, isClosed: false)
            chip.pass(60)
        }
        chip.contact(26, isClosed: true)
        chip.pass(10)
        #expect(chip.log.others.count == 3)
    }

    @Test func aLineInUseIsNamedAndTakenWhenItIsFree() throws {
        let chip = FakeChip("trigger-busy")
        fake_gpio_occupy(chip.path, 26, "foo")
        try chip.start()
        #expect(chip.log.lines == ["panel: line 26 (TRIGGER) is in use by \"foo\"; the rest of the panel works"])
        fake_gpio_occupy(chip.path, 26, nil)
        chip.pass(1001)
        #expect(chip.log.lines.last == "panel: TRIGGER works now")
        chip.contact(26, isClosed: true)
        chip.pass()
        #expect(chip.log.others.count == 1)
    }

    /// Nobody asked for a trigger: a chip without its line, or a box that gave the line to a button, isn't told that it lacks one.
    @Test func withoutItsLineNobodyMissesIt() throws {
        let small = FakeChip("small", lines: 26)
        try small.start()
        let moved = FakeChip("moved")
        var lines = PanelLines()
        lines[.mark] = .number(26)
        try moved.start(lines)
        let none = FakeChip("none")
        lines = PanelLines()
        lines[.trigger] = nil
        try none.start(lines)
        // The small chip lacks STOP's line too.
        #expect((small.log.lines + moved.log.lines + none.log.lines).filter { $0.contains("TRIGGER") } == [])
        moved.contact(26, isClosed: true)
        moved.pass()
        #expect(moved.log.actions == [.pressed(.mark)] && moved.log.others == [])
    }

    @Test func aLineThatWasAskedForIsMissed() throws {
        let chip = FakeChip("asked", lines: 26)
        var lines = PanelLines()
        lines[.trigger] = .name("GATE")
        try chip.start(lines)
        #expect(
            chip.log.lines.filter { $0.contains("TRIGGER") } == [
                "panel: there is no line GATE (TRIGGER) on gpiochip0 (pinctrl-bcm2711); the rest of the panel works"
            ])
    }
}
