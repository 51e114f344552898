// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Glibc

/// The machine's own clock, and whether it runs on without power.
enum MachineClock {
    struct Reading: Sendable {
        /// Seconds since 1970 (UTC).
        var utc: Int64
        /// True if the clock runs on without power, or a network sets it.
        var isKept: Bool
        /// The difference of the local time from UTC, in minutes.
        var offset: Int
    }

    /// The time at which the image was made, in seconds since 1970; without an image, a time before the first version of this rule.
    static let built: Int64 = {
        let release = readSmallFile("/usr/lib/vir/release") ?? ""
        let made = release.split(separator: "\n").first { $0.hasPrefix("MADE=") }.flatMap { Int64($0.dropFirst(5)) }
        return made.map { $0.clamped(to: 0...4_102_444_800) } ?? 1_767_225_600
    }()

    /// True for a board, which has no battery clock unless somebody has added one, and for the image on any machine. Other computers keep
    /// their clocks by themselves.
    private static let mayLackClock = readSmallFile("/proc/device-tree/model") != nil || readSmallFile("/usr/lib/vir/release") != nil

    @Sendable static func read() -> Reading {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        let offset = (Int(parts.tm_gmtoff) / 60).clamped(to: SessionDate.offsets)
        let system = Int64(now)
        if !mayLackClock || isSynchronized { return Reading(utc: system, isKept: true, offset: offset) }
        // An empty battery clock begins at 1970, so the newest one counts, and `ClockRule` refuses what can't be.
        guard let battery = batteryClocks(in: "/sys/class/rtc").max(), battery >= built else {
            return Reading(utc: system, isKept: false, offset: offset)
        }
        // The kernel sets its clock by the battery clock at the start, and has the finer one from then on.
        return Reading(utc: abs(system - battery) < 5 ? system : battery, isKept: true, offset: offset)
    }

    /// Keeps a date that a person has set, in the battery clocks of a board.
    /// - Returns: a line about each clock, for the log.
    @Sendable static func keep(utc: Int64) -> [String] { mayLackClock ? BatteryClock.set(utc: utc) : [] }

    /// Returns the readings of the battery clocks, in seconds since 1970.
    /// - Parameter folder: the kernel's folder of clocks, each with a file `since_epoch`.
    static func batteryClocks(in folder: String) -> [Int64] {
        FolderNames.of(folder).compactMap { name in
            guard name.hasPrefix("rtc"), let text = readSmallFile("\(folder)/\(name)/since_epoch") else { return nil }
            return Int64(text.prefix { $0 != "\n" })
        }
    }

    /// True if the system's time service has heard from a network.
    private static var isSynchronized: Bool { access("/run/systemd/timesync/synchronized", F_OK) == 0 }

    /// Returns the newest time that another computer left on the card, if that is later than the machine's clock; it may be wrong. What the
    /// box itself writes is never later.
    static func foreignTime(onCard path: String) -> Int64? {
        let times = ["settings.toml", "IMPORT"].compactMap { name -> Int64? in
            var status = stat()
            return lstat("\(path)/\(name)", &status) == 0 ? Int64(status.st_mtim.tv_sec) : nil
        }
        return times.max().flatMap { $0 > Int64(time(nil)) ? $0 : nil }
    }
}
