// SPDX-License-Identifier: GPL-3.0-or-later

/// A part of a clip that becomes a clip of its own; the whole one stays.
public struct ClipTrim: Hashable, Sendable {
    /// The number of the clip that it is taken from.
    public var source: Int
    /// The first picture is the one that a player shows so long after the clip's first …
    public var from: Duration
    /// … and the last one the one that it shows here.
    public var through: Duration

    public init(of source: Int, from: Duration, through: Duration) {
        self.source = source
        self.from = from
        self.through = max(from, through)
    }
}
