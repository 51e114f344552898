// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import TestSupport
import Testing

@testable import Core

/// A date is known or it isn't: a clock that may be wrong never makes one.
@Suite struct ClockRuleTests {
    private static let day: Int64 = 86_400
    private static let built = CivilTime(year: 2026, month: 11, day: 20).seconds

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func theCalendarIsTheGregorianOne(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        for _ in 0..<200 {
            // Foundation's calendar is the Julian one before 1582.
            let seconds = Int64.random(in: -12_000_000_000...CivilTime.range.upperBound, using: &random)
            let civil = CivilTime(seconds: seconds)
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: Double(seconds)))
            #expect(civil.year == parts.year && civil.month == parts.month && civil.day == parts.day)
            #expect(civil.hour == parts.hour && civil.minute == parts.minute && civil.second == parts.second)
            #expect(civil.seconds == seconds)
            #expect(CivilTime(label: civil.label) == civil && SessionMoment(civil.label) != nil)
        }
    }

    @Test(arguments: [.min, -1, 0, 2_147_483_647, 2_147_483_648, 4_294_967_296, .max] as [Int64])
    func noReadingBreaksTheCalendar(reading: Int64) {
        let civil = CivilTime(seconds: reading)
        #expect((1...9999).contains(civil.year) && civil.seconds == reading.clamped(to: CivilTime.range))
        #expect(CivilTime(label: civil.label) == civil)
    }

    @Test(arguments: ["", "2026-11-20", "2026-02-30T10:00:00", "2026-11-20T24:00:00", "0000-01-01T00:00:00", "no clock at all, none"])
    func aLabelThatIsNoDateIsNone(label: String) { #expect(CivilTime(label: label) == nil) }

    /// Whatever clock, card and laptop say: a known date comes from a clock that is kept and isn't older than what is known, and a moment
    /// "before" was really known.
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func onlyAKeptClockThatIsPlausibleMakesADate(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func time() -> Int64 {
            let special: [Int64] = [.min, 0, 10, 2_147_483_648, .max, Self.built, Self.built + ClockRule.lifetime]
            return random.chance(0.3)
                ? special.randomElement(using: &random) ?? 0 : Self.built + Int64.random(in: -400...4000, using: &random) * Self.day
        }
        for _ in 0..<300 {
            let (reading, isKept) = (time(), random.chance(0.5))
            let bounds = ClockBounds(built: Self.built, last: random.chance(0.5) ? time() : nil, foreign: random.chance(0.3) ? time() : nil)
            let plausible = Self.built...Self.built + ClockRule.lifetime
            let known = [bounds.last, bounds.foreign].compactMap { $0 }.filter(plausible.contains)
            switch ClockRule.judge(reading, isKept: isKept, bounds) {
            case .known(let time):
                #expect(isKept && time == reading && plausible.contains(time))
                #expect(known.allSatisfy { time >= $0 - ClockRule.slack })
            case .notBefore(let time): #expect(time == known.max())
            case .unknown: #expect(known.isEmpty && !(isKept && plausible.contains(reading)))
            }
        }
    }

    private static let readings: [(String, Int64, Bool)] = [
        ("1970", 0, false), ("the build's own day", built, true), ("a day back", built + 9 * day, true), ("a month back", built - 20 * day, false),
        ("2038", 2_147_483_648 + 5, true), ("a hundred years on", built + 100 * 365 * day, false),
    ]

    @Test(arguments: readings)
    func anImplausibleReadingIsRefused(name: String, reading: Int64, isDate: Bool) {
        let bounds = ClockBounds(built: Self.built, last: name == "a day back" ? Self.built + 10 * Self.day : nil)
        #expect(ClockRule.judge(reading, isKept: true, bounds) == (isDate ? .known(reading) : .unknown), "\(name)")
        #expect(ClockRule.judge(reading, isKept: false, bounds) == (bounds.last.map { .notBefore($0) } ?? .unknown), "\(name)")
    }

    @Test func whatRanIsAddedToTheLastKnownTime() {
        var date = BoxDate(ClockBounds(built: Self.built), start: Timestamp(seconds: 100))
        func now(_ seconds: Double) -> SessionDate { date.date(at: Timestamp(seconds: seconds), reading: 10, isKept: false, offset: 60) }
        #expect(now(160) == .unknown && now(160).label == "")
        date.learn(last: Self.built + 5, foreign: nil)
        date.learn(last: Self.built + 3, foreign: nil)
        #expect(now(160) == SessionDate(.after, utc: Self.built + 65, offset: 60))
        #expect(now(160).label == "" && now(160).known == nil, "a moment before is no date")
    }

    @Test func aPersonsSettingDatesWhatCameBeforeAndAfter() {
        var date = BoxDate(ClockBounds(built: Self.built, last: Self.built + 30 * Self.day), start: .zero)
        date.set(utc: Self.built, at: Timestamp(seconds: 500))
        func at(_ seconds: Double) -> SessionDate { date.date(at: Timestamp(seconds: seconds), reading: 10, isKept: false, offset: 90) }
        #expect(at(440) == SessionDate(.later, utc: Self.built - 60, offset: 90))
        #expect(at(560) == SessionDate(.person, utc: Self.built + 60, offset: 90))
        #expect(at(560).label == "2026-11-20T01:31:00")
        date.learn(last: Self.built + 900 * Self.day, foreign: nil)
        #expect(at(560).known == Self.built + 60, "a card doesn't know better than a person")
    }
}
