// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

/// A drawing on the delay line goes to the clips that contain its picture and to no others, and each action on it can be undone.
@Suite struct LineDrawingTests {
    private func plan(_ kind: ClipPlan.Kind = .mark, from: Double, through: Double) -> ClipPlan {
        ClipPlan(number: 1, kind: kind, from: Timestamp(seconds: from), through: Timestamp(seconds: through))
    }

    private let record = ClipRecord(number: 1, kind: .mark, file: "clips/01.mp4", firstFrame: 0, lastFrame: 299, seconds: 10, isCutShort: false)

    private func line(_ span: ClosedRange<Double>?, at place: Double) -> LineDrawing {
        LineDrawing(
            annotation: Annotation(id: LineEdits.firstID + 1, kind: .line, points: [Point(0, 0), Point(1, 1)], span: span), place: place)
    }

    @Test("V-21 a clip of before this run, and a part of another clip, have nothing of what is drawn on the line")
    func onlyFootageOfThisRun() {
        for drawing in [line(2...4, at: 3), line(nil, at: 3)] {
            #expect(drawing.moved(to: plan(from: 0, through: 10), record) != nil)
            #expect(drawing.moved(to: plan(from: 0, through: 0), record) == nil, "a continued session brought it along")
            #expect(drawing.moved(to: plan(.part, from: 0, through: 10), record) == nil)
        }
    }

    @Test("V-21 what is always seen is on the clips that have its picture, and on no other")
    func alwaysIsOnItsClips() {
        let drawing = line(nil, at: 12)
        #expect(drawing.moved(to: plan(from: 5, through: 15), record) == drawing.annotation)
        #expect(drawing.moved(to: plan(from: 13, through: 23), record) == nil)
        #expect(drawing.moved(to: plan(from: 0, through: 10), record) == nil)
    }

    /// Returns a box that was live, set a mark, and then paused the delay line.
    private func looking(_ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal(change)
        box.run(to: 14)
        box.tap(.mark)
        box.run(to: 24)
        box.tap(.left)
        box.run(to: 25)
        return box
    }

    private func draw(_ box: inout Rehearsal) {
        box.use(.draw)
        box.panel(.turned(1))
        for point in [Point(400, 400), Point(800, 700)] { box.touch(point) }
        box.tap(.mark)
    }

    @Test("V-21 what is always seen isn't on the live or the delayed picture")
    func liveHasNone() {
        var box = looking { $0.drawing.drawingSeconds = 0 }
        draw(&box)
        #expect(box.appliance.context.lineEdits.seen.map(\.span) == [nil])
        box.tap(.stop)
        box.use(.lines)
        let context = box.appliance.context
        let pictures = LivePictures(context, at: box.now).drawn(in: context)
        #expect(!pictures.isEmpty && pictures.allSatisfy { $0.own(in: context).isEmpty })
    }

    @Test("V-21 Undo takes back what was done last: a mark that was set after a drawing goes first")
    func undoGoesByTime() {
        var box = looking { $0.postRollSeconds = 20 }
        draw(&box)
        #expect(box.appliance.context.lineUndo == Strings.drawn(.line))
        box.tap(.stop)
        box.run(to: 27)
        box.tap(.mark)
        box.tap(.left)
        let number = box.appliance.context.sessions.undoableMark
        #expect(number != nil && box.appliance.context.lineUndo == number.map(Strings.markSet))
        box.use(.undo)
        #expect(box.appliance.context.sessions.undoableMark != number && box.appliance.context.lineEdits.seen.count == 1)
        box.use(.undo)
        #expect(box.appliance.context.lineEdits.seen.isEmpty)
    }

    @Test("X-09 on the line, too, a drawing that is kept for all is one deed, and so is one that is erased")
    func standingLinesAreUndone() {
        var box = looking()
        box.use(.draw)
        box.panel(.turned(1))
        for point in [Point(400, 400), Point(800, 700)] { box.touch(point) }
        func state() -> [[Annotation]] { [box.appliance.context.lines.lines, box.appliance.context.lineEdits.seen] }
        let drawn = state()
        box.use(.keepForAll)
        let kept = state()
        #expect(kept[0].count == 1 && kept[1].isEmpty)
        box.use(.erase)
        #expect(state() == [[], []])
        box.use(.undo)
        #expect(state() == kept)
        box.use(.undo)
        #expect(state() == drawn)
    }

    @Test("V-21 an always seen drawing, changed later, stays with the clips of the picture it was drawn on")
    func theFirstPlaceCounts() {
        var drawings = LineEdits()
        var drawing = line(nil, at: 12).annotation
        drawings.note(LineEdits.Edit(deed: "drawn", annotation: drawing, place: 12))
        drawing.points[0] = Point(0.5, 0.5)
        drawings.note(LineEdits.Edit(deed: "changed", annotation: drawing, place: 40))
        #expect(drawings.all == [LineDrawing(annotation: drawing, place: 12)])
    }
}
