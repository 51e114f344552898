// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import TestSupport
import Testing

@testable import Runtime

/// The picture on the TV at each vblank, checked against the camera's own list of frames.
@Suite struct FramePresenterTests {
    static let rates = [FrameRate(24), FrameRate(25), FrameRate(30), FrameRate(50), FrameRate(60), FrameRate(60_000, 1001)]
    static let refreshes = [FrameRate(60), FrameRate(60_000, 1001), FrameRate(50)]

    /// Runs to the end of the frames, compares every vblank with the delay rule, and counts the meter's expected numbers.
    private func expectExact(_ screening: PresentingHarness, until end: Timestamp) throws {
        var last: Int?
        var shown: Int64 = 0
        var skipped: Int64 = 0
        while screening.clock.now() < end {
            let showing = try screening.next()
            guard let due = screening.times.place(notAfter: showing.target) else {
                #expect(showing.picture?.isDecoded != true, "a delayed picture before there is one")
                continue
            }
            let frame = screening.times.frames[due].frame
            guard showing.picture?.isDecoded == true, showing.picture?.frame == frame else {
                Issue.record("at \(showing.target.seconds) s \(frame) is due, \(showing.picture?.frame ?? -1) is shown")
                return
            }
            guard due != last else { continue }
            shown += 1
            if let last { skipped += Int64(due - last - 1) }
            last = due
        }
        let summary = screening.shared.meter.summary
        #expect(summary.shown == shown)
        #expect(summary.skipped == skipped)
        #expect(summary.repeated == 0)
    }

    @Test(arguments: rates, refreshes)
    func theScreenShowsThePastByExactlyTheDelay(rate: FrameRate, refresh: FrameRate) throws {
        let times = FrameTimes(rate: rate, for: .seconds(12), seed: 0)
        let screening = try PresentingHarness(times, rate: rate, refresh: refresh, delay: .seconds(5))
        try expectExact(screening, until: Timestamp(seconds: 12))
        let summary = screening.shared.meter.summary
        #expect(summary.shown > 0)
        #expect(summary.longest <= rate.interval + refresh.interval)
        if rate.hertz <= refresh.hertz { #expect(summary.skipped == 0) }
    }

    @Test(arguments: [1.0, 5, 60], [UInt64(1), 2, 3])
    func jitterAndLostFramesMakeNoPictureComeEarlyOrLate(delay: Double, seed: UInt64) throws {
        let rate = FrameRate(30)
        let times = FrameTimes(rate: rate, for: .seconds(delay + 20), jitter: 0.9, loss: 0.05, seed: seed)
        let screening = try PresentingHarness(times, rate: rate, refresh: FrameRate(60), delay: .seconds(delay))
        try expectExact(screening, until: Timestamp(seconds: delay + 20))
    }

    @Test(arguments: [UInt64(1), 2])
    func aCameraThatStallsAndComesBackLeavesTheDelayAsItWas(seed: UInt64) throws {
        let rate = FrameRate(30)
        let times = FrameTimes(rate: rate, for: .seconds(40), jitter: 0.5, stalls: [6..<9.5, 15..<15.4, 20..<31], seed: seed)
        let screening = try PresentingHarness(times, rate: rate, refresh: FrameRate(60_000, 1001), delay: .seconds(2))
        try expectExact(screening, until: Timestamp(seconds: 40))
    }

    /// While no new footage is due, nothing is decoded, however long that lasts.
    @Test func aStalledCameraCostsNoDecoding() throws {
        let rate = FrameRate(30)
        let times = FrameTimes(rate: rate, for: .seconds(60), stalls: [5..<60], seed: 0)
        let screening = try PresentingHarness(times, rate: rate, refresh: FrameRate(60), delay: .seconds(1))
        try expectExact(screening, until: Timestamp(seconds: 60))
        #expect(screening.decoder.decodedCount <= times.frames.count + 2 * 15)
    }

    @Test func inTwentyMinutesNothingDriftsAndNothingIsSkipped() throws {
        let rate = FrameRate(30)
        let refresh = FrameRate(60_000, 1001)
        let times = FrameTimes(rate: rate, for: .seconds(1200), jitter: 0.2, seed: 7)
        let screening = try PresentingHarness(times, rate: rate, refresh: refresh, delay: .seconds(5))
        try expectExact(screening, until: Timestamp(seconds: 1200))
        let summary = screening.shared.meter.summary
        #expect(summary.skipped == 0)
        #expect(summary.longest <= rate.interval + refresh.interval)
        #expect(summary.p50 <= rate.interval)
    }

    /// The delay goes up and down, and the decoder's thread misses a vblank or two now and then.
    @Test(arguments: [UInt64(11), 12, 13, 14, 15, 16])
    func aChangeOfDelayKeepsTheOldPictureUntilTheNewOneIsThere(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let rate = Self.rates[Int(seed) % Self.rates.count]
        let times = FrameTimes(rate: rate, for: .seconds(150), jitter: 0.3, loss: 0.01, seed: seed)
        let screening = try PresentingHarness(times, rate: rate, refresh: FrameRate(60), delay: .seconds(5), capacityBytes: 16 << 20)
        while screening.clock.now() < Timestamp(seconds: 0.1) { _ = try screening.next() }
        var previous = try #require(try screening.next().picture)
        var isDecodedForThis = true
        var sleep = 0
        var changes = 0
        while screening.clock.now() < Timestamp(seconds: 150) {
            if Int.random(in: 0..<90, using: &random) == 0 {
                let delay = screening.shared.delay.current
                screening.setDelay(.seconds(Int.random(in: 1...60, using: &random)))
                if screening.shared.delay.current != delay {
                    isDecodedForThis = false
                    changes += 1
                }
            }
            sleep = sleep > 0 ? sleep - 1 : max(0, Int.random(in: -6...2, using: &random))
            let showing = try screening.next(decodes: sleep == 0)
            if sleep == 0 { isDecodedForThis = true }
            guard let picture = showing.picture else {
                Issue.record("nothing is on the TV at \(screening.clock.now().seconds) s")
                return
            }
            if isDecodedForThis, let due = times.newest(notAfter: showing.target) {
                #expect(
                    picture.isDecoded && picture.frame == due.frame,
                    "at \(showing.target.seconds) s \(due.frame) is due, \(picture.frame) is shown")
            } else if previous.isDecoded {
                #expect(picture === previous, "\(picture.frame) came after \(previous.frame) while nothing was there for the new delay")
            }
            previous = picture
        }
        #expect(changes > 50)
        #expect(screening.shared.meter.summary.longest <= rate.interval + FrameRate(60).interval)
        #expect(screening.shared.meter.summary.repeated == 0)
    }

    @Test("V-59 a delay that a shrunken line can't hold is exact again once the line has grown")
    func aDelayIsExactAgainOnceTheLineHasGrown() throws {
        let times = FrameTimes(rate: FrameRate(30), for: .seconds(80), seed: 0)
        // A GOP of half a second takes a block of 4096 bytes.
        let screening = try PresentingHarness(
            times, rate: FrameRate(30), refresh: FrameRate(60), delay: .seconds(2), capacityBytes: 100 * 4096)
        while screening.clock.now() < Timestamp(seconds: 10) { _ = try screening.next() }
        screening.line.shrink(toBytes: 12 * 4096)
        screening.setDelay(.seconds(20))
        while screening.clock.now() < Timestamp(seconds: 40) { _ = try screening.next() }
        #expect(screening.line.newestStamp(notAfter: Timestamp(seconds: 20)) == nil)
        screening.line.grow(byBytes: 100 * 4096)
        // Evicted footage doesn't come back: the line must fill up to the delay first.
        while screening.clock.now() < Timestamp(seconds: 60) { _ = try screening.next() }
        while screening.clock.now() < Timestamp(seconds: 80) {
            let showing = try screening.next()
            let due = times.newest(notAfter: showing.target)
            guard showing.picture?.isDecoded == true, showing.picture?.frame == due?.frame else {
                Issue.record("at \(showing.target.seconds) s \(due?.frame ?? -1) is due, \(showing.picture?.frame ?? -1) is shown")
                return
            }
        }
    }

    /// Another size makes another stream, and a camera needs a while for its first frame.
    @Test func whileANewStreamHasNoPictureTheOldOneStays() throws {
        let rate = FrameRate(30)
        let times = FrameTimes(rate: rate, for: .seconds(4), seed: 0)
        let screening = try PresentingHarness(times, rate: rate, refresh: FrameRate(60), delay: .seconds(1))
        while screening.clock.now() < Timestamp(seconds: 4) { _ = try screening.next() }
        let last = try #require(try screening.next().picture)
        try screening.changeStream()
        for _ in 0..<30 {
            let picture = try screening.next().picture
            #expect(picture === last)
        }
        // A mark must not refer to a picture of the stream before.
        #expect(screening.shared.history.shown(at: screening.clock.now()) == nil)
    }
}
