// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation

/// The trace that a run leaves in RAM for the next one, in case it crashes: that it runs, how often earlier runs crashed,
/// and the session that is open.
///
/// A pure value. It comes back from a file that anybody may have written, so it is only a hint, and the card decides.
struct RunTrace: Hashable, Sendable, Codable {
    /// The number of crashes within `crashSpan` that make the next run a safe one.
    static let mostCrashes = 3
    static let crashSpan: Duration = .seconds(120)
    /// The time after which a run has outlived the crashes before it.
    static let quietSpan: Duration = .seconds(300)

    private static let currentVersion = 1
    private static let mostKept = 16

    private var version = RunTrace.currentVersion
    /// The times at which earlier runs were found to have crashed, in nanoseconds of the machine's monotonic clock.
    private(set) var crashes: [Int64] = []
    /// True if the safe profile is on, which holds until the plug is pulled.
    private(set) var isSafe = false
    var session: OpenSession?
    /// True if no footage was kept when it crashed, which the next run goes on with; `nil` otherwise.
    var keepsNothing: Bool?

    /// Creates the trace of a run after a clean end.
    init() {}

    /// Creates the trace of a run that finds another run's trace: that run crashed.
    /// - Parameter bytes: the contents of the file.
    init(after bytes: [UInt8], at now: Timestamp) {
        if let old = try? JSONDecoder().decode(RunTrace.self, from: Data(bytes)), old.version == Self.currentVersion {
            isSafe = old.isSafe
            crashes = old.crashes.filter { (0...max(0, now.nanoseconds)).contains($0) }.sorted().suffix(Self.mostKept - 1)
            keepsNothing = old.keepsNothing
            session = old.session.flatMap { $0.numbers.isPlausible ? $0 : nil }
        }
        crashes.append(now.nanoseconds)
        let span = Self.crashSpan.nanoseconds
        if crashes.count(where: { now.nanoseconds - $0 <= span }) >= Self.mostCrashes { isSafe = true }
    }

    /// A description of the crash of the previous run.
    var words: String {
        "crash \(crashes.count)\(session.map { ", within session \($0.header.number)" } ?? "")\(isSafe ? "; the picture is 720p30 until the plug is pulled" : "")"
    }

    /// Forgets the crashes, because the run has lasted long enough to have outlived them. The safe profile stays.
    mutating func forgetCrashes() {
        crashes = []
    }

    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // A header whose rate is not a number can't be encoded, but the rest can.
        if let data = try? encoder.encode(self) { return [UInt8](data) }
        var rest = self
        rest.session = nil
        return (try? encoder.encode(rest)).map([UInt8].init) ?? []
    }
}
