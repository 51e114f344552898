// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

@Suite struct TouchTests {
    @Test("V-45 V-46 V-47 the footer's labels are buttons while it is up")
    func theLabelsAreButtonsWhileTheyAreUp() {
        var box = Rehearsal()
        box.run(to: 3)
        box.touch(box.appliance.label(.press(.mark)))
        #expect(box.marks.map(\.source) == [.touch])
        let turn = box.appliance.label(.turn)
        box.touch(Point(turn.x + 40, turn.y))
        #expect(box.appliance.settings.delaySeconds == 6)
        box.touch(Point(turn.x - 40, turn.y))
        #expect(box.appliance.settings.delaySeconds == 5)
        box.touch(box.appliance.label(.press(.right)))
        #expect(box.appliance.settings.isSplit)
        box.touch(box.appliance.label(.press(.left)))
        #expect(box.appliance.page == .replay)
        box.touch(box.appliance.label(.press(.stop)))
        box.touch(box.appliance.label(.hold(.knob)))
        #expect(box.appliance.path.tools != nil)
        box.touch(box.appliance.label(.press(.stop)))
        #expect(box.appliance.path.tools == nil && box.appliance.page == .live && box.closings == 0)
        box.touch(box.appliance.label(.press(.knob)))
        #expect(box.appliance.page == .menu)
        box.run(to: 4)
        box.touch(Point(300, 300))
        box.run(to: 5)
        box.touch(box.appliance.label(.press(.stop)))
        #expect(box.closings == 1)
    }

    @Test func aFooterThatIsGoneIsNoButtonAndATouchBringsItBack() {
        var box = Rehearsal()
        box.run(to: 20)
        let mark = box.appliance.label(.press(.mark))
        box.touch(mark)
        #expect(box.marks.isEmpty)
        box.run(to: 21)
        box.touch(mark)
        #expect(box.marks.count == 1)
    }

    @Test("V-13 two quick taps in one place are a mark", arguments: [(0.2, 40.0, 1), (0.34, 100.0, 1), (0.4, 40.0, 0), (0.2, 400.0, 0)])
    func twoQuickTapsInOnePlaceAreAMark(apart: Double, distance: Double, marks: Int) {
        var box = Rehearsal()
        box.run(to: 20)
        box.touch(Point(600, 500))
        box.run(to: 20 + apart)
        box.touch(Point(600 + distance, 500))
        #expect(box.marks.count == marks)
    }

    @Test func aThirdTapIsNotASecondMark() {
        var box = Rehearsal()
        box.run(to: 20)
        for step in 1...3 {
            box.touch(Point(600, 500))
            box.run(to: 20 + Double(step) * 0.1)
        }
        #expect(box.marks.count == 1)
    }

    @Test func aPlaceThatIsNoNumberIsNoTouch() {
        #expect(Touch(1, at: Point(.nan, 0), at: .zero) == nil && Touch(1, at: Point(0, .infinity), at: .zero) == nil)
    }

    @Test func aFingerHeldOnMarkIsAQuickSave() {
        var box = Rehearsal()
        box.run(to: 3)
        box.panel(.touchDown(box.appliance.label(.press(.mark))), source: .touch)
        box.run(to: 4.5)
        box.panel(.touchUp, source: .touch)
        #expect(box.withdrawn == [1] && box.saves.count == 1)
    }

    @Test func theOffersAnswersAreButtons() {
        for saves in [true, false] {
            var box = Rehearsal()
            box.run(to: 10)
            box.tap(.stop)
            box.run(to: 11)
            let layout = box.appliance.dialogLayout(at: box.now)
            box.touch((saves ? layout.save : layout.dontSave).center)
            #expect(box.saves.count == (saves ? 1 : 0) && box.closings == (saves ? 1 : 0))
        }
    }
}
