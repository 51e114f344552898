// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// The virtual machine whose kernel has the devices that these suites are about.
enum Guest {
    /// Whether these tests run in it; on any other machine they are left out, and `make machine` says so.
    static let isHere = ProcessInfo.processInfo.environment["VIR_GUEST"] == "1"

    /// Whether the machine is expected to keep up with what these tests ask of it. Two processors that others use, with a kernel in
    /// one of them, may stall for a second: then only what doesn't hang on time is held against the program.
    static let keepsUp = ProcessInfo.processInfo.environment["VIR_KEEPS_UP"] != "0"

    /// Whether this took less than it may, as far as that is asked here.
    static func isInTime(_ time: Duration, _ limit: Duration) -> Bool { !keepsUp || time < limit }

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
