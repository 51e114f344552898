// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import TestSupport
import Testing

/// The panel on the kernel's own lines.
@Suite(.serialized, .enabled(if: Guest.isHere)) struct GPIOMachineTests {
    private let clock = MonotonicClock()
    private let log = PanelLog()

    private func panel(on chip: GPIOSim, change: (inout PanelLines) -> Void = { _ in }) throws -> GPIOPanel {
        var lines = PanelLines()
        lines.chip = chip.label
        change(&lines)
        let log = log
        let panel = try GPIOPanel(lines: lines, timebase: clock) { log.tell($0) }
        panel.start { log.hear($0) }
        return panel
    }

    @Test func eachButtonIsAPressAndAReleaseAtTheKernelsTime() throws {
        let chip = try GPIOSim(label: "vir-contract")
        let panel = try panel(on: chip)
        defer { panel.stop() }
        let buttons: [(Int, Control)] = [(17, .mark), (27, .stop), (22, .left), (23, .right), (24, .up), (25, .down), (13, .knob)]
        print("a tick is \(clock.tick.inMilliseconds) ms")
        for (line, control) in buttons {
            log.forget()
            let start = clock.now()
            try chip.close(line)
            #expect(clock.comes { log.events.count == 1 })
            let middle = clock.now()
            clock.wait(.milliseconds(40))
            try chip.open(line)
            #expect(clock.comes { log.events.count == 2 })
            #expect(log.actions == [.pressed(control), .released(control)])
            #expect(log.events.allSatisfy { $0.source == .gpio })
            // The kernel counts its debounce in ticks, and may stamp an edge up to one tick early.
            if let pressed = log.events.first, let released = log.events.last {
                #expect((start - clock.tick...middle).contains(pressed.timestamp))
                #expect((middle...clock.now()).contains(released.timestamp))
                print(
                    "\(control): stamped \(start.duration(to: pressed.timestamp).inMilliseconds) ms after the contact began to close,",
                    "heard within \(start.duration(to: middle).inMilliseconds) ms")
            }
        }
        #expect(log.lines == [])
    }

    /// Bursts of bounces during which the machine itself stalls are left out.
    @Test(arguments: [0...200, 0...1500, 1000...3000])
    func thirtyPressesWithTenBouncesEachAreThirtyEvents(microseconds: ClosedRange<UInt32>) throws {
        var random = SeededGenerator(seed: UInt64(microseconds.upperBound))
        let chip = try GPIOSim(label: "vir-bounce")
        let panel = try panel(on: chip)
        defer { panel.stop() }
        var presses = 0
        var stalls = 0
        while presses < 30, stalls < 60 {
            log.forget()
            var longest = Duration.zero
            for isDown in [true, false] {
                var last = clock.now()
                for bounce in 0...20 {
                    try bounce.isMultiple(of: 2) == isDown ? chip.close(17) : chip.open(17)
                    if bounce < 20 { clock.wait(.microseconds(Int64(UInt32.random(in: microseconds, using: &random)))) }
                    longest = max(longest, last.duration(to: clock.now()))
                    last = clock.now()
                }
                clock.wait(.milliseconds(80))
            }
            guard longest < .milliseconds(15) else {
                stalls += 1
                clock.wait(.milliseconds(200))
                continue
            }
            #expect(clock.comes { log.events.count >= 2 })
            clock.wait(.milliseconds(50))
            #expect(log.actions == [.pressed(.mark), .released(.mark)])
            presses += 1
        }
        #expect(presses == 30, "the machine stood still in \(stalls) bursts")
        print("\(presses) presses, each with ten bounces \(microseconds) µs apart; \(stalls) stalled bursts left out")
    }

    /// As fast as the simulated lines can.
    @Test(arguments: [1, -1])
    func twoHundredDetentsAtSpeedEndWhereTheyShould(direction: Int) throws {
        let chip = try GPIOSim(label: "vir-knob")
        let panel = try panel(on: chip)
        defer { panel.stop() }
        let (first, second) = direction > 0 ? (5, 6) : (6, 5)
        let start = clock.now()
        for _ in 0..<200 {
            for (line, isClosed) in [(first, true), (second, true), (first, false), (second, false)] {
                let before = try chip.passedEdges(of: line)
                try isClosed ? chip.close(line) : chip.open(line)
                try #require(try clock.comes { try chip.passedEdges(of: line) > before })
            }
        }
        let seconds = start.duration(to: clock.now()).inSeconds
        // A machine that can't keep up loses edges, and their detents are left out; false ones are never counted.
        #expect(clock.comes { log.events.count >= 200 } || !Guest.keepsUp)
        #expect(log.events.count <= 200 && log.events.count > (Guest.keepsUp ? 199 : 100))
        #expect(log.detents == log.events.count * direction)
        #expect(log.events.map(\.timestamp) == log.events.map(\.timestamp).sorted())
        print("200 detents in \(seconds) s, \(log.detents) counted")
    }

    @Test func theLampLightsWhenMarkGoesDownAndSignalsAreSeen() throws {
        let chip = try GPIOSim(label: "vir-lamp")
        let panel = try panel(on: chip)
        #expect(try !chip.isHigh(16))
        let start = clock.now()
        try chip.close(17)
        #expect(try clock.comes { try chip.isHigh(16) })
        print("the lamp was lit \(start.duration(to: clock.now()).inMilliseconds) ms after the contact began to close")
        #expect(try clock.comes { try !chip.isHigh(16) })
        #expect(try !chip.isHigh(12), "the buzzer waits for the box")
        panel.signal(.refused)
        #expect(try clock.comes { try chip.isHigh(16) && chip.isHigh(12) })
        #expect(try clock.comes { try !chip.isHigh(12) })
        panel.signal(.saved)
        #expect(try clock.comes { try chip.isHigh(12) })
        panel.stop()
        #expect(try !chip.isHigh(16) && !chip.isHigh(12), "a panel that stopped is dark and silent")
    }

    @Test func aBusyLineIsNamedAndEverythingElseWorks() throws {
        let chip = try GPIOSim(label: "vir-busy", hogs: [17: "heating", 6: "lights"])
        let panel = try panel(on: chip)
        defer { panel.stop() }
        #expect(
            log.lines == [
                "panel: line 17 (MARK) is in use by \"heating\"; the rest of the panel works",
                "panel: line 6 (KNOB-B) is in use by \"lights\" and the knob doesn't turn; the rest of the panel works",
            ])
        try chip.close(27)
        #expect(clock.comes { log.actions == [.pressed(.stop)] })
        try chip.open(27)
        #expect(clock.comes { log.actions == [.pressed(.stop), .released(.stop)] })
        panel.signal(.marked)
        #expect(try clock.comes { try chip.isHigh(16) })
    }

    @Test func aLineThatIsGivenBackIsTaken() throws {
        let chip = try GPIOSim(label: "vir-free")
        let other = try panel(on: chip) { lines in
            for part in PanelLines.Part.allCases where part != .mark { lines[part] = nil }
        }
        let panel = try panel(on: chip)
        defer { panel.stop() }
        #expect(log.lines == ["panel: line 17 (MARK) is in use by \"vir\"; the rest of the panel works"])
        other.stop()
        #expect(clock.comes { log.lines.last == "panel: MARK works now" })
        try chip.close(17)
        #expect(clock.comes { log.actions == [.pressed(.mark)] })
    }

    @Test func aChipThatGoesIsLookedForAndWhatWasHeldIsReleased() throws {
        let chip = try GPIOSim(label: "vir-gone")
        let panel = try panel(on: chip)
        defer { panel.stop() }
        for _ in 1...3 {
            log.forget()
            try chip.close(27)
            #expect(clock.comes { log.actions == [.pressed(.stop)] })
            try chip.disappear()
            #expect(clock.comes { log.actions == [.pressed(.stop), .released(.stop)] })
            #expect(clock.comes { log.lines.first?.hasSuffix("(vir-gone) is gone; the box looks for it") ?? false })
            panel.signal(.marked)
            try chip.appear()
            #expect(clock.comes { log.lines.last?.hasSuffix("(vir-gone) is there") ?? false })
            try chip.close(17)
            #expect(clock.comes { log.actions.last == .pressed(.mark) })
            try chip.open(17)
            #expect(clock.comes { log.actions.last == .released(.mark) })
        }
    }

    @Test func aStoppedPanelGivesItsLinesBackAndStartsAgain() throws {
        let chip = try GPIOSim(label: "vir-again")
        let panel = try panel(on: chip)
        panel.stop()
        let number = { GPIOPanel.survey().first { $0.label == "vir-again" }?.lines.count { $0.isUsed } }
        #expect(number() == 0)
        panel.start { [log] in log.hear($0) }
        #expect(clock.comes { number() == 12 })
        try chip.close(17)
        #expect(clock.comes { log.actions == [.pressed(.mark)] })
        panel.stop()
    }

    @Test func theSurveyNamesChipsLinesAndUsers() throws {
        let chip = try GPIOSim(label: "vir-survey", lineCount: 30, names: [4: "MARK", 17: "GPIO17"], hogs: [27: "fan"])
        var lines = PanelLines()
        for part in PanelLines.Part.allCases { lines[part] = nil }
        lines[.mark] = .name("MARK")
        lines[.stop] = .number(27)
        let found = try #require(GPIOPanel.survey(for: lines).first { $0.label == "vir-survey" })
        #expect(found.path == (try chip.path))
        #expect(found.lines.count == 30)
        #expect(found.lines[17].name == "GPIO17")
        #expect(found.lines[27].user == "fan")
        #expect(found.isChosen)
        #expect(found.lines[4].part == .mark)
        #expect(GPIOPanel.isThere(lines: lines))
    }
}
