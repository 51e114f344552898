// SPDX-License-Identifier: GPL-3.0-or-later

/// Which codecs a stream gets on a board: the hardware's for the one track that always runs, software for the others.
///
/// The encoder and the decoder of the delayed picture run all the time, so they get the board's H.264 block where that holds the
/// stream. Clips, stills and looks back are decoded in software, so that a clip never takes the block from the delayed picture.
/// The figures are published ones or others' measurements; none was measured on a box.
public struct CodecPlan: Hashable, Sendable {
    public enum Side: String, Hashable, Sendable, Codable {
        case hardware, software
    }

    /// What is known of a board's H.264.
    struct Figures: Hashable, Sendable {
        /// Macroblocks a second that the block encodes; `nil`: the board has no block. Level 4.0 holds 245 760.
        var encodedMacroblocks: Int?
        /// The most rows that the block decodes without getting stuck.
        var decodedRows: Int
        /// Streams that hold, the best first. What is no larger and no faster than one of them holds too.
        var profiles: [StreamParameters]
    }

    public var board: Board
    public var encoder: Side
    /// The decoder of the delayed picture.
    public var decoder: Side
    /// Clips, stills, looks back.
    public var otherDecoders: Side { .software }
    /// Why, as one sentence without its full stop.
    public var reason: String
    /// Streams that the board holds, the best first; empty where that isn't known.
    public var profiles: [StreamParameters]
    /// Whether the board holds this stream; `nil` where that isn't known.
    public var holds: Bool?

    /// The table. `nil` for a board that VIR doesn't know: there each codec is tried, and the hardware's is taken if it works.
    static func figures(of board: Board) -> Figures? {
        switch board {
        case .pi4:
            Figures(encodedMacroblocks: 245_760, decodedRows: 1088, profiles: [.hd1080At30, .hd720At60])
        case .pi3, .zero2W:
            // At high bit rates their block gets stuck on 1080p (raspberrypi/linux#6837).
            Figures(encodedMacroblocks: 245_760, decodedRows: 720, profiles: [.hd720At30])
        case .pi5:
            Figures(encodedMacroblocks: nil, decodedRows: 0, profiles: [.hd1080At60])
        case .other:
            nil
        }
    }

    public init(board: Board, stream: StreamParameters) {
        self.board = board
        guard let figures = Self.figures(of: board) else {
            (encoder, decoder, profiles, holds) = (.hardware, .hardware, [], nil)
            reason = "the hardware's where it works, since this board's is not known; software for clips"
            return
        }
        profiles = figures.profiles
        holds = figures.profiles.contains { stream.isWithin($0) }
        guard let limit = figures.encodedMacroblocks else {
            (encoder, decoder) = (.software, .software)
            reason = "software, since this board has no H.264 in hardware"
            return
        }
        guard stream.macroblocksPerSecond <= limit else {
            (encoder, decoder) = (.software, .software)
            reason =
                "software, since \(stream.size) at \(stream.rate.hertz) fps is \(stream.macroblocksPerSecond) macroblocks a second, "
                + "and this board's block holds \(limit)"
            return
        }
        encoder = .hardware
        guard stream.size.height <= figures.decodedRows else {
            decoder = .software
            reason = "hardware encodes; software decodes, since this board's block gets stuck on more than \(figures.decodedRows) rows"
            return
        }
        decoder = .hardware
        reason = "hardware for the delayed picture, which always runs; software for clips"
    }
}

extension StreamParameters {
    static let hd1080At60 = StreamParameters(size: .hd1080, rate: FrameRate(60))
    static let hd1080At30 = StreamParameters(size: .hd1080, rate: FrameRate(30))
    static let hd720At60 = StreamParameters(size: .hd720, rate: FrameRate(60))
    static let hd720At30 = StreamParameters(size: .hd720, rate: FrameRate(30))

    /// H.264 counts its work in squares of 16 by 16 pixels.
    var macroblocksPerFrame: Int { ((size.width + 15) / 16) * ((size.height + 15) / 16) }

    public var macroblocksPerSecond: Int { Int((Double(macroblocksPerFrame) * rate.hertz).rounded(.up)) }

    /// Whether each picture is no larger than the other's, and a second of them no more work.
    func isWithin(_ other: StreamParameters) -> Bool {
        macroblocksPerFrame <= other.macroblocksPerFrame && macroblocksPerSecond <= other.macroblocksPerSecond
    }
}
