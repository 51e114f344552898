// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import Runtime

/// Two ways to do the same work, timed in turn in one run, so that their ratio holds while the machine's speed drifts.
struct Comparison {
    enum Clock {
        /// Processor time of the whole process.
        case processor
        /// Wall-clock time, for work that waits for a disk.
        case wall
    }

    /// One round's time of each, in seconds.
    private(set) var rounds: [(ours: Double, bare: Double)] = []

    /// Does both once unmeasured, and then `count` times in turn.
    init(rounds count: Int, clock: Clock, ours: () throws -> Void, bare: () throws -> Void) rethrows {
        try ours()
        try bare()
        for _ in 0..<count {
            let start = Self.seconds(clock)
            try ours()
            let middle = Self.seconds(clock)
            try bare()
            rounds.append((middle - start, Self.seconds(clock) - middle))
        }
    }

    /// The median of the rounds' ratios and their spread: `1.12 (1.08…1.20)`.
    var ratio: String {
        let ratios = rounds.map { $0.ours / max($0.bare, 1e-9) }.sorted()
        return "\(decimals(ratios[ratios.count / 2])) (\(decimals(ratios[0]))…\(decimals(ratios[ratios.count - 1])))"
    }

    /// The median time of ours, in seconds.
    var ours: Double { rounds.map(\.ours).sorted()[rounds.count / 2] }

    /// The median time of the bare counterpart, in seconds.
    var bare: Double { rounds.map(\.bare).sorted()[rounds.count / 2] }

    static func seconds(_ clock: Clock) -> Double {
        var time = timespec()
        clock_gettime(clock == .processor ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
