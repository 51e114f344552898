// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Runtime

@Suite struct CameraWatchTests {
    static let interval: Duration = .milliseconds(33)

    static func at(_ milliseconds: Int64) -> Timestamp { .zero + .milliseconds(milliseconds) }

    @Test func aRunningCameraIsLostAfterTheWatchdogAndRestartedAfterASecond() {
        var watch = CameraWatch(now: .zero)
        watch.noteStart(at: .zero)
        watch.noteFrame(at: Self.at(100))
        #expect(watch.verdict(at: Self.at(349), interval: Self.interval, mayRestart: true) == .patience)
        #expect(watch.verdict(at: Self.at(350), interval: Self.interval, mayRestart: true) == .lost)
        #expect(watch.verdict(at: Self.at(1099), interval: Self.interval, mayRestart: true) == .lost)
        #expect(watch.verdict(at: Self.at(1100), interval: Self.interval, mayRestart: true) == .lostAndRestarted)
    }

    @Test func everyRestartHasTimeForItsFirstFrameAndTheFourthIsAnOpening() {
        var watch = CameraWatch(now: .zero)
        watch.noteFrame(at: .zero)
        var now: Int64 = 1000
        for _ in 0..<CameraWatch.restartsBeforeReopening {
            #expect(watch.verdict(at: Self.at(now), interval: Self.interval, mayRestart: true) == .lostAndRestarted)
            watch.noteStart(at: Self.at(now))
            #expect(watch.verdict(at: Self.at(now + 2999), interval: Self.interval, mayRestart: true) == .patience)
            now += 3000
        }
        #expect(watch.verdict(at: Self.at(now), interval: Self.interval, mayRestart: true) == .lostAndOpenedAnew)
    }

    @Test func aFrameForgivesAllRestarts() {
        var watch = CameraWatch(now: .zero)
        watch.noteFrame(at: .zero)
        for round in 0..<10 {
            let now = Int64(round) * 5000 + 1000
            #expect(watch.verdict(at: Self.at(now), interval: Self.interval, mayRestart: true) == .lostAndRestarted)
            watch.noteStart(at: Self.at(now))
            watch.noteFrame(at: Self.at(now + 4000 - 1000))
        }
    }

    @Test func aSlowCameraHasFourFramesTime() {
        var watch = CameraWatch(now: .zero)
        watch.noteFrame(at: .zero)
        let interval: Duration = .milliseconds(200)
        #expect(watch.verdict(at: Self.at(799), interval: interval, mayRestart: true) == .patience)
        #expect(watch.verdict(at: Self.at(800), interval: interval, mayRestart: true) == .lost)
    }

    /// A camera that delivers less than it promised is slow, not lost.
    @Test func whatACameraDoesCountsMoreThanWhatItPromised() {
        var watch = CameraWatch(now: .zero)
        watch.noteFrame(at: .zero)
        watch.noteFrame(at: Self.at(200))
        #expect(watch.verdict(at: Self.at(999), interval: Self.interval, mayRestart: true) == .patience)
        #expect(watch.verdict(at: Self.at(1000), interval: Self.interval, mayRestart: true) == .lost)
        watch.noteFrame(at: Self.at(1010))
        watch.noteFrame(at: Self.at(1043))
        #expect(watch.verdict(at: Self.at(1293), interval: Self.interval, mayRestart: true) == .lost)
    }

    @Test func aSimulatedCameraIsNeverRestarted() {
        var watch = CameraWatch(now: .zero)
        watch.noteFrame(at: .zero)
        for second in Int64(1)...60 {
            #expect(watch.verdict(at: Self.at(second * 1000), interval: Self.interval, mayRestart: false) == .lost)
        }
    }
}
