// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Runtime

@Suite struct DelayMeterTests {
    private let rate = FrameRate(30)

    private func stamp(_ frame: Int64) -> FrameStamp {
        FrameStamp(frame: frame, timestamp: .zero + rate.offset(of: frame))
    }

    private func note(_ meter: DelayMeter, shown: Int64, due: Int64, late: Duration = .zero, isFresh: Bool = true) {
        meter.note(
            shown: stamp(shown), isFresh: isFresh, due: stamp(due), target: stamp(due).timestamp + late,
            interval: rate.interval
        ) { $0.count }
    }

    @Test func aPerfectRunHasNoErrorAndSkipsNothing() {
        let meter = DelayMeter()
        for frame in Int64(0)..<300 { note(meter, shown: frame, due: frame) }
        let summary = meter.summary
        #expect(summary.shown == 300)
        #expect(summary.skipped == 0 && summary.repeated == 0)
        #expect(summary.longest == .zero)
    }

    @Test func aFrameThatNeverGotToTheTVIsCounted() {
        let meter = DelayMeter()
        for frame in Int64(0)..<10 where frame != 4 && frame != 5 { note(meter, shown: frame, due: frame) }
        #expect(meter.summary.skipped == 2)
    }

    @Test func whatTheCameraNeverDeliveredIsNotSkipped() {
        let meter = DelayMeter()
        note(meter, shown: 0, due: 0)
        meter.note(shown: stamp(5), isFresh: true, due: stamp(5), target: stamp(5).timestamp, interval: rate.interval) { _ in 0 }
        #expect(meter.summary.skipped == 0)
    }

    /// The display's thread measures: a leap of frame numbers is counted with a single query, and never number by number.
    @Test func aLeapOfTheNumbersCostsNoMoreThanAStep() {
        let meter = DelayMeter()
        note(meter, shown: 0, due: 0)
        var asked: [Range<Int64>] = []
        let leap = FrameStamp(frame: 1 << 40, timestamp: stamp(1).timestamp)
        meter.note(shown: leap, isFresh: true, due: leap, target: leap.timestamp, interval: rate.interval) { numbers in
            asked.append(numbers)
            return 3
        }
        #expect(asked == [1..<1 << 40])
        #expect(meter.summary.skipped == 3)
    }

    @Test func anOldPictureThatStaysIsAnErrorOfItsAge() {
        let meter = DelayMeter()
        note(meter, shown: 0, due: 0)
        note(meter, shown: 0, due: 3, isFresh: false)
        let summary = meter.summary
        #expect(summary.repeated == 1)
        #expect(summary.longest == rate.offset(of: 3))
    }

    /// Background work stops as soon as a frame is late, not only when one is lost.
    @Test func lateIsEachVblankWithAnOldPictureAndEachFrameThatNeverCame() {
        let meter = DelayMeter()
        note(meter, shown: 0, due: 0)
        #expect(meter.late == 0)
        note(meter, shown: 0, due: 1, isFresh: false)
        #expect(meter.late == 1)
        note(meter, shown: 2, due: 2)
        #expect(meter.late == 2 && meter.late == meter.summary.missed + meter.summary.repeated)
    }

    @Test func whileTheDelayJumpsNothingIsMeasured() {
        let meter = DelayMeter()
        note(meter, shown: 100, due: 100)
        meter.beginJump()
        note(meter, shown: 100, due: 10, isFresh: false)
        note(meter, shown: 10, due: 10)
        note(meter, shown: 11, due: 11)
        let summary = meter.summary
        #expect(summary.shown == 3)
        #expect(summary.repeated == 0 && summary.skipped == 0)
        #expect(summary.longest == .zero)
    }

    /// A quantile is never reported smaller than it is, and never larger than the largest error.
    @Test(arguments: [UInt64(1), 2, 3])
    func quantilesAreOrderedAndBounded(seed: UInt64) {
        let meter = DelayMeter()
        var random = SeededGenerator(seed: seed)
        var errors: [Duration] = []
        for frame in Int64(0)..<2_000 {
            let late = Duration.nanoseconds(Int64.random(in: 0..<33_000_000, using: &random))
            errors.append(late)
            note(meter, shown: frame, due: frame, late: late)
        }
        errors.sort()
        let summary = meter.summary
        #expect(summary.longest == errors[1_999])
        #expect(summary.p50 >= errors[999] && summary.p50 <= errors[999] + .microseconds(200))
        #expect(summary.p99 >= errors[1_979] && summary.p999 <= summary.longest)
        #expect(summary.p50 <= summary.p99 && summary.p99 <= summary.p999)
    }
}
