// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import TestSupport
import Testing

@testable import Runtime

/// Backwards, step by step and at random: the strip in each picture is the frame that the timeline says.
@Suite struct SteppingTests {
    /// The number of 1080p60 pictures that fit into the ordinary window.
    private static let tight = 34

    private static func film(_ isFast: Bool) throws -> ClipHarness.Film { try isFast ? ClipHarness.fastFilm() : ClipHarness.films()[1] }

    /// The middle of a picture's time, so that rounding doesn't decide which is due.
    private static func middle(_ index: Int64, _ film: ClipHarness.Film) -> Duration {
        film.rate.offset(of: index) + film.rate.interval / 2 + .microseconds(77)
    }

    @Test("V-17 stepped back over five keyframes and on again, each step shows its frame", arguments: [false, true], [nil, tight])
    func eachStepBackShowsTheFrameBefore(isFast: Bool, window: Int?) throws {
        let film = try Self.film(isFast)
        let room = ClipHarness(windowPictures: window)
        let steps = Int64(film.rate.hertz / 2) * 5 + 7
        let last = film.count - 1
        func show(_ index: Int64) throws {
            room.play(film.key, path: film.path, timeline: Timeline(from: .zero, position: Self.middle(index, film), rate: 0))
            #expect(try room.next() == film.record.firstFrame + index)
        }
        try show(last)
        let before = room.players.decoded
        for back in 1...steps { try show(last - back) }
        let gop = Int64(film.rate.hertz / 2)
        #expect(room.players.decoded - before <= steps + 2 * gop + 5, "each picture is decoded once on the way back")
        for forth in 1...steps { try show(last - steps + forth) }
        #expect(room.tally.late == 0 && room.tally.waits == 0)
    }

    @Test func inAWarmWindowAStepBackCostsNoDecoding() throws {
        let film = try Self.film(false)
        let room = ClipHarness()
        func show(_ index: Int64) throws -> Int64? {
            room.play(film.key, path: film.path, timeline: Timeline(from: .zero, position: Self.middle(index, film), rate: 0))
            return try room.next()
        }
        for index in Int64(30)...60 { _ = try show(index) }
        let decoded = room.players.decoded
        for index in stride(from: Int64(59), through: 45, by: -1) { #expect(try show(index) == film.record.firstFrame + index) }
        for index in Int64(46)...58 { #expect(try show(index) == film.record.firstFrame + index) }
        #expect(room.players.decoded == decoded)
    }

    @Test("V-18 played backwards each picture shown is exactly the one due", arguments: [-0.25, -0.5, -1, -2], [false, true])
    func playedBackwardsThePictureShownIsTheOneDue(rate: Double, isFast: Bool) throws {
        let film = try Self.film(isFast)
        for window in [nil, Self.tight] {
            let room = ClipHarness(windowPictures: window)
            let end = film.duration - .microseconds(77)
            let timeline = Timeline(from: Timestamp(seconds: 0.1071), position: end, rate: rate, bounds: .zero...film.duration)
            room.play(film.key, path: film.path, timeline: timeline)
            var shown: Set<Int64> = []
            while timeline.position(at: room.upcoming) > .zero {
                let position = timeline.position(at: room.upcoming)
                guard position > .microseconds(100) else { break }
                let number = try #require(try room.next())
                #expect(number == film.frame(dueAt: position), "at \(position.inSeconds) s")
                shown.insert(number)
            }
            for _ in 0..<30 { #expect(try room.next() == film.record.firstFrame, "and at the beginning it stays") }
            #expect(room.players.decoded <= film.count + 3 * Int64(film.rate.hertz / 2), "each picture is decoded once")
            if rate > -2 { #expect(shown.count == Int(film.count)) }
            #expect(room.tally.late == 0 && room.tally.waits == 0)
        }
    }

    @Test("V-19 scrubbed at random 500 times the picture shown is the one due", arguments: 1...4 as ClosedRange<UInt64>)
    func scrubbedAtRandomThePictureShownIsTheOneDue(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let film = try Self.film(seed % 2 == 0)
        let room = ClipHarness(windowPictures: seed > 2 ? Self.tight : nil)
        var index: Int64 = 0
        for _ in 0..<500 {
            // Far away, or a few pictures forward or back.
            index =
                random.chance(0.5)
                ? Int64.random(in: 0..<film.count, using: &random)
                : min(max(index + Int64.random(in: -20...20, using: &random), 0), film.count - 1)
            let rate: Double = [-1.0, 0, 0, 1].randomElement(using: &random) ?? 0
            let timeline = Timeline(from: room.upcoming, position: Self.middle(index, film), rate: rate, bounds: .zero...film.duration)
            room.play(film.key, path: film.path, timeline: timeline)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let position = timeline.position(at: room.upcoming)
                let number = try room.next()
                #expect(number == film.frame(dueAt: position), "at \(position.inSeconds) s")
                guard number == film.frame(dueAt: position) else { return }
            }
        }
    }

    /// The player runs only after each vblank, for that vblank: any picture that isn't fetched ahead comes late.
    @Test(arguments: [-0.25, -0.5, -1, -2], [nil, tight])
    func backwardsNoPictureIsLateForAPlayerThatIsAVblankBehind(rate: Double, window: Int?) throws {
        for isFast in [false, true] {
            let film = try Self.film(isFast)
            let room = ClipHarness(windowPictures: window)
            let timeline = Timeline(
                from: Timestamp(seconds: 0.1071), position: film.duration - .microseconds(77), rate: rate, bounds: .zero...film.duration)
            room.play(film.key, path: film.path, timeline: timeline)
            while room.players.advanceOthers(to: room.upcoming) {}
            while timeline.position(at: room.upcoming) > .microseconds(100) {
                let position = timeline.position(at: room.upcoming)
                #expect(try room.next(decodes: false) == film.frame(dueAt: position), "at \(position.inSeconds) s")
                while room.players.advanceOthers(to: room.clock.now()) {}
            }
            #expect(room.tally.late == 0 && room.tally.waits == 0)
        }
    }

    /// The due picture may have passed, or not be decoded yet: either way an older one stays, and that is counted.
    @Test(arguments: [-2.0, -1, 1, 2]) func eachVblankAtWhichAnOlderPictureStaysIsCountedAsLate(rate: Double) throws {
        let film = try Self.film(false)
        let room = ClipHarness(windowPictures: Self.tight)
        let timeline = Timeline(
            from: Timestamp(seconds: 0.1071), position: film.duration / 2 + .microseconds(77), rate: rate, bounds: .zero...film.duration)
        room.play(film.key, path: film.path, timeline: timeline)
        _ = try room.next()
        var wrong: Int64 = 0
        for _ in 0..<60 {
            let due = film.frame(dueAt: timeline.position(at: room.upcoming))
            if try room.next(decodes: false) != due { wrong += 1 }
        }
        #expect(wrong > 10 && room.tally.late >= wrong)
        // The picture that was decoded last may be the due one, but without the next picture that isn't proven.
        #expect(room.tally.late <= wrong + 2)
    }

    @Test func aLoopGoesRound() throws {
        let film = try Self.film(false)
        let room = ClipHarness()
        let timeline = Timeline(
            from: Timestamp(seconds: 0.1071), position: .seconds(1), rate: 1,
            bounds: .milliseconds(700) ... .milliseconds(1900), loops: true)
        room.play(film.key, path: film.path, timeline: timeline)
        for _ in 0..<300 {
            let position = timeline.position(at: room.upcoming)
            #expect(try room.next() == film.frame(dueAt: position))
        }
    }
}
