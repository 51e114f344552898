// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

@Suite("More than 1 % of 10 s lost is too much, and three times in 10 min is worth an offer")
struct OverloadRuleTests {
    private static let rate = FrameRate(60)

    /// A stream of 60 frames a second from time zero, with lost frames; the rule is told twice a second.
    private struct Trial {
        var rule = OverloadRule(at: .zero)
        var counts = FrameCounts()
        var now = Timestamp.zero

        /// - Parameter isLost: true for a lost frame, from its time in seconds and its number.
        mutating func run(to seconds: Double, each: (Timestamp, OverloadRule) -> Void = { _, _ in }, isLost: (Double, Int64) -> Bool) {
            while now < Timestamp(seconds: seconds) {
                let next = now + .milliseconds(500)
                for number in counts.made..<OverloadRuleTests.rate.count(within: Timestamp.zero.duration(to: next)) {
                    counts.captured += 1
                    if isLost(OverloadRuleTests.rate.offset(of: number).inSeconds, number) { counts.neverShown += 1 }
                }
                now = next
                rule.note(counts, rate: OverloadRuleTests.rate, at: now)
                each(now, rule)
            }
        }
    }

    @Test("one frame in a hundred is borne, one more isn't", arguments: [(0, false), (1, false), (6, false), (7, true), (60, true), (600, true)])
    func theShareDecides(lost: Int, isOver: Bool) {
        var trial = Trial()
        trial.run(to: 20) { _, _ in false }
        trial.counts.captured += 600
        trial.counts.neverShown += Int64(lost)
        trial.now = Timestamp(seconds: 30)
        trial.rule.note(trial.counts, rate: Self.rate, at: trial.now)
        #expect(trial.rule.isOver(at: trial.now) == isOver)
        #expect(trial.rule.strikes.count == (isOver ? 1 : 0))
        if isOver { #expect(trial.rule.percentLost == max(1, Int((Double(lost) / 6).rounded()))) }
    }

    @Test(
        "whoever lost a frame, it counts",
        arguments: [\FrameCounts.lostByCamera, \.lostByEncoder, \.notStored, \.neverShown] as [WritableKeyPath<FrameCounts, Int64> & Sendable])
    func everyKindOfLossCounts(kind: WritableKeyPath<FrameCounts, Int64> & Sendable) {
        var trial = Trial()
        trial.run(to: 20) { _, _ in false }
        trial.counts[keyPath: kind] += 30
        trial.run(to: 21) { _, _ in false }
        #expect(trial.rule.isOver(at: trial.now))
    }

    @Test("a stream of two seconds isn't judged by its one lost frame, nor by its first moments")
    func aYoungStreamIsntJudgedHastily() {
        var trial = Trial()
        trial.run(to: 3) { _, _ in true }
        #expect(!trial.rule.isOver(at: trial.now))
        trial.run(to: 6) { _, number in number == 200 || number == 250 }
        #expect(!trial.rule.isOver(at: trial.now))
    }

    @Test("it is said while it lasts and soon not any more")
    func itIsSaidWhileItLasts() throws {
        var trial = Trial()
        var first: Timestamp?
        var last: Timestamp?
        trial.run(
            to: 120,
            each: { now, rule in
                guard rule.isOver(at: now) else { return }
                first = first ?? now
                last = now
            }, isLost: { seconds, number in (30..<50).contains(seconds) && number % 9 == 0 })
        let (begin, end) = (try #require(first), try #require(last))
        // If every ninth frame is lost, 7 of 600 are lost within 1.1 s.
        #expect(begin >= Timestamp(seconds: 30.5) && begin <= Timestamp(seconds: 31.5))
        #expect(end >= Timestamp(seconds: 50) && end <= Timestamp(seconds: 50) + OverloadRule.window + OverloadRule.linger)
    }

    @Test("what goes on without end is a strike every 10 s and a bit, and calls for less after the third")
    func whatGoesOnIsManyStrikes() throws {
        var trial = Trial()
        var calls: Timestamp?
        trial.run(
            to: 60, each: { now, rule in if rule.callsForLess { calls = calls ?? now } },
            isLost: { seconds, number in seconds >= 20 && number % 10 == 0 })
        let strikes = trial.rule.strikes
        #expect(strikes.count >= 3)
        for (one, next) in zip(strikes, strikes.dropFirst()) {
            // After the window, 7 of the next 70 frames are lost, which takes a little more than a second.
            #expect(one + OverloadRule.window <= next && next <= one + OverloadRule.window + .seconds(2))
        }
        #expect(calls == strikes[2])
    }

    /// A burst of 1.5 s is one strike, wherever the samples fall.
    @Test(arguments: [20.0, 20.1, 20.25, 20.4, 20.5, 20.75, 20.9])
    func aBurstIsOneStrike(begin: Double) {
        var trial = Trial()
        trial.run(to: 60) { seconds, _ in (begin..<begin + 1.5).contains(seconds) }
        #expect(trial.rule.strikes.count == 1)
    }

    @Test(
        "three bursts call for less if they lie within 10 min",
        arguments: [
            ([20.0, 200, 610], true), ([20, 21, 22], false), ([20, 31, 42], true), ([20, 320, 640], false), ([20, 320, 640, 700], true),
            ([20, 40], false),
        ])
    func burstsWithinTheMemoryCount(bursts: [Double], calls: Bool) {
        var trial = Trial()
        var called = false
        trial.run(
            to: 800, each: { _, rule in called = called || rule.callsForLess },
            isLost: { seconds, _ in bursts.contains { ($0..<$0 + 0.2).contains(seconds) } })
        #expect(called == calls)
    }

    @Test("another stream begins with a clean slate, and the strikes stay until they are forgotten")
    func anotherStreamBeginsClean() {
        var trial = Trial()
        trial.run(to: 60) { seconds, number in seconds > 20 && number % 10 == 0 }
        #expect(trial.rule.isOver(at: trial.now) && trial.rule.callsForLess)
        trial.rule.beginStream(at: trial.now)
        #expect(!trial.rule.isOver(at: trial.now) && trial.rule.callsForLess)
        trial.rule.forgetStrikes()
        trial.run(to: 100) { _, _ in false }
        #expect(!trial.rule.isOver(at: trial.now) && !trial.rule.callsForLess)
    }

    @Test("counts that begin anew aren't taken for losses that came back")
    func countsThatGoBackBeginAnew() {
        var trial = Trial()
        trial.run(to: 30) { _, number in number % 200 == 0 }
        trial.counts = FrameCounts()
        trial.rule.note(trial.counts, rate: Self.rate, at: trial.now)
        trial.counts.captured = 600
        trial.counts.neverShown = 9
        trial.rule.note(trial.counts, rate: Self.rate, at: trial.now + .seconds(10))
        #expect(trial.rule.isOver(at: trial.now + .seconds(10)))
    }

    /// The expected result is computed from the list of all lost frames, anew at every step.
    @Test(arguments: UInt64(1)...8)
    func itSaysWhatTheWholeHistoryWouldSay(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let chances = (0..<20).map { _ in random.chance(0.5) ? 0 : Double.random(in: 0...0.03, using: &random) }
        var losses: [Double] = []
        var trial = Trial()
        var strikes: [Timestamp] = []
        var lastStrike: Timestamp?
        var endOfStrike = Timestamp.zero
        var isRight = true
        trial.run(
            to: 200,
            each: { now, rule in
                guard now >= Timestamp.zero + OverloadRule.settling else { return }
                let begin = max(now - OverloadRule.window, Timestamp.zero + OverloadRule.settling).seconds
                let isTooMuch = losses.count { $0 > begin && $0 <= now.seconds } > 6
                if let lastStrike, now < lastStrike + OverloadRule.window {
                    endOfStrike = now
                } else if losses.count(where: { $0 > max(begin, endOfStrike.seconds) && $0 <= now.seconds }) > 6 {
                    strikes.append(now)
                    (lastStrike, endOfStrike) = (now, now)
                }
                strikes.removeAll { $0 + OverloadRule.memory <= now }
                isRight = isRight && rule.strikes == strikes && (!isTooMuch || rule.isOver(at: now))
            },
            isLost: { seconds, _ in
                let isLost = random.chance(chances[min(19, Int(seconds / 10))])
                if isLost { losses.append(seconds) }
                return isLost
            })
        #expect(isRight)
    }
}
