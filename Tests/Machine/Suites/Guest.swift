import Foundation

/// The virtual machine whose kernel has the devices that these suites are about.
enum Guest {
    /// Whether these tests run in it; on any other machine they are left out, and `make machine` says so.
    static let isHere = ProcessInfo.processInfo.environment["VIR_GUEST"] == "1"
}
