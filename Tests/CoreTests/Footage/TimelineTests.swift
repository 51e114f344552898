// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@Suite struct TimelineTests {
    private static let seeds = 1...20 as ClosedRange<UInt64>

    private static func instant(_ random: inout SeededGenerator) -> Timestamp {
        Timestamp(nanoseconds: Int64.random(in: 0...1_000_000_000_000_000, using: &random))
    }

    private static func span(_ random: inout SeededGenerator) -> Duration {
        .nanoseconds(Int64.random(in: -100_000_000_000...100_000_000_000, using: &random))
    }

    /// Exact to the nanosecond, even after weeks: the shown picture never drifts.
    @Test(arguments: seeds) func theDelayedPictureIsExactlyTheDelayAgo(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let now = Self.instant(&random)
            let delay = Self.span(&random)
            #expect(DelayRule(delay: delay).timeline.place(at: now) == now - delay)
        }
    }

    @Test(arguments: seeds) func aChangeOfRateOrPlaceNeverJumpsByItself(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var now = Self.instant(&random)
        var timeline = Timeline(from: now, position: Self.span(&random), rate: 0.75)
        for _ in 0..<200 {
            now = now + .nanoseconds(Int64.random(in: 0...5_000_000_000, using: &random))
            let before = timeline.position(at: now)
            timeline = timeline.changed(rate: [-2, -1, -0.25, 0, 0.5, 1, 2].randomElement(using: &random) ?? 1, at: now)
            #expect(timeline.position(at: now) == before)
            if random.chance(0.2) {
                let place = Self.span(&random)
                timeline = timeline.moved(to: place, at: now)
                #expect(timeline.position(at: now) == place)
            }
        }
    }

    /// A negative rate visits the same positions as a positive one, in reverse.
    @Test(arguments: seeds) func aNegativeRateIsTheWayBack(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let anchor = Self.instant(&random)
        let position = Self.span(&random)
        let rate: Double = [0.25, 0.5, 1, 2].randomElement(using: &random) ?? 1
        for _ in 0..<100 {
            let elapsed = Duration.nanoseconds(Int64.random(in: 0...60_000_000_000, using: &random))
            let there = Timeline(from: anchor, position: position, rate: rate).position(at: anchor + elapsed)
            let back = Timeline(from: anchor, position: position, rate: -rate).position(at: anchor + elapsed)
            #expect(abs(((there - position) + (back - position)).nanoseconds) <= 1)
            #expect(abs((there - position).inSeconds - elapsed.inSeconds * rate) < 1e-8)
        }
    }

    @Test(arguments: seeds) func itNeverLeavesItsBoundsAndStandsAtThem(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bounds = Duration.seconds(-2) ... .seconds(3)
        let rate = Double.random(in: -3...3, using: &random)
        let timeline = Timeline(from: .zero, position: .seconds(1), rate: rate, bounds: bounds)
        for _ in 0..<200 {
            let now = Timestamp(seconds: Double.random(in: 0...20, using: &random))
            let offset = Self.span(&random)
            #expect(bounds.contains(timeline.position(at: now, offset: offset)))
            let free = Timeline(from: .zero, position: .seconds(1), rate: rate).position(at: now)
            #expect(timeline.position(at: now) == min(max(free, bounds.lowerBound), bounds.upperBound))
        }
    }

    @Test(arguments: seeds) func aLoopGoesOnFromItsOtherEndAndLastsAsLongAsItIs(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let bounds = Duration.milliseconds(400) ... .milliseconds(1900)
        let rate: Double = [-2.0, -1, 1, 2].randomElement(using: &random) ?? 1
        let timeline = Timeline(from: .zero, position: .seconds(1), rate: rate, bounds: bounds, loops: true)
        let turn = Duration.seconds(1.5 / abs(rate))
        for _ in 0..<200 {
            let now = Timestamp(nanoseconds: Int64.random(in: 0...30_000_000_000, using: &random))
            let position = timeline.position(at: now)
            #expect(bounds.contains(position) && position != bounds.upperBound)
            #expect(timeline.position(at: now + turn) == position)
        }
        #expect(timeline.position(at: .zero) == .seconds(1))
    }

    @Test func aLoopOfNoLengthIsAPlace() {
        let timeline = Timeline(from: .zero, bounds: .seconds(2) ... .seconds(2), loops: true)
        #expect(timeline.position(at: Timestamp(seconds: 7)) == .seconds(2))
    }

    @Test func aTrackSaysAllThePlacesThatAreShownOfIt() {
        let track = Track(
            id: .replay, footage: .line, timeline: DelayRule(delay: .seconds(5)).timeline, span: .milliseconds(-100) ... .milliseconds(50))
        #expect(track.places(at: Timestamp(seconds: 8)) == Timestamp(seconds: 2.9)...Timestamp(seconds: 3.05))
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300]) func noRateTraps(rate: Double) {
        let timeline = Timeline(from: .zero, rate: rate, bounds: .zero ... .seconds(1))
        #expect((Duration.zero ... .seconds(1)).contains(timeline.position(at: Timestamp(seconds: 1))))
    }
}
