// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// Shot n is in clip n, if the presses come in the order of the shots and each marked picture is older than the next shot.
@Suite struct MarksNeverMissTests {
    private struct Shooting {
        var shots: [Double] = []
        var presses: [Double] = []
    }

    /// Shots 3 to 30 s apart, each marked 0.2 to 8 s later, on a picture that is older than the next shot.
    private func shooting(delay: Double, isLive: Bool, _ generator: inout SeededGenerator) -> Shooting {
        var shooting = Shooting()
        var shot = Double.random(in: 1...30, using: &generator)
        for _ in 0..<24 {
            let next = shot + Double.random(in: 3...30, using: &generator)
            var press = shot + Double.random(in: 0.2...8, using: &generator)
            if let last = shooting.presses.last { press = max(press, last + 0.05) }
            guard picture(of: press, delay: delay, isLive: isLive) < next else { return shooting }
            shooting.shots.append(shot)
            shooting.presses.append(press)
            shot = next
        }
        return shooting
    }

    /// Returns the time of the picture that a press marks. While the line fills, the TV shows the live picture.
    private func picture(of press: Double, delay: Double, isLive: Bool) -> Double { isLive || press < delay ? press : press - delay }

    @Test(arguments: UInt64(1)...400) func shotNIsInClipN(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let delay = Double.random(in: 1...20, using: &generator)
        let isLive = seed % 4 == 3
        let isWindow = seed % 5 == 4
        // A small line holds little more than the delay and the pinned footage.
        let line = Bool.random(using: &generator) ? delay + 9 : 600
        var settings = Settings()
        settings.delaySeconds = delay
        settings.mark = isLive ? .live : .shown
        settings.clip = isWindow ? .window : .segment
        settings.beforeSeconds = 10
        settings.postRollSeconds = Double.random(in: 0...4, using: &generator)
        let shooting = shooting(delay: delay, isLive: isLive, &generator)
        var session = SessionState(start: .zero)
        for (shot, press) in zip(shooting.shots, shooting.presses) {
            let picture = picture(of: press, delay: delay, isLive: isLive)
            let (mark, plan) = session.mark(
                FrameStamp(frame: Int64(picture * 60), timestamp: Timestamp(seconds: picture)), pressed: Timestamp(seconds: press), source: .gpio,
                planner: ClipPlanner(settings), oldest: Timestamp(seconds: max(0, press - line)))
            let moment = Timestamp(seconds: shot)
            #expect(plan.from <= moment && moment <= plan.through, "shot \(mark.number) at \(shot), pressed at \(press), delay \(delay)")
        }
    }

    /// With either rule, a clip holds its own mark and all that the camera had seen when the button was pressed.
    @Test(arguments: [Settings.ClipRule.segment, .window]) func aClipNeverEndsBeforeItsPress(rule: Settings.ClipRule) {
        var settings = Settings()
        settings.clip = rule
        settings.postRollSeconds = 0
        let mark = Mark(number: 1, stamp: FrameStamp(frame: 300, timestamp: Timestamp(seconds: 5)), pressed: Timestamp(seconds: 25), source: .gpio)
        let plan = ClipPlanner(settings).plan(mark, earlier: [], sessionStart: .zero, oldest: .zero)
        #expect(plan.through == Timestamp(seconds: 25))
    }
}
