// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// Rallies that a referee's whistle ends, and their replays, as the appliance does it.
@Suite struct RefereeTests {
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

    private func whistle(_ box: inout Rehearsal, at seconds: Double) {
        box.run(to: seconds + 0.3)
        let whistle = Timestamp(seconds: seconds)
        box.send(.hearing(.whistle(whistle), live: Rehearsal.newest(at: whistle)))
    }

    @Test("X-18 a whistle ends the rally, and is its clip's moment unless a shot was heard", arguments: [false, true])
    func whistles(isServed: Bool) {
        var box = box { $0.soundMarks = .suggest }
        moves(&box, at: 30)
        if isServed { box.send(.hearing(.shot(DetectedShot(id: 1, timestamp: Timestamp(seconds: 29.9), level: -12)), live: stamp(29.9))) }
        whistle(&box, at: 36)
        box.run(to: 37.3)
        #expect(box.cuts.isEmpty)
        rests(&box, at: 38)
        box.run(to: 45)
        #expect(box.cuts.map { $0.from...$0.through } == [window(30, 36)])
        #expect(box.marks.map(\.about.timestamp) == [Timestamp(seconds: isServed ? 29.9 : 36)])
    }

    @Test("X-18 whistles are heard only where there is sound and rallies are cut, and end none if that is set")
    func whistlesAreOff() {
        var settings = Rehearsal { $0.clip = .rally }.appliance.settings
        #expect(!settings.hearsWhistles && !settings.listens)
        settings.recordsSound = true
        #expect(settings.hearsWhistles && settings.listens)
        settings.scores = true
        #expect(!settings.hearsWhistles && !settings.listens)
        settings.scores = false
        settings.rallyWhistleSeconds = 0
        #expect(!settings.hearsWhistles && !settings.listens)
        var box = box {
            $0.recordsSound = true
            $0.rallyWhistleSeconds = 0
        }
        moves(&box, at: 30)
        whistle(&box, at: 36)
        rests(&box, at: 40)
        box.run(to: 45)
        #expect(box.cuts.map { $0.from...$0.through } == [window(30, 40)])
    }

    @Test("X-02 a rally that is over comes again by itself, from 2 s before its end; shots in it don't")
    func replays() throws {
        var box = box {
            $0.replaysByItself = true
            $0.soundMarks = .suggest
            $0.autoReplayMovementSeconds = 0
        }
        moves(&box, at: 30)
        box.send(.hearing(.shot(DetectedShot(id: 1, timestamp: Timestamp(seconds: 30), level: -12)), live: stamp(30)))
        rests(&box, at: 36)
        box.run(to: 39.4)
        #expect(box.appliance.page == .live)
        box.run(to: 40)
        #expect(box.appliance.page == .autoReplay)
        let track = try #require(box.wishes.tracks.first { $0.id == .replay })
        #expect(track.timeline.bounds?.lowerBound == .seconds(34) && track.timeline.bounds?.upperBound == .seconds(37) && !track.isHeard)
        let name = Strings.clip(ClipPlan.Kind.detected.base + 1)
        #expect(box.scene.texts.contains { $0.run.text == name })
        moves(&box, at: 50)
        whistle(&box, at: 54)
        rests(&box, at: 55)
        box.run(to: 57)
        let next = try #require(box.wishes.tracks.first { $0.id == .replay })
        #expect(next.timeline.bounds?.lowerBound == .seconds(52) && next.timeline.bounds?.upperBound == .seconds(55))
    }
}
