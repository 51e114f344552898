// SPDX-License-Identifier: GPL-3.0-or-later

/// A part of a clip that becomes a clip of its own; the source clip stays.
public struct ClipTrim: Hashable, Sendable {
    /// The number of the source clip.
    public var source: Int
    /// The position at which a player shows the part's first picture, counted from the clip's first picture.
    public var from: Duration
    /// The position at which a player shows the part's last picture.
    public var through: Duration

    public init(of source: Int, from: Duration, through: Duration) {
        self.source = source
        self.from = from
        self.through = max(from, through)
    }
}
