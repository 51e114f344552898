// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// Rallies that cut themselves, as the appliance does it.
@Suite struct RalliesTests {
    private func box(_ change: (inout Settings) -> Void = { _ in }) -> Rehearsal {
        var box = Rehearsal {
            $0.clip = .rally
            $0.delaySeconds = 5
            change(&$0)
        }
        box.run(to: 20)
        return box
    }

    private func stamp(_ seconds: Double) -> FrameStamp { Rehearsal.stamp(Int64((seconds * 30).rounded())) }

    private func window(_ from: Double, _ through: Double) -> ClosedRange<Timestamp> {
        stamp(from).timestamp - .seconds(2)...stamp(through).timestamp + .milliseconds(1500)
    }

    private func moves(_ box: inout Rehearsal, at seconds: Double) {
        box.run(to: seconds)
        box.send(.stills(.region(.moves(since: stamp(seconds)))))
    }

    private func rests(_ box: inout Rehearsal, at seconds: Double) {
        box.run(to: seconds)
        box.send(.stills(.region(.rests(since: stamp(seconds)))))
    }

    /// The likes of rallies and their withdrawals in the journal, by clip.
    private func liked(_ box: Rehearsal) -> [Int: [Bool]] {
        var found: [Int: [Bool]] = [:]
        for case .card(.journal(_, .judged(let clip, let judgement))) in box.effects where ClipPlan.Kind(ofNumber: clip) == .detected {
            found[clip, default: []].append(judgement.isLiked)
        }
        return found
    }

    private func asked(_ box: Rehearsal) -> [MovementRegion?] {
        box.effects.compactMap { if case .stills(.watchRegion(let region)) = $0 { .some(region) } else { nil } }
    }

    @Test("X-18 the court's region is watched only while rallies are cut, which scoring prevents")
    func asking() {
        var box = box()
        #expect(asked(box) == [MovementRegion(box.appliance.settings)])
        box.change { $0.region = PictureRegion(left: 0, top: 0, width: 50, height: 100) }
        #expect(asked(box).count == 2 && asked(box).last??.blocks.count == BlockMeans.count / 2)
        box.change { $0.scores = true }
        #expect(asked(box).count == 3 && asked(box).last == .some(nil))
        #expect(box.appliance.context.chips(at: box.now).map(\.kind) == [.ralliesOff])
        #expect(asked(self.box { $0.clip = .window }).isEmpty)
    }

    @Test("X-18 a rally that is over is an automatic mark with a clip from 2 s before it to 1.5 s after")
    func aClip() throws {
        var box = box()
        moves(&box, at: 30)
        rests(&box, at: 36)
        box.run(to: 39.4)
        #expect(box.cuts.isEmpty)
        box.run(to: 40)
        let plan = try #require(box.cuts.first)
        #expect(box.cuts.count == 1 && plan.kind == .detected && plan.from...plan.through == window(30, 36))
        #expect(box.marks.map(\.source) == [.movement] && box.marks.map(\.stamp) == [stamp(30)])
        #expect(liked(box).isEmpty)
        let signals = box.effects.count { if case .panel(.signal(.marked)) = $0 { true } else { false } }
        #expect(signals == 0, "nobody pressed")
    }

    @Test("X-18 MARK stays a mark and likes the rally of its picture, whether that rally is over or still runs")
    func likes() throws {
        var box = box()
        moves(&box, at: 30)
        box.run(to: 36)
        // The TV shows second 31, and the rally goes on.
        box.tap(.mark)
        rests(&box, at: 38)
        moves(&box, at: 60)
        rests(&box, at: 64)
        box.run(to: 68)
        // The second rally is over when the TV shows its second 63.
        box.tap(.mark)
        moves(&box, at: 80)
        rests(&box, at: 84)
        box.run(to: 100)
        let rallies = box.appliance.session.entries.filter { $0.plan.kind == .detected }
        #expect(rallies.map { $0.plan.from...$0.plan.through } == [window(30, 38), window(60, 64), window(80, 84)])
        #expect(liked(box) == [rallies[0].plan.number: [true], rallies[1].plan.number: [true]])
        #expect(rallies.map(\.decided.isLiked) == [true, true, false] && rallies.map(\.decided.isConfirmed) == [true, true, false])
        let pressed = box.cuts.filter { $0.kind == .mark }
        #expect(pressed.count == 2 && pressed[0].from == box.marks[0].stamp.timestamp - .seconds(8))
    }

    @Test("X-18 a MARK between two rallies on the TV likes the one that runs before the camera")
    func likesTheLiveOne() {
        var box = box()
        moves(&box, at: 40)
        box.run(to: 41)
        box.tap(.mark)
        rests(&box, at: 46)
        box.run(to: 60)
        #expect(liked(box).values.map { $0 } == [[true]])
    }

    @Test("X-18 a mark that is taken back takes its like along, and a quick save likes nothing")
    func unlikes() {
        var box = box()
        moves(&box, at: 30)
        rests(&box, at: 36)
        box.run(to: 38)
        box.hold(.mark, seconds: 3)
        box.run(to: 45)
        #expect(box.saves.count == 1 && liked(box).isEmpty)
        moves(&box, at: 60)
        rests(&box, at: 66)
        box.run(to: 70)
        box.tap(.mark)
        #expect(liked(box).values.map { $0 } == [[true]])
        box.use(.undo)
        box.run(to: 75)
        #expect(liked(box).values.map { $0 } == [[true, false]])
    }

    @Test("X-18 STOP ends the rally that runs, and writes nothing of the time between")
    func stop() {
        var box = box { $0.keepsTail = true }
        moves(&box, at: 30)
        rests(&box, at: 34)
        moves(&box, at: 50)
        box.run(to: 55)
        box.tap(.stop)
        let rallies = box.cuts
        #expect(rallies.map(\.kind) == [.detected, .detected])
        #expect(rallies.last?.from == stamp(50).timestamp - .seconds(2))
        #expect(rallies.last.map { $0.through <= box.now && box.now - .milliseconds(200) <= $0.through } == true)
    }

    @Test("X-18 without a camera the rally ends with its last picture, and a rally after it is another one")
    func cameraLost() {
        var box = box()
        moves(&box, at: 30)
        box.run(to: 40)
        box.loseCamera()
        box.run(to: 60)
        #expect(box.cuts.map(\.kind) == [.detected])
        #expect(box.cuts.first.map { $0.through <= Timestamp(seconds: 40) && Timestamp(seconds: 39.8) <= $0.through } == true)
        box.regainCamera()
        box.run(to: 70)
        #expect(box.cuts.count == 1)
        moves(&box, at: 80)
        rests(&box, at: 84)
        box.run(to: 90)
        #expect(box.cuts.count == 2 && box.cuts.last.map { $0.from...$0.through } == window(80, 84))
    }

    @Test("X-18 while the card takes nothing, rallies hold a quarter of the memory at most", arguments: [0.2, 0.3])
    func room(pinned: Double) {
        var box = box()
        moves(&box, at: 30)
        rests(&box, at: 34)
        box.run(to: 37.4)
        box.send(.card(.condition(.full(freeBytes: 0))))
        let newest = stamp(37.6)
        box.send(
            .stream(
                .line(
                    DelayLineSummary(
                        contentSeconds: 37, capacitySeconds: 600, usedFraction: 0.5, pinnedFraction: pinned, oldest: stamp(0), newest: newest))))
        #expect(box.marks.count == (pinned < 0.25 ? 1 : 0))
        box.run(to: 60)
        #expect(box.marks.count == (pinned < 0.25 ? 1 : 0))
    }

    @Test(
        "X-18 a shot that was heard in a rally is its clip's moment, and makes no clip of its own", arguments: [Settings.SoundMarks.suggest, .mark])
    func heardShot(marks: Settings.SoundMarks) {
        var box = box { $0.soundMarks = marks }
        moves(&box, at: 30)
        for (id, second) in [(1, 31.0), (2, 33.0)] {
            box.run(to: second + 0.1)
            let shot = DetectedShot(id: id, timestamp: Timestamp(seconds: second), level: -12)
            box.send(.hearing(.shot(shot), live: Rehearsal.newest(at: shot.timestamp)))
        }
        rests(&box, at: 36)
        box.run(to: 50)
        #expect(box.marks.map(\.shot) == [Timestamp(seconds: 31)] && box.marks.map(\.source) == [.movement])
        #expect(box.marks.first?.about.timestamp == Timestamp(seconds: 31))
    }

    @Test("X-18 bursts of movement make no marks of their own beside rallies")
    func noBursts() {
        var box = box { $0.marksMovement = true }
        box.send(.stills(.burst(stamp(20), middle: Point(0.5, 0.5))))
        #expect(box.marks.isEmpty)
        #expect(!box.effects.contains { if case .stills(.watchBursts) = $0 { true } else { false } })
    }

    @Test("X-18 a chip, its page and About say that the box writes by itself, and another chip to check the region")
    func chips() {
        var early = Rehearsal { $0.clip = .rally }
        early.run(to: 5)
        #expect(early.texts.contains(Strings.cutsItself) && early.texts.contains(Strings.cutsItselfAdvice))
        var box = box()
        #expect(
            box.appliance.context.boxReport(at: box.now).contains { if case .condition(_, [Strings.Fault.cutsItself]) = $0 { true } else { false } })
        let about = Strings.about(box.appliance.settings, version: "1")
        #expect(about.contains { $0.contains("each rally") } && about != Strings.about(Settings(), version: "1"))
        box.run(to: 299)
        #expect(box.appliance.context.chips(at: box.now).map(\.kind) == [.cutsItself])
        box.run(to: 301)
        #expect(box.appliance.context.chips(at: box.now).map(\.kind) == [.checkRegion, .cutsItself])
        #expect(box.texts.contains(Strings.checkRegion) && box.texts.contains(Strings.nothingMoves))
        moves(&box, at: 310)
        #expect(box.appliance.context.chips(at: box.now).map(\.kind) == [.cutsItself])
        box.run(to: 500)
        #expect(box.appliance.context.chips(at: box.now).map(\.line) == [Strings.neverRests, Strings.cutsItselfAdvice])
    }

    @Test("X-18 a clip is no longer than what the memory holds")
    func shortMemory() {
        var box = box()
        box.capacitySeconds = 40
        moves(&box, at: 30)
        rests(&box, at: 75)
        box.run(to: 90)
        let lengths = box.cuts.map { $0.from.duration(to: $0.through).inSeconds }
        #expect(lengths.count == 2 && lengths[0] == 30 && lengths[1] < 30)
    }

    @Test("X-18 an hour of rallies leaves a clip of each, and not a second more")
    func aMatch() {
        var box = box()
        var wanted: [ClosedRange<Timestamp>] = []
        var now = 30.0
        while now < 3600 {
            let length = Double(3 + wanted.count * 7 % 25)
            moves(&box, at: now)
            rests(&box, at: now + length)
            wanted.append(window(now, now + length))
            now += length + Double(6 + wanted.count * 11 % 20)
        }
        box.run(to: now + 10)
        #expect(wanted.count > 100)
        #expect(box.cuts.map { $0.from...$0.through } == wanted)
        #expect(box.appliance.session.writtenCount == wanted.count && box.appliance.session.lostCount == 0)
    }
}
