// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// The virtual machine whose kernel has the devices for these suites.
enum Guest {
    /// True inside the virtual machine; on any other machine these tests are skipped, and `make machine` says so.
    static let isHere = ProcessInfo.processInfo.environment["VIR_GUEST"] == "1"

    /// True if the machine is expected to keep up with these tests. On two processors that others use, with a kernel in one of them, it may
    /// stall
    /// for a second; then only checks that don't depend on time count.
    static let keepsUp = ProcessInfo.processInfo.environment["VIR_KEEPS_UP"] != "0"

    /// Returns true if this took less than its limit, or if time isn't checked here.
    static func isInTime(_ time: Duration, _ limit: Duration) -> Bool { !keepsUp || time < limit }

    /// True if the kernel has an emulated socket for USB devices (dummy_hcd): only the machine of the suites that need it loads it.
    static let hasUSBSocket = FileManager.default.fileExists(atPath: "/sys/class/udc/dummy_udc.0")

    /// Loads or unloads a kernel module.
    static func modprobe(_ words: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["modprobe"] + words
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "modprobe \(words.joined(separator: " "))")
    }
}
