// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// The strip of an end, which comes by itself after its last arrow.
@Suite struct EndReplayTests {
    /// The heard shots of an end of three arrows.
    private static let shots = [30.0, 45, 60]

    private func box(_ marks: Settings.SoundMarks = .mark, _ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal {
            $0.scores = true
            $0.round = "vegas_300"
            $0.replaysByItself = true
            $0.replaysEnds = true
            $0.autoReplayMovementSeconds = 0
            $0.soundMarks = marks
            $0.delaySeconds = 5
            change(&$0)
        }
        box.run(to: 20)
        return box
    }

    private func hear(_ box: inout Rehearsal, _ shot: Int) {
        let time = Timestamp(seconds: Self.shots[shot])
        box.run(to: Self.shots[shot] + 0.2)
        box.send(.hearing(.shot(DetectedShot(id: shot + 1, timestamp: time, level: -12)), live: Rehearsal.newest(at: time)))
    }

    private func replay(_ box: Rehearsal) -> Track? { box.wishes.tracks.first { $0.id == .replay } }

    /// Returns the second of the shot that plays, and the speed.
    private func shown(_ box: Rehearsal) -> [Double] {
        guard box.appliance.page == .autoReplay, let timeline = replay(box)?.timeline, let bounds = timeline.bounds else { return [] }
        return [(bounds.lowerBound + .seconds(2)).inSeconds, timeline.rate]
    }

    /// Returns the layers of the strip that show a still, by the second of their picture.
    private func stills(_ box: Rehearsal) -> [Double: Rect] {
        var stills: [Double: Rect] = [:]
        for layer in box.scene.layers {
            guard case .extract(let extract) = layer.content, extract.footage == .line, extract.kind == .frame else { continue }
            stills[extract.place.inSeconds.rounded()] = layer.place
        }
        return stills
    }

    /// Returns the place of the picture that plays.
    private func playing(_ box: Rehearsal) -> Rect? { box.scene.layers.first { $0.content == .video(.replay) }?.place }

    private func shootAll(_ box: inout Rehearsal) {
        for shot in Self.shots.indices { hear(&box, shot) }
    }

    @Test("X-02 after the last arrow the end's shots play one after the other, silently, at full speed, then at half")
    func theEndComes() {
        var box = box()
        hear(&box, 0)
        box.run(to: 44)
        #expect(shown(box) == [30, 0.25], "an arrow that isn't the last comes alone")
        hear(&box, 1)
        hear(&box, 2)
        // Its last second, and the pause; then three seconds for each.
        let steps: [(Double, [Double])] = [
            (62.5, [30, 1]), (65.5, [45, 1]), (68.5, [60, 1]), (72, [30, 0.5]), (78, [45, 0.5]), (91, [30, 0.5]),
        ]
        for (second, wanted) in steps {
            box.run(to: second)
            #expect(shown(box) == wanted, "at \(second)")
        }
        #expect(replay(box)?.isHeard == false)
        box.run(to: 97)
        #expect(box.scene.texts.contains { $0.run.text == Strings.shot(2, of: 3) })
        #expect(box.texts.contains { $0.hasPrefix(Strings.nextEnd(1)) })
        box.tap(.stop)
        #expect(box.appliance.page == .live)
    }

    @Test("X-02 the end's shots stand side by side in their order, each at its moment, and each plays in its own place")
    func eachPlaysInItsPlace() throws {
        var box = box()
        shootAll(&box)
        box.run(to: 62.5)
        let (second, third) = (try #require(stills(box)[45]), try #require(stills(box)[60]))
        let first = try #require(playing(box))
        #expect(stills(box).count == 2 && first.x < second.x && first.y == second.y && third.y > first.y)
        #expect(Set(["1", "2", "3"]).isSubset(of: box.texts))
        box.run(to: 65.5)
        #expect(playing(box) == second && stills(box) == [30: first, 60: third])
        box.run(to: 78)
        #expect(playing(box) == second && box.texts.contains(Strings.speed(0.5)))
        #expect(box.scene.layers.contains { $0.content == .video(.delayed) }, "the delayed picture goes on beside it")
    }

    @Test("X-02 a shot keeps its picture when it leaves the line, and doesn't play any more")
    func aShotLeavesTheLine() throws {
        var box = box()
        shootAll(&box)
        box.run(to: 65.5)
        let first = try #require(stills(box)[30])
        box.oldest = Rehearsal.stamp(37 * 30)
        box.run(to: 72)
        #expect(shown(box) == [45, 0.5] && stills(box)[30] == first)
    }

    @Test("X-02 it is off unless set, and where the round doesn't say how many arrows an end has")
    func off() {
        for isSet in [false, true] {
            var box = box {
                $0.replaysEnds = isSet
                if isSet { $0.round = nil }
            }
            shootAll(&box)
            box.run(to: 62.5)
            #expect(shown(box) == [60, 1])
        }
    }

    @Test("X-02 where shots are suggested, the MARK that takes the last one brings the end, and ends nothing itself")
    func suggestions() {
        var box = box(.suggest)
        for shot in Self.shots.indices {
            hear(&box, shot)
            guard shot < 2 else { continue }
            box.run(to: Self.shots[shot] + 1)
            box.tap(.mark)
        }
        box.run(to: 64)
        #expect(shown(box) == [60, 1], "two arrows have marks")
        box.panel(.pressed(.mark))
        #expect(box.appliance.page == .autoReplay && box.appliance.session.marks.count == 3)
        box.panel(.released(.mark))
        box.run(to: 65)
        #expect(shown(box) == [30, 1])
    }

    @Test("X-02 pressed marks bring the end too, without a microphone")
    func pressedMarks() {
        var box = box(.off)
        for second in [30.0, 45, 60] {
            box.run(to: second)
            box.tap(.mark)
        }
        box.run(to: 62)
        #expect(shown(box) == [25, 1])
    }

    @Test("X-02 MARK marks and ends nothing, the next shot ends it, and a shot that left the line before has an empty place")
    func goesOn() {
        var box = box()
        shootAll(&box)
        box.run(to: 63)
        box.tap(.mark)
        #expect(box.appliance.page == .autoReplay && box.marks.count == 4)
        var other = self.box()
        shootAll(&other)
        other.run(to: 63)
        let next = Timestamp(seconds: 62.9)
        other.send(.hearing(.shot(DetectedShot(id: 9, timestamp: next, level: -12)), live: Rehearsal.newest(at: next)))
        #expect(other.appliance.page == .live)
        var short = self.box()
        shootAll(&short)
        short.oldest = Rehearsal.stamp(37 * 30)
        short.run(to: 62.5)
        #expect(shown(short) == [45, 1] && stills(short)[30] == nil && short.texts.contains(Strings.shot(2, of: 3)), "a shot keeps its number")
    }
}
