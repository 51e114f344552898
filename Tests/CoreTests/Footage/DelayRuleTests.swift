// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core

@Suite struct DelayRuleTests {
    private let rule = DelayRule(delay: .seconds(5))

    @Test("V-05 V-58 the screen shows the past by exactly the delay", arguments: [FrameRate(60), FrameRate(30), FrameRate(60000, 1001)])
    func theScreenShowsThePastByExactlyTheDelay(rate: FrameRate) {
        let frames = (0..<Int64(600)).map { FrameStamp(frame: $0, timestamp: .zero + rate.offset(of: $0)) }
        for vblank in Int64(301)..<900 {
            let now = Timestamp.zero + FrameRate(60).offset(of: vblank)
            let place = rule.timeline.place(at: now)
            guard let due = frames.last(where: { $0.timestamp <= place }), due != frames.last else { continue }
            let lag = due.timestamp.duration(to: now)
            #expect(lag >= rule.delay && lag <= rule.delay + rate.interval)
        }
    }

    @Test func aFrameIsDueFromTheVeryNanosecond() {
        let second = Timestamp(seconds: 1)
        #expect(rule.timeline.place(at: Timestamp(nanoseconds: 5_999_999_999)) < second)
        #expect(rule.timeline.place(at: Timestamp(seconds: 6)) == second)
    }

    @Test func theCountdownEndsWithTheFirstDelayedPicture() {
        let first = FrameStamp(frame: 0, timestamp: Timestamp(seconds: 2))
        #expect(rule.countdown(oldest: nil, at: Timestamp(seconds: 9)) == .seconds(5))
        #expect(rule.countdown(oldest: first, at: Timestamp(seconds: 3)) == .seconds(4))
        #expect(rule.isFilling(oldest: first, at: Timestamp(nanoseconds: 6_999_999_999)))
        #expect(!rule.isFilling(oldest: first, at: Timestamp(seconds: 7)))
        #expect(rule.countdown(oldest: first, at: Timestamp(seconds: 70)) == .zero)
    }
}

@Suite struct DelayLineSizeTests {
    private let stream = StreamParameters(size: .hd1080, rate: FrameRate(30))
    private let megabyte = 1 << 20

    @Test("V-11 V-59 at least 30 % of all memory is left", arguments: [512, 1024, 2048, 4096, 8192])
    func atLeast30PercentOfAllMemoryIsLeft(megabytes: Int) {
        let total = megabytes * megabyte
        for share in 1...20 {
            let available = total * share / 20
            let capacity = DelayLineSize(totalBytes: total, availableBytes: available).capacityBytes(for: stream)
            #expect(capacity >= 0 && capacity * 10 <= available * 7)
            if capacity > 0 { #expect(Double(available - capacity) >= 0.3 * Double(total) - 1) }
        }
    }

    /// 100 MB for each window, but at most 1/16 of RAM.
    @Test func twoWindowsOfPicturesAreSetAsideBeforeTheLine() {
        let small = DelayLineSize(totalBytes: 1024 * megabyte, availableBytes: 900 * megabyte)
        #expect(small.windowBytes() == 64 * megabyte && small.windowBytes(wanted: 20_000_000) == 20_000_000)
        let free = Double(900 - 2 * 64) * Double(megabyte)
        #expect(small.capacityBytes(for: stream) == Int(min(free * 0.7, free - (0.3 * 1024 * Double(megabyte)).rounded(.up))))
        let large = DelayLineSize(totalBytes: 2000 * megabyte, availableBytes: 1000 * megabyte)
        #expect(large.windowBytes() == FrameWindow.ordinaryBytes)
        func taken(_ windows: Int) -> Int { large.capacityBytes(for: stream, windowBytes: windows) }
        // Above the memory that stays free anyway, each byte of the windows is taken from the line.
        #expect(taken(50_000_000) - taken(100_000_000) == 100_000_000)
        #expect(taken(1_000_000_000) == taken(125 * megabyte), "a window takes a sixteenth at most")
    }

    @Test("V-06 no more is taken than twenty minutes need")
    func noMoreIsTakenThanTwentyMinutesNeed() {
        let huge = DelayLineSize(totalBytes: 64 << 30, availableBytes: 60 << 30)
        #expect(huge.capacityBytes(for: stream) == Int(10e6 / 8 * 1200 * 1.25))
        #expect(huge.capacityBytes(for: stream, maximumSeconds: 60) == Int(10e6 / 8 * 60 * 1.25))
    }

    @Test("V-59 what is missing to 30 % is given back, but for the delay's own")
    func whatIsMissingIsGivenBack() {
        let total = 1000 * megabyte
        let capacity = 400 * megabyte
        func shrunken(available: Int, isUnderPressure: Bool = false, least: Int = 0) -> Int? {
            DelayLineSize(totalBytes: total, availableBytes: available * megabyte)
                .shrunkenBytes(fromBytes: capacity, isUnderPressure: isUnderPressure, leastBytes: least)
        }
        #expect(shrunken(available: 300) == nil)
        #expect(shrunken(available: 299) == capacity - 16 * megabyte)
        #expect(shrunken(available: 200) == capacity - 100 * megabyte)
        #expect(shrunken(available: 200, least: 350 * megabyte) == 350 * megabyte)
        #expect(shrunken(available: 200, least: 500 * megabyte) == nil)
        #expect(shrunken(available: 600, isUnderPressure: true) == capacity - 40 * megabyte)
        #expect(shrunken(available: 100, isUnderPressure: true) == capacity - 200 * megabyte)
    }
}
