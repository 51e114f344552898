// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Foundation
import Media
import TestSupport
import Testing

@testable import Runtime

/// The sound of a clip and its times, compared with the instants at which the pictures show the archer's release.
@Suite struct SoundPlayerTests {
    /// Aligned with nothing.
    private static let anchor = Timestamp(seconds: 0.1071)
    /// A release takes some milliseconds to become loud, and an encoder spreads it a little.
    private static let spread = 0.003

    /// The first clip: some eight seconds, with a click in the middle.
    private func film() throws -> ClipHarness.Film { try #require(try ListeningHarness.films().first) }
    private func click(in film: ClipHarness.Film) throws -> Duration { try #require(ListeningHarness.clicks(in: film).first) }

    private func expect(_ onsets: [Timestamp], at times: [Double], within: Double = spread, _ place: SourceLocation = #_sourceLocation) {
        #expect(onsets.count == times.count, "\(onsets.map(\.seconds)), due at \(times)", sourceLocation: place)
        for (onset, time) in zip(onsets, times) {
            #expect(abs(onset.seconds - time) <= within, "at \(onset.seconds), due at \(time)", sourceLocation: place)
        }
    }

    @Test("V-18 at full speed a clip's own sound is heard with its pictures", arguments: [0, 1])
    func theClickIsHeardWhenTheReleaseIsSeen(index: Int) throws {
        let film = try ListeningHarness.films()[index]
        let room = ListeningHarness()
        room.play(film, .ofReplay(from: Self.anchor))
        room.run(until: Self.anchor + film.duration)
        let clicks = ListeningHarness.clicks(in: film)
        try #require(!clicks.isEmpty)
        expect(room.onsets(), at: clicks.map { (Self.anchor + $0).seconds })
        #expect(room.words == ["sound is heard through silent"])
    }

    @Test("V-18 backwards, faster and paused there is silence", arguments: [-2, -1, -0.5, -0.25, -0.125, 0, 0.3, 2])
    func anyOtherSpeedIsSilent(rate: Double) throws {
        let film = try film()
        let room = ListeningHarness()
        room.play(film, .ofReplay(from: Self.anchor, position: try click(in: film), rate: rate))
        room.run(until: Self.anchor + .seconds(5))
        #expect(room.heard.isEmpty && room.openings == 0)
    }

    @Test("X-05 in slow motion the click is heard once, when its release is seen, as loud as ever", arguments: [0.75, 0.5, 0.25, 0.125])
    func inSlowMotionTheClickIsHeardOnceWhenItsReleaseIsSeen(rate: Double) throws {
        let film = try film()
        let begin = try click(in: film) - .milliseconds(700)
        let (slow, whole) = (ListeningHarness(), ListeningHarness())
        for (room, rate) in [(slow, rate), (whole, 1)] {
            room.play(film, .ofReplay(from: Self.anchor, position: begin, rate: rate))
            room.run(until: Self.anchor + .seconds(1.5 / rate))
        }
        expect(slow.onsets(), at: [Self.anchor.seconds + 0.7 / rate], within: 0.005)
        let end = Self.anchor + .seconds(20)
        let level = Double(slow.loudest(Self.anchor, end)) / Double(whole.loudest(Self.anchor, end))
        #expect((0.89...1.12).contains(level), "\(level) of its level")
        #expect(slow.openings == 1)
    }

    @Test("X-05 from one speed to the next the sound goes on, and each pass of a loop is heard in its place")
    func theSpeedIsChangedWhileItIsHeard() throws {
        let film = try film()
        let click = try click(in: film)
        let room = ListeningHarness()
        let bounds = click - .milliseconds(400)...click + .milliseconds(200)
        room.play(film, .ofReplay(from: Self.anchor, position: bounds.lowerBound, bounds: bounds, loops: true))
        var (now, due) = (Self.anchor, [Double]())
        for rate in [1, 0.5, 0.25, 0.75, -0.5, 1] {
            room.change { $0 = Timeline.ofReplay(from: now, position: bounds.lowerBound, rate: rate, bounds: bounds, loops: true) }
            // Two passes. Backwards there is no sound.
            if rate > 0 { due += [0.4, 1.0].map { now.seconds + $0 / rate } }
            now = now + .seconds(1.2 / abs(rate))
            room.run(until: now)
        }
        expect(room.onsets(), at: due, within: 0.005)
    }

    /// Of two tracks that want to be heard, only the shown track is heard.
    @Test func whatIsOnlyPrimedIsSilent() throws {
        let film = try film()
        let room = ListeningHarness()
        room.paths[film.key] = film.path
        let timeline = Timeline.ofReplay(from: Self.anchor)
        let primed = Track(id: TrackID(7), footage: .clip(film.key), timeline: timeline, isHeard: true, isPrimed: true)
        room.player.perform(.show([primed]))
        room.run(until: Self.anchor + .seconds(1))
        #expect(room.heard.isEmpty && room.openings == 0)
        let shown = Track(id: .replay, footage: .clip(film.key), timeline: timeline, isHeard: true)
        room.player.perform(.show([primed, shown]))
        room.run(until: Self.anchor + .seconds(2))
        #expect(room.openings == 1)
    }

    @Test func whatIsNotMeantToBeHeardIsSilent() throws {
        let film = try film()
        let room = ListeningHarness()
        room.paths[film.key] = film.path
        room.show(Track(id: .replay, footage: .clip(film.key), timeline: .ofReplay(from: Self.anchor)))
        room.run(until: Self.anchor + .seconds(8))
        room.show(nil)
        room.run(until: Self.anchor + .seconds(9))
        #expect(room.heard.isEmpty && room.openings == 0)
    }

    @Test func roundALoopEachPassIsHeardInItsPlace() throws {
        let film = try film()
        let click = try click(in: film)
        let room = ListeningHarness()
        let bounds = click - .milliseconds(413)...click + .milliseconds(294)
        room.play(film, .ofReplay(from: Self.anchor, position: bounds.lowerBound, bounds: bounds, loops: true))
        room.run(until: Self.anchor + .seconds(5))
        expect(room.onsets(), at: (0..<7).map { (Self.anchor + .milliseconds(413 + 707 * $0)).seconds })
    }

    /// A jump, then another before anything of the first is heard, as when the knob is turned.
    @Test func afterAJumpItIsHeardInItsNewPlace() throws {
        let film = try film()
        let click = try click(in: film)
        let room = ListeningHarness()
        room.play(film, .ofReplay(from: Self.anchor))
        room.run(until: Self.anchor + .milliseconds(500))
        for step in 0..<5 {
            let now = Self.anchor + .milliseconds(500 + 100 * step)
            room.change { $0 = $0.moved(to: click - .milliseconds(100), at: now) }
            room.run(until: now + .milliseconds(100))
        }
        // It is silent during the jumps; otherwise each jump's click would be heard.
        #expect(room.onsets().isEmpty)
        let now = Self.anchor + .seconds(1)
        room.change { $0 = $0.moved(to: click - .milliseconds(800), at: now) }
        room.run(until: now + .seconds(2))
        expect(room.onsets(), at: [(now + .milliseconds(800)).seconds])
        #expect(room.loudest(now + .milliseconds(60), now + .milliseconds(149)) == 0)
    }

    @Test func aPauseIsSilentWithinATenthOfASecondAndGoesOnWhereItStands() throws {
        let film = try film()
        let click = try click(in: film)
        let room = ListeningHarness()
        room.play(film, .ofReplay(from: Self.anchor, position: click - .milliseconds(500)))
        let pause = Self.anchor + .milliseconds(300)
        room.run(until: pause)
        room.change { $0 = $0.changed(rate: 0, at: pause) }
        room.run(until: pause + .seconds(2))
        #expect(room.loudest(.zero, pause) > 0)
        #expect(room.loudest(pause + SoundPlayer.ahead + .milliseconds(15), pause + .seconds(2)) == 0)
        room.change { $0 = $0.changed(rate: 1, at: pause + .seconds(2)) }
        room.run(until: pause + .seconds(3))
        expect(room.onsets(), at: [(pause + .milliseconds(2200)).seconds])
        // The speaker was needed again so soon that it was kept open.
        #expect(room.openings == 1)
    }

    @Test("V-18 the volume is the part of the amplitude; 0 is silence", arguments: [100, 50, 25, 0])
    func theVolumeIsThePartOfTheAmplitude(percent: Double) throws {
        let film = try film()
        let timeline = Timeline.ofReplay(from: Self.anchor)
        let (whole, part) = (ListeningHarness(), ListeningHarness(volume: percent))
        for room in [whole, part] {
            room.play(film, timeline)
            room.run(until: Self.anchor + film.duration)
        }
        guard percent > 0 else { return #expect(part.heard.isEmpty && part.openings == 0) }
        let (all, some) = (whole.heard.flatMap(\.samples), part.heard.flatMap(\.samples))
        #expect(all.count == some.count && all.contains { $0.magnitude > 10_000 })
        // Outside the fades; both are rounded.
        #expect(zip(all, some).allSatisfy { abs(Double($0) * percent / 100 - Double($1)) <= 1 })
    }

    @Test func theVolumeIsHeardWhileItIsChanged() throws {
        let film = try film()
        let click = try click(in: film)
        let room = ListeningHarness()
        let bounds = click - .milliseconds(250)...click + .milliseconds(250)
        room.play(film, .ofReplay(from: Self.anchor, position: bounds.lowerBound, bounds: bounds, loops: true))
        var settings = Settings()
        for (index, percent) in [100.0, 50, 0, 75].enumerated() {
            settings.volumePercent = percent
            room.player.follow(settings)
            let from = Self.anchor + .seconds(index)
            room.run(until: from + .seconds(1))
            let peak = Double(room.loudest(from + .milliseconds(400), from + .seconds(1)))
            let whole = Double(room.loudest(Self.anchor, Self.anchor + .milliseconds(990)))
            #expect(abs(peak / whole - percent / 100) < 0.01, "\(percent) %")
        }
    }

    @Test func nothingIsHeardBeforeItIsSeen() throws {
        let film = try film()
        let click = try click(in: film)
        let room = ListeningHarness()
        room.isShown = false
        room.play(film, .ofReplay(from: Self.anchor, position: click - .milliseconds(200)))
        room.run(until: Self.anchor + .seconds(1))
        #expect(room.heard.isEmpty)
        room.isShown = true
        room.change { $0 = $0.moved(to: click - .milliseconds(200), at: Self.anchor + .seconds(1)) }
        room.run(until: Self.anchor + .seconds(2))
        expect(room.onsets(), at: [(Self.anchor + .milliseconds(1200)).seconds])
    }

    @Test func anotherClipIsHeardInThePlaceOfTheFirst() throws {
        let films = try ListeningHarness.films()
        let room = ListeningHarness()
        for round in 0..<4 {
            let film = films[round % 2]
            let now = Self.anchor + .seconds(round)
            room.play(film, .ofReplay(from: now, position: try click(in: film) - .milliseconds(500)))
            room.run(until: now + .seconds(1))
        }
        expect(room.onsets(), at: (0..<4).map { (Self.anchor + .milliseconds(500 + 1000 * $0)).seconds })
        #expect(room.openings == 1)
    }

    @Test func theSpeakerIsLetGoAfterSomeSilence() throws {
        let film = try film()
        let room = ListeningHarness()
        room.play(film, .ofReplay(from: Self.anchor))
        room.run(until: Self.anchor + .seconds(1))
        room.show(nil)
        room.run(until: Self.anchor + .seconds(10))
        #expect(room.player.nextStep == nil)
        let last = try #require(room.heard.last)
        #expect(last.time < Self.anchor + .seconds(1) + SoundPlayer.linger + .milliseconds(200))
        room.play(film, .ofReplay(from: Self.anchor + .seconds(10)))
        room.run(until: Self.anchor + .seconds(10) + film.duration)
        #expect(room.openings == 2 && !room.onsets().isEmpty)
    }

    @Test func aClipWithoutSoundIsSilentAndCostsNothing() throws {
        let film = try #require(try ClipHarness.films().first)
        let room = ListeningHarness()
        room.play(film, .ofReplay(from: Self.anchor))
        room.run(until: Self.anchor + .seconds(3))
        #expect(room.heard.isEmpty && room.openings == 0 && room.player.nextStep == nil && room.words.isEmpty)
        room.paths = [:]
        room.show(Track(id: .replay, footage: .clip(ClipKey(session: "gone", number: 1)), timeline: .ofReplay(from: Self.anchor), isHeard: true))
        room.run(until: Self.anchor + .seconds(4))
        #expect(room.heard.isEmpty && room.openings == 0)
    }

    @Test func theLineIsHeardAsAClipIs() throws {
        let microphone = SimulatedMicrophone(timebase: SteppingClock(), shotsFrom: .zero)
        let encoder = try SoundEncoder(channels: 1)
        let line = SoundLine(format: encoder.format, maximumSeconds: 60)
        try microphone.start()
        for _ in 0..<700 {
            let block = try #require(try microphone.nextBlock(until: Timestamp(seconds: 100)))
            try encoder.encode(samples: block.samples, timestamp: block.timestamp) { line.append($0) }
        }
        let room = ListeningHarness()
        room.line = line
        let bounds = Duration.seconds(3.2)...Duration.seconds(8.2)
        room.show(
            Track(
                id: .replay, footage: .line, timeline: Timeline(from: Self.anchor, position: .seconds(3.2), bounds: bounds, loops: true),
                isHeard: true))
        room.run(until: Self.anchor + .seconds(14))
        expect(room.onsets(), at: [1.8, 6.8, 11.8].map { Self.anchor.seconds + $0 })
    }
}

extension Timeline {
    /// Returns the track of a clip, as a replay plays it.
    static func ofReplay(
        from anchor: Timestamp, position: Duration = .zero, rate: Double = 1, bounds: ClosedRange<Duration> = .zero ... .seconds(1000),
        loops: Bool = false
    ) -> Timeline {
        Timeline(from: anchor, position: position, rate: rate, bounds: bounds, loops: loops)
    }
}
