// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// A person sets the clock, and a box that doesn't know the date says so.
@Suite struct ClockScreenTests {
    private static let noon = CivilTime(year: 2026, month: 11, day: 28, hour: 12).seconds

    private func box(_ date: SessionDate? = .unknown, offset: Int = 0, at seconds: Double = 20) -> Rehearsal {
        var box = Rehearsal()
        box.run(to: seconds)
        if let date { box.send(.card(.clock(ClockReport(date, at: box.now, offset: offset)))) }
        return box
    }

    private func open(_ box: inout Rehearsal) {
        box.goToRow(.clock)
        box.tap(.knob)
        #expect(box.appliance.page == .clock)
    }

    private func screen(_ box: Rehearsal) -> ClockScreen? { box.appliance.path.stack.last?.as(ClockScreen.self) }

    @Test("the knob sets year, month, day, hour, minute and zone; MARK sets the clock")
    func itIsSetByTheKnob() {
        var box = box()
        open(&box)
        for steps in [0, 10, 27, 2, 3, 4] {
            for _ in 0..<steps {
                box.panel(.turned(1))
                // A quick turn moves by more.
                box.run(to: box.now.seconds + 0.5)
            }
            box.tap(.knob)
        }
        #expect(box.texts.contains("Sat 28 Nov 2026, 14:03") && box.texts.contains("UTC+1"))
        #expect(screen(box)?.field == .year, "behind the last field comes the first one again")
        box.tap(.mark)
        let utc = CivilTime(year: 2026, month: 11, day: 28, hour: 13, minute: 3).seconds
        #expect(box.effects.contains(.box(.setClock(utc: utc, offset: 60))))
        #expect(box.appliance.settings.zone == 60 && box.appliance.page == .menu)
    }

    @Test("STOP leaves the clock as it was")
    func itIsCancelled() {
        var box = box()
        open(&box)
        box.tap(.up)
        box.tap(.stop)
        #expect(!box.effects.contains { if case .box(.setClock) = $0 { true } else { false } })
        #expect(box.appliance.settings.zone == nil && box.appliance.page == .menu)
    }

    @Test func itBeginsWithWhatIsKnown() {
        var box = box(SessionDate(.after, utc: Self.noon), offset: -90, at: 20)
        box.run(to: 20 + 3 * 60)
        open(&box)
        let time = screen(box)?.time
        #expect(time?.label == "2026-11-28T10:33:00" && screen(box)?.offset == -90)
        box.tap(.mark)
        #expect(box.appliance.settings.zone == nil, "the machine knows its zone")
    }

    /// Whatever is turned and pressed, the fields are a date.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func theFieldsAreAlwaysADate(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let context = Rehearsal().appliance.context
        var (screen, shared) = (ClockScreen(context, at: .zero), context)
        for _ in 0..<400 {
            let input: ScreenInput =
                switch Int.random(in: 0..<4, using: &random) {
                case 0: .turned(Int.random(in: -40...40, using: &random), .slow)
                case 1: .pressed(.up)
                case 2: .pressed(.down)
                default: .pressed(.right)
                }
            _ = screen.handle(input, in: &shared, at: .zero)
            #expect(CivilTime(label: screen.time.label) == screen.time && SessionDate.offsets.contains(screen.offset))
        }
    }

    @Test("a chip says that the date is unknown, and the page about the box leads to setting it")
    func theChipLeadsToSettingIt() {
        var box = box()
        #expect(box.appliance.context.chips(at: box.now).map(\.kind) == [.dateUnknown])
        #expect(box.texts.contains(Strings.dateUnknown))
        box.goToMenu(.box)
        box.tap(.knob)
        box.tap(.knob)
        #expect(box.appliance.page == .clock)
        box.send(.card(.clock(ClockReport(SessionDate(.person, utc: Self.noon, offset: 0), at: box.now, offset: 0))))
        #expect(box.appliance.context.chips(at: box.now).isEmpty)
    }

    @Test(arguments: [SessionDate(.clock, utc: noon, offset: 0), SessionDate(.later, utc: noon, offset: 0), nil])
    func aBoxThatKnowsTheDateSaysNothing(date: SessionDate?) {
        let box = box(date)
        #expect(box.appliance.context.chips(at: box.now).isEmpty)
    }
}
