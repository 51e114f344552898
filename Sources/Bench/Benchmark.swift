// SPDX-License-Identifier: GPL-3.0-or-later

import Media
import Runtime

/// `vir bench`: what the box's own code costs, each figure beside a bare counterpart in the same run.
public enum Benchmark {
    /// The recordings that the benchmarks of hearing and of its witness take.
    public struct Sounds: Sendable {
        /// The folder; each file's name begins with its kind and a hyphen, such as `talk-coach.ogg` or `movement-a.csv`.
        public var folder: String
        /// The number of times that each scene of sounds is mixed.
        public var seeds: Int

        public init(folder: String, seeds: Int) {
            (self.folder, self.seeds) = (folder, seeds)
        }
    }

    /// The benchmarks that take recordings.
    private static let (hearing, witness) = ("hearing", "witness")
    public static let ofRecordings = [hearing, witness]

    private static let all: [(name: String, run: @Sendable (Sounds?) throws -> [Figure])] = [
        ("append", { _ in try AppendBenchmark.run() }),
        ("overhead", { _ in try OverheadBenchmark.run() }),
        ("clips", { _ in try ClipsBenchmark.run() }),
        ("still", { _ in try StillBenchmark.run() }),
        ("peek", { _ in try PeekBenchmark.run() }),
        ("step", { _ in try StepBenchmark.run() }),
        ("replay", { _ in try ReplayBenchmark.run() }),
        ("history", { _ in try HistoryBenchmark.run() }),
        ("allocations", { _ in try AllocationsBenchmark.run() }),
        (hearing, { sounds in try sounds.map { try HearingBenchmark.run($0.folder, seeds: $0.seeds) } ?? [] }),
        (witness, { sounds in try sounds.map { try WitnessBenchmark.run($0.folder) } ?? [] }),
    ]

    public static var allNames: [String] { all.map(\.name) }

    /// Runs the benchmarks of these names, or all if `names` is empty, and hands over each line of the result as it comes.
    /// - Parameter sounds: the recordings to hear. Without them the benchmarks of hearing are left out, unless they are asked for by name.
    public static func run(_ names: [String], sounds: Sounds?, print: (String) throws(Failure) -> Void) throws {
        for name in names where !allNames.contains(name) {
            throw Failure(.usage, "bench \(name): there is no such benchmark; there are \(allNames.joined(separator: ", "))")
        }
        if sounds == nil, let name = ofRecordings.first(where: names.contains) {
            throw Failure(.usage, "bench \(name): it needs recordings: --sounds FOLDER")
        }
        LibAVLog.quiet()
        try print("ratios against a bare counterpart: median (lowest…highest of the rounds)")
        for benchmark in all where names.isEmpty || names.contains(benchmark.name) {
            for figure in try benchmark.run(sounds) {
                try print("\(benchmark.name): \(figure.name): \(figure.value)   [bar: \(figure.bar)]")
            }
        }
    }
}
