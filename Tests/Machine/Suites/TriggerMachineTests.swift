// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import TestSupport
import Testing

/// The trigger's line on the kernel's own lines.
@Suite(.serialized, .enabled(if: Guest.isHere)) struct TriggerMachineTests {
    private let clock = MonotonicClock()
    private let log = PanelLog()
    private static let line = 26

    private func panel(on chip: GPIOSim, change: (inout PanelLines) -> Void = { _ in }) throws -> GPIOPanel {
        var lines = PanelLines()
        lines.chip = chip.label
        change(&lines)
        let log = log
        let panel = try GPIOPanel(lines: lines, timebase: clock) { log.tell($0) }
        panel.start { log.hear($0) }
        return panel
    }

    @Test func aClosureThatBouncesIsOneMomentAtTheKernelsTime() throws {
        var random = SeededGenerator(seed: 26)
        let chip = try GPIOSim(label: "vir-trigger")
        let panel = try panel(on: chip)
        defer { panel.stop() }
        for _ in 0..<10 {
            log.forget()
            let start = clock.now()
            try chip.close(Self.line)
            #expect(clock.comes { log.moments.count == 1 })
            let middle = clock.now()
            for bounce in 0..<20 {
                try bounce.isMultiple(of: 2) ? chip.open(Self.line) : chip.close(Self.line)
                clock.wait(.microseconds(Int64(UInt32.random(in: 0...3000, using: &random))))
            }
            try chip.open(Self.line)
            clock.wait(.milliseconds(1100))
            let moments = log.moments
            #expect(log.triggers.count == 1 && moments.count == 1 && log.events.isEmpty)
            if let moment = moments.first { #expect((start - clock.tick...middle).contains(moment)) }
        }
    }

    @Test func aLineThatIsHeldForAMinuteIsOneMomentAndIsTold() throws {
        let chip = try GPIOSim(label: "vir-held")
        let panel = try panel(on: chip)
        defer { panel.stop() }
        try chip.close(Self.line)
        clock.wait(.seconds(4))
        #expect(log.triggers.count == 1)
        clock.wait(.seconds(56))
        #expect(log.moments.count == 1 && log.triggers.count == 2 && log.triggers.last == .triggerHeld(true))
        try chip.open(Self.line)
        #expect(clock.comes { log.triggers.last == .triggerHeld(false) })
        try chip.close(Self.line)
        #expect(clock.comes { log.moments.count == 2 })
        try chip.open(Self.line)
    }

    @Test func aLineTakenBySomebodyElseIsNamedAndEverythingElseWorks() throws {
        let chip = try GPIOSim(label: "vir-taken", hogs: [Self.line: "relay"])
        let panel = try panel(on: chip)
        defer { panel.stop() }
        #expect(log.lines == ["panel: line 26 (TRIGGER) is in use by \"relay\"; the rest of the panel works"])
        try chip.close(17)
        #expect(clock.comes { log.actions == [.pressed(.mark)] })
        try chip.open(17)
    }

    @Test func aChipWithoutTheLineIsNoTrouble() throws {
        let chip = try GPIOSim(label: "vir-short", lineCount: 26)
        let panel = try panel(on: chip) { $0[.stop] = nil }
        defer { panel.stop() }
        #expect(log.lines == [])
    }
}
