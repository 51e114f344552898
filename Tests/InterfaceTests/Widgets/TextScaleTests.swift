// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// On a small TV the text is larger, unless somebody chose its size.
@Suite struct TextScaleTests {
    private func box(onTV inches: Double?, chosen: Int? = nil) -> Rehearsal {
        var box = Rehearsal { $0.chosenTextScale = chosen }
        var diagnostics = Diagnostics()
        diagnostics.tvInches = inches
        box.send(.stream(.diagnostics(diagnostics)))
        return box
    }

    @Test("fault 20: under 40 inches it is 150 %", arguments: [(32.0, 150), (39.9, 150), (40, 100), (55, 100), (nil, 100)] as [(Double?, Int)])
    func aSmallTVHasLargerText(inches: Double?, percent: Int) {
        let box = box(onTV: inches)
        #expect(box.appliance.settings.textScalePercent == percent && Theme(box.appliance.settings).scale == Double(percent) / 100)
        #expect(Strings.value(of: "text-scale", in: box.appliance.settings) == Strings.automatic)
    }

    @Test("what was chosen by hand wins", arguments: [100, 150, 200])
    func theHandWins(percent: Int) {
        #expect(box(onTV: 32, chosen: percent).appliance.settings.textScalePercent == percent)
    }

    @Test func anotherTVAndOtherSettingsChangeNothingElse() {
        var box = box(onTV: 32)
        box.send(.card(.settings(Settings(), [])))
        #expect(box.appliance.settings.textScalePercent == 150)
        box.run(to: 20)
        #expect(box.saved.isEmpty, "the TV's size is no setting")
        box.send(.stream(.diagnostics(Diagnostics())))
        #expect(box.appliance.settings.textScalePercent == 100)
    }

    @Test func theSizeIsWrittenAndRead() throws {
        for value in [SettingValue.string("auto"), .integer(100), .integer(150)] {
            var settings = Settings()
            try SettingKey.apply(value, for: "text-scale", to: &settings)
            #expect(SettingKey.value(of: "text-scale", in: settings) == value)
        }
    }
}
