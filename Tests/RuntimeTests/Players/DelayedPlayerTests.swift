// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import TestSupport
import Testing

@testable import Runtime

@Suite struct DelayedPlayerTests {
    private static let rate = FrameRate(30)

    private func screening(seconds: Double, delay: Double = 2, capacityBytes: Int = 4 << 20, failing: Set<Int64> = []) throws -> PresentingHarness {
        try PresentingHarness(
            FrameTimes(rate: Self.rate, for: .seconds(seconds), seed: 0), rate: Self.rate, refresh: FrameRate(60),
            delay: .seconds(delay), capacityBytes: capacityBytes, failing: failing)
    }

    /// Frame 50 fails; its GOP goes on to 59, and 60 is a keyframe.
    @Test func afterAUnitThatFailsThePictureGoesOnAtTheNextKeyframe() throws {
        let screening = try screening(seconds: 8, failing: [50])
        while screening.clock.now() < Timestamp(seconds: 8) {
            let showing = try screening.next()
            guard let due = screening.times.newest(notAfter: showing.target) else { continue }
            let expected = (50..<60).contains(due.frame) ? 49 : due.frame
            #expect(showing.picture?.frame == expected)
        }
        #expect(screening.player?.losses.failedUnits == 10)
        #expect(screening.shared.meter.summary.skipped == 10)
        #expect(screening.shared.meter.summary.repeated >= 19)
    }

    @Test func whenTheFailingUnitIsAKeyframeTheNextGOPGoesOn() throws {
        let screening = try screening(seconds: 8, failing: [60])
        while screening.clock.now() < Timestamp(seconds: 8) {
            let showing = try screening.next()
            guard let due = screening.times.newest(notAfter: showing.target) else { continue }
            #expect(showing.picture?.frame == ((60..<75).contains(due.frame) ? 59 : due.frame))
        }
    }

    /// 64 blocks of one GOP each hold 32 s; if the decoder sleeps longer, its position is evicted.
    @Test func aReaderThatWasOvertakenFindsItsWay() throws {
        let screening = try screening(seconds: 120, delay: 20, capacityBytes: 64 * 4096)
        while screening.clock.now() < Timestamp(seconds: 30) { _ = try screening.next() }
        let before = try #require(try screening.next().picture)
        while screening.clock.now() < Timestamp(seconds: 90) {
            let picture = try #require(try screening.next(decodes: false).picture)
            // Pictures that were decoded ahead are still shown, then the last of them stays.
            #expect(picture.frame <= before.frame + Int64(Player.framesAhead) + 1)
        }
        while screening.clock.now() < Timestamp(seconds: 110) {
            let showing = try screening.next()
            #expect(showing.picture?.frame == screening.times.newest(notAfter: showing.target)?.frame)
        }
    }

    /// The player is primed before it is on the screen. A hardware decoder stalls if its pictures aren't given back.
    @Test func whileNobodyLooksItKeepsAFewPicturesOnly() throws {
        let parameters = StreamParameters(size: .hd1080, rate: Self.rate)
        let line = try DelayLine(capacityBytes: 64 * 4096, parameters: parameters, blockBytes: 4096)
        let encoder = NumberEncoder(framesPerGOP: 15)
        let player = Player(reader: line.makeReader(), decoder: NumberDecoder(), window: FrameWindow(keepsPassed: false))
        let track = Track.delayed(by: .zero)
        player.follow(track)
        for frame in Int64(0)..<90 {
            let stamp = FrameStamp(frame: frame, timestamp: .zero + Self.rate.offset(of: frame))
            try encoder.encode(VideoFrame(buffer: NumberedPicture(frame, isDecoded: false), stamp: stamp), forcingKeyframe: false) {
                _ = line.append($0)
            }
        }
        try player.advance(to: .zero)
        let pictureBytes = player.windowBytes / (1 + Player.framesAhead)
        try #require(pictureBytes > 0)
        for frame in Int64(1)..<80 {
            let now = Timestamp.zero + Self.rate.offset(of: frame)
            try player.advance(to: now)
            // The due picture, those of the last 100 ms, and those ahead.
            #expect(player.windowBytes <= (1 + 4 + Player.framesAhead) * pictureBytes)
        }
        let now = Timestamp.zero + Self.rate.offset(of: 79)
        #expect(player.look(at: track, vblank: now).frame?.stamp.frame == 79)
    }

    /// The target is just before evicted footage: the reader's position is gone, although it isn't far behind.
    @Test func whatIsEvictedUnderTheReaderIsCountedAndTheNextGOPIsShown() throws {
        let parameters = StreamParameters(size: .hd1080, rate: Self.rate)
        let line = try DelayLine(capacityBytes: 8 * 4096, parameters: parameters, blockBytes: 4096)
        let encoder = NumberEncoder(framesPerGOP: 15)
        let player = Player(reader: line.makeReader(), decoder: NumberDecoder(), window: FrameWindow(keepsPassed: false))
        let track = Track.delayed(by: .zero)
        player.follow(track)
        func append(_ frames: Range<Int64>) throws {
            for frame in frames {
                let stamp = FrameStamp(frame: frame, timestamp: .zero + Self.rate.offset(of: frame))
                try encoder.encode(VideoFrame(buffer: NumberedPicture(frame, isDecoded: false), stamp: stamp), forcingKeyframe: false) {
                    _ = line.append($0)
                }
            }
        }
        try append(0..<30)
        try player.advance(to: .zero)
        #expect(player.look(at: track, vblank: .zero).frame?.stamp.frame == 0)
        // Eight GOPs are held, so the first of 0…134 is evicted.
        try append(30..<135)
        for frame in Int64(1)..<16 { try player.advance(to: .zero + Self.rate.offset(of: frame)) }
        #expect(player.losses.overtaken == 10)
        let target = Timestamp.zero + Self.rate.offset(of: 15)
        #expect(player.look(at: track, vblank: target).frame?.stamp.frame == 15)
    }

    /// On a busy machine the display's vblank may be ahead of the decoder's target. A picture was then dropped, fetched and dropped again,
    /// and one
    /// picture froze for ever.
    @Test(arguments: [Int64(1), 2, 3, 4, 5, 8, 20]) func aDisplayThatIsAheadIsCaughtUpWith(lead: Int64) throws {
        let line = try DelayLine(capacityBytes: 64 * 4096, parameters: StreamParameters(size: .hd1080, rate: Self.rate), blockBytes: 4096)
        let encoder = NumberEncoder(framesPerGOP: 15)
        for frame in Int64(0)..<300 {
            let stamp = FrameStamp(frame: frame, timestamp: .zero + Self.rate.offset(of: frame))
            try encoder.encode(VideoFrame(buffer: NumberedPicture(frame, isDecoded: false), stamp: stamp), forcingKeyframe: false) {
                _ = line.append($0)
            }
        }
        let decoder = WatchedDecoder()
        let player = Player(reader: line.makeReader(), decoder: decoder, window: FrameWindow(keepsPassed: false))
        let track = Track.delayed(by: .zero)
        player.follow(track)
        func time(_ frame: Int64) -> Timestamp { .zero + Self.rate.offset(of: frame) }
        for frame in Int64(0)..<20 {
            try player.advance(to: time(frame))
            _ = player.look(at: track, vblank: time(frame))
        }
        // From now on decoding takes a third of a frame's time per picture, and the display reads meanwhile.
        var (thirds, late) = (Int64(0), 0)
        func third() {
            thirds += 1
            let due = 20 + lead + thirds / 3
            if due > 200 { player.follow(nil) }
            if thirds % 3 == 0, player.look(at: track, vblank: time(due)).frame?.stamp.frame != due { late += 1 }
        }
        let before = decoder.count
        decoder.decoded = third
        while thirds < 300 {
            if try player.advance(to: time(20 + thirds / 3)) { continue }
            repeat { third() } while thirds % 3 != 0
        }
        // Three pictures are decoded while one is shown, and none twice.
        #expect(late <= 2 + Int(lead) / 2)
        #expect(decoder.count - before <= 100 + Int(lead))
    }

    /// However often it is called, it decodes only the due picture and a few more.
    @Test(arguments: [UInt64(1), 2, 3])
    func noMoreIsDecodedThanAFewFramesAhead(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let screening = try screening(seconds: 30)
        while screening.clock.now() < Timestamp(seconds: 30) {
            let showing = try screening.next()
            for _ in 0..<Int.random(in: 0..<4, using: &random) { screening.players.advanceDelayed(to: screening.clock.now()) }
            guard let due = screening.times.newest(notAfter: showing.target) else { continue }
            #expect(screening.decoder.decodedCount <= Int(due.frame) + 1 + Player.framesAhead)
        }
        #expect(screening.decoder.decodedCount > 800)
    }
}

/// A decoder that reports each decoded picture, on the player's thread.
private final class WatchedDecoder: Decoder {
    private let decoder = NumberDecoder()
    var decoded: () -> Void = {}

    var name: String { decoder.name }
    var count: Int { decoder.decodedCount }

    func decode(_ unit: AccessUnit) throws(CodecError) -> VideoFrame? {
        let frame = try decoder.decode(unit)
        decoded()
        return frame
    }

    func flush() { decoder.flush() }
}
