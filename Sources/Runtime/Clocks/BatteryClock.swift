// SPDX-License-Identifier: GPL-3.0-or-later

import CLinux
import Core
import Devices
import Glibc

/// The machine's battery clocks. They are set once a person has set the date, so that the next start knows it.
enum BatteryClock {
    /// Sets all battery clocks, since `MachineClock` takes the latest of them. May take as long as a chip on a slow bus.
    /// - Parameters:
    ///   - utc: the time now, in seconds since 1970 (UTC).
    ///   - folder: the folder of the clocks' devices, `rtc0` and so on.
    /// - Returns: a line about each clock, for the log.
    static func set(utc: Int64, in folder: String = "/dev") -> [String] {
        names(in: folder).map { name in
            guard let refusal = set("\(folder)/\(name)", utc) else { return "the battery clock \(name) is set" }
            return "the battery clock \(name) can't be set: \(refusal); the date holds until the box is switched off"
        }
    }

    private static func names(in folder: String) -> [String] {
        FolderNames.of(folder).filter { name in
            // `rtc` itself is a link to one of them.
            let digits = name.utf8.dropFirst(3)
            return name.hasPrefix("rtc") && !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
    }

    /// - Returns: the reason if the clock refuses; only root, or a program with CAP_SYS_TIME, may set it.
    private static func set(_ path: String, _ utc: Int64) -> String? {
        let clock = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard clock >= 0 else { return String(cString: strerror(errno)) }
        defer { close(clock) }
        var (seconds, parts) = (time_t(utc.clamped(to: CivilTime.range)), tm())
        gmtime_r(&seconds, &parts)
        return vir_set_battery_clock(clock, &parts) == 0 ? nil : String(cString: strerror(errno))
    }
}
