// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

@Suite struct MenuTests {
    /// Opens the sheet and moves to a row.
    private func opened(at row: SettingRow, _ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal(change)
        box.run(to: 10)
        box.tap(.knob)
        box.run(to: 11)
        box.panel(.turned(SettingRow.all.firstIndex(of: row) ?? 0))
        box.run(to: 12)
        return box
    }

    @Test("V-50 every setting is changed with the knob alone", arguments: SettingRow.all.filter { $0.hasValue && $0 != .learnKey })
    func everySettingIsChangedWithTheKnobAlone(row: SettingRow) {
        // From the middle of its range, so that a step up is a change whatever the default.
        var box = opened(at: row) { $0.bufferMinutes = 10 }
        let before = box.appliance.settings
        box.tap(.knob)
        if !row.isSwitch {
            box.panel(.turned(1))
            box.tap(.knob)
        }
        #expect(box.appliance.settings != before)
        #expect(!box.appliance.menu.isEditing)
        box.run(to: 15)
        #expect(box.saved.last == box.appliance.settings)
        #expect(box.marks.isEmpty && box.closings == 0)
    }

    @Test(arguments: SettingRow.all)
    func aRowStopsAtItsEndsAndNeverLeavesItsRange(row: SettingRow) throws {
        for steps in [1, -1, 7, -7, 1000, -1000, Int.max, Int.min] {
            let settings = row.adjusted(row.adjusted(Settings(), by: steps), by: steps)
            for key in SettingKey.allCases {
                var copy = Settings()
                try SettingKey.apply(SettingKey.value(of: key, in: settings), for: key, to: &copy)
            }
        }
    }

    @Test func theArrowIsNeverThickerThanTheFaceAllows() {
        var settings = Settings()
        settings.round = "vegas_300"
        settings = ("arrow" as SettingRow).adjusted(settings, by: 1000)
        #expect(Strings.value(of: "arrow", in: settings) == "10.7 mm")
        settings.round = nil
        #expect(Strings.value(of: "arrow", in: settings) == "9.9 mm")
        #expect(("arrow" as SettingRow).adjusted(settings, by: -1).arrow == Length(millimetres: 9.8))
    }

    @Test func theStreamStartsAnewOnceAndOnlyWhenThePersonIsDoneChoosing() {
        var box = opened(at: "size")
        box.tap(.knob)
        box.panel(.turned(1))
        box.run(to: 13)
        box.panel(.turned(1))
        box.run(to: 20)
        #expect(!box.effects.contains { if case .stream(.restart) = $0 { true } else { false } })
        box.tap(.knob)
        #expect(box.effects.filter { if case .stream(.restart) = $0 { true } else { false } } == [.stream(.restart(box.appliance.settings))])
        #expect(box.appliance.settings.size == .hd720)
    }

    @Test func stopGoesBackOneStepAtATime() {
        var box = opened(at: "delay")
        box.tap(.knob)
        box.tap(.stop)
        #expect(box.appliance.page == .menu && !box.appliance.menu.isEditing)
        box.tap(.stop)
        #expect(box.appliance.page == .live && box.closings == 0)
    }

    @Test func theSheetSlidesInAQuarterSecondAndTurnsRoundWhereItIs() {
        var box = Rehearsal()
        box.run(to: 10)
        box.tap(.knob)
        let start = box.now
        func x(_ milliseconds: Int) -> Double? {
            box.appliance.scene(at: start + .milliseconds(milliseconds)).layers.dropLast().last?.place.x
        }
        #expect(x(250) == 0 && (x(50) ?? 0) > (x(150) ?? 0) && (x(150) ?? 0) > 0)
        box.run(to: 10.1)
        let half = box.scene.layers.dropLast().last?.place.x
        box.tap(.stop)
        #expect(box.scene.layers.dropLast().last?.place.x == half)
    }

    @Test("R-27 reduced motion fades in place")
    func reducedMotionFadesInPlace() {
        var box = Rehearsal { $0.hasReducedMotion = true }
        box.run(to: 10)
        box.tap(.knob)
        box.run(to: 10.05)
        let sheet = box.scene.layers.dropLast().last
        #expect(sheet?.place == Canvas.bounds)
        #expect((sheet?.placement.opacity ?? 0) > 0 && (sheet?.placement.opacity ?? 1) < 1)
        box.run(to: 10.15)
        #expect(box.scene.layers.dropLast().last?.placement.opacity == 1)
    }

    @Test func aHeldArrowRepeatsOnAValueThatTheKnobHolds() {
        var box = opened(at: "delay")
        box.tap(.knob)
        box.hold(.right, seconds: 1)
        #expect(box.appliance.settings.delaySeconds == 5 + 1 + 6)
    }

    @Test func rowsAreTappedWithAFinger() throws {
        var box = opened(at: "delay")
        let layout = SheetLayout(Look(box.appliance.settings), box.appliance.menu)
        let mirror = try #require(layout.rows.first { SettingRow.all[$0.index] == "flip" })
        box.touch(mirror.rect.center)
        #expect(box.appliance.settings.isFlipped)
        box.touch(Point(300, 500))
        #expect(box.appliance.page == .live)
    }

    @Test("MARK takes, STOP puts the old value back, and leaving by holding STOP does too")
    func stopPutsTheOldValueBack() {
        for leaves in [false, true] {
            var box = opened(at: "delay")
            box.tap(.mark)
            box.panel(.turned(4))
            #expect(box.appliance.settings.delaySeconds == 9)
            if leaves { box.hold(.stop, seconds: 1.2) } else { box.tap(.stop) }
            #expect(box.appliance.settings.delaySeconds == 5 && box.appliance.page == (leaves ? .live : .menu))
            #expect(box.delays.last == .seconds(5) && !box.appliance.menu.isEditing && box.marks.isEmpty)
        }
        var box = opened(at: "delay")
        box.tap(.mark)
        box.panel(.turned(4))
        box.tap(.mark)
        box.tap(.stop)
        #expect(box.appliance.settings.delaySeconds == 9 && box.appliance.page == .live)
    }

    @Test func anOldValueThatIsPutBackStartsNoStreamAnew() {
        var box = opened(at: "size")
        box.tap(.knob)
        box.panel(.turned(1))
        box.tap(.stop)
        box.run(to: 20)
        #expect(!box.effects.contains { if case .stream(.restart) = $0 { true } else { false } })
    }

    @Test func theArrowKeysGoByRowAndByPart() {
        var box = opened(at: "delay")
        box.tap(.down)
        #expect(box.appliance.menu.selected == 1)
        box.tap(.right)
        #expect(box.appliance.menu.selected == SettingRow.starts[1])
        box.tap(.down)
        box.tap(.left)
        #expect(box.appliance.menu.selected == SettingRow.starts[1], "first to the part's own beginning")
        for _ in 0..<20 { box.tap(.right) }
        #expect(box.appliance.menu.selected == SettingRow.starts.last)
        #expect(box.appliance.settings == Rehearsal().appliance.settings)
    }

    @Test("V-02 V-51 the privacy page says that nothing leaves the box")
    func thePrivacyPageSaysThatNothingLeavesTheBox() {
        var box = opened(at: .about)
        box.tap(.knob)
        #expect(box.texts.contains { $0.contains("Nothing leaves this box") })
        box.tap(.stop)
        #expect(box.appliance.page == .menu && box.texts.contains(Strings.settings))
    }
}
