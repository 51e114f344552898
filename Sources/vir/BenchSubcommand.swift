// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Runtime

struct BenchSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure, each figure as a ratio against a bare counterpart in the same run.",
        discussion: "Without a name all benchmarks run: \(Benchmark.allNames.joined(separator: ", "))."
    )

    @Argument(help: "Which benchmarks to run.")
    var names: [String] = []

    func run() throws {
        try Benchmark.run(names) { line throws(Failure) in try StandardStreams.print(line) }
    }
}
