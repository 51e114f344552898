// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The replay that comes by itself and waits.
@Suite struct AutoReplayTests {
    private func box(_ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal {
            $0.replaysByItself = true
            $0.soundMarks = .suggest
            $0.delaySeconds = 5
            change(&$0)
        }
        box.run(to: 30)
        return box
    }

    private func hear(_ box: inout Rehearsal, id: Int = 1, at seconds: Double) {
        box.send(
            .hearing(
                .shot(DetectedShot(id: id, timestamp: Timestamp(seconds: seconds), level: -12)),
                live: Rehearsal.newest(at: Timestamp(seconds: seconds))))
    }

    private func page(_ box: Rehearsal) -> ScreenKind { box.appliance.page }

    private func replay(_ box: Rehearsal) -> Track? { box.wishes.tracks.first { $0.id == .replay } }

    @Test("X-02 a heard shot comes again without a press, from 2 s before to 1 s after it: at full speed, at half, then at a quarter")
    func aHeardShotComesAgain() throws {
        var box = box()
        hear(&box, at: 29.9)
        // The last second of it, and the pause.
        box.run(to: 31.8)
        #expect(page(box) == .live)
        box.run(to: 32.1)
        #expect(page(box) == .autoReplay)
        let first = try #require(replay(box))
        let bounds = try #require(first.timeline.bounds)
        let place = Timestamp.zero.duration(to: Rehearsal.newest(at: Timestamp(seconds: 29.9))?.timestamp ?? .zero)
        #expect(bounds == place - .seconds(2)...place + .seconds(1) && first.timeline.rate == 1 && !first.isHeard)
        #expect(box.wishes.footage == Timestamp.zero + bounds.lowerBound...Timestamp.zero + bounds.upperBound)
        #expect(box.wishes.tracks.contains { $0.id == .delayed }, "the delayed picture goes on in the corner")
        box.run(to: 35.5)
        #expect(replay(box)?.timeline.rate == 0.5)
        box.run(to: 41.5)
        #expect(replay(box)?.timeline.rate == 0.25)
        box.run(to: 120)
        #expect(page(box) == .autoReplay && replay(box)?.timeline.rate == 0.25)
    }

    @Test("X-02 the pause is as it is set", arguments: [0.0, 4, 10])
    func thePauseIsKept(seconds: Double) {
        var box = box { $0.autoReplayPauseSeconds = seconds }
        hear(&box, at: 29.9)
        box.run(to: 30.85 + seconds)
        #expect(page(box) == .live)
        box.run(to: 31.1 + seconds)
        #expect(page(box) == .autoReplay)
    }

    @Test("X-02 a pressed mark comes again as when somebody looks back at it; a mark that was taken back doesn't")
    func aPressedMarkComesAgain() throws {
        var box = box { $0.soundMarks = .off }
        box.tap(.mark)
        box.run(to: 32)
        #expect(page(box) == .autoReplay)
        let bounds = try #require(replay(box)?.timeline.bounds)
        #expect(bounds.upperBound == .seconds(30) && bounds.lowerBound < .seconds(22.1) && replay(box)?.isHeard == true)
        var other = self.box()
        other.tap(.mark)
        other.use(.undo)
        other.run(to: 40)
        #expect(page(other) == .live)
    }

    @Test("X-02 the next shot ends it, and comes again in its turn")
    func theNextShotEndsIt() throws {
        var box = box()
        hear(&box, at: 29.9)
        box.run(to: 40)
        hear(&box, id: 2, at: 39.9)
        box.run(to: 40.2)
        #expect(page(box) == .live)
        box.run(to: 42.1)
        #expect(page(box) == .autoReplay && replay(box)?.timeline.bounds?.contains(.seconds(40)) == true)
        // Only its impact was heard in addition.
        box.send(
            .hearing(
                .shot(DetectedShot(id: 2, timestamp: Timestamp(seconds: 39.9), level: -12, flight: .milliseconds(700))),
                live: Rehearsal.newest(at: Timestamp(seconds: 39.9))))
        box.run(to: 43)
        #expect(page(box) == .autoReplay)
    }

    @Test("X-02 MARK marks and ends nothing: the shot that comes again, or else what the delayed picture shows")
    func markEndsNothing() throws {
        var box = box()
        hear(&box, at: 29.9)
        box.run(to: 45)
        box.tap(.mark)
        #expect(page(box) == .autoReplay)
        #expect(box.appliance.session.marks.map(\.shot) == [Timestamp(seconds: 29.9)])
        box.run(to: 50)
        #expect(page(box) == .autoReplay && replay(box)?.timeline.bounds?.contains(.seconds(29.9)) == true)
        box.tap(.mark)
        let second = try #require(box.appliance.session.marks.last)
        #expect(second.shot == nil && second.stamp == Rehearsal.newest(at: Timestamp(seconds: 45)))
        #expect(page(box) == .autoReplay)
        box.run(to: 53)
        #expect(page(box) == .autoReplay && replay(box)?.timeline.bounds?.contains(.seconds(45)) == true, "then that mark comes again")
    }

    @Test("X-02 MARK is never deaf, and held it saves everything")
    func markIsNeverDeaf() {
        var box = box()
        hear(&box, at: 29.9)
        while page(box) == .live, box.now.seconds < 40 { box.run(to: box.now.seconds + 0.02) }
        box.panel(.pressed(.mark))
        #expect(box.appliance.session.marks.count == 1)
        box.run(to: box.now.seconds + 1.2)
        box.panel(.released(.mark))
        #expect(box.appliance.session.marks.isEmpty)
        #expect(box.appliance.session.entries.contains { $0.plan.kind == .buffer })
    }

    @Test(
        "X-02 any other control only ends it",
        arguments: [PanelEvent.Action.pressed(.left), .pressed(.right), .pressed(.up), .pressed(.down), .turned(1), .touchDown(Point(900, 500))])
    func anyOtherControlOnlyEndsIt(action: PanelEvent.Action) {
        var box = box()
        hear(&box, at: 29.9)
        box.run(to: 34)
        #expect(page(box) == .autoReplay)
        let (settings, session) = (box.appliance.settings, box.appliance.session)
        box.panel(action)
        #expect(page(box) == .live)
        box.run(to: 40)
        #expect(page(box) == .live && box.appliance.settings == settings && box.appliance.session.marks == session.marks)
    }

    @Test("X-02 STOP and the knob only end it", arguments: [Control.stop, .knob])
    func stopAndKnobOnlyEndIt(control: Control) {
        var box = box()
        hear(&box, at: 29.9)
        box.run(to: 34)
        box.tap(control)
        #expect(page(box) == .live)
    }

    @Test("X-02 it comes over Live alone: a menu, a face, a replay are left as they are, and the moment is let go")
    func itComesOverLiveAlone() {
        for control in [Control.knob, .left, .down] {
            var box = box()
            hear(&box, at: 29.9)
            box.tap(control)
            let place = page(box)
            #expect(place != .live)
            box.run(to: 34)
            #expect(page(box) == place)
            box.hold(.stop, seconds: 1.2)
            box.run(to: 40)
            #expect(page(box) == .live)
        }
    }

    @Test("X-02 a control that is down is waited for")
    func aHandIsWaitedFor() {
        var box = box()
        hear(&box, at: 29.9)
        box.run(to: 31.5)
        box.panel(.pressed(.mark))
        box.run(to: 32.2)
        #expect(page(box) == .live)
        box.panel(.released(.mark))
        box.run(to: 32.4)
        #expect(page(box) == .autoReplay)
    }

    @Test("X-02 the person's movement ends it once it has lasted", arguments: [3.0, 0])
    func movementEndsIt(limit: Double) {
        var levels = [UInt8](repeating: 0, count: BlockMeans.count)
        levels[4 * BlockMeans.columns + 8] = 6
        let near = MotionGrid(levels: levels)
        var box = box { $0.autoReplayMovementSeconds = limit }
        hear(&box, at: 29.9)
        box.run(to: 34)
        #expect(box.effects.contains { if case .stills(.watchMotion(.live)) = $0 { true } else { false } } == (limit > 0))
        box.send(.stills(.motion(near)))
        box.run(to: 36)
        box.send(.stills(.motion(.still)))
        box.run(to: 44)
        #expect(page(box) == .autoReplay, "a short movement is none")
        box.send(.stills(.motion(near)))
        box.run(to: 46.8)
        #expect(page(box) == .autoReplay)
        box.run(to: 47.3)
        #expect(page(box) == (limit > 0 ? .live : .autoReplay))
    }

    @Test("X-02 a camera that is lost is seen at once")
    func aLostCameraEndsIt() {
        var box = box()
        hear(&box, at: 29.9)
        box.run(to: 34)
        box.loseCamera()
        box.run(to: 34.5)
        #expect(page(box) == .live)
    }

    @Test("X-02 an automatic mark's moment is named by its own count, also when somebody looks back at it")
    func automaticMarksAreCountedApart() {
        var box = box { $0.soundMarks = .mark }
        hear(&box, at: 29.9)
        box.run(to: 34)
        let name = Strings.clip(ClipPlan.Kind.detected.base + 1)
        #expect(!name.contains("6000") && box.scene.texts.contains { $0.run.text == name })
        box.tap(.stop)
        box.run(to: 35)
        box.tap(.left)
        box.run(to: 36)
        #expect(page(box) == .replay && box.scene.texts.contains { $0.run.text == name })
    }

    @Test("X-02 off, nothing comes by itself")
    func offNothingComes() {
        var box = box { $0.replaysByItself = false }
        hear(&box, at: 29.9)
        box.tap(.mark)
        box.run(to: 60)
        #expect(page(box) == .live && box.appliance.context.autoReplay.cue == nil)
    }

    @Test("X-02 an hour without a press: every shot comes again, and the line holds it")
    func anHourWithoutAPress() {
        var box = box()
        var shown: Set<Int64> = []
        for shot in 0..<100 {
            let second = 31.4 + Double(shot) * 36
            box.run(to: second + 0.2)
            hear(&box, id: shot + 1, at: second)
            box.run(to: second + 4)
            guard page(box) == .autoReplay, let bounds = replay(box)?.timeline.bounds else { continue }
            #expect(bounds.contains(.seconds(second)))
            shown.insert(bounds.lowerBound.nanoseconds)
        }
        #expect(shown.count == 100)
    }
}
