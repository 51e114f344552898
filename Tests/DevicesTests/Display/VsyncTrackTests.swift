// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Devices

@Suite struct VsyncTrackTests {
    /// Presenting returns up to three milliseconds after each vblank, and the display's rate differs slightly from the measured rate.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func lateReturnsBecomeAnEvenTrack(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let real = 16_683_350.0
        var track = VsyncTrack(last: Vblank(timestamp: .zero, sequence: 0), interval: .nanoseconds(16_600_000))
        var last = track.last
        var index: Int64 = 0
        for step in 0..<4000 {
            index += Int.random(in: 0..<50, using: &random) == 0 ? 3 : 1
            let late = Double.random(in: 0...3e6, using: &random)
            let vblank = track.observe(Timestamp(nanoseconds: Int64(Double(index) * real + late)))
            #expect(vblank.sequence == index, "missed vblanks are counted")
            #expect(vblank.timestamp > last.timestamp)
            last = vblank
            guard step > 1000 else { continue }
            // The mean lateness is 1.5 ms, and little of its spread is left.
            #expect(abs(Double(vblank.timestamp.nanoseconds) - Double(index) * real - 1.5e6) < 1.3e6)
            #expect(abs(Double(track.interval.nanoseconds) - real) < 60_000)
        }
    }

    @Test func theUpcomingVblankIsNeverInThePast() {
        let track = VsyncTrack(last: Vblank(timestamp: .zero, sequence: 7), interval: .milliseconds(16))
        let next = Vblank(timestamp: Timestamp(nanoseconds: 16_000_000), sequence: 8)
        let nextButOne = Vblank(timestamp: Timestamp(nanoseconds: 32_000_000), sequence: 9)
        #expect(track.upcoming(at: .zero) == next && track.upcoming(at: next.timestamp) == next)
        #expect(track.upcoming(at: next.timestamp.advanced(by: .nanoseconds(1))) == nextButOne)
    }

    @Test func afterALongSleepTheTrackBeginsAnew() {
        var track = VsyncTrack(last: Vblank(timestamp: .zero, sequence: 0), interval: .milliseconds(16))
        let vblank = track.observe(Timestamp(nanoseconds: 3_000_000_000))
        #expect(vblank.sequence == 188)
        #expect(abs(vblank.timestamp.seconds - 3) < 0.008)
    }
}
