// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@testable import Devices
@testable import ShootingRange

@Suite struct ShotCycleTests {
    @Test(arguments: UInt64(1)...20)
    func everyReleaseFallsIntoOnePartOfTime(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
        let end = Duration.seconds(200)
        var edges = (0..<30).map { _ in Duration.nanoseconds(Int64.random(in: 0...end.nanoseconds, using: &numbers)) }
        edges += [.zero, end, .seconds(5), .seconds(13), .seconds(21)]
        edges.sort()
        let pieces = zip(edges, edges.dropFirst()).flatMap { ShotCycle.releaseTimes(in: $0..<$1) }
        #expect(pieces == (0..<25).map { .seconds(5 + 8 * $0) })
    }

    @Test func aShotBeginsWhereTheLastOneEnds() {
        #expect(ShotCycle.shot(at: .seconds(8) - .nanoseconds(1)).number == 0)
        #expect(ShotCycle.shot(at: .seconds(8)) == (1, .zero))
        #expect(ShotCycle.shot(at: .seconds(-3)) == (0, .zero))
    }
}

@Suite struct SimulatedMicrophoneTests {
    /// Returns the samples of this number of seconds, and the time of each block.
    private func listen(_ microphone: SimulatedMicrophone, _ timebase: any Timebase, seconds: Int) throws -> (samples: [Int16], times: [Timestamp]) {
        try microphone.start()
        var samples: [Int16] = []
        var times: [Timestamp] = []
        while samples.count < seconds * microphone.sampleRate {
            let block = try #require(try microphone.nextBlock(until: timebase.now().advanced(by: .seconds(1))))
            samples += block.samples
            times.append(block.timestamp)
        }
        return (samples, times)
    }

    @Test("each shot sounds as most bows do (docs/hearing.md), dated at its own sample: slide, release, impact")
    func eachShotSoundsAtItsOwnSample() throws {
        let timebase = SteppingTimebase(at: Timestamp(seconds: 3))
        let samples = try listen(SimulatedMicrophone(timebase: timebase), timebase, seconds: 22).samples
        for release in [5, 13, 21].map({ $0 * 48_000 }) {
            /// Returns the loudest sample between these milliseconds after the release.
            func loudest(_ milliseconds: Range<Int>) -> Int {
                let span = release + milliseconds.lowerBound * 48..<release + milliseconds.upperBound * 48
                return samples[span].reduce(0) { max($0, abs(Int($1))) }
            }
            #expect(loudest(-400 ..< -33) < 100)
            let peak = loudest(2..<8)
            #expect((23_000...24_200).contains(peak) && peak == loudest(-20..<250))
            // The slide is some 22 dB below the release.
            #expect((peak / 20...peak / 8).contains(loudest(-29 ..< -2)))
            // It is dated where it is a quarter as loud as at its loudest.
            let date = try #require(samples[(release - 1000)..<(release + 1000)].firstIndex { abs(Int($0)) > 6000 })
            #expect(abs(date - release) <= 24)
            // It isn't 20 dB down after 20 ms, and it is after 60.
            #expect(loudest(20..<30) > peak / 10 && loudest(60..<190) < peak / 10)
            #expect((2500...3500).contains(loudest(200..<220)) && loudest(150..<199) < 100)
            #expect(loudest(500..<700) < 100)
        }
    }

    @Test func howTheSoundIsCutIntoBlocksDoesNotChangeIt() {
        let microphone = SimulatedMicrophone(timebase: SteppingTimebase())
        for first in stride(from: Int64(237_000), to: 265_000, by: 611) {
            let later = microphone.samples(from: first + 100)
            #expect(Array(microphone.samples(from: first).dropFirst(100)) == Array(later.prefix(924)), "from sample \(first)")
        }
    }

    @Test func blocksFollowEachOtherToTheSample() throws {
        let timebase = SteppingTimebase(at: Timestamp(seconds: 3))
        let times = try listen(SimulatedMicrophone(timebase: timebase), timebase, seconds: 10).times
        for (index, time) in times.enumerated() {
            #expect(time == Timestamp(seconds: 3).advanced(by: FrameRate(48_000).offset(of: Int64(index) * 1024)))
        }
    }

    @Test func aBlockIsThereWhenItsLastSampleHasBeenHeard() throws {
        let timebase = StandingTimebase()
        let microphone = SimulatedMicrophone(timebase: timebase)
        try microphone.start()
        #expect(try microphone.nextBlock(until: Timestamp(seconds: 1)) == nil)
        let due = try #require(microphone.nextBlockTime)
        #expect(due == Timestamp.zero.advanced(by: FrameRate(48_000).offset(of: 1024)))
        timebase.move(to: due)
        #expect(try microphone.nextBlock(until: Timestamp(seconds: 1))?.timestamp == .zero)
    }

    @Test func aShotIsHeardWhereTheCameraSawIt() throws {
        let timebase = SteppingTimebase(at: Timestamp(seconds: 4))
        let microphone = SimulatedMicrophone(timebase: timebase, shotsFrom: Timestamp(seconds: 1))
        try microphone.start()
        for _ in 0..<300 {
            let block = try #require(try microphone.nextBlock(until: timebase.now().advanced(by: .seconds(1))))
            guard let place = block.samples.firstIndex(where: { abs(Int($0)) > 10_000 }) else { continue }
            let heard = block.timestamp.advanced(by: FrameRate(48_000).offset(of: Int64(place)))
            // A release gets as loud as this within 3 ms.
            #expect(abs(heard.duration(to: Timestamp(seconds: 6)).nanoseconds) < 3_000_000)
            return
        }
        Issue.record("no click was heard")
    }

    @Test func soundThatNobodyFetchedIsLostAndTimesOnlyRise() throws {
        let timebase = SteppingTimebase()
        let microphone = SimulatedMicrophone(timebase: timebase)
        let before = try listen(microphone, timebase, seconds: 1).times
        timebase.advance(by: .seconds(30))
        let late = try #require(try microphone.nextBlock(until: timebase.now()))
        #expect(late.timestamp >= Timestamp(seconds: 30))
        #expect(microphone.overruns == 1)
        microphone.stop()
        let again = try listen(microphone, timebase, seconds: 1).times
        #expect(zip(before + [late.timestamp] + again, (before + [late.timestamp] + again).dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func aMicrophoneThatIsPulledIsGoneUntilItIsBack() throws {
        let (timebase, faults) = (SteppingTimebase(), MicrophoneFaults())
        let microphone = SimulatedMicrophone(timebase: timebase, faults: faults)
        _ = try listen(microphone, timebase, seconds: 1)
        faults.setPlugged(false)
        #expect { _ = try microphone.nextBlock(until: timebase.now() + .seconds(1)) } throws: { "\($0)".hasPrefix("simulated is gone") }
        #expect(throws: MicrophoneError.self) { try SimulatedMicrophone(timebase: timebase, faults: faults).start() }
        timebase.advance(by: .seconds(30))
        faults.setPlugged(true)
        let back = try listen(SimulatedMicrophone(timebase: timebase, shotsFrom: .zero, faults: faults), timebase, seconds: 1).times
        #expect(try #require(back.first) >= Timestamp(seconds: 30))
    }

    @Test func lateSoundKeepsTheTimeAtWhichItWasHeard() throws {
        let (timebase, faults) = (StandingTimebase(), MicrophoneFaults())
        let microphone = SimulatedMicrophone(timebase: timebase, faults: faults)
        faults.setLateness(.milliseconds(200))
        try microphone.start()
        let due = try #require(microphone.nextBlockTime)
        #expect(due == Timestamp.zero + FrameRate(48_000).offset(of: 1024) + .milliseconds(200))
        timebase.move(to: due - .milliseconds(1))
        #expect(try microphone.nextBlock(until: Timestamp(seconds: 1)) == nil)
        timebase.move(to: due)
        #expect(try microphone.nextBlock(until: Timestamp(seconds: 1))?.timestamp == .zero)
    }

    @Test func aStoppedMicrophoneSaysSo() {
        let microphone = SimulatedMicrophone(timebase: SteppingTimebase())
        #expect(throws: MicrophoneError.self) { _ = try microphone.nextBlock(until: .zero) }
    }
}
