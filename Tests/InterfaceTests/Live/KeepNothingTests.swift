// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// `keep = "nothing"`: footage stays in memory, and only scores and times are written.
@Suite struct KeepNothingTests {
    private func box(_ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal {
            $0.keep = .nothing
            change(&$0)
        }
        box.run(to: 10)
        return box
    }

    private func released(_ box: Rehearsal) -> [Int] {
        box.effects.compactMap { if case .line(.release(let number, _)) = $0 { number } else { nil } }
    }

    private func lines(_ box: Rehearsal) -> [JournalEntry] {
        box.effects.compactMap { if case .card(.journal(_, let entry)) = $0 { entry } else { nil } }
    }

    private func restarts(_ box: Rehearsal) -> Int { box.effects.count { if case .stream(.restart) = $0 { true } else { false } } }

    /// Two marks, and STOP when their clips are complete: the review comes up.
    private func reviewing(_ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = box {
            $0.afterStop = .review
            change(&$0)
        }
        box.tap(.mark)
        box.run(to: 20)
        box.tap(.mark)
        box.run(to: 30)
        box.tap(.stop)
        return box
    }

    @Test("a clip stays in memory until the next end begins, and then goes")
    func heldUntilTheNextEnd() {
        var box = reviewing()
        #expect(box.appliance.page == .review && box.stacked == [1, 2])
        #expect(box.marks.map(\.number) == [1, 2] && box.cuts.isEmpty && released(box).isEmpty)
        box.tap(.stop)
        box.run(to: 40)
        #expect(box.appliance.page == .live && released(box).isEmpty)
        box.tap(.mark)
        box.run(to: 60)
        #expect(released(box) == [1, 2] && box.cuts.isEmpty)
        box.tap(.stop)
        #expect(box.stacked == [3])
    }

    @Test("the session is filed at STOP without a clip, and the review still plays what is in memory")
    func filed() throws {
        var box = reviewing()
        let record = try #require(SessionRecord(journal: [JournalEntry.opened(Rehearsal.header)] + lines(box), ending: .stopped))
        #expect(record.marks.count == 2 && record.clips.isEmpty && record.lostClips == [1, 2])
        box.send(.card(.filed(.run(1), FiledSession(name: Rehearsal.name(1), record: record))))
        #expect(box.appliance.context.desk.book?.clips.filter(\.isPlayable).map(\.number) == [1, 2])
        #expect(box.appliance.context.sessions.pendingCount == 0 && box.appliance.context.unsavedWork.isNone)
    }

    @Test("several archers shoot one end: nothing goes before STOP")
    func severalArchers() {
        var box = box {
            $0.scores = true
            $0.archers = [Archer(name: "Ana"), Archer(name: "Ben")]
        }
        for (shot, archer) in ["Ana", "Ben", "Ana", "Ben"].enumerated() {
            box.choose(archer)
            box.run(to: 10 + Double(shot) * 6)
            box.tap(.mark)
            box.run(to: box.now.seconds + 4)
        }
        #expect(box.marks.count == 4 && released(box).isEmpty && box.cuts.isEmpty)
    }

    @Test("a quick save, everything in memory at STOP, stills, parts and exports are refused in words")
    func refused() {
        var box = box()
        box.hold(.mark, seconds: 1.2)
        #expect(box.saves.isEmpty && box.cuts.isEmpty && box.texts.contains(Strings.nothingKept))
        box.run(to: 30)
        box.tap(.stop)
        #expect(box.appliance.page == .live && box.texts.contains(Strings.nothingKept))
        let writing: [ScreenOutcome] = [
            .effect(.picture(.keep(Scene(layers: []), .run(1)))), .go(.export(ExportSubject(session: "S01"), title: "", line: nil, first: nil)),
            .effect(.export(.begin(ExportSubject(session: "S01"), .file, to: .stick))),
        ]
        for outcome in writing {
            var new: [Effect] = []
            box.appliance.follow([outcome], at: box.now, &new)
            #expect(new == [.panel(.signal(.refused))] && box.appliance.page == .live)
            #expect(box.appliance.context.toast?.words == Strings.nothingKept)
        }
    }

    @Test("what was pinned before is written first; the menu's choice isn't saved, and no file that is read takes it back")
    func chosenInTheMenu() {
        var box = Rehearsal {
            $0.mark = .live
            $0.postRollSeconds = 10
        }
        box.run(to: 10)
        box.tap(.mark)
        box.goToRow("keep")
        box.tap(.knob)
        box.panel(.turned(8))
        #expect(box.appliance.settings.keep == .nothing && !box.appliance.keepsNothing && box.cuts.isEmpty)
        box.tap(.knob)
        #expect(box.appliance.keepsNothing && box.cuts.map(\.number) == [1] && restarts(box) == 1)
        box.run(to: 40)
        #expect(box.saved.allSatisfy { $0.keep == .marked })
        box.change {
            $0.keep = .marked
            $0.delaySeconds = 7
        }
        #expect(box.appliance.keepsNothing && box.appliance.settings.delaySeconds == 7)
        box.tap(.knob)
        box.panel(.turned(-8))
        box.tap(.knob)
        #expect(!box.appliance.keepsNothing && box.appliance.settings.keep == .all && restarts(box) == 2)
        box.run(to: 60)
        #expect(box.saved.last?.keep == .all)
    }

    @Test("what settings.toml says holds for ever, and another word there takes it back")
    func fromTheFile() {
        var box = Rehearsal()
        box.run(to: 10)
        box.change { $0.keep = .nothing }
        #expect(box.appliance.keepsNothing && restarts(box) == 1)
        box.change { $0.keep = .all }
        #expect(!box.appliance.keepsNothing && restarts(box) == 2)
    }

    @Test("when footage is kept again, nothing of the time before can be written")
    func keptAgain() {
        var box = reviewing()
        box.tap(.stop)
        box.tap(.mark)
        box.change { $0.keep = .all }
        #expect(released(box) == [1, 2, 3] && box.cuts.isEmpty && restarts(box) == 1)
        box.run(to: 50)
        #expect(box.cuts.isEmpty)
    }

    @Test("after a crash nothing is kept still, and that isn't saved")
    func afterACrash() {
        var box = Rehearsal()
        box.send(.box(.keptNothing))
        box.run(to: 20)
        #expect(box.appliance.keepsNothing && box.saved.allSatisfy { $0.keep == .marked })
    }

    @Test("the chip keeps its words, and the pages Box and About say it in both forms of words", arguments: [false, true])
    func told(scores: Bool) {
        var box = box { $0.scores = scores }
        #expect(box.texts.contains(Strings.keepsNothing))
        box.run(to: 100)
        #expect(box.chip?.chip.kind == .keepsNothing && box.chip?.openness == 1)
        Language.speaking(ofArchery: scores) {
            let about = Strings.about(box.appliance.settings, version: "1")
            #expect(about.contains { $0.contains("No film") && $0.contains("only") && $0.contains("scores") == scores })
            #expect(Strings.Fault.keepsNothing.contains("next end") == scores)
        }
    }

    // MARK: Forget now

    @Test("Forget now is held for a second, lets go of what is in memory and begins a new line")
    func forgetting() {
        var box = reviewing()
        box.tap(.stop)
        box.run(to: 33)
        box.goToRow(.setting(.forgetFootage))
        box.tap(.knob)
        #expect(released(box).isEmpty && restarts(box) == 0)
        box.hold(.knob, seconds: 1.1)
        #expect(released(box) == [1, 2] && restarts(box) == 1 && box.texts.contains(Strings.footageForgotten))
        #expect(box.appliance.keepsNothing)
    }

    @Test("Forget now asks before it loses clips that aren't on the card yet")
    func forgettingAsks() {
        var box = Rehearsal()
        box.hasCard = false
        box.send(.card(.condition(.absent)))
        box.run(to: 10)
        box.tap(.mark)
        box.run(to: 20)
        box.tap(.mark)
        box.goToRow(.setting(.forgetFootage))
        box.hold(.knob, seconds: 1.1)
        #expect(restarts(box) == 0 && box.texts.contains(Strings.forgetAsks(2)))
        box.hold(.knob, seconds: 1.1)
        #expect(restarts(box) == 1 && box.effects.contains(.card(.dropCuts)) && !box.appliance.keepsNothing)
        #expect(box.appliance.context.sessions.all.allSatisfy { $0.entries.allSatisfy { $0.state != .growing } })
    }
}
