// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Media
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Runtime

/// The date of sessions: known, set by a person, or missing.
@Suite struct WallClockTests {
    private static let built = CivilTime(year: 2026, month: 11, day: 20).seconds
    private static let noon = CivilTime(year: 2026, month: 11, day: 28, hour: 12).seconds

    private static func clock(_ utc: Int64, isKept: Bool) -> (any Timebase) -> WallClock {
        { WallClock(timebase: $0, start: .zero, built: built) { MachineClock.Reading(utc: utc, isKept: isKept, offset: 60) } }
    }

    @Test func aVirtualRunHasItsFixedDate() {
        let time = VirtualClock()
        let clock = WallClock(timebase: time, start: time.now(), read: nil)
        time.advance(to: Timestamp(seconds: 65))
        #expect(clock.begin("a").label == "2026-01-01T00:01:05" && clock.begin("b").date == nil)
        #expect(clock.lastTime == nil && clock.report == nil)
    }

    @Test(arguments: [true, false])
    func aClipsFileSaysWhenItWasShotIfThatIsKnown(isKnown: Bool) throws {
        let filing = try Filing(wallClock: Self.clock(isKnown ? Self.noon : 100, isKept: true))
        filing.mark(1, frame: 30)
        filing.cut(1, 30...59)
        filing.writer.post(.file(.run(1)))
        filing.work()
        let record = try #require(try filing.records().first)
        let name = try #require(filing.writer.names[.run(1)]?.folder)
        #expect(name == (isKnown ? "2026-11-28_1300_S01" : "undated_S01"))
        #expect(record.header.date == (isKnown ? SessionDate(.clock, utc: Self.noon, offset: 60) : .unknown))
        let clip = "\(filing.cardPath)/\(name)/\(record.clips[0].file)"
        // The clip begins a second after the session's beginning.
        #expect(ClipRemuxer.creationTime(of: clip) == (isKnown ? Self.noon + 1 : nil))
        let bytes = try Data(contentsOf: URL(filePath: clip))
        #expect((bytes.range(of: Data("2026-11-28T13:00:01".utf8)) != nil) == isKnown, "the tag date")
        #expect((bytes.range(of: Data("Session 1 clip 1".utf8)) != nil) == !isKnown, "the title")
    }

    @Test("a person sets the clock: what was shot since the start is dated, record and pages, open or filed", arguments: [true, false])
    func settingTheClockDatesWhatWasShot(isFiled: Bool) throws {
        let filing = try Filing(wallClock: Self.clock(100, isKept: false))
        filing.mark(1, frame: 30)
        filing.cut(1, 0...59)
        if isFiled { filing.writer.post(.file(.run(1))) }
        filing.work(for: .seconds(600))
        filing.writer.setClock(utc: Self.noon, offset: -300)
        filing.mark(2, frame: 60)
        filing.mark(1, frame: 90, session: 2)
        filing.writer.post(.file(.run(1)))
        filing.writer.post(.file(.run(2)))
        filing.work(for: .seconds(2))
        let records = try filing.records().sorted { $0.header.number < $1.header.number }
        #expect(records.map(\.header.started) == ["2026-11-28T06:50:00", "2026-11-28T07:00:00"])
        #expect(records.map(\.header.dateFrom) == [.later, .person])
        #expect(records.map(\.marks.count) == [2, 1])
        #expect(filing.isThere("undated_S01") && filing.isThere("2026-11-28_0700_S02"))
        let page = try String(contentsOfFile: "\(filing.cardPath)/undated_S01/index.html", encoding: .utf8)
        #expect(page.contains("Sat 28 Nov 2026, 06:50"))
        let named = filing.news.compactMap { if case .named(.run(1), _, let header) = $0 { header.started } else { nil } }
        #expect(named.last == "2026-11-28T06:50:00")
        #expect(filing.news.contains { if case .clock(let report) = $0 { report.date.from == .person } else { false } })
    }

    /// The next start has no clock, but it comes after the last one.
    @Test func theLastKnownTimeIsKeptForTheNextStart() throws {
        let filing = try Filing(wallClock: Self.clock(Self.noon, isKept: true))
        filing.mark(1, frame: 30)
        filing.writer.post(.file(.run(1)))
        filing.work()
        let card = Card(path: filing.cardPath, files: POSIXFileSystem(), hasIndex: false)
        _ = try card.identify()
        #expect(card.lastTime == Self.noon)
        let next = Self.clock(100, isKept: false)(VirtualClock())
        next.learn(last: card.lastTime, foreign: nil)
        #expect(next.begin("a").label == "" && next.date(at: .zero) == SessionDate(.after, utc: Self.noon, offset: 60))
    }

    private final class Kept: Sendable { let times = Mutex<[Int64]>([]) }

    @Test("V-54 a date that a person has set goes into the battery clocks, once")
    func theBatteryClocksAreSet() throws {
        let kept = Kept()
        let filing = try Filing(wallClock: {
            WallClock(timebase: $0, start: .zero, built: Self.built) {
                MachineClock.Reading(utc: 100, isKept: false, offset: 60)
            } keep: { utc in
                kept.times.withLock { $0.append(utc) }
                return ["rtc0: set"]
            }
        })
        filing.work(for: .seconds(2))
        #expect(kept.times.withLock { $0 } == [])
        filing.writer.setClock(utc: Self.noon, offset: 60)
        filing.work(for: .seconds(5))
        let times = kept.times.withLock { $0 }
        #expect(times.count == 1 && times.allSatisfy { (Self.noon...Self.noon + 2).contains($0) })
        #expect(filing.news.contains { if case .noticed(["rtc0: set"]) = $0 { true } else { false } })
    }

    @Test("a battery clock that can't be set says so, and a machine without one says nothing")
    func aRefusalIsALine() throws {
        let folder = try TemporaryFolder()
        #expect(BatteryClock.set(utc: Self.noon, in: "\(folder.path)/none") == [])
        for name in ["rtc", "rtc1", "rtc0", "rtcs", "random"] { try "".write(toFile: "\(folder.path)/\(name)", atomically: true, encoding: .utf8) }
        let lines = BatteryClock.set(utc: Self.noon, in: folder.path)
        #expect(lines.count == 2 && lines[0].hasPrefix("the battery clock rtc0 can't be set: ") && lines[1].contains("rtc1"))
    }

    @Test func batteryClocksAreReadFromTheKernelsFiles() throws {
        let folder = try TemporaryFolder()
        for (name, text) in [("rtc0", "12\n"), ("rtc1", "\(Self.noon)\n"), ("rtc2", "broken"), ("other", "77\n")] {
            try FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
            try text.write(toFile: "\(folder.path)/\(name)/since_epoch", atomically: true, encoding: .utf8)
        }
        #expect(MachineClock.batteryClocks(in: folder.path).sorted() == [12, Self.noon])
        #expect(MachineClock.batteryClocks(in: "\(folder.path)/none") == [])
    }

    @Test func aLaptopsTimeIsNewerThanTheBoxesOwn() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/settings.toml"
        try "".write(toFile: path, atomically: true, encoding: .utf8)
        let later = Date().addingTimeInterval(86_400)
        #expect(MachineClock.foreignTime(onCard: folder.path) == nil)
        try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: path)
        #expect(MachineClock.foreignTime(onCard: folder.path) == Int64(later.timeIntervalSince1970))
    }
}
