// SPDX-License-Identifier: GPL-3.0-or-later

/// The delay line in figures.
public struct DelayLineSummary: Hashable, Sendable {
    /// The playing time of the footage held.
    public var contentSeconds: Double
    /// The playing time of the footage that fits, if new footage takes as much room as the footage held.
    public var capacitySeconds: Double
    /// The used share of the capacity, 0…1.
    public var usedFraction: Double
    /// The share of the capacity with footage of marks that isn't on the card yet, 0…1.
    public var pinnedFraction: Double
    public var oldest: FrameStamp?
    public var newest: FrameStamp?
    /// The bytes that a second of footage takes; `nil` if it isn't known yet.
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
