// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation

/// What a run leaves in RAM for the one after it, in case it ends by itself: that it runs, how often the ones before it crashed,
/// and the session that is open.
///
/// A pure value. It comes back from a file that anybody may have written: it is a hint, and the card has the last word.
struct RunTrace: Hashable, Sendable, Codable {
    /// So many crashes within `crashSpan` make the next run a safe one.
    static let mostCrashes = 3
    static let crashSpan: Duration = .seconds(120)
    /// A run that has lasted so long has outlived the crashes before it.
    static let quietSpan: Duration = .seconds(300)

    private static let currentVersion = 1
    private static let mostKept = 16

    private var version = RunTrace.currentVersion
    /// When the runs before this one were found to have crashed, in nanoseconds of the machine's monotonic clock.
    private(set) var crashes: [Int64] = []
    /// The safe profile holds until the plug is pulled.
    private(set) var isSafe = false
    var session: OpenSession?

    /// Of a run after a clean end.
    init() {}

    /// Of a run that finds this trace of another: that one crashed.
    /// - Parameter bytes: the file as it lies there.
    init(after bytes: [UInt8], at now: Timestamp) {
        if let old = try? JSONDecoder().decode(RunTrace.self, from: Data(bytes)), old.version == Self.currentVersion {
            isSafe = old.isSafe
            crashes = old.crashes.filter { (0...max(0, now.nanoseconds)).contains($0) }.sorted().suffix(Self.mostKept - 1)
            session = old.session.flatMap { $0.numbers.isPlausible ? $0 : nil }
        }
        crashes.append(now.nanoseconds)
        let span = Self.crashSpan.nanoseconds
        if crashes.count(where: { now.nanoseconds - $0 <= span }) >= Self.mostCrashes { isSafe = true }
    }

    /// What it tells of the run before, in words.
    var words: String {
        "crash \(crashes.count)\(session.map { ", within session \($0.header.number)" } ?? "")\(isSafe ? "; the picture is 720p30 until the plug is pulled" : "")"
    }

    /// The run has lasted long enough to have outlived the crashes before it. The safe profile stays.
    mutating func forgetCrashes() {
        crashes = []
    }

    var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // A header whose rate is no number can't be put into words: the rest can.
        if let data = try? encoder.encode(self) { return [UInt8](data) }
        var rest = self
        rest.session = nil
        return (try? encoder.encode(rest)).map([UInt8].init) ?? []
    }
}
