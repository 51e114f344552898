// SPDX-License-Identifier: GPL-3.0-or-later

/// A clip to be cut: which footage, under which number.
public struct ClipPlan: Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable {
        /// Up to a mark: one clip, one arrow.
        case mark
        /// What came after the last mark, where it was asked for.
        case tail
        /// The whole buffer, saved by hand.
        case buffer
    }

    /// Within the session, from 1. A mark's clip has the mark's number.
    public var number: Int
    public var kind: Kind
    /// The footage: every frame with `from <= sensor time <= through`.
    public var from: Timestamp
    public var through: Timestamp

    public init(number: Int, kind: Kind, from: Timestamp, through: Timestamp) {
        self.number = number
        self.kind = kind
        self.from = from
        self.through = through
    }
}

/// A clip that is whole on the card.
public struct ClipRecord: Hashable, Sendable, Codable {
    public var number: Int
    public var kind: ClipPlan.Kind
    /// Relative to the session's folder, with forward slashes: `clips/01.mp4`.
    public var file: String
    /// Frame numbers, or `unknownFrame` for a clip that was found whole after a cut that took its journal line.
    public var firstFrame: Int64
    public var lastFrame: Int64
    /// How long it plays.
    public var seconds: Double
    /// Footage at its beginning had already gone from the delay line, so it starts later than it was planned.
    public var isCutShort: Bool

    public static let unknownFrame: Int64 = -1

    public init(
        number: Int, kind: ClipPlan.Kind, file: String, firstFrame: Int64, lastFrame: Int64, seconds: Double,
        isCutShort: Bool
    ) {
        self.number = number
        self.kind = kind
        self.file = file
        self.firstFrame = firstFrame
        self.lastFrame = lastFrame
        self.seconds = seconds
        self.isCutShort = isCutShort
    }
}
