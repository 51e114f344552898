// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

@Suite struct StopTests {
    @Test("V-16 stop ends the session with a clip for every mark")
    func stopEndsTheSessionWithAClipForEveryMark() {
        var box = Rehearsal { $0.mark = .live }
        box.run(to: 10)
        box.tap(.mark)
        box.run(to: 20)
        box.tap(.mark)
        box.run(to: 20.5)
        box.tap(.stop)
        #expect(box.cuts.map(\.number) == [1, 2])
        #expect(box.cuts.last?.through == Timestamp(seconds: 20.5))
        #expect(box.effects.contains(.card(.end(.first))))
        box.run(to: 21)
        #expect(box.texts.contains("2 clips on the card"))
    }

    @Test func aClipOfTheSessionBeforeIsCountedThere() {
        var box = Rehearsal()
        box.hasCard = false
        box.run(to: 10)
        box.tap(.mark)
        box.run(to: 14)
        box.tap(.stop)
        box.run(to: 22)
        box.askForNewSession()
        box.tap(.mark)
        box.run(to: 26)
        let plans = box.cuts
        #expect(plans.map(\.number) == [1, 1])
        box.send(Rehearsal.written(plans[0], .run(1)))
        #expect(box.appliance.closing?.pendingCount == 0)
        #expect(box.appliance.session.pendingCount == 1)
        box.send(Rehearsal.written(plans[1], .run(2)))
        #expect(box.appliance.session.pendingCount == 0)
    }

    @Test func theReportTellsWhatIsStillBeingWrittenAndGoesByItself() {
        var box = Rehearsal()
        box.hasCard = false
        box.run(to: 10)
        box.tap(.mark)
        box.run(to: 12)
        box.tap(.mark)
        box.run(to: 14)
        box.tap(.stop)
        box.run(to: 15)
        #expect(box.texts.contains("Saving clip 1 of 2"))
        for plan in box.cuts { box.send(Rehearsal.written(plan, .run(1))) }
        #expect(box.texts.contains("2 clips on the card"))
        box.run(to: 19.9)
        #expect(box.texts.contains("2 clips on the card"))
        box.run(to: 20.5)
        #expect(!box.texts.contains("2 clips on the card"))
        #expect(box.closings == 1)
    }

    @Test func theNextEndBeginsAtTheInstantOfStop() {
        var box = Rehearsal { $0.mark = .live }
        box.run(to: 10)
        box.tap(.mark)
        box.run(to: 20)
        box.tap(.stop)
        box.run(to: 30)
        box.tap(.mark)
        box.run(to: 33)
        #expect(box.marks.map(\.number) == [1, 2] && box.sessionsMarked == [.run(1)])
        #expect(box.cuts.last?.from == Timestamp(seconds: 20))
    }

    @Test func aPressThatDismissesTheReportStillMarks() {
        var box = Rehearsal()
        box.run(to: 10)
        box.tap(.mark)
        box.run(to: 12)
        box.tap(.stop)
        box.run(to: 13)
        box.tap(.mark)
        #expect(box.marks.count == 2 && box.appliance.page == .live)
    }

    @Test func stopOnTheReportOnlyDismissesIt() {
        var box = Rehearsal()
        box.run(to: 10)
        box.tap(.mark)
        box.tap(.stop)
        box.run(to: 11)
        box.tap(.stop)
        #expect(box.closings == 1 && box.appliance.page == .live)
    }

    @Test func stopWithNoMarksSavesNothingByItself() {
        var box = Rehearsal()
        box.run(to: 10)
        box.tap(.stop)
        box.run(to: 19.9)
        #expect(box.texts.contains(Strings.offerTitle))
        #expect(box.closings == 0)
        box.run(to: 20.5)
        #expect(box.saves.isEmpty && box.cuts.isEmpty && box.closings == 0)
        #expect(box.appliance.page == .live)
    }

    @Test(arguments: [Control.mark, .knob])
    func theOfferIsTakenWithMarkOrKnob(control: Control) {
        var box = Rehearsal()
        box.run(to: 10)
        box.tap(.stop)
        box.hold(control, seconds: 0.3)
        #expect(box.saves.count == 1 && box.closings == 1 && box.marks.isEmpty)
        #expect(box.texts.contains("1 clip on the card"))
    }

    @Test func stopDeclinesTheOfferAndChangesNothing() {
        var box = Rehearsal()
        box.run(to: 10)
        box.tap(.stop)
        box.tap(.stop)
        #expect(box.saves.isEmpty && box.closings == 0 && box.appliance.page == .live)
    }

    /// Footage that was never on the TV at STOP is saved as well: a shot that nobody marked may be in it.
    @Test(arguments: [true, false]) func whatNobodySawIsAClipUnlessItIsSetOtherwise(keepsTail: Bool) {
        var box = Rehearsal {
            $0.keepsTail = keepsTail
            $0.mark = .live
        }
        box.run(to: 10)
        box.tap(.mark)
        box.run(to: 30)
        box.tap(.stop)
        #expect(box.cuts.map(\.kind) == (keepsTail ? [.mark, .tail] : [.mark]))
        guard keepsTail else { return }
        #expect(box.cuts.last?.from == Timestamp(nanoseconds: 25_000_000_001))
        #expect(box.cuts.last?.through == Timestamp(seconds: 30))
    }

    /// "3 of 2 saved" is impossible: only clips of marks are counted.
    @Test func theTailIsNoMarksClip() {
        var box = Rehearsal {
            $0.keepsTail = true
            $0.mark = .live
        }
        box.run(to: 10)
        box.tap(.mark)
        box.run(to: 30)
        box.tap(.stop)
        #expect(box.cuts.count == 2)
        let written = box.appliance.context.sessions.closing?.entries.filter { if case .written = $0.state { $0.mark != nil } else { false } }
        #expect(written?.count == 1)
    }

    @Test func theEndOfTheRunIsAStopWithoutASheet() {
        var box = Rehearsal()
        box.run(to: 10)
        box.panel(.turned(1))
        box.panel(.pressed(.mark))
        box.send(.box(.endRequested))
        #expect(box.cuts.map(\.number) == [1] && box.effects.last == .card(.end(.first)))
        #expect(box.saved.count == 1)
        #expect(box.appliance.page == .live)
    }

    @Test func stopHeldIsBackToLiveFromAnywhereAndEndsNothing() {
        var box = Rehearsal()
        box.run(to: 10)
        box.tap(.mark)
        box.hold(.stop, seconds: 1.2)
        #expect(box.closings == 0)
        box.tap(.knob)
        #expect(box.appliance.page == .menu)
        box.hold(.stop, seconds: 1.2)
        #expect(box.appliance.page == .live && box.closings == 0)
    }

    @Test func clipsThatWaitForACardAreSaidToWait() {
        var box = Rehearsal()
        box.hasCard = false
        box.send(.card(.condition(.absent)))
        box.run(to: 10)
        box.tap(.mark)
        box.run(to: 12)
        box.tap(.stop)
        box.run(to: 12.5)
        #expect(box.texts.contains("1 clip waits for a card"))
    }
}
