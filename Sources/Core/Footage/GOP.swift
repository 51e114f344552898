// SPDX-License-Identifier: GPL-3.0-or-later

/// A GOP that is held: its blocks, its frames, and the number of its users.
///
/// It begins with a keyframe. Its access units follow each other along its chain of blocks without gaps.
struct GOP: Sendable {
    var chain = BlockPool.Chain(first: 0, last: 0, count: 0)
    var frameCount = 0
    var byteCount = 0
    var firstFrame: Int64 = 0
    var firstTimestamp = Timestamp.zero
    var lastTimestamp = Timestamp.zero
    /// The ordinal of the GOP's first frame: the number of frames that the line stored before it.
    var firstOrdinal: Int64 = 0
    /// The number of pins that need a frame of this GOP.
    var pinCount: Int32 = 0
    /// The number of readers that are copying from it.
    var leaseCount: Int32 = 0
    /// True if the GOP was evicted while a reader was copying from it: its blocks are freed when that reader is done.
    var isDropped = false

    /// The ordinal of the frame after its last.
    var endOrdinal: Int64 { firstOrdinal + Int64(frameCount) }
    var content: Duration { firstTimestamp.duration(to: lastTimestamp) }

    /// True if the GOP contains a frame from `from` through `through`, so that a pin of this range needs it.
    func overlaps(from: Timestamp, through: Timestamp) -> Bool {
        from <= through && lastTimestamp >= from && firstTimestamp <= through
    }
}

/// The index entry of one frame that is held.
///
/// Values that the GOP has already are stored relative to it, so that the entries of 20 minutes at 60 frames a second take only 1.2 MB.
struct FrameEntry: Sendable {
    var timestamp: Timestamp
    /// The frame number, counted from the GOP's first.
    var frameOffset: UInt32
    /// The end of its bytes, counted from the GOP's first byte. They start at the end of the frame before it.
    var endOffset: UInt32
}
