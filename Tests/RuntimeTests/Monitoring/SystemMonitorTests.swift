// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Glibc
import Interface
import Logging
import TestSupport
import Testing

@testable import Runtime

/// The box's reaction to a made-up /sys and a made-up folder of notices.
@Suite struct SystemMonitorTests {
    // MARK: Power

    private func write(_ text: String, _ path: String) throws {
        let url = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    @Test func aMachineThatTellsNothingIsNoPi() throws {
        let folder = try TemporaryFolder()
        #expect(PowerFiles(sys: folder.path).read() == PowerState())
        #expect(PowerFiles(sys: "\(folder.path)/nowhere").read() == PowerState())
    }

    @Test func theMainlineDriverIsFoundByItsName() throws {
        let folder = try TemporaryFolder()
        let sys = folder.path
        try write("cpu_thermal\n", "\(sys)/class/hwmon/hwmon0/name")
        try write("1\n", "\(sys)/class/hwmon/hwmon0/in0_lcrit_alarm")
        #expect(PowerFiles(sys: sys).read().isWeak == nil)
        try write("rpi_volt\n", "\(sys)/class/hwmon/hwmon3/name")
        #expect(PowerFiles(sys: sys).read().isWeak == nil)
        try write("1\n", "\(sys)/class/hwmon/hwmon3/in0_lcrit_alarm")
        #expect(PowerFiles(sys: sys).read().isWeak == true)
        try write("0\n", "\(sys)/class/hwmon/hwmon3/in0_lcrit_alarm")
        #expect(PowerFiles(sys: sys).read().isWeak == false)
    }

    @Test(arguments: ["devices/platform/soc/soc:firmware", "bus/platform/drivers/raspberrypi-firmware/soc@107c000000:firmware"])
    func theFirmwaresBitsAreFoundOnEitherBoard(device: String) throws {
        let folder = try TemporaryFolder()
        try write("8\n", "\(folder.path)/\(device)/get_throttled")
        let state = PowerFiles(sys: folder.path).read()
        #expect(state.isWeak == false && state.isSlowedByHeat == true)
    }

    @Test func theHeatIsTheFirstZones() throws {
        let folder = try TemporaryFolder()
        try write("48312\n", "\(folder.path)/class/thermal/thermal_zone0/temp")
        try write("cpu-thermal\n", "\(folder.path)/class/thermal/thermal_zone0/type")
        let state = PowerFiles(sys: folder.path).read()
        #expect(state.celsius == 48 && state.isSlowedByHeat == false && state.isWeak == nil)
    }

    @Test(arguments: UInt64(1)...40)
    func whateverTheFilesHoldTheyAreRead(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let folder = try TemporaryFolder()
        for path in [
            "class/hwmon/hwmon0/name", "class/hwmon/hwmon0/in0_lcrit_alarm", "class/thermal/thermal_zone0/temp",
            "class/thermal/thermal_zone0/type", "devices/platform/soc/soc:firmware/get_throttled",
        ] {
            let file = "\(folder.path)/\(path)"
            try write("", file)
            if random.chance(0.2) {
                try FileManager.default.removeItem(atPath: file)
                try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
            } else {
                let bytes = (0..<Int.random(in: 0...20_000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
                try Data((random.chance(0.3) ? Array("rpi_volt\n".utf8) : []) + bytes).write(to: URL(fileURLWithPath: file))
            }
        }
        #expect(PowerFiles(sys: folder.path).read().celsius.map { (-40...150).contains($0) } ?? true)
    }

    // MARK: Notices

    @Test func theNoticesComeInTheOrderOfTheirNamesAndFourAtMost() throws {
        let folder = try TemporaryFolder()
        let notices = NoticeFolder(path: folder.path)
        #expect(NoticeFolder(path: "\(folder.path)/nowhere").read().isEmpty && notices.read().isEmpty)
        _ = try folder.file("20-update", "Update 1.2 is installed\nIt comes with the next start.\n")
        _ = try folder.file("10-card", "The card is being made ready\nprogress 40\n")
        _ = try folder.file(".30-half", "still being written")
        _ = try folder.file("15-empty", "")
        #expect(
            notices.read() == [
                BoxNotice("The card is being made ready", percent: 40),
                BoxNotice("Update 1.2 is installed", detail: "It comes with the next start."),
            ])
        for number in 1...9 { _ = try folder.file("0\(number)", "Notice \(number)") }
        #expect(notices.read().map(\.title) == (1...4).map { "Notice \($0)" })
    }

    @Test func onlyRegularFilesAreReadAndNobodyWaitsForOthers() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/notices"
        try FileManager.default.createDirectory(atPath: "\(path)/folder", withIntermediateDirectories: true)
        #expect(mkfifo("\(path)/fifo", 0o600) == 0)
        // A writer keeps the FIFO open, so that there is something to read.
        let fifo = open("\(path)/fifo", O_RDWR | O_NONBLOCK)
        defer { close(fifo) }
        #expect(Glibc.write(fifo, "Title", 5) == 5)
        try FileManager.default.createSymbolicLink(atPath: "\(path)/link", withDestinationPath: try folder.file("secret", "secret"))
        #expect(NoticeFolder(path: path).read().isEmpty)
    }

    @Test func aLongFileIsReadToFourThousandBytes() throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("long", String(repeating: "\n", count: 5000))
        _ = try folder.file("longer", "Title\n" + String(repeating: " ", count: 5000) + "\nDetail")
        #expect(NoticeFolder(path: folder.path).read() == [BoxNotice("Title")])
    }

    // MARK: The microphone

    @Test func aMicrophoneIsALineOfTheKernelsListThatCaptures() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/pcm"
        #expect(!CaptureDevices(list: path).isAnyThere, "a machine without sound has no list")
        let television = "00-00: MAI PCM i2s-hifi-0 : MAI PCM i2s-hifi-0 : playback 1\n"
        let lists: [(String, Bool)] = [
            ("", false), (television, false), (television + "01-00: USB Audio : USB Audio : capture 1\n", true),
            ("00-00: ALC257 Analog : ALC257 Analog : playback 1 : capture 1\n", true), ("00-00: capture 1 : capture 1 : playback 1\n", false),
            ("half a li", false),
        ]
        for (text, isThere) in lists {
            try write(text, path)
            #expect(CaptureDevices(list: path).isAnyThere == isThere, "\(text)")
        }
    }

    @Test func aMicrophoneIsToldWhenItComesAndWhenItGoes() throws {
        let watch = try Watch()
        for (second, isThere) in [(2, false), (4, true), (6, true), (8, false)] {
            watch.isMicrophoneThere = isThere
            watch.run(to: second)
        }
        let told = watch.told.filter { if case .microphone = $0 { true } else { false } }
        #expect(told == [.microphone(isThere: true), .microphone(isThere: false)])
    }

    // MARK: Messages and their times

    private final class Watch {
        let clock = VirtualClock()
        let folder: TemporaryFolder
        let events: RunEvents
        private(set) var told: [BoxNews] = []
        private(set) var monitor: SystemMonitor?
        var isMicrophoneThere = false

        init() throws {
            folder = try TemporaryFolder()
            events = RunEvents(timebase: clock, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            monitor = SystemMonitor(
                power: PowerFiles(sys: folder.path), notices: NoticeFolder(path: "\(folder.path)/notices"),
                hasMicrophone: { [weak self] in self?.isMicrophoneThere ?? false }, timebase: clock, events: events
            ) { [weak self] in self?.told.append($0) }
            try FileManager.default.createDirectory(atPath: "\(folder.path)/devices/platform/soc/soc:firmware", withIntermediateDirectories: true)
            try FileManager.default.createDirectory(atPath: "\(folder.path)/notices", withIntermediateDirectories: true)
        }

        func throttled(_ text: String) throws { _ = try folder.file("devices/platform/soc/soc:firmware/get_throttled", text) }
        func notice(_ text: String) throws { _ = try folder.file("notices/1", text) }

        /// Runs the monitor every tenth of a second.
        func run(to seconds: Int) {
            while clock.now() < Timestamp(seconds: Double(seconds)) {
                clock.advance(to: clock.now() + .milliseconds(100))
                monitor?.runIfDue()
            }
        }

        var log: [String] { events.all.map(\.what) }
    }

    @Test func aWeakSupplyIsInTheLogOncePerChangeHoweverItFlickers() throws {
        let watch = try Watch()
        for second in 1...60 {
            try watch.throttled(second % 3 == 0 ? "1" : "0")
            watch.run(to: second)
        }
        #expect(watch.log == ["power supply: too weak"])
        try watch.throttled("0")
        watch.run(to: 100)
        #expect(watch.log == ["power supply: too weak", "power supply: good again"])
        let count = watch.told.count
        watch.run(to: 200)
        #expect(watch.told.count == count, "what stays as it is isn't told again")
    }

    @Test func heatIsInTheLogToo() throws {
        let watch = try Watch()
        try watch.throttled("8")
        watch.run(to: 5)
        try watch.throttled("80000")
        watch.run(to: 60)
        #expect(watch.log == ["too hot: the processor is slowed down", "heat: no longer slowed down"])
    }

    @Test func itLooksOnceASecondAndTellsWhatHasChanged() throws {
        let watch = try Watch()
        try watch.notice("Card\nprogress 1")
        watch.run(to: 1)
        try watch.notice("Card\nprogress 2")
        watch.run(to: 2)
        watch.run(to: 20)
        try FileManager.default.removeItem(atPath: "\(watch.folder.path)/notices/1")
        watch.run(to: 22)
        #expect(watch.told == [.notices([BoxNotice("Card", percent: 1)]), .notices([BoxNotice("Card", percent: 2)]), .notices([])])
        #expect(watch.log == ["notice: Card"])
    }

    // MARK: In a run

    @Test func aRunTellsOfThem() throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("1", "The card is being checked\n")
        let run = try TestRun("1 mark tap\n", for: 4) { $0.notices = folder.path }
        #expect(run.happened("notice: The card is being checked"))
    }

    @Test func aVirtualRunHangsOnNothingThatThisMachineDoes() throws {
        let plan = try RunPlan(RunArguments(card: "/nowhere", clock: "virtual", duration: "1"))
        #expect(plan.sys == nil && plan.notices == nil)
        let real = try RunPlan(RunArguments(card: "/nowhere"))
        #expect(real.sys == "/sys" && real.notices == "/run/vir-notices")
    }
}
