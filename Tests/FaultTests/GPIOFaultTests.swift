// SPDX-License-Identifier: GPL-3.0-or-later

import CFakeGPIO
import Core
import Glibc
import Testing

@testable import Devices

/// The panel's behaviour under faults, with a library that gives every answer that a kernel may give.
@Suite struct GPIOFaultTests {
    private static let rest = "; the rest of the panel works"

    // MARK: Lines

    @Test func theLinesAreAskedForAsTheBoxIsWired() throws {
        let chip = FakeChip("wired")
        try chip.start()
        for line: UInt32 in [17, 27, 22, 23, 24, 25, 13, 5, 6, 26] { #expect(fake_gpio_is_contact(chip.path, line), "line \(line)") }
        for line: UInt32 in [27, 22, 23, 24, 25, 13] { #expect(fake_gpio_debounce(chip.path, line) == 5000) }
        for line: UInt32 in [17, 5, 6, 26] { #expect(fake_gpio_debounce(chip.path, line) == 0) }
        #expect(!chip.isOn(16) && !chip.isOn(12))
        #expect(fake_gpio_requests(chip.path) == 5)
        #expect(chip.log.lines == [])
    }

    @Test func aBusyLineIsNamedWithItsUserAndTheOthersWork() throws {
        let chip = FakeChip("busy")
        fake_gpio_occupy(chip.path, 27, "foo")
        try chip.start()
        #expect(chip.log.lines == ["panel: line 27 (STOP) is in use by \"foo\"" + Self.rest])
        for (line, control) in [(UInt32(17), Control.mark), (22, .left), (23, .right), (24, .up), (25, .down), (13, .knob)] {
            chip.contact(line, isClosed: true)
            chip.pass()
            #expect(chip.log.actions.last == .pressed(control))
        }
    }

    @Test func aBusyLineIsTakenWhenItIsFree() throws {
        let chip = FakeChip("freed")
        fake_gpio_occupy(chip.path, 17, "foo")
        try chip.start()
        chip.pass(3000)
        #expect(chip.log.lines.count == 1, "it is said once")
        fake_gpio_occupy(chip.path, 17, nil)
        chip.pass(1001)
        #expect(chip.log.lines.last == "panel: MARK works now")
        chip.contact(17, isClosed: true)
        chip.pass()
        #expect(chip.log.actions == [.pressed(.mark)])
        chip.pass(3000)
        #expect(chip.log.lines.count == 2)
    }

    @Test(arguments: [(EACCES, "isn't permitted; the user needs the group gpio"), (EIO, "doesn't work: Input/output error")])
    func aRefusedLineIsNamedWithItsReason(error: Int32, reason: String) throws {
        let chip = FakeChip("refused\(error)")
        fake_gpio_refuse_line(chip.path, 16, error)
        try chip.start()
        #expect(chip.log.lines == ["panel: line 16 (LED) \(reason)" + Self.rest])
        chip.signal(.saved)
        chip.pass()
        #expect(chip.isOn(12), "the buzzer works without the LED")
    }

    @Test func aLineThatIsNotThereIsNamed() throws {
        let chip = FakeChip("missing", lines: 28)
        var lines = PanelLines()
        lines[.led] = .name("LAMP")
        lines[.buzzer] = .number(40)
        lines[.up] = nil
        try chip.start(lines)
        #expect(
            chip.log.lines == [
                "panel: there is no line LAMP (LED) on gpiochip0 (pinctrl-bcm2711)" + Self.rest,
                "panel: there is no line 40 (BUZZER) on gpiochip0 (pinctrl-bcm2711)" + Self.rest,
            ])
        chip.signal(.marked)
        chip.contact(17, isClosed: true)
        chip.pass()
        #expect(chip.log.actions == [.pressed(.mark)])
        #expect(fake_gpio_output(chip.path, 24) == -1, "what is left out isn't taken")
    }

    @Test func aLineOfTwoPartsIsTheFirstOnes() throws {
        let chip = FakeChip("double")
        fake_gpio_name(chip.path, 17, "GPIO17")
        var lines = PanelLines()
        lines[.push] = .name("GPIO17")
        try chip.start(lines)
        #expect(chip.log.lines == ["panel: line GPIO17 (PUSH) is MARK's already; give it another in settings.toml" + Self.rest])
        chip.contact(17, isClosed: true)
        chip.pass()
        #expect(chip.log.actions == [.pressed(.mark)])
    }

    @Test func halfAKnobIsNoneAndTheRestWorks() throws {
        let chip = FakeChip("half")
        fake_gpio_occupy(chip.path, 6, "foo")
        try chip.start()
        #expect(chip.log.lines == ["panel: line 6 (KNOB-B) is in use by \"foo\" and the knob doesn't turn" + Self.rest])
        #expect(fake_gpio_debounce(chip.path, 5) == -1, "the other half isn't kept")
        fake_gpio_occupy(chip.path, 6, nil)
        chip.pass(1001)
        #expect(chip.log.lines.last == "panel: KNOB-B works now")
        chip.turn(1)
        #expect(chip.log.actions == [.turned(1)])
    }

    @Test(arguments: [EINVAL, EOPNOTSUPP, 524])
    func withoutTheKernelsDebounceTheFilterStandsAlone(error: Int32) throws {
        let chip = FakeChip("debounce\(error)")
        fake_gpio_refuse_debounce(chip.path, error)
        try chip.start()
        #expect(chip.log.lines == [])
        #expect(fake_gpio_debounce(chip.path, 27) == 0)
        let first = chip.clock.now()
        for bounce in 0...20 {
            chip.contact(27, isClosed: bounce.isMultiple(of: 2))
            chip.pass(2)
        }
        chip.pass(100)
        #expect(chip.log.events == [PanelEvent(.pressed(.stop), at: first, source: .gpio)], "at the first edge")
    }

    // MARK: Times

    @Test func anEdgeThatTheKernelDebouncedIsDatedBack() throws {
        let chip = FakeChip("dated")
        try chip.start()
        let time = chip.clock.now()
        chip.contact(27, isClosed: true)
        chip.contact(17, isClosed: true)
        chip.pass()
        #expect(chip.log.events.contains(PanelEvent(.pressed(.stop), at: time - .milliseconds(5), source: .gpio)))
        #expect(chip.log.events.contains(PanelEvent(.pressed(.mark), at: time, source: .gpio)))
    }

    @Test func theLampIsLitBeforeTheBoxHears() throws {
        let chip = FakeChip("lamp")
        let path = chip.path
        try chip.start { #expect(fake_gpio_output(path, 16) == 1 && fake_gpio_output(path, 12) == 0) }
        chip.contact(17, isClosed: true)
        chip.pass()
        #expect(chip.log.actions == [.pressed(.mark)])
        chip.pass(1000)
        #expect(!chip.isOn(16))
        chip.signal(.refused)
        chip.pass()
        #expect(chip.isOn(16) && chip.isOn(12))
        chip.pass(1000)
        #expect(!chip.isOn(16) && !chip.isOn(12))
    }

    @Test("V-44 the lamp can say that the camera is recorded") func theLampCanSayThatTheCameraIsRecorded() throws {
        let chip = FakeChip("recording")
        try chip.start()
        chip.light(isOn: true)
        chip.signal(.marked)
        chip.pass()
        #expect(!chip.isOn(16))
        chip.pass(1000)
        #expect(chip.isOn(16))
        chip.light(isOn: false)
        chip.pass()
        #expect(!chip.isOn(16))
    }

    @Test func lostEdgesOfTheKnobCostDetentsAndMakeNone() throws {
        let chip = FakeChip("lost")
        try chip.start()
        chip.turn(2)
        // The knob goes on clockwise, but the edges that found room look like a whole turn back.
        chip.contact(6, isClosed: true, lost: 2)
        chip.contact(5, isClosed: true, lost: 1)
        chip.contact(6, isClosed: false)
        chip.contact(5, isClosed: false)
        chip.pass()
        #expect(chip.log.actions == [.turned(1), .turned(1)])
        chip.turn(-3)
        #expect(chip.log.actions == [.turned(1), .turned(1), .turned(-1), .turned(-1), .turned(-1)])
    }

    // MARK: Chips

    @Test func aChipThatMayNotBeOpenedSaysWhatToDo() {
        let chip = FakeChip("closed")
        fake_gpio_refuse_open(chip.path, EACCES)
        let error = #expect(throws: PanelError.self) { try chip.start() }
        #expect(error?.description == "fake:closed isn't permitted; the user needs the group gpio")
    }

    @Test func aChipOfWhichNoLineWorksIsNoPanel() {
        let chip = FakeChip("taken")
        var lines = PanelLines()
        for part in PanelLines.Part.allCases where part != .mark && part != .stop { lines[part] = nil }
        fake_gpio_occupy(chip.path, 17, "foo")
        fake_gpio_occupy(chip.path, 27, "bar")
        let error = #expect(throws: PanelError.self) { try chip.start(lines) }
        #expect(
            error?.description == "none of the panel's lines on fake:taken works: line 17 (MARK) is in use by \"foo\"; "
                + "line 27 (STOP) is in use by \"bar\"")
    }

    /// The ways in which a chip fails: its lines hang up, a read fails, an output fails.
    @Test(arguments: ["unplugged", "unreadable", "unwritable"])
    func aChipThatGoesReleasesWhatIsHeldAndIsLookedForEachSecond(way: String) throws {
        let chip = FakeChip("gone-\(way)")
        try chip.start()
        chip.contact(27, isClosed: true)
        chip.pass(50)
        switch way {
        case "unplugged": fake_gpio_unplug(chip.path)
        case "unreadable": fake_gpio_fail_next_read(chip.path, ENODEV)
        default:
            fake_gpio_fail_outputs(chip.path, ENODEV)
            chip.signal(.marked)
        }
        let time = chip.clock.now()
        chip.pass()
        #expect(chip.log.events.last == PanelEvent(.released(.stop), at: time, source: .gpio))
        #expect(chip.log.lines == ["panel: gpiochip0 (pinctrl-bcm2711) is gone; the box looks for it"])
        #expect(fake_gpio_requests(chip.path) == 0, "nothing of it is kept")

        fake_gpio_forget(chip.path)
        chip.pass(3500)
        #expect(chip.log.lines.dropFirst() == ["panel: \(chip.path) doesn't work: No such file or directory"], "it is said once")
        fake_gpio_make(chip.path, "pinctrl-bcm2711", 58)
        chip.pass(1001)
        #expect(chip.log.lines.last == "panel: gpiochip0 (pinctrl-bcm2711) is there")
        chip.contact(27, isClosed: true)
        chip.pass(50)
        chip.contact(27, isClosed: false)
        chip.pass(50)
        #expect(chip.log.actions == [.pressed(.stop), .released(.stop), .pressed(.stop), .released(.stop)])
    }

    @Test func anInterruptedReadLosesNothing() throws {
        let chip = FakeChip("interrupted")
        try chip.start()
        fake_gpio_fail_next_read(chip.path, EINTR)
        chip.pass()
        chip.contact(17, isClosed: true)
        chip.pass()
        #expect(chip.log.actions == [.pressed(.mark)])
        #expect(chip.log.lines == [])
    }

    /// The card with the settings may come after the start.
    @Test func linesThatAreWiredOtherwiseAreTakenWhileThePanelRuns() throws {
        let chip = FakeChip("rewired")
        let panel = try GPIOPanel(lines: PanelLines(), timebase: chip.clock, findPaths: { [path = chip.path] in [path] }, tell: { _ in })
        panel.start { _ in }
        var lines = PanelLines()
        lines[.mark] = .number(4)
        panel.rewire(lines)
        for _ in 0..<1000 where !fake_gpio_is_contact(chip.path, 4) { usleep(10_000) }
        #expect(fake_gpio_is_contact(chip.path, 4) && !fake_gpio_is_contact(chip.path, 17))
        panel.stop()
        #expect(fake_gpio_requests(chip.path) == 0)
    }

    @Test func aStoppedPanelIsDarkAndKeepsNoLine() throws {
        let chip = FakeChip("stopped")
        let panel = try GPIOPanel(lines: PanelLines(), timebase: chip.clock, findPaths: { [path = chip.path] in [path] }, tell: { _ in })
        #expect(fake_gpio_requests(chip.path) == 5)
        panel.start { _ in }
        panel.signal(.marked)
        panel.stop()
        #expect(fake_gpio_requests(chip.path) == 0)
        panel.stop()
        panel.signal(.saved)
    }
}
