// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// Looking back in the delay line while it goes on recording.
@Suite struct LookAgainTests {
    /// Returns a box with marks at 10, 20 and 30 s, at a delay of 5 s.
    private func box(_ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal {
            $0.delaySeconds = 5
            change(&$0)
        }
        for second in [10.0, 20, 30] {
            box.run(to: second)
            box.tap(.mark)
        }
        box.run(to: 40)
        return box
    }

    private func replay(_ box: Rehearsal) -> ReplayScreen? { box.appliance.path.stack.last?.as(ReplayScreen.self) }
    private func bounds(_ box: Rehearsal) -> ClosedRange<Duration>? { replay(box)?.transport.bounds }
    private func place(_ box: Rehearsal) -> Duration { replay(box)?.transport.position(at: box.now) ?? .zero }

    private func kept(_ box: Rehearsal) -> [ClosedRange<Timestamp>?] {
        box.effects.compactMap { if case .line(.look(let range)) = $0 { .some(range) } else { nil } }
    }

    @Test("X-01 ◀ is the last moment: from 3 s before its mark to the press, at full speed and then at half")
    func theLastMoment() throws {
        var box = box()
        box.tap(.left)
        #expect(box.appliance.page == .replay)
        let mark = Timestamp.zero.duration(to: try #require(box.marks.last).stamp.timestamp)
        #expect(bounds(box) == mark - .seconds(3) ... .seconds(30))
        let start = box.now
        box.run(to: start.seconds + 2)
        #expect(place(box) == mark - .seconds(1) && replay(box)?.transport.speed == 1)
        let length = try #require(bounds(box)).upperBound - (mark - .seconds(3))
        box.run(to: start.seconds + length.inSeconds + 1)
        #expect(replay(box)?.transport.speed == 0.5)
        #expect(abs((place(box) - (mark - .seconds(2.5))).inSeconds) < 1e-6)
        box.panel(.pointerMoved(Point(900, 500)), source: .mouse)
        box.run(to: box.now.seconds + 0.3)
        #expect(box.texts.contains("Moment 3 of 3") && box.texts.contains("½×"))
    }

    @Test("X-01 ◀ goes to the moment before, ▶ to the one after, and after the last to the delayed picture")
    func beforeAndAfter() {
        var box = box()
        var seen: [Int?] = []
        for control in [Control.left, .left, .left, .left, .right, .right] {
            box.tap(control)
            seen.append(replay(box)?.look?.moment?.id.number)
        }
        #expect(seen == [3, 2, 1, 1, 2, 3])
        box.tap(.right)
        #expect(box.appliance.page == .live)
    }

    @Test("▼ freezes what is on the TV, and from there the whole line is there, picture by picture")
    func freeze() {
        var box = box()
        box.tap(.down)
        let shown = Rehearsal.newest(at: box.now - .seconds(5))
        #expect(replay(box)?.transport.isPaused == true && replay(box)?.look?.known == shown)
        let place = place(box)
        for _ in 0..<40 {
            box.run(to: box.now.seconds + 0.25)
            box.panel(.turned(-1))
        }
        #expect(self.place(box) == place - FrameRate(30).interval * 40)
    }

    @Test("MARK marks the picture that is shown, and its clip ends after its post-roll")
    func markWhileLookingBack() throws {
        var box = box()
        box.tap(.left)
        box.run(to: box.now.seconds + 1.5)
        let shown = try #require(Rehearsal.newest(at: .zero + place(box)))
        box.tap(.mark)
        let mark = try #require(box.marks.last)
        #expect(box.marks.count == 4 && mark.stamp == shown && mark.pressed == nil)
        let plan = box.effects.compactMap { if case .line(.pin(let plan, _)) = $0 { plan } else { nil } }.last
        #expect(plan?.through == mark.stamp.timestamp + .seconds(2))
        box.use(.undo)
        #expect(box.withdrawn == [4])
    }

    @Test("what is looked at is kept, and let go when nobody looks any more")
    func whatIsLookedAtIsKept() throws {
        var box = box()
        box.tap(.left)
        let round = try #require(bounds(box))
        #expect(kept(box) == [Timestamp.zero + round.lowerBound...Timestamp.zero + round.upperBound])
        box.run(to: 60)
        #expect(kept(box).count == 1)
        box.tap(.stop)
        #expect(box.appliance.page == .live && kept(box).last == .some(nil))
        box.tap(.down)
        box.hold(.left, seconds: 6)
        let range = try #require(kept(box).last ?? nil)
        #expect(range.contains(.zero + place(box)) && range.contains(.zero + place(box) + .seconds(1)))
    }

    @Test("whoever plays slowly what the line would have evicted isn't carried on")
    func whatIsKeptIsPlayed() throws {
        var box = box()
        box.tap(.down)
        let bar = ReplayBar(try #require(replay(box)), box.appliance.context, at: box.now).bar
        box.touch(Point(400, bar.rect.center.y))
        for _ in 0..<3 { box.tap(.down) }
        box.tap(.knob)
        let start = place(box)
        box.oldest = Rehearsal.stamp(30 * 30)
        box.run(to: box.now.seconds + 4)
        #expect(abs((place(box) - start).inSeconds - 1) < 1e-6)
    }

    @Test("played on it goes past where the line ended when it was looked at last, and nothing is asked for in between")
    func thePlayGoesOnWithTheLine() {
        var box = box()
        box.tap(.down)
        box.tap(.knob)
        let asked = box.effects.count { if case .player = $0 { true } else { false } }
        let (start, began) = (place(box), box.now)
        box.run(to: 50)
        #expect(abs((place(box) - start - began.duration(to: box.now)).inSeconds) < 0.05)
        #expect(box.effects.count { if case .player = $0 { true } else { false } } <= asked + 12, "only where its end comes near")
    }

    @Test("a speed that isn't on the ladder has the next faster and the next slower one")
    func speedsBesideTheLadder() {
        for (control, speed) in [(Control.up, 0.5), (.down, 0.25)] {
            var box = box { $0.again = [0.3] }
            box.tap(.left)
            box.tap(control)
            #expect(replay(box)?.transport.speed == speed)
        }
    }

    @Test("STOP, and the delayed picture runs as if nobody had looked")
    func stopIsTheDelayedPicture() {
        var box = box()
        let before = box.appliance.tracks
        box.tap(.left)
        #expect(box.wishes.tracks.map(\.id) == [.replay], "nothing else is decoded")
        box.run(to: 50)
        box.panel(.pressed(.stop))
        #expect(box.appliance.tracks.contains { $0.id == .delayed }, "it is primed as STOP goes down")
        box.panel(.released(.stop))
        box.run(to: 51)
        #expect(box.appliance.tracks == before)
    }

    @Test("without a mark the last seconds before what is on the TV come again")
    func withoutAMark() throws {
        var box = Rehearsal()
        box.run(to: 20)
        box.tap(.left)
        let shown = try #require(Rehearsal.newest(at: .zero + .seconds(20) - .seconds(box.appliance.settings.delaySeconds)))
        let place = Timestamp.zero.duration(to: shown.timestamp)
        #expect(bounds(box) == place - .seconds(3)...place)
    }

    @Test func beforeTheFirstPictureThereIsNothingToLookAt() {
        var box = Rehearsal()
        box.oldest = nil
        box.tap(.left)
        box.tap(.down)
        #expect(box.appliance.page == .live)
    }

    @Test("the whole line can be travelled by a finger on the bar, and marks can be made there")
    func theWholeLine() throws {
        var box = box()
        box.tap(.down)
        let bar = ReplayBar(try #require(replay(box)), box.appliance.context, at: box.now).bar
        for x in [300.0, 700, 1200, 1600] {
            box.panel(.touchDown(Point(x, bar.rect.center.y)), source: .touch)
            box.panel(.touchUp, source: .touch)
            #expect(abs((place(box) - bar.position(at: x)).inSeconds) < 0.6, "the bar's end is now, by half seconds")
            box.tap(.mark)
            #expect(box.marks.last?.stamp == Rehearsal.newest(at: .zero + place(box)))
        }
    }

    @Test("a mark that is set meanwhile counts at once")
    func marksCountAtOnce() {
        var box = box()
        box.tap(.left)
        box.run(to: box.now.seconds + 3.2)
        box.tap(.mark)
        box.run(to: box.now.seconds + 1)
        #expect(box.appliance.context.lineMoments.count == 4)
        #expect(box.texts.contains { $0.hasSuffix("of 4") })
    }

    @Test("where archers are named ◀ looks again all the same, and ▶ is the next archer")
    func withArchers() {
        var box = box { $0.archers = [Archer(name: "Ana"), Archer(name: "Ben")] }
        box.tap(.right)
        #expect(box.appliance.page == .live && box.appliance.settings.shooter?.name == "Ben")
        box.tap(.left)
        #expect(box.appliance.page == .replay)
    }
}
