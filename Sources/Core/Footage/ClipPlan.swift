// SPDX-License-Identifier: GPL-3.0-or-later

/// A clip to be cut: which footage, under which number.
public struct ClipPlan: Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable {
        /// Up to a mark: one clip, one arrow.
        case mark
        /// What was in no clip at STOP and never on the TV: "Not marked".
        case tail
        /// The whole buffer, saved by hand.
        case buffer
        /// A part of another clip, cut out by hand.
        case part

        /// A clip of this kind has a number above this, so that each kind counts from 1: what was saved or found between two marks
        /// doesn't move the marks' numbers. Sessions of before version 3 counted all kinds together.
        public var base: Int {
            switch self {
            case .mark: 0
            case .tail: 70_000
            case .buffer: 80_000
            case .part: 90_000
            }
        }

        /// Where only a clip's number is told.
        package init(ofNumber number: Int) { self = [Self.part, .buffer, .tail].first { number > $0.base } ?? .mark }

        /// What people call the clip with this number: its place among those of its kind.
        public func shown(_ number: Int) -> Int { number > base ? number - base : number }
    }

    /// Unique within the session. A mark's clip has the mark's number; other kinds begin above `Kind.base`.
    public var number: Int
    public var kind: Kind
    /// The footage: every frame with `from <= sensor time <= through`.
    public var from: Timestamp
    public var through: Timestamp
    /// How its pictures are turned and mirrored to be looked at. Its file says the turn, its record the mirror too.
    public var orientation: PictureOrientation

    public init(number: Int, kind: Kind, from: Timestamp, through: Timestamp, orientation: PictureOrientation = .upright) {
        self.number = number
        self.kind = kind
        self.from = from
        self.through = through
        self.orientation = orientation
    }
}
