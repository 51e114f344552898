// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Bench
import Runtime

struct BenchSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure, each figure as a ratio against a bare counterpart in the same run.",
        discussion: "Without a name all benchmarks run: \(Benchmark.allNames.joined(separator: ", "))."
    )

    @Argument(help: "Which benchmarks to run.")
    var names: [String] = []

    @Option(help: "The folder of recordings for 'hearing' and 'witness': each name begins with its kind, such as talk-coach.ogg.")
    var sounds: String?

    @Option(help: "How many times 'hearing' mixes each scene.")
    var seeds: Int?

    func run() throws {
        if let seeds, !(1...1000).contains(seeds) { throw Failure(.usage, "--seeds: \(seeds) isn't within 1 and 1000") }
        // An option that would change nothing is refused.
        if sounds != nil, !names.isEmpty, !Benchmark.ofRecordings.contains(where: names.contains) {
            throw Failure(.usage, "--sounds: only \(Benchmark.ofRecordings.map { "'\($0)'" }.joined(separator: " and ")) take recordings")
        }
        if seeds != nil, sounds == nil { throw Failure(.usage, "--seeds: only 'hearing' takes it, with --sounds") }
        let sounds = sounds.map { Benchmark.Sounds(folder: $0, seeds: seeds ?? 10) }
        try Benchmark.run(names, sounds: sounds) { line throws(Failure) in try StandardStreams.print(line) }
    }
}
