// SPDX-License-Identifier: GPL-3.0-or-later

/// One held GOP: where its bytes lie, which frames it has, and who needs it.
///
/// It begins with a keyframe. Its access units lie back to back along its chain of blocks.
struct GOP: Sendable {
    var chain = BlockPool.Chain(first: 0, last: 0, count: 0)
    var frameCount = 0
    var byteCount = 0
    var firstFrame: Int64 = 0
    var firstTimestamp = Timestamp.zero
    var lastTimestamp = Timestamp.zero
    /// Counts stored frames from the line's beginning: how many came before this GOP's first.
    var firstOrdinal: Int64 = 0
    /// Pins that need a frame of it.
    var pinCount: Int32 = 0
    /// Readers that are copying out of it.
    var leaseCount: Int32 = 0
    /// Dropped while a reader was copying: its blocks are freed when that reader is done.
    var isDropped = false

    /// The ordinal of the frame after its last.
    var endOrdinal: Int64 { firstOrdinal + Int64(frameCount) }
    var content: Duration { firstTimestamp.duration(to: lastTimestamp) }

    /// A pin needs every frame from `from` through `through`; it needs a GOP that has one of them.
    func overlaps(from: Timestamp, through: Timestamp) -> Bool {
        from <= through && lastTimestamp >= from && firstTimestamp <= through
    }
}

/// The index entry of one held frame.
///
/// What the GOP knows already is kept relative to it, so that 20 minutes at 60 frames a second need 1.2 MB of these.
struct FrameEntry: Sendable {
    var timestamp: Timestamp
    /// The frame number, counted from the GOP's first.
    var frameOffset: UInt32
    /// Where its bytes end, counted from the GOP's first byte. They start where the frame before it ends.
    var endOffset: UInt32
}
