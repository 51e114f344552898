// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

extension Rehearsal {
    /// The box finds a moment by itself, now or a little earlier.
    @discardableResult
    mutating func detect(_ source: Mark.Source = .trigger, ago: Double = 0) -> [Effect] {
        let instant = now - .seconds(ago)
        return send(.detected(Detection(at: instant, source: source), live: Self.newest(at: instant)))
    }

    /// The number of dashes in the edge of a mark's large number.
    fileprivate var dashes: Int {
        scene.layers.reduce(0) { count, layer in
            guard case .drawing(let drawing) = layer.content else { return count }
            return count
                + drawing.commands.count { command in
                    if case .fill(let rect, let radius, Palette.text) = command { radius == 2 && min(rect.width, rect.height) == 8 } else { false }
                }
        }
    }
}

/// Automatic marks on the TV, in Review and on the face.
@Suite struct AutomaticMarkReviewTests {
    private func shot(_ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal {
            $0.scores = true
            $0.afterStop = .review
            change(&$0)
        }
        box.run(to: 10)
        box.tap(.mark)
        box.run(to: 14)
        box.detect()
        box.run(to: 20)
        box.tap(.mark)
        box.run(to: 26)
        box.tap(.stop)
        box.settle()
        return box
    }

    @Test func itMarksTheLivePictureWithLEDAndADashedNumber() {
        var box = Rehearsal()
        box.run(to: 10)
        let effects = box.detect()
        #expect(effects.contains(.panel(.signal(.marked))))
        #expect(box.marks.map(\.stamp) == [Rehearsal.newest(at: Timestamp(seconds: 10))] && box.marks.map(\.source) == [.trigger])
        #expect(box.marks.map(\.pressed) == [nil] && box.markNumber?.text == "1")
        let dashes = box.dashes
        box.tap(.mark)
        #expect(dashes > 8 && box.dashes == 0)
        box.run(to: 12)
        #expect(box.texts.contains { $0.contains("1 detected") && $0.contains("1 mark") })
    }

    @Test(arguments: [Control.knob, .left, .up]) func itMarksOnEveryScreen(opener: Control) {
        var box = Rehearsal()
        box.run(to: 10)
        box.tap(.mark)
        box.run(to: 13)
        box.tap(opener)
        #expect(box.appliance.page != .live)
        let page = box.appliance.page
        box.run(to: 14)
        box.detect()
        #expect(box.appliance.page == page && box.marks.map(\.source) == [.script, .trigger])
        #expect(box.marks.last?.stamp == Rehearsal.newest(at: Timestamp(seconds: 14)))
    }

    @Test func itsClipComesUpBetweenTheOthersAndIsNoArrow() {
        let box = shot()
        #expect(box.stacked == [1, 60_001, 2])
        #expect(box.ends.last?.clips == [1, 2] && box.ends.last?.detected == [60_001])
    }

    @Test func likingItMakesItAnArrowInItsPlace() {
        var box = shot()
        box.tap(.mark)
        box.settle()
        #expect(box.texts.contains("Detected 1") && box.texts.contains("no arrow"))
        box.tap(.mark)
        #expect(box.judged[60_001] == ClipJudgement(isLiked: true, isConfirmed: true) && box.judged[1] == ClipJudgement(isLiked: true))
        box.settle()
        box.tap(.stop)
        #expect(box.appliance.page == .score)
        #expect(box.appliance.context.desk.book?.ends.first?.clips == [1, 60_001, 2])
        for _ in 0..<3 {
            box.tap(.mark)
            box.run(to: box.now.seconds + 0.5)
        }
        #expect(box.ends.last?.arrows.map(\.clip) == [1, 60_001, 2] && box.ends.last?.isDone == true)
    }

    @Test func takenBackItIsNoArrowAgain() {
        var box = shot()
        box.tap(.up)
        box.settle()
        box.tap(.mark)
        box.settle()
        box.tap(.down)
        box.settle()
        #expect(box.judged[60_001] == ClipJudgement() && box.stacked.first == 60_001)
        #expect(box.appliance.context.desk.book?.ends.first?.clips == [1, 2])
        box.use(.redo)
        #expect(box.judged[60_001]?.isConfirmed == true)
        #expect(box.appliance.context.desk.book?.ends.first?.clips == [1, 60_001, 2])
    }

    /// Nobody pressed MARK at all: the clips come up, and those that are kept are the arrows.
    @Test func anEndWithoutAPressHasTheArrowsThatAreConfirmed() {
        var box = Rehearsal {
            $0.scores = true
            $0.afterStop = .review
        }
        for second in [10.0, 15, 21] {
            box.run(to: second)
            box.detect(second == 15 ? .sound : .trigger)
        }
        box.run(to: 27)
        box.tap(.stop)
        box.settle()
        #expect(box.stacked == [60_001, 60_002, 60_003] && box.ends.isEmpty)
        box.tap(.mark)
        box.settle()
        box.tap(.left)
        box.settle()
        box.tap(.mark)
        box.settle()
        box.tap(.stop)
        #expect(box.appliance.page == .score && box.appliance.context.desk.book?.ends.first?.clips == [60_001, 60_003])
        #expect(box.cuts.map(\.kind) == [.detected, .detected, .detected])
    }

    /// A noise while somebody reviews an end says nothing about that end: it isn't closed, and the next end can begin.
    @Test func aNoiseInReviewLeavesTheEndAlone() {
        var box = shot()
        box.detect(.sound)
        box.settle()
        #expect(box.appliance.page == .review && box.ends.count == 1 && box.ends.last?.isDone == false)
        box.tap(.stop)
        for _ in 0..<2 {
            box.tap(.mark)
            box.run(to: box.now.seconds + 0.5)
        }
        #expect(box.ends.last?.isDone == true && box.ends.last?.clips == [1, 2])
        box.run(to: box.now.seconds + 4)
        #expect(box.appliance.page == .summary)
        box.tap(.mark)
        #expect(box.appliance.page == .live && box.marks.map(\.number) == [1, 60_001, 2, 60_002])
        #expect(box.sessionsMarked == [.run(1)])
        box.run(to: box.now.seconds + 8)
        box.tap(.mark)
        box.run(to: box.now.seconds + 4)
        box.tap(.stop)
        #expect(box.ends.last?.number == 2 && box.ends.last?.clips == [3] && box.ends.last?.detected == [60_002])
    }

    /// The footage after the last shot at STOP is kept as it was, whatever the box found in it.
    @Test(arguments: [false, true]) func theTailIsTheSame(isDetected: Bool) {
        var box = Rehearsal {
            $0.keepsTail = true
            $0.afterStop = .review
        }
        box.run(to: 10)
        box.tap(.mark)
        box.run(to: 22)
        if isDetected { box.detect() }
        box.run(to: 24)
        box.tap(.stop)
        box.settle()
        let tail = box.effects.compactMap { effect -> ClipPlan? in if case .card(.cut(let plan, _)) = effect { plan } else { nil } }
            .first { $0.kind == .tail }
        #expect(tail?.from == Timestamp(seconds: 19) + .nanoseconds(1) && tail?.through == Timestamp(seconds: 24))
        #expect(box.stacked == (isDetected ? [1, 60_001, 70_001] : [1, 70_001]))
    }
}
