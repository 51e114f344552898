// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import TestSupport
import Testing

@testable import Runtime

/// Backwards, step by step and at random: the strip in each picture is the frame that the timeline says.
@Suite struct SteppingTests {
    /// As many pictures as the ordinary window has of 1080p60.
    private static let tight = 32

    private static func film(_ isFast: Bool) throws -> ClipHarness.Film { try isFast ? ClipHarness.fastFilm() : ClipHarness.films()[1] }

    /// The middle of a picture's time, so that no rounding decides which is due.
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
            // Far, or a few pictures on or back.
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

/// The same over the delay line, while it records and evicts.
@Suite struct LineSteppingTests {
    private static let rate = FrameRate(30)
    /// Of NumberedPicture's size.
    private static let pictureBytes = 16

    @Test(arguments: 1...12 as ClosedRange<UInt64>, [10_000, 34])
    func howeverTheLineIsLookedAtThePictureIsTheOneDue(seed: UInt64, windowPictures: Int) throws {
        var random = SeededGenerator(seed: seed)
        let parameters = StreamParameters(size: .hd1080, rate: Self.rate)
        // A GOP a block: 40 GOPs are 20 s.
        let line = try DelayLine(capacityBytes: 40 * 4096, parameters: parameters, blockBytes: 4096)
        let encoder = NumberEncoder(framesPerGOP: 15)
        let player = Player(
            reader: line.makeReader(), decoder: NumberDecoder(),
            window: FrameWindow(capacityBytes: windowPictures * Self.pictureBytes))
        let times = FrameTimes(rate: Self.rate, for: .seconds(60), jitter: 0.3, loss: 0.02, seed: seed)
        var next = 0
        var track = Track(id: TrackID(7), footage: .line, timeline: .delayed(by: .seconds(3)))
        var checked = 0
        for vblank in 0..<3500 {
            let now = Timestamp.zero + FrameRate(60).offset(of: Int64(vblank)) + .microseconds(50)
            while next < times.frames.count, times.frames[next].timestamp <= now {
                let stamp = times.frames[next]
                try encoder.encode(VideoFrame(buffer: NumberedPicture(stamp.frame, isDecoded: false), stamp: stamp), forcingKeyframe: false) {
                    _ = line.append($0)
                }
                next += 1
            }
            guard let oldest = line.status.oldest?.timestamp, let newest = line.status.newest?.timestamp, now > Timestamp(seconds: 5) else {
                continue
            }
            let place = track.timeline.place(at: now)
            // Whoever looks back stays a second away from what is evicted, and doesn't look into the future.
            if place < oldest + .seconds(1) || place > newest || random.chance(0.02) {
                let wanted =
                    oldest + .seconds(1)
                    + .nanoseconds(
                        Int64.random(
                            in: 0...max(1, (oldest + .seconds(1)).duration(to: newest).nanoseconds), using: &random))
                track.timeline = Timeline(
                    from: now, position: Timestamp.zero.duration(to: wanted),
                    rate: [-2, -1, -0.5, 0, 0.5, 1, 2].randomElement(using: &random) ?? 0)
            } else if track.timeline.rate == 0, random.chance(0.3) {
                let step = Self.rate.interval * (random.chance(0.7) ? -1 : 1)
                track.timeline = track.timeline.moved(to: track.timeline.position(at: now) + step, at: now)
            }
            player.follow(track)
            while try player.advance(to: now) {}
            let target = track.timeline.place(at: now)
            guard target >= oldest else { continue }
            let found = player.look(at: track, vblank: now)
            #expect(found.frame?.stamp == line.newestStamp(notAfter: target), "at \(target.seconds) s, \(now.seconds) s into the run")
            #expect(found.isSettled && found.isDue)
            guard found.frame?.stamp == line.newestStamp(notAfter: target) else { return }
            checked += 1
        }
        #expect(checked > 2500 && line.status.oldest?.timestamp ?? .zero > Timestamp(seconds: 20), "and the line evicted")
    }

    /// A decoder whose pictures lie in a pool, as a V4L2 driver's do: while too many are held, nothing comes out of it.
    private final class PooledDecoder: Decoder {
        let name = "pooled"
        var heldPictures: Int? { 8 }
        private let inner = NumberDecoder()
        private var given: [Weak] = []
        private(set) var stalls = 0

        private struct Weak {
            weak var buffer: PixelBuffer?
        }

        func decode(_ unit: AccessUnit) throws(CodecError) -> VideoFrame? {
            given.removeAll { $0.buffer == nil }
            guard given.count < 12 else {
                stalls += 1
                throw CodecError(codec: name, operation: "decode", reason: "all its buffers are held")
            }
            let frame = try inner.decode(unit)
            if let frame { given.append(Weak(buffer: frame.buffer)) }
            return frame
        }

        func flush() { inner.flush() }
    }

    private static func filledLine() throws -> DelayLine {
        let line = try DelayLine(capacityBytes: 1 << 20, parameters: StreamParameters(size: .hd1080, rate: rate), blockBytes: 4096)
        let encoder = NumberEncoder(framesPerGOP: 15)
        for frame in Int64(0)..<150 {
            let stamp = FrameStamp(frame: frame, timestamp: .zero + rate.offset(of: frame))
            try encoder.encode(VideoFrame(buffer: NumberedPicture(frame, isDecoded: false), stamp: stamp), forcingKeyframe: false) {
                _ = line.append($0)
            }
        }
        return line
    }

    @Test(arguments: [true, false]) func whatAWindowKeepsIsCopiedOutOfADecoderWithASmallPool(keepsPassed: Bool) throws {
        let line = try Self.filledLine()
        let decoder = PooledDecoder()
        let player = Player(reader: line.makeReader(), decoder: decoder, window: FrameWindow(keepsPassed: keepsPassed))
        for frame in keepsPassed ? Array((Int64(10)...140).reversed()) : Array(Int64(10)...140) {
            let place = Self.rate.offset(of: frame) + .milliseconds(1)
            let track = Track(id: TrackID(7), footage: .line, timeline: Timeline(from: .zero, position: place, rate: 0))
            player.follow(track)
            while try player.advance(to: .zero) {}
            let found = player.look(at: track, vblank: .zero)
            #expect(found.frame?.stamp.frame == frame)
            #expect((found.frame?.buffer is NumberedPicture) == !keepsPassed, "a window that only follows needs no copies")
        }
        #expect(decoder.stalls == 0)
    }
}
