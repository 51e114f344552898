// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

/// `vir bench`: what the box's own code costs, each figure beside a bare counterpart in the same run.
public enum Benchmark {
    /// One line of the result.
    struct Figure {
        var name: String
        var value: String
        /// The bar, in words.
        var bar: String
    }

    private static let all: [(name: String, run: @Sendable () throws -> [Figure])] = [
        ("append", AppendBenchmark.run),
        ("overhead", OverheadBenchmark.run),
        ("clips", ClipsBenchmark.run),
        ("still", StillBenchmark.run),
        ("peek", PeekBenchmark.run),
        ("step", StepBenchmark.run),
        ("replay", ReplayBenchmark.run),
        ("history", HistoryBenchmark.run),
        ("allocations", AllocationsBenchmark.run),
    ]

    public static var allNames: [String] { all.map(\.name) }

    /// Runs the benchmarks of these names, or all if `names` is empty, and hands over each line of the result as it comes.
    public static func run(_ names: [String], print: (String) throws(Failure) -> Void) throws {
        for name in names where !allNames.contains(name) {
            throw Failure(.usage, "bench \(name): there is no such benchmark; there are \(allNames.joined(separator: ", "))")
        }
        LibAVLog.quiet()
        try print("ratios against a bare counterpart: median (lowest…highest of the rounds)")
        for benchmark in all where names.isEmpty || names.contains(benchmark.name) {
            for figure in try benchmark.run() {
                try print("\(benchmark.name): \(figure.name): \(figure.value)   [bar: \(figure.bar)]")
            }
        }
    }
}
