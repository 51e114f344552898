// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Devices

@Suite struct VblankTrackTests {
    private let start = Timestamp(seconds: 50)

    @Test func theFirstIsAtTheStart() {
        let track = VblankTrack(start: start, rate: FrameRate(60))
        #expect(track.upcoming(at: start) == Vblank(timestamp: start, sequence: 0))
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func vblanksKeepTheirOwnTimesAndMissedOnesAreCounted(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let rate = FrameRate(60000, 1001)
        var track = VblankTrack(start: start, rate: rate)
        var index: Int64 = 0
        for _ in 0..<500 {
            index += Int64.random(in: 1...3, using: &random)
            let jitter = Duration.microseconds(Int64.random(in: -200...200, using: &random))
            let seen = start.advanced(by: rate.offset(of: index) + jitter)
            let vblank = track.observe(seen)
            #expect(vblank == Vblank(timestamp: seen, sequence: index))
            let again = track.observe(seen.advanced(by: .microseconds(Int64.random(in: 0...1000, using: &random))))
            #expect(again == nil, "a vblank is counted once, also when two report it")
            let now = seen.advanced(by: .microseconds(Int64.random(in: 1...40_000, using: &random)))
            let next = track.upcoming(at: now)
            #expect(next.timestamp >= now && next.timestamp < now.advanced(by: rate.interval + .microseconds(1)))
            #expect(next.sequence > index)
            #expect(track.upcoming(at: now, after: 1).sequence == next.sequence + 1)
        }
    }

    @Test func anotherTVHasAnotherRate() {
        var track = VblankTrack(start: start, rate: FrameRate(60))
        _ = track.observe(start)
        track.change(rate: FrameRate(50))
        #expect(
            track.upcoming(at: start.advanced(by: .milliseconds(1)))
                == Vblank(timestamp: start.advanced(by: .milliseconds(20)), sequence: 1))
    }

    /// A flip can't happen before its commit, but a kernel with late timers reports it so.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func aFlipIsNeverLongBeforeItsCommit(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let track = VblankTrack(start: .zero, rate: FrameRate(60))
        let interval = FrameRate(60).interval
        for _ in 0..<500 {
            let asked = Timestamp.zero + .milliseconds(Int64.random(in: 1000...100_000, using: &random))
            let reported = asked + .microseconds(Int64.random(in: -600_000...20_000, using: &random))
            let flip = track.plausible(reported, askedFor: asked)
            #expect(flip >= asked.advanced(by: .zero - interval))
            if reported >= asked.advanced(by: .zero - interval) {
                #expect(flip == reported, "what can be true is")
            } else {
                #expect(flip <= asked + .nanoseconds(1))
                let refreshes = reported.duration(to: flip).inSeconds * 60
                #expect(abs(refreshes - refreshes.rounded()) < 1e-6)
            }
        }
    }
}
