// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import TestSupport
import Testing

@testable import Runtime

/// Backwards, at random and in loops over the delay line, while it records and evicts.
@Suite struct LineSteppingTests {
    private static let rate = FrameRate(30)
    /// The size of NumberedPicture.
    private static let pictureBytes = 16

    /// Returns a line, and a function that records on it until an instant. Each GOP takes a block: 40 GOPs are 20 s.
    private static func recording(seconds: Int, seed: UInt64) throws -> (DelayLine, (Timestamp) throws -> Void) {
        let line = try DelayLine(
            capacityBytes: 40 * 4096, parameters: StreamParameters(size: .hd1080, rate: rate), blockBytes: 4096)
        let encoder = NumberEncoder(framesPerGOP: 15)
        let frames = FrameTimes(rate: rate, for: .seconds(seconds), jitter: 0.3, loss: 0.02, seed: seed).frames
        var next = 0
        return (
            line,
            { now in
                while next < frames.count, frames[next].timestamp <= now {
                    let stamp = frames[next]
                    let picture = VideoFrame(buffer: NumberedPicture(stamp.frame, isDecoded: false), stamp: stamp)
                    try encoder.encode(picture, forcingKeyframe: false) { _ = line.append($0) }
                    next += 1
                }
            }
        )
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>, [10_000, 34])
    func howeverTheLineIsLookedAtThePictureIsTheOneDue(seed: UInt64, windowPictures: Int) throws {
        var random = SeededGenerator(seed: seed)
        let (line, recording) = try Self.recording(seconds: 60, seed: seed)
        let player = Player(
            reader: line.makeReader(), decoder: NumberDecoder(),
            window: FrameWindow(capacityBytes: windowPictures * Self.pictureBytes))
        var track = Track(id: TrackID(7), footage: .line, timeline: DelayRule(delay: .seconds(3)).timeline)
        var checked = 0
        for vblank in 0..<3500 {
            let now = Timestamp.zero + FrameRate(60).offset(of: Int64(vblank)) + .microseconds(50)
            try recording(now)
            guard let oldest = line.status.oldest?.timestamp, let newest = line.status.newest?.timestamp, now > Timestamp(seconds: 5) else {
                continue
            }
            let place = track.timeline.place(at: now)
            // Looking back stays a second away from eviction, and never goes into the future.
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

    /// The player runs only after each vblank, for that vblank. The loop lies still while the line goes on.
    @Test(arguments: [-2, -1, -0.5, -0.25, 0.5, 1, 2], [10_000, 34])
    func roundALoopOfTheLineNoPictureIsLate(rate: Double, windowPictures: Int) throws {
        let (line, recording) = try Self.recording(seconds: 45, seed: 3)
        let player = Player(
            reader: line.makeReader(), decoder: NumberDecoder(), window: FrameWindow(capacityBytes: windowPictures * Self.pictureBytes))
        var track: Track?
        var seams = 0
        var oldestAtFirst: Timestamp?
        for vblank in 0..<2700 {
            let now = Timestamp.zero + FrameRate(60).offset(of: Int64(vblank)) + .microseconds(50)
            try recording(now)
            guard now > Timestamp(seconds: 21), let oldest = line.status.oldest?.timestamp else { continue }
            // A loop that is about to be evicted is replaced by the next one.
            if track?.timeline.bounds.map({ .zero + $0.lowerBound < oldest + .seconds(1) }) ?? true {
                let start = Timestamp.zero.duration(to: oldest) + .milliseconds(6813)
                let bounds = start...start + .milliseconds(2313)
                let timeline = Timeline(from: now, position: start + .seconds(1), rate: rate, bounds: bounds, loops: true)
                track = Track(id: TrackID(7), footage: .line, timeline: timeline)
                player.follow(track)
                while try player.advance(to: now) {}
            }
            guard let track else { continue }
            if oldestAtFirst == nil { oldestAtFirst = oldest }
            let place = track.timeline.place(at: now)
            let found = player.look(at: track, vblank: now)
            #expect(found.frame?.stamp == line.newestStamp(notAfter: place), "at \(place.seconds) s, \(now.seconds) s into the run")
            #expect(found.isSettled && found.isDue)
            let next = track.timeline.place(at: now + FrameRate(60).interval)
            if (next < place) != (rate < 0) { seams += 1 }
            while try player.advance(to: now) {}
        }
        #expect(seams >= Int(abs(rate) * 7))
        #expect(try #require(line.status.oldest?.timestamp) > (try #require(oldestAtFirst)) + .seconds(15), "and the line evicted")
    }

    /// Pictures that were fetched before playing starts include the shown one, and this stays true with little room behind it.
    @Test(arguments: [16, 18, 24, 10_000]) func goneBackIntoTheGOPBeforeItPlaysOn(windowPictures: Int) throws {
        let player = Player(
            reader: try Self.filledLine().makeReader(), decoder: NumberDecoder(),
            window: FrameWindow(capacityBytes: windowPictures * Self.pictureBytes))
        func look(_ frame: Int64, rate: Double, after vblanks: Int64) throws -> FrameStamp? {
            let timeline = Timeline(from: .zero, position: Self.rate.offset(of: frame) + .milliseconds(1), rate: rate)
            let track = Track(id: TrackID(7), footage: .line, timeline: timeline)
            let now = Timestamp.zero + Self.rate.offset(of: vblanks)
            player.follow(track)
            while try player.advance(to: now) {}
            let found = player.look(at: track, vblank: now)
            return found.isDue ? found.frame?.stamp : nil
        }
        #expect(try look(60, rate: 0, after: 0)?.frame == 60)
        for vblank in Int64(0)..<40 { #expect(try look(50, rate: 1, after: vblank)?.frame == 50 + vblank) }
    }

    /// A decoder whose pictures lie in a pool, as a V4L2 driver's do: while too many are held, nothing comes out.
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
