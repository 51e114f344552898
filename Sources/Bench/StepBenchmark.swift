// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Runtime

/// Compares steps and playing, backwards and forwards, at 1080p60, with a bare decode of one GOP.
///
/// Each step counts with all the work that it causes, such as fetching the GOP before it.
enum StepBenchmark {
    private static let parameters = StreamParameters(size: .hd1080, rate: FrameRate(60))
    private static let frames = 240

    static func run() throws -> [Figure] {
        let footage = try PlayedFootage(parameters, frames: frames)
        let bare = try bareGOP(footage)
        let back = try steps(on: footage, from: frames - 8, by: -1).map { $0 / bare }.sorted()
        let forth = try steps(on: footage, from: 8, by: 1).map { $0 / bare }.sorted()
        let reverse = try footage.playing(rate: -1)
        let forward = try footage.playing(rate: 1)
        func words(_ ratios: [Double]) -> String { "\(decimals(ratios[ratios.count / 2], 3)) (worst \(decimals(ratios[ratios.count - 1])))" }
        return [
            Figure(
                name: "a step back in a warm window / bare decode of a GOP, 1080p60", value: words(back),
                bar: "median ≤ 0.05, worst ≤ 1.2"),
            Figure(name: "a step forwards / bare decode of a GOP", value: words(forth), bar: "reported"),
            Figure(
                name: "reverse play / forward play, processor time for each shown frame",
                value: "\(decimals(reverse.cost / forward.cost)), window \(max(reverse.bytes, forward.bytes) / 1_000_000) MB",
                bar: "≤ 1.3, ≤ \(FrameWindow.ordinaryBytes / 1_000_000) MB"),
        ]
    }

    /// Returns the processor time of decoding one GOP with nothing around it, as the median over the footage's GOPs.
    private static func bareGOP(_ footage: PlayedFootage) throws -> Double {
        let decoder = try DecoderChoice.openSoftware(parameters)
        let length = parameters.framesPerGOP
        let times = try stride(from: 0, to: frames - length + 1, by: length).map { start in
            let begin = Comparison.seconds(.processor)
            try footage.decode(start..<start + length, with: decoder)
            return Comparison.seconds(.processor) - begin
        }
        return times.sorted()[times.count / 2]
    }

    /// Returns the processor time of each step, from a position that is open already. Each time is the median of five walks over the same
    /// frames, so that the worst time is a slow step and not a moment at which the machine had something else to do.
    private static func steps(on footage: PlayedFootage, from first: Int, by step: Int) throws -> [Double] {
        let walks = try (0..<5).map { _ in try walk(on: footage, from: first, by: step) }
        return walks[0].indices.map { number in walks.map { $0[number] }.sorted()[walks.count / 2] }
    }

    private static func walk(on footage: PlayedFootage, from first: Int, by step: Int) throws -> [Double] {
        let player = try footage.makePlayer()
        var times: [Double] = []
        for number in 0...180 {
            let frame = Int64(first + step * number)
            let begin = Comparison.seconds(.processor)
            try footage.show(frame, footage.standing(on: frame), on: player, at: .zero)
            if number > 0 { times.append(Comparison.seconds(.processor) - begin) }
        }
        return times
    }
}
