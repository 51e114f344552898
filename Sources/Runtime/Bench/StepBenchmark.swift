// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media

/// Steps and playing, backwards and forwards, at 1080p60: what a player does for them against a bare decode of one GOP.
///
/// Each step counts with all that it sets off, the fetching of the GOP before it too.
enum StepBenchmark {
    private static let parameters = StreamParameters(size: .hd1080, rate: FrameRate(60))
    private static let frames = 240

    static func run() throws -> [Benchmark.Figure] {
        let stream = try RecordedStream(parameters, frames: frames, keepingPictures: false)
        let line = try DelayLine(capacityBytes: stream.byteCount * 4, parameters: parameters)
        stream.append(to: line)
        let bare = try bareGOP(stream)
        let back = try steps(on: line, from: frames - 8, by: -1).map { $0 / bare }.sorted()
        let forth = try steps(on: line, from: 8, by: 1).map { $0 / bare }.sorted()
        let reverse = try playing(on: line, rate: -1)
        let forward = try playing(on: line, rate: 1)
        func words(_ ratios: [Double]) -> String { "\(decimals(ratios[ratios.count / 2], 3)) (worst \(decimals(ratios[ratios.count - 1])))" }
        return [
            Benchmark.Figure(
                name: "a step back in a warm window / bare decode of a GOP, 1080p60", value: words(back),
                bar: "median ≤ 0.05, worst ≤ 1.2"),
            Benchmark.Figure(name: "a step forwards / bare decode of a GOP", value: words(forth), bar: "reported"),
            Benchmark.Figure(
                name: "reverse play / forward play, processor time for each shown frame",
                value: "\(decimals(reverse.cost / forward.cost)), window \(max(reverse.bytes, forward.bytes) / 1_000_000) MB",
                bar: "≤ 1.3, ≤ \(FrameWindow.ordinaryBytes / 1_000_000) MB"),
        ]
    }

    /// Processor time of decoding one GOP with nothing around it, the median of some.
    private static func bareGOP(_ stream: RecordedStream) throws -> Double {
        let decoder = try DecoderChoice.openSoftware(parameters)
        let length = parameters.framesPerGOP
        var times: [Double] = []
        for start in stride(from: 0, to: frames - length + 1, by: length) {
            let begin = Comparison.seconds(.processor)
            decoder.flush()
            for unit in stream.units[start..<start + length] {
                _ = try unit.bytes.withUnsafeBytes {
                    try decoder.decode(AccessUnit(stamp: unit.stamp, isKeyframe: unit.isKeyframe, bytes: $0))
                }
            }
            times.append(Comparison.seconds(.processor) - begin)
        }
        return times.sorted()[times.count / 2]
    }

    private static func makePlayer(on line: DelayLine) throws -> Player {
        Player(reader: line.makeReader(), decoder: try DecoderChoice.openSoftware(parameters))
    }

    private static func track(_ timeline: Timeline) -> Track { Track(id: .replay, footage: .line, timeline: timeline) }

    /// Processor time of each step, from a place that is open already.
    private static func steps(on line: DelayLine, from first: Int, by step: Int) throws -> [Double] {
        let player = try makePlayer(on: line)
        var times: [Double] = []
        for number in 0...180 {
            let frame = Int64(first + step * number)
            let begin = Comparison.seconds(.processor)
            try show(frame, Timeline(from: .zero, position: parameters.rate.offset(of: frame) + .milliseconds(1), rate: 0), on: player, at: .zero)
            if number > 0 { times.append(Comparison.seconds(.processor) - begin) }
        }
        return times
    }

    /// Processor time for each frame of three seconds, and the most bytes that the window held.
    private static func playing(on line: DelayLine, rate: Double) throws -> (cost: Double, bytes: Int) {
        let player = try makePlayer(on: line)
        let first = Int64(rate > 0 ? 20 : frames - 20)
        let timeline = Timeline(from: .zero, position: parameters.rate.offset(of: first) + .milliseconds(1), rate: rate)
        let count = Int64(180)
        var bytes = 0
        let begin = Comparison.seconds(.processor)
        for number in 0..<count {
            try show(first + (rate > 0 ? number : -number), timeline, on: player, at: .zero + parameters.rate.offset(of: number))
            bytes = max(bytes, player.windowBytes)
        }
        return ((Comparison.seconds(.processor) - begin) / Double(count), bytes)
    }

    private static func show(_ frame: Int64, _ timeline: Timeline, on player: Player, at vblank: Timestamp) throws {
        player.follow(track(timeline))
        while try player.advance(to: vblank) {}
        let shown = player.look(at: track(timeline), vblank: vblank).frame?.stamp.frame
        guard shown == frame else {
            throw Failure(.unavailable, "step: frame \(frame) is due, and \(shown.map(String.init) ?? "none") is there")
        }
    }
}
