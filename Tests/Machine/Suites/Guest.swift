import Foundation
import Testing

/// The virtual machine whose kernel has the devices that these suites are about.
enum Guest {
    /// Whether these tests run in it; on any other machine they are left out, and `make machine` says so.
    static let isHere = ProcessInfo.processInfo.environment["VIR_GUEST"] == "1"

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
