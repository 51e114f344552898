// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import TestSupport
import Testing

@testable import Runtime

/// The display thread's loop on slow or late machines: the picture on the TV at each vblank.
@Suite struct PresentingTests {
    private static let refresh = FrameRate(60)

    /// The pictures on the TV at every vblank, missed vblanks included.
    private struct Watch {
        var exact = 0
        var early = 0
        var vblanks = 0
        var repeated: Int64 = 0
        var longest: Duration = .zero
        private var last: (vblank: Vblank, frame: FrameStamp)?

        /// - Parameter isCounted: false while the first pictures still measure the cost.
        mutating func see(_ vblank: Vblank, _ picture: NumberedPicture?, in screening: PresentingHarness, isCounted: Bool) {
            guard let picture, picture.isDecoded, let frame = screening.times.frames.first(where: { $0.frame == picture.frame }) else { return }
            let delay = screening.shared.delay.current
            func look(_ shown: FrameStamp, at instant: Timestamp) {
                guard let due = screening.times.newest(notAfter: instant - delay) else { return }
                let age = shown.timestamp.duration(to: instant - delay)
                longest = max(longest, shown == due ? min(age, screening.rate.interval) : age)
                if shown != due { repeated += 1 }
                guard isCounted else { return }
                vblanks += 1
                if shown == due { exact += 1 }
                if shown.timestamp > instant - delay { early += 1 }
            }
            if let last {
                for sequence in stride(from: last.vblank.sequence + 1, to: vblank.sequence, by: 1) {
                    look(last.frame, at: vblank.timestamp - PresentingTests.refresh.interval * Int(vblank.sequence - sequence))
                }
            }
            look(frame, at: vblank.timestamp)
            last = (vblank, frame)
        }
    }

    private func screening(_ rate: FrameRate, seconds: Double, composing: (() -> Duration)?) throws -> PresentingHarness {
        try PresentingHarness(
            FrameTimes(rate: rate, for: .seconds(seconds), seed: 0), rate: rate, refresh: Self.refresh, delay: .seconds(2),
            composing: composing, isStepping: true)
    }

    /// However long composing takes, a picture comes on the TV at the vblank that it was chosen for.
    @Test(arguments: [1, 5, 12, 18, 30, 45, 70, 150], [FrameRate(24), FrameRate(30), FrameRate(60)])
    func aSlowCompositorShowsWhatIsDueAtItsFlip(milliseconds: Int, rate: FrameRate) throws {
        let screening = try screening(rate, seconds: 20) { .milliseconds(milliseconds) }
        var changes = 0
        var exact = 0
        var last: Int64?
        while screening.clock.now() < Timestamp(seconds: 20) {
            let (vblank, picture) = try screening.turn()
            guard screening.clock.now() > Timestamp(seconds: 4), let picture, picture.frame != last else { continue }
            if last != nil {
                changes += 1
                if picture.frame == screening.times.newest(notAfter: vblank.timestamp - .seconds(2))?.frame { exact += 1 }
            }
            last = picture.frame
        }
        #expect(changes > 80)
        #expect(exact == changes)
    }

    /// With varying cost most pictures are exact, none is too new, and the meter's figures report the errors.
    @Test(arguments: UInt64(1)...12)
    func anUnevenCompositorIsSeldomLateNeverEarlyAndItsAgeIsTold(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let middle = Double.random(in: 5...60, using: &random)
        let rate = [FrameRate(24), FrameRate(30), FrameRate(60)][Int(seed % 3)]
        let screening = try screening(rate, seconds: 40) { .seconds(middle * Double.random(in: 0.7...1.3, using: &random) / 1000) }
        var watch = Watch()
        while screening.clock.now() < Timestamp(seconds: 40) {
            let (vblank, picture) = try screening.turn()
            watch.see(vblank, picture, in: screening, isCounted: screening.clock.now() > Timestamp(seconds: 4))
        }
        let summary = screening.shared.meter.summary
        #expect(watch.early == 0)
        #expect(summary.repeated == watch.repeated)
        #expect(summary.longest == watch.longest)
        // A picture that can't be ready in time is older at its flip; at small costs 95 % of the pictures are exact.
        if middle * 1.3 < 16 { #expect(Double(watch.exact) >= Double(watch.vblanks) * 0.95) }
    }

    /// A compositor that becomes slow, or quick again, is adapted to within a few pictures.
    @Test func aChangeOfCostIsFollowed() throws {
        var cost = Duration.milliseconds(4)
        let screening = try screening(FrameRate(30), seconds: 12) { cost }
        func errors(until end: Double) throws -> Int {
            var wrong = 0
            while screening.clock.now() < Timestamp(seconds: end) {
                let (vblank, picture) = try screening.turn()
                let due = screening.times.newest(notAfter: vblank.timestamp - .seconds(2))
                if let picture, picture.isDecoded, picture.frame != due?.frame { wrong += 1 }
            }
            return wrong
        }
        _ = try errors(until: 4)
        #expect(try errors(until: 6) == 0)
        cost = .milliseconds(40)
        #expect(try errors(until: 8) <= 2 * PresentingEffort.remembered)
        #expect(try errors(until: 9) == 0)
        cost = .milliseconds(4)
        _ = try errors(until: 11)
        #expect(try errors(until: 12) == 0)
    }

    /// 60 pictures a second at 60 Hz: a thread that waits late or is woken late loses nothing while its commits are in time.
    @Test(arguments: UInt64(1)...8)
    func aThreadThatIsLateForItsWaitLosesNoFrame(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let screening = try screening(FrameRate(60), seconds: 30, composing: nil)
        while screening.clock.now() < Timestamp(seconds: 30) {
            _ = try screening.turn(pause: random.chance(0.2) ? .milliseconds(Int.random(in: 0...12, using: &random)) : .zero)
        }
        let summary = screening.shared.meter.summary
        #expect(summary.shown > 1600)
        #expect(summary.skipped == 0 && summary.repeated == 0 && summary.missed == 0)
    }

    /// A thread that misses whole vblanks loses frames, and every one is counted: at those vblanks the old picture stayed.
    @Test func whatASleepingThreadLosesIsCountedVblankByVblank() throws {
        let screening = try screening(FrameRate(60), seconds: 20, composing: nil)
        var turns = 0
        while screening.clock.now() < Timestamp(seconds: 20) {
            turns += 1
            // Two vblanks pass, and the commit's own.
            _ = try screening.turn(pause: turns % 100 == 0 && screening.clock.now() > Timestamp(seconds: 3) ? .milliseconds(45) : .zero)
        }
        let summary = screening.shared.meter.summary
        #expect(summary.skipped > 10)
        #expect(summary.repeated == summary.skipped && summary.missed == summary.skipped)
        #expect(summary.longest > .milliseconds(33))
    }

    /// Frames that a screen covers aren't lost.
    @Test func whatAScreenCoversIsNotSkipped() throws {
        let screening = try screening(FrameRate(30), seconds: 20, composing: nil)
        func run(to seconds: Double) throws { while screening.clock.now() < Timestamp(seconds: seconds) { _ = try screening.turn() } }
        try run(to: 6)
        screening.show([], generation: 2)
        try run(to: 9)
        screening.show([Layer(.video(.delayed))], generation: 3)
        try run(to: 15)
        let summary = screening.shared.meter.summary
        #expect(summary.shown > 200)
        #expect(summary.skipped == 0 && summary.missed == 0 && summary.repeated == 0)
    }

    /// A camera faster than the TV has frames that are due at no vblank: they aren't shown, and don't count as lost.
    @Test(arguments: [(FrameRate(60), FrameRate(50)), (FrameRate(60), FrameRate(24)), (FrameRate(60), FrameRate(60_000, 1001))])
    func framesBetweenTwoVblanksAreNotMissed(rate: FrameRate, refresh: FrameRate) throws {
        let screening = try PresentingHarness(
            FrameTimes(rate: rate, for: .seconds(60), seed: 0), rate: rate, refresh: refresh, delay: .seconds(2),
            isStepping: true)
        while screening.clock.now() < Timestamp(seconds: 60) { _ = try screening.turn() }
        let summary = screening.shared.meter.summary
        #expect(summary.skipped > 0 && summary.missed == 0 && summary.repeated == 0)
    }
}

@Suite struct PresentingEffortTests {
    @Test func oneOrTwoLongTimesAreChanceThreeAreNot() {
        var effort = PresentingEffort()
        #expect(effort.expected == .zero)
        for _ in 0..<8 { effort.note(.milliseconds(4)) }
        for _ in 0..<2 {
            effort.note(.milliseconds(50))
            #expect(effort.expected == .milliseconds(4))
        }
        effort.note(.milliseconds(40))
        #expect(effort.expected == .milliseconds(40))
        for _ in 0..<8 { effort.note(.milliseconds(5)) }
        #expect(effort.expected == .milliseconds(5))
    }

    /// If nothing is composed any more, as in Live, a long time would otherwise be reported again and again, and animations would stay
    /// reduced.
    @Test func whatComposingTookIsToldOnce() {
        let cost = ComposingCost()
        #expect(cost.takeSeconds() == nil)
        cost.note(.milliseconds(20))
        cost.note(.milliseconds(30))
        #expect(cost.takeSeconds() == 0.03)
        for _ in 0..<10 { #expect(cost.takeSeconds() == nil) }
        cost.note(.zero)
        #expect(cost.takeSeconds() == nil, "in virtual time nothing takes any")
        cost.note(.milliseconds(5))
        #expect(cost.takeSeconds() == 0.005)
    }
}
