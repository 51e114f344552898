// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core

@Suite struct FrameRateTests {
    @Test(arguments: [FrameRate(60), FrameRate(30), FrameRate(50), FrameRate(60000, 1001), FrameRate(30000, 1001)])
    func theNewestPictureBeganBeforeNowAndTheNextAfter(rate: FrameRate) {
        for index in Int64(0)..<5_000 {
            #expect(rate.count(within: rate.offset(of: index)) == index + 1)
            #expect(rate.count(within: rate.offset(of: index) - .nanoseconds(1)) == index)
        }
    }

    @Test func offsetsDoNotDrift() {
        #expect(FrameRate(60000, 1001).offset(of: 60_000 * 3600) == .seconds(1001 * 3600))
    }
}
