// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Devices

@Suite struct SampleClockTests {
    @Test(arguments: UInt64(1)...10)
    func readingsThatJitterGiveTimesThatDoNot(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        var clock = SampleClock(rate: 48_000)
        // The card runs 60 millionths fast, and each reading is up to five milliseconds late.
        let blockNanoseconds = 1024.0 / 48_000 / 1.00006 * 1e9
        var newest: Timestamp?
        for block in 0..<5000 {
            let heard = Timestamp(nanoseconds: Int64(Double(block) * blockNanoseconds))
            let time = clock.stamp(reading: heard.advanced(by: .nanoseconds(Int64.random(in: 0...5_000_000, using: &numbers))), count: 1024)
            if let newest {
                let step = newest.duration(to: time).inMilliseconds
                #expect(abs(step - 21.33) < 0.35)
            }
            #expect(abs(heard.duration(to: time).inMilliseconds) < 8)
            newest = time
        }
    }

    @Test func lostSamplesShowAtOnce() {
        var clock = SampleClock(rate: 48_000)
        _ = clock.stamp(reading: .zero, count: 1024)
        #expect(clock.stamp(reading: Timestamp(seconds: 2), count: 1024) == Timestamp(seconds: 2))
        clock.restart()
        #expect(clock.stamp(reading: Timestamp(seconds: 2.1), count: 1024) == Timestamp(seconds: 2.1))
    }

    @Test func timeNeverGoesBack() {
        var clock = SampleClock(rate: 48_000)
        let first = clock.stamp(reading: Timestamp(seconds: 10), count: 1024)
        #expect(clock.stamp(reading: Timestamp(seconds: 1), count: 1024) > first)
    }
}
