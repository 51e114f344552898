// SPDX-License-Identifier: GPL-3.0-or-later

/// The delay line in figures.
public struct DelayLineSummary: Hashable, Sendable {
    /// How long the footage held plays.
    public var contentSeconds: Double
    /// How long the footage plays that fits, if it goes on as what is held.
    public var capacitySeconds: Double
    /// 0…1, of the capacity.
    public var usedFraction: Double
    /// 0…1, of the capacity: footage of marks that isn't on the card yet.
    public var pinnedFraction: Double
    public var oldest: FrameStamp?
    public var newest: FrameStamp?
    /// What a second of footage takes; `nil` while that isn't known.
    public var bytesPerSecond: Double?

    public init(
        contentSeconds: Double, capacitySeconds: Double, usedFraction: Double, pinnedFraction: Double,
        oldest: FrameStamp?, newest: FrameStamp?, bytesPerSecond: Double? = nil
    ) {
        self.bytesPerSecond = bytesPerSecond
        self.contentSeconds = contentSeconds
        self.capacitySeconds = capacitySeconds
        self.usedFraction = usedFraction
        self.pinnedFraction = pinnedFraction
        self.oldest = oldest
        self.newest = newest
    }
}

extension DelayLineSummary {
    public init(_ status: DelayLineStatus) {
        let capacity = Double(max(1, status.capacityBytes))
        self.init(
            contentSeconds: status.seconds, capacitySeconds: status.capacitySeconds,
            usedFraction: min(1, Double(status.usedBytes) / capacity),
            pinnedFraction: min(1, Double(status.pinnedBytes) / capacity),
            oldest: status.oldest, newest: status.newest,
            bytesPerSecond: status.seconds > 1 ? status.averageBytesPerFrame * Double(status.frames) / status.seconds : nil)
    }
}
