// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

@Suite struct MarkTests {
    @Test("V-14 a mark means the picture that was on the TV")
    func aMarkMeansThePictureThatWasOnTheTV() {
        var box = Rehearsal()
        box.run(to: 20)
        box.tap(.mark)
        #expect(box.marks == [Mark(number: 1, stamp: Rehearsal.stamp(450), pressed: Timestamp(seconds: 20), source: .script)])
    }

    @Test func bySettingItMeansTheLivePicture() {
        var box = Rehearsal { $0.mark = .live }
        box.run(to: 20)
        box.tap(.mark)
        #expect(box.marks.map(\.stamp.frame) == [600])
    }

    @Test func whileTheLineFillsItMeansTheLivePictureBecauseThatIsOnTheTV() {
        var box = Rehearsal()
        box.run(to: 3)
        box.tap(.mark)
        #expect(box.marks.map(\.stamp.frame) == [90])
    }

    @Test("V-15 a mark is answered at once and solid once the journal has it")
    func aMarkIsAnsweredAtOnceAndSolidOnceTheJournalHasIt() {
        var box = Rehearsal()
        box.hasCard = false
        box.run(to: 20)
        let effects = box.panel(.pressed(.mark))
        #expect(effects.first == .panel(.signal(.marked)))
        #expect(box.markNumber?.text == "1" && box.markNumber?.outline != nil)
        box.send(.card(.journalled(.first, .marked(box.marks[0]))))
        #expect(box.markNumber?.text == "1" && box.markNumber?.outline == nil)
    }

    @Test func theClipIsPinnedAtOnceAndCutWhenItsPostRollIsCapturedAndMarkIsUp() {
        var box = Rehearsal { $0.mark = .live }
        box.run(to: 20)
        let effects = box.tap(.mark)
        let plan = ClipPlan(number: 1, kind: .mark, from: .zero, through: Timestamp(seconds: 22))
        #expect(effects.contains(.line(.pin(plan, .first))))
        box.run(to: 21.95)
        #expect(box.cuts.isEmpty)
        box.run(to: 22.2)
        #expect(box.cuts == [plan])
        box.run(to: 60)
        #expect(box.cuts.count == 1)
    }

    @Test func whileMarkIsDownItsClipIsNotCut() {
        var box = Rehearsal()
        box.run(to: 20)
        box.panel(.pressed(.mark))
        box.run(to: 20.9)
        #expect(box.cuts.isEmpty)
        box.panel(.released(.mark))
        #expect(box.cuts.map(\.number) == [1])
    }

    /// The clip of a mark on the delayed picture is complete when the button is released, and on the card a moment later.
    @Test func aWrongMarkIsUndoneWithTheClipThatTheCardHasOfIt() throws {
        var box = Rehearsal { $0.scores = true }
        box.run(to: 20)
        for _ in 1...3 {
            box.tap(.mark)
            box.run(to: box.now.seconds + 4)
        }
        #expect(box.cuts.count == 3)
        box.use(.undo)
        box.run(to: box.now.seconds + 1)
        #expect(box.withdrawn == [3] && box.effects.allSatisfy { if case .line(.release) = $0 { false } else { true } })
        let deleted = box.effects.contains {
            if case .card(.journal(.first, .judged(3, let judgement))) = $0 { judgement.isDeleted } else { false }
        }
        #expect(deleted && box.texts.contains { $0.contains(Strings.undone(Strings.markSet(3))) })
        box.use(.undo)
        #expect(box.withdrawn == [3, 2], "and so are those before it")
        box.tap(.mark)
        box.tap(.stop)
        #expect(box.ends.last?.clips == [1, 4])
        box.hold(.stop, seconds: 1.2)
        #expect(box.appliance.context.sessions.undoableMark == nil, "those belong to an end")
    }

    @Test("V-10 mark held for a second is a quick save and no mark")
    func markHeldForASecondIsAQuickSaveAndNoMark() {
        var box = Rehearsal()
        box.run(to: 20)
        box.hold(.mark, seconds: 1.5)
        #expect(box.withdrawn == [1] && box.effects.contains(.line(.release(1, .first))))
        #expect(box.saves.map(\.kind) == [.buffer] && box.saves.map(\.from) == [.zero])
        #expect(box.saves.first?.number == ClipPlan.Kind.buffer.base + 1)
        box.run(to: 30)
        #expect(box.cuts.isEmpty && box.closings == 0)
        box.tap(.mark)
        #expect(box.marks.last?.number == 1, "it has used no number")
        box.run(to: 40)
        #expect(box.cuts.map(\.number) == [1])
    }

    /// The card's acknowledgement of a mark that was taken back comes after the next mark was set; it doesn't count for the next mark.
    @Test func anAnswerForAMarkThatWasTakenBackIsNotTheNextOnes() {
        var box = Rehearsal()
        box.hasCard = false
        box.run(to: 20)
        box.hold(.mark, seconds: 1.5)
        box.run(to: 30)
        box.tap(.mark)
        #expect(box.marks.map(\.number) == [1, 1])
        box.send(.card(.journalled(.first, .marked(box.marks[0]))))
        #expect(box.markNumber?.outline != nil)
        box.send(.card(.journalled(.first, .marked(box.marks[1]))))
        #expect(box.markNumber?.outline == nil)
    }

    /// Returns a box that stalls after MARK goes down, goes on, and hears of the release only after the time that it allows for one.
    private func marked(releasedAfter release: Double, change: (inout Rehearsal) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal()
        box.run(to: 20)
        box.panel(.pressed(.mark))
        let pressed = box.now
        box.standStill(seconds: 9)
        box.run(to: box.now.seconds + 0.5)
        change(&box)
        box.panel(.released(.mark), at: pressed + .seconds(release))
        return box
    }

    @Test("an acknowledged mark that a false hold took back is set again, for the same picture")
    func anAcknowledgedMarkThatAFalseHoldTookBackIsSetAgain() {
        var box = marked(releasedAfter: 0.1)
        #expect(box.withdrawn == [1] && box.saves.count == 1)
        #expect(box.marks.map(\.number) == [1, 1] && Set(box.marks.map(\.stamp)).count == 1)
        #expect(box.appliance.session.marks.map(\.number) == [1])
        box.run(to: box.now.seconds + 5)
        let clips = box.cuts.filter { $0.kind == .mark }
        #expect(clips.map(\.number) == [1] && clips.allSatisfy { $0.from == .zero && $0.through >= Rehearsal.stamp(450).timestamp })
        box.tap(.mark)
        #expect(box.marks.map(\.number) == [1, 1, 2])
    }

    @Test func aTrueHoldThatWasHeardOfLateStaysAQuickSave() {
        var box = marked(releasedAfter: 1)
        box.run(to: box.now.seconds + 5)
        #expect(box.withdrawn == [1] && box.saves.map(\.kind) == [.buffer] && box.marks.map(\.number) == [1])
    }

    @Test func whatASessionThatHasEndedTookBackIsNotSetInTheNext() {
        let box = marked(releasedAfter: 0.1) { $0.tap(.stop) }
        #expect(box.marks.map(\.number) == [1] && box.appliance.session.marks.isEmpty)
    }

    @Test func withoutAPictureAMarkIsRefused() {
        var box = Rehearsal()
        box.oldest = nil
        let effects = box.send(.panel(PanelEvent(.pressed(.mark), at: .zero, source: .gpio), shown: nil, live: nil))
        #expect(effects == [.panel(.signal(.refused))])
        #expect(box.marks.isEmpty)
    }

    @Test func aLostCameraDoesNotHoldAClipBack() {
        var box = Rehearsal { $0.mark = .live }
        box.run(to: 20)
        box.tap(.mark)
        box.run(to: 21)
        box.loseCamera()
        box.run(to: 22.5)
        #expect(box.cuts.isEmpty)
        box.run(to: 23.1)
        #expect(box.cuts.map(\.number) == [1])
    }

    @Test func aNewStreamWritesWhatWasMarkedInTheOldOneFirst() throws {
        var box = Rehearsal { $0.mark = .live }
        box.run(to: 20)
        box.tap(.mark)
        var changed = box.appliance.settings
        changed.size = .hd720
        let effects = box.send(.card(.settings(changed, [])))
        let cut = try #require(effects.firstIndex { if case .card(.cut) = $0 { true } else { false } })
        #expect(effects.last == .stream(.restart(changed)) && cut < effects.count - 1)
    }

    @Test func aHoldIsSeenEvenWhenAnotherPressArrivesLate() {
        var box = Rehearsal()
        box.run(to: 20)
        box.panel(.pressed(.mark))
        box.run(to: 20.99)
        let late = PanelEvent(.turned(1), at: Timestamp(seconds: 20.98), source: .gpio)
        _ = box.appliance.handle(.panel(late, shown: nil, live: nil), at: Timestamp(seconds: 21.05))
        #expect(box.appliance.session.marks.isEmpty)
    }

    @Test func aKeyboardsRepeatedPressIsOneMark() {
        var box = Rehearsal()
        box.run(to: 20)
        for _ in 0..<5 { box.panel(.pressed(.mark), source: .keyboard) }
        box.panel(.released(.mark))
        #expect(box.marks.count == 1 && box.marks.first?.source == .keyboard)
    }
}

extension Rehearsal {
    /// The large number of the mark that was just set.
    var markNumber: TextRun? { scene.texts.map(\.run).first { $0.size == MarkNumber.size } }
}
