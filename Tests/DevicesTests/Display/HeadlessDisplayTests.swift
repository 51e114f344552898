// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Devices

@Suite struct HeadlessDisplayTests {
    @Test(arguments: [FrameRate(60), FrameRate(50), FrameRate(60000, 1001), FrameRate(24000, 1001)])
    func theGridStartsAtTheOpeningAndNeverDrifts(rate: FrameRate) throws {
        let clock = DisplayClock()
        let opening = clock.now()
        let display = HeadlessDisplay(mode: DisplayMode(size: .hd1080, refresh: rate), timebase: clock)
        for index in Int64(0)..<20_000 {
            let vblank = try display.waitForVblank(until: clock.now().advanced(by: .seconds(1)))
            #expect(vblank == Vblank(timestamp: opening.advanced(by: rate.offset(of: index)), sequence: index))
        }
    }

    @Test func theOpeningIsVblankZeroAlsoForOneWhoIsALittleLate() throws {
        let clock = DisplayClock()
        let opening = clock.now()
        let display = HeadlessDisplay(mode: DisplayMode(size: .hd1080, refresh: FrameRate(60)), timebase: clock)
        clock.advance(by: .milliseconds(9))
        #expect(try display.waitForVblank(until: clock.now()) == Vblank(timestamp: opening, sequence: 0))
        #expect(display.nextVblank.sequence == 1)
    }

    @Test(
        arguments: [
            ("1920x1080", 1920, 1080, 60, 1), ("1920x1080@60", 1920, 1080, 60, 1), ("1280x720@50", 1280, 720, 50, 1),
            ("1920x1080@59.94", 1920, 1080, 60_000, 1001), ("720x480@29.97", 720, 480, 30_000, 1001),
            ("1920x1080@23.976", 1920, 1080, 24_000, 1001), ("3840x2160@119.88", 3840, 2160, 120_000, 1001),
            ("800x600@72.5", 800, 600, 72_500, 1000),
        ] as [(String, Int, Int, Int64, Int64)])
    func aModeIsReadExactly(text: String, width: Int, height: Int, numerator: Int64, denominator: Int64) {
        let expected = DisplayMode(size: VideoSize(width: width, height: height), refresh: FrameRate(numerator, denominator))
        #expect(HeadlessDisplay.mode(text) == expected)
    }

    @Test(arguments: [
        "", "1920", "1920x1080@", "1920x1080@0", "1920x1080@-60", "1920x1080@nan", "1920x1080@inf", "0x0@60",
        "-1920x1080", "1920x1080@60@60", "1920x1080@1e300", "99999x1080", "wide", "1920 x 1080",
    ])
    func whatIsNoModeIsNil(text: String) {
        #expect(HeadlessDisplay.mode(text) == nil)
    }
}
