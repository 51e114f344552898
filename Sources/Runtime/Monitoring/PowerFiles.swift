// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation

/// Reads what the kernel's files say about power and heat. A missing file says nothing, because other boards have other files.
struct PowerFiles {
    /// `/sys`, or a folder that stands for it in a test.
    let sys: String

    func read() -> PowerState {
        let zone = "\(sys)/class/thermal/thermal_zone0"
        return PowerState(throttled: throttled, alarm: alarm, millidegrees: readSmallFile("\(zone)/temp"), zone: readSmallFile("\(zone)/type"))
    }

    /// The throttling flags, as Raspberry Pi's own kernel has them. The firmware's device is `soc:firmware` up to the Pi 4 and carries
    /// the bus's address in its name on a Pi 5, so it is looked up by its driver first.
    private var throttled: String? {
        let driver = "\(sys)/bus/platform/drivers/raspberrypi-firmware"
        let devices = Self.names(in: driver).map { "\(driver)/\($0)" } + ["\(sys)/devices/platform/soc/soc:firmware"]
        return devices.lazy.compactMap { readSmallFile("\($0)/get_throttled") }.first
    }

    /// The low-voltage alarm of the mainline kernel's driver raspberrypi-hwmon, whatever the driver's number is on this start.
    private var alarm: String? {
        let folder = "\(sys)/class/hwmon"
        return Self.names(in: folder).lazy.map { "\(folder)/\($0)" }
            .first { readSmallFile("\($0)/name")?.split(whereSeparator: \.isWhitespace).first == "rpi_volt" }
            .flatMap { readSmallFile("\($0)/in0_lcrit_alarm") }
    }

    private static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
}
