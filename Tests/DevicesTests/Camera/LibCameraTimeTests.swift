// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Devices

/// A camera's times and numbers on the box's clock.
@Suite struct LibCameraTimeTests {
    private static let second: Int64 = 1_000_000_000
    private static let interval: Int64 = 33_333_333
    private static let way: Int64 = 40_000_000

    /// Returns the times of frames that were taken at these instants of CLOCK_MONOTONIC, from a pipeline's readings.
    private func times(_ taken: [Int64], reading: (Int64) -> SensorClock.Reading) -> (times: [Int64], clock: SensorClock) {
        var clock = SensorClock()
        return (taken.map { clock.timestamp(of: reading($0)).nanoseconds }, clock)
    }

    private static let instants = (0..<100).map { 500 * second + Int64($0) * interval }

    @Test(arguments: [0, 3_000, 7 * 3600 * second])
    func aBootTimeIsBroughtOntoTheMonotonicClock(slept: Int64) {
        let (times, clock) = times(Self.instants) {
            .init(sensor: $0 + slept, buffer: $0 + 5_000_000, arrival: $0 + Self.way, bootOffset: slept)
        }
        #expect(times == Self.instants)
        #expect(!clock.hasNoSensorTimes)
    }

    /// A frame arrives after 40 ms at 30 frames a second, so its arrival is later than the next frame's own time.
    @Test func oneFrameWithoutATimeCostsTheOthersNothing() {
        let (times, clock) = times(Self.instants) {
            .init(sensor: $0 == Self.instants[50] ? 0 : $0, buffer: 0, arrival: $0 + Self.way, bootOffset: 0)
        }
        #expect(times[50] == Self.instants[50] + Self.way && times[51] == times[50] + 1)
        #expect(times[..<50] == Self.instants[..<50] && times[52...] == Self.instants[52...])
        #expect(!clock.hasNoSensorTimes)
    }

    @Test func aSleepInTheMiddleMovesNothing() {
        let (times, _) = times(Self.instants) {
            let slept = $0 > 502 * Self.second ? 3600 * Self.second : 0
            return .init(sensor: $0 + slept, buffer: 0, arrival: $0 + Self.way, bootOffset: slept)
        }
        #expect(times == Self.instants)
    }

    /// Some pipelines report the driver's monotonic time as the sensor's time.
    @Test func aMonotonicTimeIsKnownAfterASleep() {
        let (times, clock) = times(Self.instants) {
            .init(sensor: $0, buffer: 0, arrival: $0 + Self.way, bootOffset: 3600 * Self.second)
        }
        #expect(times == Self.instants)
        #expect(!clock.hasNoSensorTimes)
    }

    @Test func withoutTheSensorsTimeTheBuffersIsTaken() {
        let (times, clock) = times(Self.instants) {
            .init(sensor: 0, buffer: $0, arrival: $0 + Self.way, bootOffset: 9 * Self.second)
        }
        #expect(times == Self.instants)
        #expect(!clock.hasNoSensorTimes)
    }

    @Test(arguments: [Int64(0), 42, 10_000 * second, .max, .min, -5])
    func timesOfNoClockAreThoseOfTheArrivalAndItIsSaid(nonsense: Int64) {
        let (times, clock) = times(Self.instants) {
            .init(sensor: nonsense, buffer: nonsense, arrival: $0 + Self.way, bootOffset: 0)
        }
        #expect(times == Self.instants.map { $0 + Self.way })
        #expect(clock.hasNoSensorTimes)
    }

    @Test func aTimeThatStandsStillIsNoTime() {
        let (times, _) = times(Self.instants) {
            .init(sensor: Self.instants[0], buffer: 0, arrival: $0 + Self.way, bootOffset: 0)
        }
        #expect(times[0] == Self.instants[0])
        #expect(Array(times[1...]) == Self.instants[1...].map { $0 + Self.way })
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func whateverACameraTellsTimesRiseAndAreNeverAheadOfTheArrival(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var clock = SensorClock()
        var arrival = 100 * Self.second
        var last = Int64.min
        for _ in 0..<500 {
            arrival += Int64.random(in: 1...Self.interval, using: &random)
            func tale() -> Int64 {
                switch Int.random(in: 0..<5, using: &random) {
                case 0: 0
                case 1: Int64.random(in: .min ... .max, using: &random) / 4
                default: arrival + Int64.random(in: -3 * Self.second...Self.second, using: &random)
                }
            }
            let reading = SensorClock.Reading(
                sensor: tale(), buffer: tale(), arrival: arrival,
                bootOffset: Int64.random(in: 0...Self.second, using: &random))
            let time = clock.timestamp(of: reading).nanoseconds
            #expect(time > last && time <= arrival)
            last = time
        }
    }

    // MARK: Numbers

    private func numbers(_ sequences: [UInt32], _ numbering: inout FrameNumbering) -> [Int64] {
        sequences.map { numbering.number(of: $0) }
    }

    @Test func numbersBeginAtZeroKeepTheirGapsAndGoOnAfterARestart() {
        var numbering = FrameNumbering()
        #expect(numbers([5, 6, 9], &numbering) == [0, 1, 4])
        numbering.restart()
        #expect(numbers([0, 1, 3], &numbering) == [5, 6, 8])
        numbering.restart()
        numbering.restart()
        #expect(numbers([77], &numbering) == [9])
    }

    @Test func aSequenceThatWrapsGoesOnAndOneThatStandsStillCounts() {
        var numbering = FrameNumbering()
        #expect(numbers([UInt32.max - 1, .max, 0, 2] as [UInt32], &numbering) == [0, 1, 2, 4])
        #expect(numbers([2, 2, 1], &numbering) == [5, 6, 7])
    }

    /// Some cameras' frame numbers leap; a leap isn't a gap. After a quarter of an hour without pictures, a large step is real.
    @Test func aLeapIsNoGap() {
        var numbering = FrameNumbering()
        #expect(numbers([7, 100_000_007, 100_000_008, 100_000_010, 1_100_000_010], &numbering) == [0, 1, 2, 4, 5])
        #expect(numbers([1_100_000_010 + 108_000], &numbering) == [5 + 108_000])
    }
}
