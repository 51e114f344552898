// SPDX-License-Identifier: GPL-3.0-or-later

/// How it stands with the delay line at one instant.
public struct DelayLineStatus: Hashable, Sendable {
    /// What footage may fill: whole blocks, less those given back under memory pressure.
    public var capacityBytes: Int
    /// What is given back now: with it the capacity would be what it was at first.
    public var givenBackBytes: Int
    /// What it fills, in whole blocks.
    public var usedBytes: Int
    /// The part of `usedBytes` that is pinned.
    public var pinnedBytes: Int
    public var oldest: FrameStamp?
    public var newest: FrameStamp?
    /// Frames held.
    public var frames: Int
    /// Of the frames held; while there are none, what the stream's bit rate lets expect.
    public var averageBytesPerFrame: Double
    /// How long the footage held plays.
    public var seconds: Double
    /// How long the footage plays that fits, in whole blocks as the GOPs held take them; at most the line's maximum.
    public var capacitySeconds: Double
    /// Frames that couldn't be stored, since the line was made.
    public var refusedFrames: Int64
    /// Pins, of those now set, that have lost footage.
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
