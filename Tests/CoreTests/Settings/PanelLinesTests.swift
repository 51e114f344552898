// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

@Suite struct PanelLinesTests {
    @Test func theBoxIsWiredInBCMNumbersAndNoLineTwice() {
        let lines = PanelLines()
        #expect(PanelLines.Part.allCases.map { lines[$0] } == [17, 27, 22, 23, 24, 25, 5, 6, 13, 16, 12, 26].map { .number($0) })
        #expect(lines.chip == "auto")
    }

    @Test func eachPartHasASettingUnderItsOwnName() {
        for part in PanelLines.Part.allCases {
            #expect(SettingKey(rawValue: "line-\(part.rawValue)") != nil)
        }
        #expect(SettingKey.allCases.count { $0.rawValue.hasPrefix("line-") } == PanelLines.Part.allCases.count)
    }

    @Test(arguments: [
        (SettingValue.integer(4), PanelLines.Line?.some(.number(4)), SettingValue.integer(4)),
        (.string("4"), .number(4), .integer(4)),
        (.string("GPIO4"), .name("GPIO4"), .string("GPIO4")),
        (.string("none"), nil, .string("none")),
    ])
    func aLineIsANumberANameOrNone(value: SettingValue, line: PanelLines.Line?, written: SettingValue) throws {
        for part in PanelLines.Part.allCases {
            let key = try #require(SettingKey(rawValue: "line-\(part.rawValue)"))
            var settings = Settings()
            try SettingKey.apply(value, for: key, to: &settings)
            #expect(settings.lines[part] == line)
            #expect(SettingKey.value(of: key, in: settings) == written)
            settings.lines[part] = PanelLines()[part]
            #expect(settings == Settings(), "nothing else was changed")
        }
    }

    @Test(arguments: [
        SettingValue.integer(-1), .integer(1024), .integer(.max), .string("-3"), .double(1.5), .bool(true), .string(""),
        .string("a\nb"), .string(String(repeating: "x", count: 32)),
    ])
    func whatIsNoLineIsSaidInOneLine(value: SettingValue) {
        var settings = Settings()
        let problem = #expect(throws: SettingProblem.self) { try SettingKey.apply(value, for: "line-mark", to: &settings) }
        #expect(problem?.description.hasPrefix("line-mark: ") == true)
        #expect(problem?.description.hasSuffix(" is no line; take a BCM number such as 17, a line's name such as GPIO17, or none") == true)
        #expect(problem?.description.contains { $0.isNewline } == false)
        #expect(settings == Settings())
    }

    @Test func theKnobsStepsAreTwoFourOrLearned() throws {
        var settings = Settings()
        #expect(settings.lines.knobSteps == .learned)
        for (value, steps, written) in [
            (.integer(2), .two, .integer(2)), (.string("4"), .four, .integer(4)), (.string("auto"), .learned, .string("auto")),
        ] as [(SettingValue, PanelLines.KnobSteps, SettingValue)] {
            try SettingKey.apply(value, for: "knob-steps", to: &settings)
            #expect(settings.lines.knobSteps == steps && SettingKey.value(of: "knob-steps", in: settings) == written)
        }
        for value in [SettingValue.integer(3), .double(2), .bool(true), .string("")] {
            let problem = #expect(throws: SettingProblem.self) { try SettingKey.apply(value, for: "knob-steps", to: &settings) }
            #expect(problem?.description.contains("isn't one of auto, 2, 4") == true)
        }
        #expect(settings == Settings())
    }

    @Test func theChipIsAWord() throws {
        var settings = Settings()
        try SettingKey.apply(.string("/dev/gpiochip4"), for: "gpio-chip", to: &settings)
        #expect(settings.lines.chip == "/dev/gpiochip4")
        for value in [SettingValue.integer(4), .string(""), .string("a\u{7}")] {
            #expect(throws: SettingProblem.self) { try SettingKey.apply(value, for: "gpio-chip", to: &settings) }
        }
        #expect(settings.lines.chip == "/dev/gpiochip4")
    }
}
