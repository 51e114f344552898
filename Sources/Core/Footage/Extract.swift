// SPDX-License-Identifier: GPL-3.0-or-later

/// A picture that is taken from a piece of footage for itself, away from whatever plays: one of its own, or many of them in one.
public struct Extract: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The picture that is shown at the place.
        case frame
        /// That picture with those before it laid over it.
        case trail(Trail)
    }

    public var footage: FootageID
    /// In a clip after its first picture, in the delay line on the common clock.
    public var place: Duration
    public var kind: Kind

    public init(_ footage: FootageID, at place: Duration, _ kind: Kind = .frame) {
        (self.footage, self.place, self.kind) = (footage, place, kind)
    }
}

/// What moves against what stands, as one picture: of each pixel the darkest or the lightest that it was in the last pictures, so that an
/// arrow leaves its whole path.
public struct Trail: Hashable, Sendable {
    public enum Side: String, Hashable, Sendable, CaseIterable {
        /// For dark things over light ground: an arrow over the sky.
        case darkest
        /// For light things over dark ground: a bow in front of trees.
        case lightest
    }

    /// How many pictures; fewer show no path, more are a fog.
    public static let counts = 2...60
    public static let usualCount = 15

    public var side: Side
    public private(set) var count: Int

    /// - Parameter count: is brought into the range.
    public init(_ side: Side = .darkest, count: Int = Trail.usualCount) {
        self.side = side
        self.count = count.clamped(to: Self.counts)
    }

    /// With so many more pictures, as far as there may be.
    public mutating func change(countBy difference: Int) {
        count = (count + difference.clamped(to: -Self.counts.upperBound...Self.counts.upperBound)).clamped(to: Self.counts)
    }
}
