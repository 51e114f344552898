// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// A session has one history: Undo takes back the newest edit wherever it is seen, and Redo does it again until something new is done.
@Suite struct OneHistoryTests {
    private func words(_ box: Rehearsal) -> (undo: String?, redo: String?) {
        let (appliance, context) = (box.appliance, box.appliance.context)
        let screen: any Screen = appliance.path.stack.last?.screen ?? appliance.path.live
        return (screen.undo(in: context), screen.redo(in: context))
    }

    private func tools(_ box: Rehearsal) -> [Tool] { box.appliance.path.toolLayers(in: box.appliance.context).all.map(\.tool) }

    private func deleted(_ box: Rehearsal) -> [Int] { box.appliance.context.desk.book?.clips.filter(\.isDeleted).map(\.number) ?? [] }

    @Test("a clip that a review deleted comes back by Undo in “All clips” and in the row of clips", arguments: [false, true])
    func aReviewsDeletionIsUndoneElsewhere(inRow: Bool) {
        var box = Rehearsal.reviewing()
        box.tap(.left)
        box.settle()
        box.use(.clips)
        if inRow { box.use(.carousel) }
        #expect(box.appliance.page == (inRow ? .carousel : .summary) && deleted(box) == [1])
        #expect(words(box).undo == Strings.clipDeleted("Clip 1") && words(box).redo == nil)
        box.use(.undo)
        #expect(deleted(box) == [] && box.judged[1]?.isDeleted == false)
        #expect(words(box).redo == Strings.clipDeleted("Clip 1"))
        for _ in 0..<3 where box.review == nil { box.tap(.stop) }
        // Nothing is decided about the clip any more, so it is reviewed again.
        #expect(box.stacked == [1, 2, 3, 4])
    }

    @Test("a moment that was set in a clip opened from a review is what Undo there takes back; ▼ still brings the last clip back")
    func aMomentIsUndoneInTheReview() {
        var box = Rehearsal.reviewing()
        box.tap(.right)
        box.settle()
        box.use(.lookAtClip)
        box.use(.moment)
        for _ in 0..<3 where box.review == nil { box.tap(.stop) }
        let moment = box.judged[2]?.moment
        #expect(moment != nil && words(box).undo == Strings.momentSet("Clip 2"))
        var other = box
        other.tap(.down)
        other.settle()
        #expect(other.stacked == [1, 2, 3, 4] && other.judged[1]?.isLiked == false && other.judged[2]?.moment == moment)
        #expect(words(other).undo == Strings.momentSet("Clip 2"))
        box.use(.undo)
        #expect(box.judged[2] == ClipJudgement() && box.judged[1]?.isLiked == true && box.stacked == [2, 3, 4])
        #expect(words(box).undo == Strings.clipLiked("Clip 1"))
        box.use(.redo)
        #expect(box.judged[2]?.moment == moment && box.stacked == [2, 3, 4])
    }

    @Test func aClipThatWasDeletedInItsReplayComesBackToTheReview() {
        var box = Rehearsal.reviewing()
        box.use(.lookAtClip)
        box.use(.deleteClip)
        for _ in 0..<3 where box.review == nil { box.tap(.stop) }
        #expect(box.stacked == [2, 3, 4])
        box.use(.undo)
        #expect(box.stacked == [1, 2, 3, 4] && deleted(box) == [])
        box.use(.redo)
        #expect(box.stacked == [2, 3, 4] && deleted(box) == [1])
    }

    @Test("Redo is offered from the first Undo until something new is done, and repeats each swipe")
    func redoRepeatsSwipes() {
        var box = Rehearsal.reviewing()
        for control in [Control.right, .left, .up] {
            box.tap(control)
            box.settle()
        }
        let (judged, order) = (box.judged, tools(box))
        #expect(!order.contains(.redo))
        for _ in 0..<3 {
            box.tap(.down)
            box.settle()
        }
        #expect(box.stacked == [1, 2, 3, 4] && box.judged.values.allSatisfy { !$0.isLiked && !$0.isDeleted })
        #expect(box.appliance.path.toolLayers(in: box.appliance.context).row.last?.tool == .redo && words(box).redo == Strings.clipLiked("Clip 1"))
        for _ in 0..<3 {
            box.use(.redo)
            box.settle()
        }
        #expect(box.stacked == [4] && box.judged == judged && tools(box) == order)
        box.tap(.down)
        box.settle()
        #expect(words(box).redo == Strings.clipSkipped("Clip 3"))
        box.tap(.left)
        box.settle()
        #expect(words(box).redo == nil && tools(box) == order)
    }

    @Test("a mark that was undone is set again by Redo, of the same picture; not after STOP")
    func aMarkIsRedone() throws {
        var box = Rehearsal { $0.postRollSeconds = 20 }
        box.run(to: 14)
        box.tap(.mark)
        let mark = try #require(box.appliance.context.sessions.session.marks.first)
        box.run(to: 16)
        #expect(words(box).redo == nil)
        box.use(.undo)
        #expect(box.appliance.context.sessions.session.marks.isEmpty && words(box).redo == Strings.markSet(mark.number))
        var stopped = box
        stopped.tap(.mark)
        #expect(words(stopped).redo == nil, "a new mark is something new")
        stopped.use(.undo)
        stopped.run(to: 20)
        stopped.tap(.mark)
        stopped.tap(.stop)
        stopped.run(to: 22)
        for _ in 0..<3 where stopped.appliance.page != .live { stopped.tap(.stop) }
        #expect(words(stopped).redo == nil, "that end is over")
        box.use(.redo)
        let again = try #require(box.appliance.context.sessions.session.marks.first)
        #expect(again.stamp == mark.stamp && again.pressed == mark.pressed && again.number != mark.number)
        #expect(words(box).redo == nil && words(box).undo == Strings.markSet(again.number))
    }

    @Test func drawingsAndPhasesOfTheLineAreUndoneAndRedoneInTheirOrder() {
        var box = Rehearsal { $0.postRollSeconds = 20 }
        box.run(to: 14)
        box.tap(.mark)
        box.run(to: 24)
        box.tap(.left)
        box.run(to: 25)
        box.use(.draw)
        box.panel(.turned(1))
        for point in [Point(400, 400), Point(800, 700)] { box.touch(point) }
        box.tap(.mark)
        box.use(.stopwatch)
        box.tap(.knob)
        box.tap(.mark)
        func state() -> [Int] { [box.appliance.context.lineEdits.seen.count, box.appliance.context.lineTimes.all.flatMap { $0 }.count] }
        var states = [state()]
        #expect(state() == [1, 1])
        for _ in 0..<2 {
            box.use(.undo)
            states.append(state())
        }
        #expect(states == [[1, 1], [1, 0], [0, 0]])
        #expect(words(box).undo == Strings.markSet(1) && words(box).redo == Strings.drawn(.line))
        box.use(.redo)
        #expect(state() == [1, 0])
        box.use(.redo)
        #expect(state() == [1, 1] && words(box).redo == nil)
    }

    @Test func placedArrowsAreRedone() throws {
        var desk = try ScoreDesk("wa_80_6ring", clips: [1, 2, 3])
        try desk.call("X", "9", "8")
        let placed = desk.end
        for _ in 0..<3 { desk.send(.tool(.undo)) }
        #expect(desk.end.arrows.isEmpty)
        for _ in 0..<2 { desk.send(.tool(.redo)) }
        #expect(desk.labels == ["X", "9"])
        desk.send(.tool(.redo))
        #expect(desk.end == placed && desk.send(.tool(.redo)).isEmpty)
        // The first arrow is called anew.
        desk.send(.pressed(.left), .pressed(.left), .pressed(.left))
        try desk.call("7")
        let corrected = desk.end
        desk.send(.tool(.undo))
        #expect(desk.end.arrows == placed.arrows)
        desk.send(.tool(.redo))
        #expect(desk.end.arrows == corrected.arrows)
        desk.send(.tool(.undo), .tool(.undo))
        try desk.call("7")
        #expect(desk.send(.tool(.redo)).isEmpty, "another arrow was placed")
    }

    @Test("after any edits Undo leads back through every state, and Redo forth", arguments: 1...30 as ClosedRange<UInt64>)
    func undoAndRedoLeadThroughAllStates(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var context = Context(settings: Settings(), at: .zero)
        var book = ScoreBook(ref: .run(1), key: SessionKey(folder: "2026-11-20_1403_S01"))
        book.clips = (1...3).map { ScoreBook.Clip(number: $0, file: "clips/\($0).mp4", seconds: 3) }
        context.desk.book = book
        func state() -> [AnyHashable] { [context.desk.book?.clips.map(\.judgement), context.desk.book?.notes, context.lines.lines] }
        // The states before each edit that can be undone, and those that can be redone.
        var (past, future): ([[AnyHashable]], [[AnyHashable]]) = ([], [])
        for step in 0..<120 {
            let before = state()
            let clips = (1...3).filter { _ in Bool.random(using: &random) }
            switch Int.random(in: 0..<8, using: &random) {
            case 0: _ = context.judge(clips, .deleted(Bool.random(using: &random)))
            case 1: _ = context.judge(clips, .liked(Bool.random(using: &random)))
            case 2: _ = context.judge(clips, .moment(Double(step)))
            case 3:
                let notes = "note \(step)"
                context.note(SessionEdit(words: "noted", notes: SessionEdit.Change(before: context.desk.book?.notes ?? "", after: notes)))
                context.desk.book?.notes = notes
            case 4:
                let lines = context.lines.lines
                let line = Annotation(id: StandingLines.firstID + step, kind: .line, points: [Point(0, 0), Point(1, 1)])
                context.lines.lines = lines.filter { _ in Bool.random(using: &random) } + [line]
                context.note(SessionEdit(words: "drawn", lines: SessionEdit.Change(before: lines, after: context.lines.lines)))
            case 5, 6:
                _ = context.undoEdit()
                guard let expected = past.popLast() else { continue }
                future.append(before)
                #expect(state() == expected, "step \(step)")
                continue
            default:
                _ = context.redoEdit()
                guard let expected = future.popLast() else { continue }
                past.append(before)
                #expect(state() == expected, "step \(step)")
                continue
            }
            if state() != before { (past, future) = (past + [before], []) }
            #expect((context.undoable == nil) == past.isEmpty && (context.redoable == nil) == future.isEmpty)
        }
    }
}
