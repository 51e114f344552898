// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Runtime

/// A line with recorded footage, and players that show any frame of it, for the benchmarks.
struct PlayedFootage {
    let parameters: StreamParameters
    let frames: Int
    private let stream: RecordedStream
    private let line: DelayLine

    init(_ parameters: StreamParameters, frames: Int) throws {
        (self.parameters, self.frames) = (parameters, frames)
        stream = try RecordedStream(parameters, frames: frames, keepingPictures: false)
        line = try DelayLine(capacityBytes: stream.byteCount * 4, parameters: parameters)
        stream.append(to: line)
    }

    // MARK: Bare

    /// Decodes these frames with nothing around it; the first one is a keyframe.
    func decode(_ range: Range<Int>, with decoder: any Decoder) throws {
        decoder.flush()
        for index in range { try decode(index, with: decoder) }
    }

    /// Decodes one frame, which follows the frame that was decoded last.
    func decode(_ index: Int, with decoder: any Decoder) throws {
        let unit = stream.units[index]
        _ = try unit.bytes.withUnsafeBytes {
            try decoder.decode(AccessUnit(stamp: unit.stamp, isKeyframe: unit.isKeyframe, bytes: $0))
        }
    }

    // MARK: Played

    func makePlayer() throws -> Player {
        Player(reader: line.makeReader(), decoder: try DecoderChoice.openSoftware(parameters))
    }

    func standing(on frame: Int64) -> Timeline {
        Timeline(from: .zero, position: parameters.rate.offset(of: frame) + .milliseconds(1), rate: 0)
    }

    /// Advances the player until it shows this frame, which is due by the timeline.
    /// - Parameter fetchesAhead: true to go on until nothing more is fetched ahead, false to stop as soon as the frame is shown.
    func show(_ frame: Int64, _ timeline: Timeline, on player: Player, at vblank: Timestamp, fetchesAhead: Bool = true) throws {
        let track = Track(id: .replay, footage: .line, timeline: timeline)
        player.follow(track)
        var shown: Int64?
        while try player.advance(to: vblank), fetchesAhead || shown != frame {
            shown = player.look(at: track, vblank: vblank).frame?.stamp.frame
        }
        shown = player.look(at: track, vblank: vblank).frame?.stamp.frame
        guard shown == frame else {
            throw Failure(.unavailable, "bench: frame \(frame) is due, and \(shown.map(String.init) ?? "none") is there")
        }
    }

    /// Plays up to 180 frames, and returns the processor time for each frame and the most bytes that the window held.
    func playing(rate: Double) throws -> (cost: Double, bytes: Int) {
        let player = try makePlayer()
        let first = Int64(rate > 0 ? 20 : frames - 20)
        let timeline = Timeline(from: .zero, position: parameters.rate.offset(of: first) + .milliseconds(1), rate: rate)
        let count = Int64(min(180, frames - 40))
        var bytes = 0
        let begin = Comparison.seconds(.processor)
        for number in 0..<count {
            try show(first + (rate > 0 ? number : -number), timeline, on: player, at: .zero + parameters.rate.offset(of: number))
            bytes = max(bytes, player.windowBytes)
        }
        return ((Comparison.seconds(.processor) - begin) / Double(count), bytes)
    }
}
