// SPDX-License-Identifier: GPL-3.0-or-later

/// A moment that the box found by itself, such as a signal on the trigger line or the sound of a shot. It becomes an automatic mark.
public struct Detection: Hashable, Sendable {
    /// The time of the moment itself, not of its discovery.
    public var timestamp: Timestamp
    public var source: Mark.Source

    /// - Precondition: the source is automatic.
    public init(at timestamp: Timestamp, source: Mark.Source) {
        precondition(source.isAutomatic, "nobody detects a mark of \(source)")
        self.timestamp = timestamp
        self.source = source
    }
}
