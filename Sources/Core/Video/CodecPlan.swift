// SPDX-License-Identifier: GPL-3.0-or-later

/// The choice of codecs for a stream on a board: hardware for the one track that always runs, software for the others.
///
/// The encoder and the decoder of the delayed picture run all the time, so they get the board's H.264 block if the block can sustain the
/// stream. Clips, stills and replays are decoded in software, so that a clip never takes the block from the delayed picture.
/// The figures were published or measured by others; no figure was measured on a box.
public struct CodecPlan: Hashable, Sendable {
    /// The implementation of a codec: the board's H.264 block, or a library on the processor.
    public enum Side: String, Hashable, Sendable, Codable {
        case hardware, software
    }

    /// The known limits of a board's H.264 codecs.
    struct Figures: Hashable, Sendable {
        /// The macroblocks a second that the block encodes; `nil`: the board has no block. Level 4.0 allows 245 760.
        var encodedMacroblocks: Int?
        /// The most rows that the block decodes without getting stuck.
        var decodedRows: Int
        /// The streams that the board can sustain, the best first. It can also sustain any stream that is no larger and no faster than one
        /// of these.
        var profiles: [StreamParameters]
    }

    public var board: Board
    public var encoder: Side
    /// The decoder of the delayed picture.
    public var decoder: Side
    /// The decoder of clips, stills and replays.
    public var otherDecoders: Side { .software }
    /// The reason for the choice, as one sentence without its full stop.
    public var reason: String
    /// The streams that the board can sustain, the best first; empty if unknown.
    public var profiles: [StreamParameters]
    /// True if the board can sustain this stream; `nil` if unknown.
    public var holds: Bool?

    /// Returns the limits of a board, or `nil` for a board that VIR doesn't know: there each codec is tried, and hardware is taken if it
    /// works.
    static func figures(of board: Board) -> Figures? {
        switch board {
        case .pi4:
            Figures(encodedMacroblocks: 245_760, decodedRows: 1088, profiles: [.hd1080At30, .hd720At60])
        case .pi3, .zero2W:
            // At high bit rates the block of these boards gets stuck on 1080p (raspberrypi/linux#6837).
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

    /// The number of macroblocks (squares of 16 by 16 pixels) in a frame: H.264 counts its work in them.
    var macroblocksPerFrame: Int { ((size.width + 15) / 16) * ((size.height + 15) / 16) }

    public var macroblocksPerSecond: Int { Int((Double(macroblocksPerFrame) * rate.hertz).rounded(.up)) }

    /// Returns true if neither a picture nor a second of this stream has more macroblocks than the other's.
    func isWithin(_ other: StreamParameters) -> Bool {
        macroblocksPerFrame <= other.macroblocksPerFrame && macroblocksPerSecond <= other.macroblocksPerSecond
    }
}
