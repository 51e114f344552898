// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import TestSupport
import Testing

@testable import Runtime

/// Loops: the picture at each instant is the frame that the timeline says, and the pictures after the seam are ready before it.
@Suite struct LoopTests {
    /// The number of 1080p60 pictures that fit into the ordinary window.
    private static let tight = 34

    private static func film(_ isFast: Bool) throws -> ClipHarness.Film { try isFast ? ClipHarness.fastFilm() : ClipHarness.films()[1] }

    /// Returns loops from the middle of a GOP, and one of the whole clip.
    private static func bounds(_ film: ClipHarness.Film) -> [ClosedRange<Duration>] {
        let start = Duration.milliseconds(813)
        return [0.1, 0.45, 1.0, 1.7, 2.9].map { start...start + .seconds($0) } + [.zero...film.duration]
    }

    /// The player runs only after each vblank, for that vblank: any picture that isn't fetched ahead comes late.
    @Test(arguments: [-2, -1, -0.5, -0.25, 0.25, 0.5, 1, 2], [nil, tight])
    func noPictureIsLateAtTheSeam(rate: Double, window: Int?) throws {
        for film in [try Self.film(false), try Self.film(true)] {
            for bounds in Self.bounds(film) {
                let room = ClipHarness(windowPictures: window)
                // Starts past the middle, so that a long loop comes round soon; off the pictures' own times, so that rounding doesn't
                // decide.
                let length = bounds.upperBound - bounds.lowerBound
                let timeline = Timeline(
                    from: Timestamp(seconds: 0.1071), position: bounds.lowerBound + length * (rate < 0 ? 1 : 3) / 4, rate: rate,
                    bounds: bounds, loops: true)
                room.play(film.key, path: film.path, timeline: timeline)
                while room.players.advanceOthers(to: room.upcoming) {}
                var seams = 0
                var last = timeline.position(at: room.upcoming)
                let once: Double = 60 * length.inSeconds / abs(rate)
                for _ in 0..<Int(min(max(120, 1.3 * once), 800)) {
                    let position = timeline.position(at: room.upcoming)
                    if (position < last) != (rate < 0) { seams += 1 }
                    last = position
                    let number = try room.next(decodes: false)
                    #expect(number == film.frame(dueAt: position), "at \(position.inSeconds) s of \(bounds)")
                    while room.players.advanceOthers(to: room.clock.now()) {}
                }
                #expect(seams > 0)
                #expect(room.tally.late == 0 && room.tally.waits == 0, "\(bounds)")
                if let window { #expect(room.players.windowBytes <= window * 160 * 160 * 3 / 2) }
            }
        }
    }

    @Test(arguments: [-1.0, 1]) func aLoopThatFitsIntoTheWindowIsDecodedOnce(rate: Double) throws {
        let film = try Self.film(false)
        let room = ClipHarness()
        let timeline = Timeline(
            from: Timestamp(seconds: 0.1071), position: .seconds(1), rate: rate, bounds: .milliseconds(700) ... .milliseconds(1900), loops: true)
        room.play(film.key, path: film.path, timeline: timeline)
        for _ in 0..<160 { _ = try room.next() }
        let decoded = room.players.decoded
        for _ in 0..<300 { #expect(try room.next() == film.frame(dueAt: timeline.position(at: room.clock.now()))) }
        #expect(room.players.decoded == decoded)
    }

    /// Each round decodes only the pictures between the keyframe and the loop's beginning in addition.
    @Test(arguments: [1.0, -1])
    func aLongLoopCostsOneGOPMoreEachTime(rate: Double) throws {
        let film = try Self.film(true)
        let room = ClipHarness(windowPictures: Self.tight)
        let bounds = Duration.milliseconds(813) ... .milliseconds(3713)
        let timeline = Timeline(from: Timestamp(seconds: 0.1071), position: .seconds(2), rate: rate, bounds: bounds, loops: true)
        room.play(film.key, path: film.path, timeline: timeline)
        for _ in 0..<522 { _ = try room.next() }
        let shown: Int64 = 3 * 29 * 6
        #expect(room.players.decoded <= shown + 4 * 3 * 30)
    }

    @Test func aChangeOfTheLoopIsFollowedAtOnce() throws {
        var random = SeededGenerator(seed: 11)
        let film = try Self.film(true)
        let room = ClipHarness(windowPictures: Self.tight)
        for _ in 0..<60 {
            let start = Duration.milliseconds(Int.random(in: 0...2000, using: &random))
            let length = Duration.milliseconds(Int.random(in: 1...1500, using: &random))
            let rate: Double = [-2, -1, -0.5, 0, 0.5, 1, 2].randomElement(using: &random) ?? 1
            let timeline = Timeline(
                from: room.upcoming, position: start + length / 2 + .microseconds(77), rate: rate, bounds: start...start + length, loops: true)
            room.play(film.key, path: film.path, timeline: timeline)
            for _ in 0..<Int.random(in: 1...90, using: &random) {
                let position = timeline.position(at: room.upcoming)
                #expect(try room.next() == film.frame(dueAt: position), "at \(position.inSeconds) s")
            }
        }
        #expect(room.tally.late == 0 && room.tally.waits == 0)
    }
}
