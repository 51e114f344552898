// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation

/// What the kernel's files say of power and heat. What isn't there is not told, and the files of other boards are no fault.
struct PowerFiles {
    /// `/sys`, or what stands for it in a test.
    let sys: String

    func read() -> PowerState {
        let zone = "\(sys)/class/thermal/thermal_zone0"
        return PowerState(throttled: throttled, alarm: alarm, millidegrees: readSmallFile("\(zone)/temp"), zone: readSmallFile("\(zone)/type"))
    }

    /// Raspberry Pi's own kernel. The firmware's device is `soc:firmware` up to the Pi 4 and carries the bus's address in its name on a
    /// Pi 5, so it is looked up by its driver first.
    private var throttled: String? {
        let driver = "\(sys)/bus/platform/drivers/raspberrypi-firmware"
        let devices = Self.names(in: driver).map { "\(driver)/\($0)" } + ["\(sys)/devices/platform/soc/soc:firmware"]
        return devices.lazy.compactMap { readSmallFile("\($0)/get_throttled") }.first
    }

    /// The mainline kernel's driver raspberrypi-hwmon, whatever its number is on this start.
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
