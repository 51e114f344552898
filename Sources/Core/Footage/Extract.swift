// SPDX-License-Identifier: GPL-3.0-or-later

/// A picture that is taken out of footage, independently of what plays: a single frame, or a combination of many.
public struct Extract: Hashable, Sendable {
    /// The way in which the picture is made.
    public enum Kind: Hashable, Sendable {
        /// The picture that is shown at the position.
        case frame
        /// That picture combined with the ones before it.
        case trail(Trail)
    }

    public var footage: FootageID
    /// The position: in a clip the time after its first picture, in the delay line the time on the common clock.
    public var place: Duration
    public var kind: Kind

    public init(_ footage: FootageID, at place: Duration, _ kind: Kind = .frame) {
        (self.footage, self.place, self.kind) = (footage, place, kind)
    }
}

/// The trail of a moving object, as one picture: each pixel is the darkest or the lightest that it was in the last pictures. So an arrow
/// leaves its whole path.
public struct Trail: Hashable, Sendable {
    /// The brightness that stays visible in a trail.
    public enum Side: String, Hashable, Sendable, CaseIterable {
        /// For dark objects on a light background: an arrow against the sky.
        case darkest
        /// For light objects on a dark background: a bow in front of trees.
        case lightest
    }

    /// The allowed number of pictures. Fewer show no path, more only a fog.
    public static let counts = 2...60
    public static let usualCount = 15

    public var side: Side
    public private(set) var count: Int

    /// - Parameter count: the number of pictures; it is clamped to the allowed range.
    public init(_ side: Side = .darkest, count: Int = Trail.usualCount) {
        self.side = side
        self.count = count.clamped(to: Self.counts)
    }

    /// Changes the number of pictures by a difference, within the allowed range.
    public mutating func change(countBy difference: Int) {
        count = (count + difference.clamped(to: -Self.counts.upperBound...Self.counts.upperBound)).clamped(to: Self.counts)
    }
}
