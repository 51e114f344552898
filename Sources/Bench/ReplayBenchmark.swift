// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Runtime

/// Measures what a replay costs: jumps anywhere, playing backwards, and two clips at once, against bare decodes.
enum ReplayBenchmark {
    private static let frames = 300
    /// The number of jumps in a round, of frames that a round plays of each of two clips, and of frames that each of these clips has.
    private static let (jumps, compared, clip) = (24, 70, 600)

    static func run() throws -> [Figure] {
        let footage = try PlayedFootage(StreamParameters(size: .hd1080, rate: FrameRate(30)), frames: frames)
        let small = try PlayedFootage(StreamParameters(size: .hd720, rate: FrameRate(60)), frames: frames)
        return [
            try jumping(in: footage), try backwards(in: footage, "1080p30"), try backwards(in: small, "720p60"), try comparing(),
        ]
    }

    /// Measures a jump to any frame, until it is shown. Bare: decoding from the keyframe before the frame up to it.
    private static func jumping(in footage: PlayedFootage) throws -> Figure {
        let length = footage.parameters.framesPerGOP
        // The frames are far from each other, and their distances from a keyframe are spread evenly.
        let places = (0..<jumps).map { ($0 * 67 + $0 * $0 * 5) % (frames - length) }
        let player = try footage.makePlayer()
        let decoder = try DecoderChoice.openSoftware(footage.parameters)
        let comparison = try Comparison(rounds: 7, clock: .processor) {
            for frame in places {
                try footage.show(Int64(frame), footage.standing(on: Int64(frame)), on: player, at: .zero, fetchesAhead: false)
            }
        } bare: {
            for frame in places { try footage.decode(frame / length * length..<frame + 1, with: decoder) }
        }
        return Figure(name: "a jump anywhere, until it is shown / bare seek and decode, 1080p30", value: comparison.ratio, bar: "reported")
    }

    private static func backwards(in footage: PlayedFootage, _ name: String) throws -> Figure {
        let ratios = try (0..<5).map { _ in try footage.playing(rate: -1).cost / footage.playing(rate: 1).cost }.sorted()
        return Figure(
            name: "reverse play / forward play, processor time for each shown frame, \(name)",
            value: "\(decimals(ratios[2])) (\(decimals(ratios[0]))…\(decimals(ratios[4])))", bar: "≤ 1.3")
    }

    /// Measures two clips that play at once, each by a player of its own. Bare: the same frames by two decoders, in step like the players.
    /// Taking turns costs 5 % by itself, because each decoder finds the other's pictures in the processor's caches. Each round goes on
    /// where the round before ended, so nothing that was fetched ahead is thrown away.
    private static func comparing() throws -> Figure {
        let footage = try PlayedFootage(StreamParameters(size: .hd1080, rate: FrameRate(30)), frames: 2 * clip)
        let rate = footage.parameters.rate
        let starts = [0, clip]
        let players = try starts.map { start in
            let place = rate.offset(of: Int64(start))
            let timeline = Timeline(from: .zero, position: place + .milliseconds(1), bounds: .zero...place + rate.offset(of: Int64(clip)))
            return (start: start, player: try footage.makePlayer(), timeline: timeline)
        }
        let decoders = try starts.map { start in (start: start, decoder: try DecoderChoice.openSoftware(footage.parameters)) }
        var (ours, bare) = (0, 0)
        let comparison = try Comparison(rounds: 7, clock: .processor) {
            for number in ours..<ours + compared {
                let vblank = Timestamp.zero + rate.offset(of: Int64(number))
                for (start, player, timeline) in players { try footage.show(Int64(start + number), timeline, on: player, at: vblank) }
            }
            ours += compared
        } bare: {
            for number in bare..<bare + compared {
                for (start, decoder) in decoders { try footage.decode(start + number, with: decoder) }
            }
            bare += compared
        }
        return Figure(name: "two clips compared / two bare decodes in step, 1080p30", value: comparison.ratio, bar: "≤ 1.1")
    }
}
