// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Glibc
import Testing

@testable import Runtime

/// The date of sessions by the kernel's battery clocks: the machine's own, a DS3231 on a bus, none. The box finds, reads and sets them by its
/// own code, at the kernel's own paths.
///
/// The DS3231 is a stub that doesn't tick: it shows nothing of a board's wires and cells.
@Suite(.serialized, .enabled(if: Guest.isHere)) struct ClockMachineTests {
    /// The time at which this image was made, earlier than any host's clock may be.
    private static let made = CivilTime(year: 2025, month: 1, day: 1).seconds
    /// The time that a person sets, later than any host's clock may be: the end of a leap day.
    private static let leapDay = CivilTime(year: 2052, month: 2, day: 29, hour: 23, minute: 59, second: 58).seconds

    /// Makes this program one of an image, once. A laptop's program would leave the clocks to the laptop's system.
    private static let isOfAnImage: Bool = {
        let folder = "/usr/lib/vir"
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try? "MADE=\(made)\n".write(toFile: "\(folder)/release", atomically: false, encoding: .utf8)
        defer { unlink("\(folder)/release") }
        _ = MachineClock.read()
        return MachineClock.built == made
    }()

    private let kernel = MonotonicClock()
    private let clocks = KernelClocks()

    init() throws {
        try #require(Self.isOfAnImage, "the file /usr/lib/vir/release wasn't read")
        try #require(access("/run/systemd/timesync/synchronized", F_OK) != 0, "a network sets this machine's clock")
    }

    /// A start of the box, which knows nothing but its clocks.
    private func start() -> WallClock { WallClock(timebase: kernel, start: kernel.now(), offset: 0, isVirtual: false) }

    /// Expects the next start to date its session by a clock that said this at an instant.
    private func expectDate(_ utc: Int64, since: Timestamp, _ what: String, at place: SourceLocation = #_sourceLocation) {
        let (label, date) = start().begin("a")
        // The system's time, which counts while it agrees with the clock, may differ from it by a second.
        let expected = utc - 2...utc + Int64(since.duration(to: kernel.now()).inSeconds) + 2
        let said = "\(what): \(Self.readings), \(date.map { "\($0)" } ?? "no date")"
        #expect(date?.from == .clock && label == date?.label, "\(said)", sourceLocation: place)
        #expect(expected.contains(date?.utc ?? 0), "\(said); expected \(expected)", sourceLocation: place)
    }

    /// Expects the next start to have no date.
    private func expectNoDate(_ what: String, at place: SourceLocation = #_sourceLocation) {
        let box = start()
        let (label, date) = box.begin("a")
        let said = "\(what): \(Self.readings), \(date.map { "\($0)" } ?? "nil")"
        #expect(date == .unknown && label == "" && box.lastTime == nil, "\(said)", sourceLocation: place)
    }

    /// Expects that a person's date goes into these clocks, and that the session is dated by the person.
    /// - Returns: the instant before it was set.
    @discardableResult private func expectSetting(_ names: [String], at place: SourceLocation = #_sourceLocation) -> Timestamp {
        let before = kernel.now()
        let box = start()
        box.set(utc: Self.leapDay, offset: 0)
        let from = box.begin("a").date?.from
        let lines = box.keepSetting()
        #expect(from == .person, sourceLocation: place)
        #expect(lines == names.map { "the battery clock \($0) is set" }, sourceLocation: place)
        #expect(box.keepSetting() == [], "it is set once", sourceLocation: place)
        return before
    }

    private static var readings: String { "\(KernelClocks.all) say \(MachineClock.batteryClocks(in: KernelClocks.folder))" }

    // MARK: The machine's own clock

    @Test func theMachinesOwnClockIsFoundAndDatesSessions() throws {
        let own = try #require(clocks.own, "the kernel has no clock of its own")
        print("the machine's own clock: \(own)")
        let before = kernel.now()
        let readings = MachineClock.batteryClocks(in: KernelClocks.folder)
        #expect(readings.count == 1 && MachineClock.read().isKept)
        expectDate(try #require(readings.first), since: before, "its own clock")
    }

    /// A PC's clock takes the date. User Mode Linux's is the host's, which refuses.
    @Test func aDateGoesIntoTheMachinesOwnClockOrItsRefusalIsALine() throws {
        let own = try #require(clocks.own, "the kernel has no clock of its own")
        guard own.isHosts else {
            let before = expectSetting([own.name])
            return expectDate(Self.leapDay, since: before, "its own clock after a person's date")
        }
        let box = start()
        box.set(utc: Self.leapDay, offset: 0)
        #expect(box.keepSetting() == ["the battery clock \(own.name) can't be set: Invalid argument; the date holds until the box is switched off"])
        #expect(box.begin("a").date?.from == .person)
        let readings = MachineClock.batteryClocks(in: KernelClocks.folder)
        #expect(readings.allSatisfy { $0 < Self.leapDay - 86_400 }, "\(Self.readings)")
    }

    // MARK: No clock

    @Test(
        .enabled(
            if: KernelClocks.own?.canGo ?? true,
            "QEMU's machine always has a PC's clock, whose driver keeps it: without a clock is tested under User Mode Linux"))
    func aMachineWithoutAClockHasNoDateUntilAPersonSetsIt() throws {
        try clocks.loseOwn()
        #expect(KernelClocks.all.isEmpty && MachineClock.batteryClocks(in: KernelClocks.folder) == [], "\(Self.readings)")
        #expect(!MachineClock.read().isKept)
        expectNoDate("no clock")
        let box = start()
        box.learn(last: Self.made + 60, foreign: nil)
        #expect(box.begin("a").date?.from == .after, "the card knows an earlier moment")
        expectSetting([])
        expectNoDate("no clock, and the start after a person's date")
    }

    // MARK: A DS3231

    @Test func aDS3231IsFoundAndDatesSessions() throws {
        try clocks.loseOwn()
        let chip = try DS3231()
        let before = kernel.now()
        try chip.hold(Self.leapDay)
        print("the DS3231 is \(try chip.plugIn() ?? "nothing")")
        #expect(MachineClock.batteryClocks(in: KernelClocks.folder).contains(Self.leapDay), "\(Self.readings)")
        expectDate(Self.leapDay, since: before, "a DS3231 that runs")
        try chip.unplug()
        expectNoDate("a DS3231 that was unplugged")
    }

    /// Newer drivers refuse the time of a clock that stood still. Older ones clear its bit, and it says the date that it has when it gets power.
    @Test(arguments: [(Self.leapDay, true), (DS3231.powerOn, true), (DS3231.powerOn, false)])
    func aDS3231ThatLostItsTimeGivesNoDateUntilAPersonSetsIt(utc: Int64, isStopped: Bool) throws {
        try clocks.loseOwn()
        let chip = try DS3231()
        try chip.hold(utc, isStopped: isStopped)
        let name = try #require(try chip.plugIn())
        expectNoDate("a DS3231 that stood still")
        let names = KernelClocks.all.map(\.name)
        #expect(names.contains(name))
        let before = expectSetting(names)
        let kept = try chip.state
        let latest = Self.leapDay + Int64(before.duration(to: kernel.now()).inSeconds) + 1
        #expect((Self.leapDay...latest).contains(kept.utc) && !kept.isStopped, "the chip holds \(kept)")
        // The next start of the box.
        try chip.unplug()
        try clocks.loseOwn()
        try chip.plugIn()
        expectDate(kept.utc, since: before, "the start after a person's date")
        try chip.unplug()
    }

    @Test func aDS3231ThatDoesNotAnswerIsNoClock() throws {
        try clocks.loseOwn()
        let chip = try DS3231()
        try chip.hold(Self.leapDay)
        #expect(try chip.plugIn(answers: false) == nil)
        expectNoDate("a DS3231 that doesn't answer")
        try chip.unplug()
    }

    @Test func ofTwoClocksTheLaterOneCountsAndBothAreSet() throws {
        let own = try #require(clocks.own, "the kernel has no clock of its own")
        let chip = try DS3231()
        try chip.hold(DS3231.powerOn)
        let name = try #require(try chip.plugIn())
        let before = kernel.now()
        let newest = try #require(MachineClock.batteryClocks(in: KernelClocks.folder).max())
        #expect(newest > Self.made)
        expectDate(newest, since: before, "a DS3231 that lost its time beside the machine's own clock")
        let set = kernel.now()
        let lines = BatteryClock.set(utc: Self.leapDay)
        #expect(lines.count == 2 && lines.contains("the battery clock \(name) is set"), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("the battery clock \(own.name) \(own.isHosts ? "can't be set" : "is set")") }, "\(lines)")
        expectDate(Self.leapDay, since: set, "after both were set")
        try chip.unplug()
    }
}
