// SPDX-License-Identifier: GPL-3.0-or-later

/// A clip to be cut: its footage and its number.
public struct ClipPlan: Hashable, Sendable, Codable {
    /// The reason why a clip is made.
    public enum Kind: String, Hashable, Sendable, Codable {
        /// The footage up to a mark: one clip for one arrow.
        case mark
        /// Footage round a moment that the box marked by itself. It is no arrow's clip until somebody confirms it.
        case detected
        /// Footage that at STOP belonged to no clip and had never been on the TV: "Not marked".
        case tail
        /// The whole buffer, saved by hand.
        case buffer
        /// A part of another clip, cut out by hand.
        case part
        /// A film from elsewhere, such as a phone, that was imported onto the card.
        case film

        /// Clips of this kind have numbers above this, so that each kind counts from 1 and a clip saved or found between two marks doesn't
        /// shift the marks' numbers. Sessions before version 3 counted all kinds together.
        public var base: Int {
            switch self {
            case .mark: 0
            case .detected: 60_000
            case .tail: 70_000
            case .buffer: 80_000
            case .part: 90_000
            case .film: 100_000
            }
        }

        /// Derives the kind from a clip's number, if nothing else is known.
        package init(ofNumber number: Int) { self = [Self.film, .part, .buffer, .tail, .detected].first { number > $0.base } ?? .mark }

        /// True if clips of this kind have a mark, whose number they share.
        package var hasMark: Bool { self == .mark || self == .detected }

        /// Returns the number that people see: the clip's number among the clips of its kind.
        public func shown(_ number: Int) -> Int { number > base ? number - base : number }
    }

    /// Unique within the session. The clip of a mark has the mark's number; kinds other than `mark` begin above `Kind.base`.
    public var number: Int
    public var kind: Kind
    /// The footage: every frame with `from <= sensor time <= through`.
    public var from: Timestamp
    public var through: Timestamp
    /// The turn and the mirroring with which the pictures are displayed. The file stores only the turn, the record stores both.
    public var orientation: PictureOrientation

    public init(number: Int, kind: Kind, from: Timestamp, through: Timestamp, orientation: PictureOrientation = .upright) {
        self.number = number
        self.kind = kind
        self.from = from
        self.through = through
        self.orientation = orientation
    }
}

/// The names of clips on the TV.
extension Strings {
    package static func clip(_ number: Int) -> String { clip(number, ClipPlan.Kind(ofNumber: number)) }
    /// A clip's name on the TV, by its number within the session.
    package static func clip(_ number: Int, _ kind: ClipPlan.Kind) -> String {
        switch kind {
        case .mark: Phrases.Clip.numbered(number)
        case .detected: Phrases.Clip.detected(kind.shown(number))
        case .tail: Phrases.Clip.notMarked
        case .buffer: Phrases.Clip.buffer(kind.shown(number))
        case .part: Phrases.Clip.part(kind.shown(number))
        case .film: Phrases.Clip.film(kind.shown(number))
        }
    }
}
