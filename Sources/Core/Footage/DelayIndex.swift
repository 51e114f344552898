// SPDX-License-Identifier: GPL-3.0-or-later

import DequeModule

/// The index of the delay line: the footage that it holds, and the blocks in which each GOP lies. It stores everything about the line
/// except the bytes themselves.
///
/// A GOP uses whole blocks of equal size, chained together. Its access units follow each other along the chain without gaps and may cross
/// from one block into the next. So the writer never has to find a contiguous stretch between pinned GOPs, and no pin blocks it. The price
/// is that a reader has to gather an access unit into a buffer of its own; that buffer also has the padding that decoders want after the
/// unit.
///
/// Invariants, each held by a property test:
/// - every block is free, given back, or in the chain of exactly one GOP;
/// - every GOP held begins with a keyframe, and frame numbers and sensor times rise strictly from frame to frame;
/// - the GOP being written and a GOP that a reader copies from are never evicted;
/// - footage is evicted by whole GOPs, and a pin that loses some is marked as cut short.
///
/// A pure value: no lock, no clock. All memory is taken by `init`, except for pins beyond the first 64.
public struct DelayIndex: Sendable {
    /// The size of the blocks into which the arena is divided, in bytes.
    public let blockBytes: Int
    /// The most frames in a GOP: the encoder's plan and a few more.
    let framesPerGOP: Int
    let frameRate: FrameRate
    let expectedBytesPerFrame: Double
    let maximumSeconds: Double

    var blocks: BlockPool
    /// The GOP slots; a slot's frames are `framesPerGOP` entries of `frames`. The contents of free slots are undefined.
    var slots: [GOP]
    var freeSlots: [Int32]
    var frames: [FrameEntry]
    /// The slots in use, oldest footage first.
    var order: Deque<Int32>
    /// True if the newest slot of `order` can still grow.
    var isNewestOpen = false
    /// The access unit that is being copied in.
    var pending: PendingUnit?
    /// The last frame stored, even if it is evicted by now: the next one must be newer.
    var lastStored: FrameStamp?

    var pins: [PinRecord] = []
    var nextPinNumber: Int64 = 0
    /// The length of the newest footage, which is evicted only if nothing else is left: the delay and a little more.
    public var protectedSpan: Duration = .zero
    /// The number of stored frames, evicted ones included.
    var nextOrdinal: Int64 = 0
    var heldFrames = 0
    var heldBytes = 0
    var heldContent: Duration = .zero
    var pinnedBlocks = 0
    var largestGOPBlocks = 1
    public internal(set) var refusedFrames: Int64 = 0
    /// True if frames can't be decoded or stored until the next keyframe: at the start and after a refusal.
    public internal(set) var wantsKeyframe = true

    private static let spareFrames = 4

    /// Creates an index for an arena of this many blocks.
    /// - Parameter maximumSeconds: the longest footage that may be held; it also limits the index's own memory.
    /// - Precondition: at least one block, blocks that are not empty, a positive maximum.
    public init(blocks blockCount: Int, blockBytes: Int, parameters: StreamParameters, maximumSeconds: Double) {
        precondition(blockBytes > 0 && blockBytes < Int(UInt32.max), "a block has a size below 4 GB")
        precondition(maximumSeconds > 0, "a delay line holds something")
        self.blockBytes = blockBytes
        self.maximumSeconds = maximumSeconds
        frameRate = parameters.rate
        expectedBytesPerFrame = Double(parameters.bitRate) / 8 / parameters.rate.hertz
        framesPerGOP = parameters.framesPerGOP + Self.spareFrames
        // Keyframes asked for at marks make shorter GOPs: a few hundred slots more cost nothing.
        let planned = (maximumSeconds * parameters.rate.hertz / Double(parameters.framesPerGOP)).rounded(.up)
        let slotCount = max(2, min(blockCount, Int(min(planned, 1e6)) + 256))
        blocks = BlockPool(blocks: blockCount)
        slots = Array(repeating: GOP(), count: slotCount)
        freeSlots = (0..<Int32(slotCount)).reversed()
        let empty = FrameEntry(timestamp: .zero, frameOffset: 0, endOffset: 0)
        frames = Array(repeating: empty, count: slotCount * framesPerGOP)
        order = Deque(minimumCapacity: slotCount)
        pins.reserveCapacity(64)
    }

    // MARK: State

    public var oldest: FrameStamp? { order.first.map { stamp($0, frame: 0) } }
    public var newest: FrameStamp? { order.last.map { stamp($0, frame: slots[Int($0)].frameCount - 1) } }

    public var status: DelayLineStatus {
        let average = heldFrames > 0 ? Double(heldBytes) / Double(heldFrames) : expectedBytesPerFrame
        let capacity = blocks.count * blockBytes
        return DelayLineStatus(
            capacityBytes: capacity, givenBackBytes: blocks.givenBackCount * blockBytes, usedBytes: blocks.usedCount * blockBytes,
            pinnedBytes: pinnedBlocks * blockBytes, oldest: oldest, newest: newest, frames: heldFrames,
            averageBytesPerFrame: average, seconds: seconds,
            capacitySeconds: min(Double(blocks.count) / blocksPerSecond, maximumSeconds), refusedFrames: refusedFrames,
            cutShortPins: pins.count { $0.isCutShort })
    }

    /// The number of blocks that a second of footage takes: measured on the complete GOPs held, or else estimated from the stream's bit
    /// rate.
    ///
    /// A GOP takes whole blocks, so a calculation from the bytes alone would promise too much.
    private var blocksPerSecond: Double {
        let open = isNewestOpen ? order.last.map { slots[Int($0)] } : nil
        let count = order.count - (open == nil ? 0 : 1)
        let content = heldContent.inSeconds - (open?.content.inSeconds ?? 0) + Double(count) * frameRate.interval.inSeconds
        if count > 0, content > 0 { return Double(max(1, blocks.usedCount - (open?.chain.count ?? 0))) / content }
        let planned = Double(framesPerGOP - Self.spareFrames)
        return max(1, (expectedBytesPerFrame * planned / Double(blockBytes)).rounded(.up)) * frameRate.hertz / planned
    }

    /// The playing time of the footage held, in seconds: for each GOP from its first frame to its last, plus one frame interval.
    var seconds: Double { heldContent.inSeconds + Double(order.count) * frameRate.interval.inSeconds }

    /// True if the memory of this block is given back to the system now.
    public func isGivenBack(_ block: Int) -> Bool { blocks.isGivenBack(block) }

    func entry(_ slot: Int32, _ frame: Int) -> FrameEntry { frames[Int(slot) * framesPerGOP + frame] }

    func stamp(_ slot: Int32, frame: Int) -> FrameStamp {
        let entry = entry(slot, frame)
        return FrameStamp(frame: slots[Int(slot)].firstFrame + Int64(entry.frameOffset), timestamp: entry.timestamp)
    }
}
