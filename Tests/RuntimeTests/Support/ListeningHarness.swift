// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Media
import ShootingRange
import Synchronization

@testable import Runtime

/// The sound of clips from a virtual run with a simulated microphone: the box's own sound player and a speaker that reports what it played,
/// without
/// pictures and interface.
final class ListeningHarness {
    /// The clips of one run with sound, for all tests: the archer's release, and so a click, is at 5, 13 and 21 s.
    static let run = Result {
        try TestRun("8.2 mark tap\n17.123 mark tap\n20 stop tap\n", settings: "sound = true\n", for: 22)
    }

    static func films() throws -> [ClipHarness.Film] { ClipHarness.films(of: try run.get()) }

    /// Returns the positions of a clip's clicks.
    static func clicks(in film: ClipHarness.Film) -> [Duration] {
        let from = film.rate.offset(of: film.record.firstFrame)
        return ShotCycle.releaseTimes(in: from..<from + film.duration).map { $0 - from }
    }

    let clock = VirtualClock()
    private(set) var player: SoundPlayer!
    /// The played samples of the left side, with their times.
    private(set) var heard: [(time: Timestamp, samples: [Int16])] = []
    /// The number of times that a speaker was opened.
    private(set) var openings = 0
    private(set) var words: [String] = []
    var paths: [ClipKey: String] = [:]
    var line: SoundLine?
    var isShown = true
    /// The playing track.
    private(set) var track: Track?

    /// - Parameter makeSpeaker: makes a speaker from a clock and a listener; `nil` for a speaker that keeps to the clock.
    init(volume: Double = 100, makeSpeaker: ((VirtualClock, @escaping SilentSpeaker.Ear) throws -> any Speaker)? = nil) {
        var settings = Settings()
        settings.volumePercent = volume
        let sources = SoundPlayer.Sources(
            file: { [unowned self] in paths[$0] }, line: { [unowned self] in line }, isShown: { [unowned self] _ in isShown },
            openSpeaker: { [unowned self] _ in
                openings += 1
                let ear: SilentSpeaker.Ear = { [unowned self] time, rate, samples in
                    precondition(rate == 48_000)
                    heard.append((time, stride(from: samples.startIndex, to: samples.endIndex, by: 2).map { samples[$0] }))
                }
                return try makeSpeaker?(clock, ear) ?? SilentSpeaker(timebase: clock, ear: ear)
            })
        player = SoundPlayer(settings, sources: sources, timebase: clock) { [unowned self] in words.append($0) }
    }

    /// Plays a clip from its timeline's anchor on.
    func play(_ film: ClipHarness.Film, _ timeline: Timeline) {
        run(until: timeline.anchor)
        paths[film.key] = film.path
        show(Track(id: .replay, footage: .clip(film.key), timeline: timeline, isHeard: true))
    }

    func show(_ track: Track?) {
        self.track = track
        player.perform(.show([.delayed(by: .seconds(2))] + (track.map { [$0] } ?? [])))
    }

    /// Changes only the timeline, as the controls do.
    func change(_ body: (inout Timeline) -> Void) {
        guard var track else { return }
        body(&track.timeline)
        show(track)
    }

    /// Steps the player as the driver of a virtual run does.
    func run(until end: Timestamp) {
        while let next = player.nextStep, next < end {
            clock.advance(to: next)
            player.runOnce()
        }
        clock.advance(to: end)
    }

    // MARK: Results

    private func samples(in span: ClosedRange<Timestamp>) -> [(time: Timestamp, level: Int)] {
        let rate = FrameRate(48_000)
        return heard.flatMap { block -> [(Timestamp, Int)] in
            let end = block.time + rate.offset(of: Int64(block.samples.count))
            guard block.time <= span.upperBound, end >= span.lowerBound else { return [] }
            return block.samples.enumerated().map { (block.time + rate.offset(of: Int64($0)), Int($1.magnitude)) }
        }.filter { span.contains($0.0) }
    }

    /// Returns the loudest sample from one instant to another.
    func loudest(_ from: Timestamp, _ through: Timestamp) -> Int { samples(in: from...through).map(\.level).max() ?? 0 }

    /// Returns the beginnings of releases: samples above this level after a tenth of a second below it. At a third of its loudest a release
    /// stands out from what an encoder spreads before it.
    func onsets(above level: Int = 8000) -> [Timestamp] {
        var onsets: [Timestamp] = []
        var last: Timestamp?
        for (time, sample) in samples(in: .zero...Timestamp(seconds: 1e6)) where sample > level {
            if last.map({ $0.duration(to: time) > .milliseconds(100) }) ?? true { onsets.append(time) }
            last = time
        }
        return onsets
    }
}
