// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core
import Testing

@testable import Devices

@Suite struct RateEstimateTests {
    private func rate(_ average: (Int32, Int32), _ nominal: (Int32, Int32)) -> FrameRate {
        RateEstimate.rate(average: AVRational(num: average.0, den: average.1), nominal: AVRational(num: nominal.0, den: nominal.1))
    }

    @Test func aConstantRateIsKept() {
        #expect(rate((30, 1), (30, 1)) == FrameRate(30))
        #expect(rate((30000, 1001), (30000, 1001)) == FrameRate(30000, 1001))
        #expect(rate((25, 2), (25, 2)) == FrameRate(25, 2))
        #expect(rate((19_001, 634), (2997, 100)) == FrameRate(30000, 1001))
    }

    @Test func aVariableRateBecomesASensibleOne() {
        #expect(rate((2991, 100), (90_000, 1)) == FrameRate(30000, 1001))
        #expect(rate((3020, 100), (90_000, 1)) == FrameRate(30))
        #expect(rate((1743, 100), (90_000, 1)) == FrameRate(17))
        #expect(rate((1, 50), (90_000, 1)) == FrameRate(1))
    }

    @Test func nonsenseBecomesTwentyFive() {
        #expect(rate((0, 0), (0, 0)) == FrameRate(25))
        #expect(rate((-1, 1), (90_000, 1)) == FrameRate(25))
    }

    @Test func aVeryFastFileIsThinnedEvenly() {
        #expect(rate((240, 1), (240, 1)) == FrameRate(240, 2))
        #expect(rate((960, 1), (960, 1)).hertz == 120)
    }
}
