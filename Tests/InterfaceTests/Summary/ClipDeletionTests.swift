// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// A single clip is deleted at once. Undo or Restore brings it back as long as its file exists.
@Suite struct ClipDeletionTests {
    private typealias Practice = SummaryPractice

    /// Returns the clips of a session without scoring: two marks, a tail, a buffer.
    private static func unscored() -> Practice {
        var book = Practice.book(ends: 1, arrows: 2)
        book.ends = []
        book.journalled = []
        for (number, kind) in [(70_001, ClipPlan.Kind.tail), (80_001, .buffer)] {
            book.clips.append(ScoreBook.Clip(number: number, file: "\(Practice.name)/clips/\(number).mp4", seconds: 5, kind: kind))
        }
        return Practice(book)
    }

    private static func judged(_ box: Practice) -> [(Int, Bool)] {
        box.outcomes.compactMap { outcome in
            if case .effect(.card(.journal(_, .judged(let clip, let judgement)))) = outcome { (clip, judgement.isDeleted) } else { nil }
        }
    }

    @Test("V-52 any kind of clip is deleted by a tool, unasked, and Undo brings it back", arguments: [(0, 1), (2, 70_001), (3, 80_001)])
    func aClipIsDeletedAndComesBack(index: Int, number: Int) {
        var box = Self.unscored()
        box.send(.turned(index, .steady))
        #expect(box.screen.tools(in: box.context).first == ToolOffer(.deleteClip))
        box.send(.tool(.deleteClip))
        let title = Strings.clip(number, index == 0 ? .mark : index == 2 ? .tail : .buffer)
        #expect(Self.judged(box).map(\.0) == [number] && Self.judged(box).map(\.1) == [true] && box.filings == 1)
        #expect(box.outcomes.last == .toast(Strings.clipDeleted(title), undo: .tools))
        #expect(box.texts.contains(Strings.Summary.deleted) && box.book.clip(number)?.isDeleted == true)
        #expect(box.screen.tools(in: box.context).first == ToolOffer(.restoreClip))
        #expect(box.screen.undo(in: box.context) == Strings.clipDeleted(title))
        box.send(.tool(.undo))
        #expect(Self.judged(box).map(\.1) == [true, false] && box.book.clip(number)?.isDeleted == false)
        #expect(box.screen.undo(in: box.context) == nil && !box.texts.contains(Strings.Summary.deleted))
    }

    @Test("N-13 a deleted clip stays in the list, and Restore brings back any of them, also what was deleted long ago")
    func anyDeletedClipIsRestored() {
        var box = Self.unscored()
        box.send(.tool(.deleteClip), .turned(1, .steady), .tool(.deleteClip), .turned(1, .steady), .tool(.deleteClip))
        #expect(box.grid.count == 4 && box.book.keptCount == 1)
        box.send(.turned(-10, .steady), .tool(.restoreClip))
        #expect(box.book.clips.map(\.isDeleted) == [false, true, true, false])
        box.send(.tool(.undo))
        #expect(box.book.clips.map(\.isDeleted) == [true, true, true, false])
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>) func anyDeedsAndUndosEndAsAModelSays(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var box = Self.unscored()
        var (deleted, history) = (Set<Int>(), [Set<Int>]())
        for _ in 0..<40 {
            box.send(.turned(Int.random(in: -4...4, using: &random), .steady))
            let clip = box.book.present[box.screen.grid.choice].number
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                history.append(deleted)
                box.send(.tool(deleted.contains(clip) ? .restoreClip : .deleteClip))
                if deleted.remove(clip) == nil { deleted.insert(clip) }
            case 2:
                box.send(.tool(.undo))
                deleted = history.popLast() ?? deleted
            default:
                // The clip already is in that state, so nothing changes.
                box.send(.tool(deleted.contains(clip) ? .deleteClip : .restoreClip))
            }
            #expect(Set(box.book.clips.filter(\.isDeleted).map(\.number)) == deleted)
            #expect((box.screen.undo(in: box.context) == nil) == history.isEmpty)
        }
        // The journal's lines add up to the same.
        var told = Set<Int>()
        for (clip, isDeleted) in Self.judged(box) { if isDeleted { told.insert(clip) } else { told.remove(clip) } }
        #expect(told == deleted)
    }

    @Test(
        "V-52 MARK selects: what is selected goes and comes back as one deed; STOP leaves the selection first",
        arguments: 1...20 as ClosedRange<UInt64>)
    func severalAtOnce(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var box = Self.unscored()
        let numbers = box.book.present.map(\.number)
        var history: [Set<Int>] = []
        var deleted = Set<Int>()
        for _ in 0..<20 {
            var selected = Set<Int>()
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                box.send(.turned(Int.random(in: -4...4, using: &random), .steady), .pressed(.mark))
                selected.formSymmetricDifference([numbers[box.screen.grid.choice]])
            }
            if Int.random(in: 0..<6, using: &random) == 0 {
                box.send(.tool(.selectAll))
                selected = Set(numbers)
            }
            #expect(box.screen.grid.selected == selected)
            #expect(box.texts.contains { $0.contains(Strings.Summary.selected(selected.count)) } == !selected.isEmpty)
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                #expect(box.send(.tapped(.stop)) == (selected.isEmpty ? [.back] : []))
            case 1:
                box.send(.tapped(.stop))
                box.send(.tool(.undo))
                deleted = history.popLast() ?? deleted
            default:
                let meant = selected.isEmpty ? [numbers[box.screen.grid.choice]] : selected
                let restores = meant.isSubset(of: deleted)
                let before = deleted
                box.send(.tool(restores ? .restoreClip : .deleteClip))
                if restores { deleted.subtract(meant) } else { deleted.formUnion(meant) }
                if deleted != before { history.append(before) }
            }
            #expect(box.screen.grid.selected.isEmpty)
            #expect(Set(box.book.clips.filter(\.isDeleted).map(\.number)) == deleted)
        }
    }

    @Test("the linked arrow keeps its score and says that its clip is deleted") func theArrowKeepsItsScore() {
        var book = Practice.book(arrows: 3)
        book.judge(1, ClipJudgement(isDeleted: true))
        var box = Practice(book)
        #expect(box.links == [1, 2, 3] && box.texts.contains { $0.contains(Strings.Summary.deleted("Clip 1")) })
        box.send(.tool(.wrongClip))
        #expect(box.screen.linking?.candidates == [nil, 1, 2, 3], "the clip that it has stays until another one is taken")
        box.send(.tapped(.stop), .turned(1, .slow), .tool(.wrongClip))
        #expect(box.screen.linking?.candidates == [nil, 2, 3], "nothing new is linked to a deleted one")
    }

    /// Returns a session of the card with a scored end, its clips, and an open clip.
    private static func rehearsal(playing: Bool) -> Rehearsal {
        var box = Rehearsal()
        box.run(to: 10)
        box.goToSessions()
        box.send(.card(.condition(.ready(freeBytes: 1))))
        let name = Rehearsal.name(5)
        let clips = (1...3).map {
            ClipRecord(number: $0, kind: .mark, file: "clips/0\($0).mp4", firstFrame: 0, lastFrame: 50, seconds: 2, isCutShort: false)
        }
        let record = SessionRecord(header: Rehearsal.header, clips: clips, ending: .stopped)
        let list = SessionList(
            query: SessionQuery(limit: SessionWindow.page), sessions: [SessionSummary(name: name, number: 5, started: "")], matching: 1, months: [],
            faces: [], usedBytes: 1, freeBytes: 1)
        box.send(.card(.found(list)))
        box.tap(.knob)
        box.send(.card(.read(SessionKey(folder: name), FiledSession(name: name, record: record))))
        box.run(to: 12)
        if playing {
            box.tap(.knob)
            box.run(to: 13)
        }
        return box
    }

    @Test("V-52 a clip that plays is deleted by its tool: the list comes back, and its Undo too")
    func aClipThatPlaysIsDeleted() {
        var box = Self.rehearsal(playing: true)
        #expect(box.appliance.path.place == .replay)
        box.use(.deleteClip)
        #expect(box.appliance.path.place == .summary && box.appliance.context.desk.book?.clips.map(\.isDeleted) == [true, false, false])
        #expect(
            box.effects.contains(.card(.journal(.stored(SessionKey(folder: Rehearsal.name(5))), .judged(clip: 1, ClipJudgement(isDeleted: true))))))
        box.run(to: 15)
        box.tap(.knob)
        #expect(box.appliance.path.place == .summary && box.appliance.context.toast?.words == Strings.Summary.isDeleted("Clip 1"))
        box.run(to: 20)
        box.use(.undo)
        #expect(box.appliance.context.desk.book?.clips.map(\.isDeleted) == [false, false, false])
    }

    @Test("a push too many among the tools deletes nothing: Delete is held for a second, and says how to undo it", arguments: [true, false])
    func deleteIsHeld(playing: Bool) {
        var box = Self.rehearsal(playing: playing)
        let tools = box.appliance.path.toolLayers(in: box.appliance.context).row
        let deleting = tools.firstIndex { $0.tool == .deleteClip }
        box.hold(.knob, seconds: 0.6)
        for _ in 0..<30 where box.appliance.path.tools?.choice != deleting { box.panel(.turned(1)) }
        func deleted() -> [Int] { box.appliance.context.desk.book?.clips.filter(\.isDeleted).map(\.number) ?? [] }
        for seconds in [0.05, 0.5, 0.9] {
            box.hold(.knob, seconds: seconds)
            #expect(deleted().isEmpty && box.appliance.path.tools != nil, "\(seconds) s")
        }
        let layout = ToolRowLayout(Theme(box.appliance.settings), count: tools.count, choice: deleting ?? 0)
        if let tile = layout.tiles.first(where: { $0.index == deleting }) { box.touch(tile.rect.center) }
        #expect(deleted().isEmpty)
        box.hold(.knob, seconds: 1.05)
        #expect(deleted() == [1] && box.appliance.path.place == .summary)
        #expect(box.appliance.context.toast?.words == Strings.clipDeleted("Clip 1") && box.appliance.context.toast?.undo == .tools)
        box.run(to: box.now.seconds + 1)
        #expect(box.texts.contains(Strings.clipDeleted("Clip 1")) && box.texts.contains(Strings.holdWord))
        box.use(.undo)
        #expect(deleted().isEmpty)
    }

    @Test func whatIsRemovedIsNoLongerListedNorUndone() {
        var box = Self.rehearsal(playing: false)
        box.use(.deleteClip)
        box.run(to: 14)
        #expect(box.appliance.context.desk.book?.clip(1)?.isAcknowledged == false)
        let name = Rehearsal.name(5)
        box.send(.card(.journalled(.stored(SessionKey(folder: name)), .judged(clip: 1, ClipJudgement(isDeleted: true)))))
        #expect(box.appliance.context.desk.book?.clip(1)?.isAcknowledged == true)
        box.send(.card(.emptied([ClipKey(session: name, number: 1)], problem: nil)))
        let book = box.appliance.context.desk.book
        #expect(book?.present.map(\.number) == [2, 3] && box.appliance.context.undoable == nil)
    }
}
