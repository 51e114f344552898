// SPDX-License-Identifier: GPL-3.0-or-later

/// The state of the delay line at one instant.
public struct DelayLineStatus: Hashable, Sendable {
    /// The bytes available for footage: whole blocks, without those given back under memory pressure.
    public var capacityBytes: Int
    /// The bytes that are given back now: the original capacity less `capacityBytes`.
    public var givenBackBytes: Int
    /// The bytes that footage fills, in whole blocks.
    public var usedBytes: Int
    /// The part of `usedBytes` that is pinned.
    public var pinnedBytes: Int
    public var oldest: FrameStamp?
    public var newest: FrameStamp?
    /// The number of frames held.
    public var frames: Int
    /// The average of the frames held; while the line is empty, an estimate from the stream's bit rate.
    public var averageBytesPerFrame: Double
    /// The playing time of the footage held.
    public var seconds: Double
    /// The playing time of the footage that fits, calculated with whole blocks from the GOPs held; at most the line's maximum.
    public var capacitySeconds: Double
    /// The number of frames that couldn't be stored since the line was created.
    public var refusedFrames: Int64
    /// The number of pins now set that have lost footage.
    public var cutShortPins: Int

    public init(
        capacityBytes: Int, givenBackBytes: Int, usedBytes: Int, pinnedBytes: Int, oldest: FrameStamp?, newest: FrameStamp?, frames: Int,
        averageBytesPerFrame: Double, seconds: Double, capacitySeconds: Double, refusedFrames: Int64,
        cutShortPins: Int
    ) {
        self.capacityBytes = capacityBytes
        self.givenBackBytes = givenBackBytes
        self.usedBytes = usedBytes
        self.pinnedBytes = pinnedBytes
        self.oldest = oldest
        self.newest = newest
        self.frames = frames
        self.averageBytesPerFrame = averageBytesPerFrame
        self.seconds = seconds
        self.capacitySeconds = capacitySeconds
        self.refusedFrames = refusedFrames
        self.cutShortPins = cutShortPins
    }
}
