// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

/// Marks that the box sets by itself: a window each, and nothing changes for the marks that people press.
@Suite struct AutomaticMarkTests {
    private static let sources = [Mark.Source.trigger, .sound, .movement]

    private static func stamp(_ seconds: Double) -> FrameStamp {
        FrameStamp(frame: Int64(seconds * 30), timestamp: Timestamp(seconds: seconds))
    }

    private static func settings(_ random: inout SeededGenerator) -> Settings {
        var settings = Settings()
        settings.clip = random.chance(0.6) ? .segment : .window
        settings.longestSeconds = random.chance(0.3) ? 0 : random.seconds(1...120)
        settings.postRollSeconds = random.seconds(0...30)
        settings.beforeSeconds = random.seconds(0...60)
        return settings
    }

    @Test(arguments: Settings.ClipRule.allCases, sources)
    func itsClipIsAWindowWhateverTheRuleIs(rule: Settings.ClipRule, source: Mark.Source) {
        var settings = Settings()
        (settings.clip, settings.beforeSeconds, settings.postRollSeconds) = (rule, 4, 1)
        let mark = Mark(number: 60_001, stamp: Self.stamp(30), source: source)
        let plan = ClipPlanner(settings).plan(mark, earlier: [Timestamp(seconds: 29)], sessionStart: .zero, oldest: .zero)
        #expect(plan == ClipPlan(number: 60_001, kind: .detected, from: Timestamp(seconds: 26), through: Timestamp(seconds: 31)))
        let young = ClipPlanner(settings).plan(mark, earlier: [], sessionStart: .zero, oldest: Timestamp(seconds: 28))
        #expect(young.from == Timestamp(seconds: 28))
    }

    @Test("X-18 a rally's clip is its own window, as far as the line has it, and a pressed mark's is as ever")
    func aRallysWindow() {
        var settings = Settings()
        (settings.clip, settings.scores, settings.beforeSeconds, settings.postRollSeconds) = (.rally, false, 4, 1)
        var planner = ClipPlanner(settings)
        planner.window = Timestamp(seconds: 20)...Timestamp(seconds: 33)
        func span(_ mark: Mark, oldest: Double) -> ClosedRange<Double> {
            let plan = planner.plan(mark, earlier: [], sessionStart: .zero, oldest: Timestamp(seconds: oldest))
            return plan.from.seconds...plan.through.seconds
        }
        let rally = Mark(number: 60_001, stamp: Self.stamp(22), source: .movement)
        #expect(span(rally, oldest: 0) == 20...33 && span(rally, oldest: 21) == 21...33 && span(rally, oldest: 30) == 22...33)
        #expect(span(Mark(number: 1, stamp: Self.stamp(22), source: .gpio), oldest: 0) == 18...23)
        settings.scores = true
        #expect(ClipPlanner(settings).rule == .segment, "while arrows are scored, no rally is cut")
    }

    @Test func itCountsApartSoThatThePressedNumbersStay() {
        var session = SessionState(start: .zero)
        let planner = ClipPlanner(Settings())
        let sources = [Mark.Source.gpio, .trigger, .sound, .gpio]
        let numbers = sources.enumerated().map { index, source in
            session.mark(Self.stamp(Double(10 + index)), source: source, planner: planner, oldest: .zero).mark.number
        }
        #expect(numbers == [1, 60_001, 60_002, 2])
        #expect(session.countedMarks.map(\.number) == [1, 2] && session.unconfirmedMarks.map(\.number) == [60_001, 60_002])
        #expect(session.newestWithdrawable == 2)
    }

    /// Whatever the box marks by itself between the presses, each pressed mark's number and clip, and the tail, are as they would be
    /// without it.
    @Test(arguments: UInt64(1)...300) func automaticMarksLeaveThePressedMarksClipsAsTheyWere(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let planner = ClipPlanner(Self.settings(&random))
        var (plain, mixed) = (SessionState(start: .zero), SessionState(start: .zero))
        var now = 1.0
        for _ in 0..<60 {
            now += random.seconds(0...20)
            let oldest = random.chance(0.2) ? nil : Timestamp(seconds: random.seconds(0...now))
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                let stamp = Self.stamp(max(0, now - random.seconds(0...12)))
                let pressed = random.chance(0.7) ? Timestamp(seconds: now) : nil
                let wanted = plain.mark(stamp, pressed: pressed, source: .gpio, planner: planner, oldest: oldest)
                let got = mixed.mark(stamp, pressed: pressed, source: .gpio, planner: planner, oldest: oldest)
                #expect(got == wanted)
            case 4..<8:
                let source = try #require(Self.sources.randomElement(using: &random))
                let stamp = Self.stamp(max(0, now - random.seconds(0...2)))
                let (mark, plan) = mixed.mark(stamp, source: source, planner: planner, oldest: oldest)
                #expect(mark.isAutomatic && plan.kind == .detected && plan.from <= stamp.timestamp)
                #expect(plan.through == stamp.timestamp + planner.postRoll)
                #expect(plan.from >= stamp.timestamp - planner.before)
            case 8:
                #expect(mixed.newestWithdrawable == plain.newestWithdrawable)
                if let number = plain.newestWithdrawable {
                    _ = plain.withdraw(number)
                    _ = mixed.withdraw(number)
                }
            default:
                if !plain.freshMarks.isEmpty { #expect(mixed.lastClipEnd == plain.lastClipEnd) }
                let end = Timestamp(seconds: now)
                for plan in plain.takeRest(endingAt: end) { #expect(mixed.entries.contains { $0.plan.number == plan.number }) }
                _ = mixed.takeRest(endingAt: end)
                plain.rest(at: end)
                mixed.rest(at: end)
            }
        }
        let pressed = mixed.entries.filter { $0.mark?.isAutomatic != true }
        #expect(pressed == plain.entries && mixed.newestBorder == plain.newestBorder)
        #expect(mixed.unscoredMarks == plain.unscoredMarks)
    }

    /// The same after a crash: the next run reads the journal, and the first pressed mark's clip begins where it would.
    @Test(arguments: UInt64(1)...100) func aJournalThatIsReadBackHasNoOtherBorders(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let planner = ClipPlanner(Self.settings(&random))
        let header = SessionHeader(
            number: 1, started: "2026-11-20T14:03:00", size: .hd720, framesPerSecond: 30, delaySeconds: 5, camera: "c", encoder: "e")
        var before = SessionState(start: .zero)
        var (plain, mixed) = ([JournalEntry.opened(header)], [JournalEntry.opened(header)])
        for second in 1...20 {
            let source = random.chance(0.5) ? Mark.Source.gpio : .sound
            let mark = before.mark(Self.stamp(Double(second)), source: source, planner: planner, oldest: .zero).mark
            mixed.append(.marked(mark))
            if !mark.isAutomatic { plain.append(.marked(mark)) }
        }
        let start = Timestamp(seconds: 30)
        let plans = try [plain, mixed].map { journal in
            var next = SessionState(start: start)
            next.take(try #require(SessionRecord(journal: journal, ending: .recovered)))
            #expect(next.newestBorder == nil)
            return next.mark(Self.stamp(40), source: .gpio, planner: planner, oldest: start).plan
        }
        #expect(plans[0] == plans[1])
    }
}
