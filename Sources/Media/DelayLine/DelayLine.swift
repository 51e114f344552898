// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import Synchronization

/// The result of appending an access unit.
public enum AppendResult: Hashable, Sendable {
    case stored
    /// The unit couldn't be stored, or it depends on a unit that wasn't. Everything is refused until the next keyframe.
    case refused
}

/// The encoded footage of the last minutes, in memory: one writer, and any number of readers, each at its own position.
///
/// The bytes lie in one arena that is taken once and cut into equal blocks. A `DelayIndex` records which block holds which footage. A lock
/// guards the index; it is held for index steps only, never while bytes are copied. On Linux that lock (`Mutex`) is a priority-inheriting
/// futex, so a slow thread that holds it gets the priority of the thread that waits.
///
/// Thread-safe except for `append`, which belongs to the camera thread. If the size or the rate of the stream changes, make a new line.
public final class DelayLine: Sendable {
    let arena: Arena
    let index: Mutex<DelayIndex>
    private let blockBytes: Int
    /// Held while blocks are touched, given back or taken back, so that no block is touched while it is given back. Never taken on the
    /// frame path.
    private let memoryWork = Mutex(())

    /// Takes the memory for a line of this capacity, rounded down to whole blocks.
    /// - Parameters:
    ///   - maximumSeconds: the longest footage that may be held.
    ///   - blockBytes: the size of a block, a multiple of the system's page size; `nil` for a size that suits the stream.
    public init(
        capacityBytes: Int, parameters: StreamParameters, maximumSeconds: Double = 1200,
        blockBytes chosenBytes: Int? = nil
    ) throws(DelayLineError) {
        let page = sysconf(Int32(_SC_PAGESIZE))
        let blockBytes = chosenBytes ?? DelayLineSize.blockBytes(for: parameters, pageBytes: page)
        precondition(blockBytes > 0 && blockBytes % page == 0, "a block is whole pages")
        let blocks = min(capacityBytes / blockBytes, Int(UInt32.max) - 1)
        guard blocks > 0 else { throw .tooSmall(bytes: capacityBytes, blockBytes: blockBytes) }
        arena = try Arena(byteCount: blocks * blockBytes)
        index = Mutex(
            DelayIndex(
                blocks: blocks, blockBytes: blockBytes, parameters: parameters,
                maximumSeconds: maximumSeconds))
        self.blockBytes = blockBytes
    }

    // MARK: Memory

    /// Makes the memory that is written first physical: enough for the first seconds, before the camera starts.
    public func prefault(bytes: Int) {
        populateBlocks(through: min(bytes, arena.byteCount)) { false }
    }

    /// Makes all memory physical, ahead of the writer. For a low-priority thread; it may be interrupted between blocks.
    public func prefaultRest(shouldStop: () -> Bool) {
        populateBlocks(through: arena.byteCount, shouldStop: shouldStop)
    }

    /// Gives memory back to the system, evicting the oldest footage that is neither pinned nor protected.
    ///
    /// It may end above `bytes` if the rest is needed; `status` has the size that was reached.
    public func shrink(toBytes bytes: Int) {
        let target = max(0, bytes) / blockBytes
        memoryWork.withLock { _ in
            while let block = index.withLock({ $0.giveBackBlock(target: target) }) {
                arena.giveBack(bytesOfBlock(Int(block)))
            }
        }
    }

    /// Takes back memory that was given back, at most `bytes`. The held footage stays as it is. For a low-priority thread.
    ///
    /// Each block is physical before the writer may have it, so the writer takes no page faults for it.
    /// - Parameter shouldStop: asked before each block.
    /// - Returns: the number of bytes taken back: less than asked for if everything is back, or if the system has no more.
    @discardableResult
    public func grow(byBytes bytes: Int, shouldStop: () -> Bool = { false }) -> Int {
        var taken = 0
        while taken + blockBytes <= bytes, !shouldStop(), takeBackBlock() { taken += blockBytes }
        return taken
    }

    // MARK: Writing

    /// Copies an access unit in, evicting the oldest footage if room is needed. Camera thread only.
    ///
    /// It allocates nothing. The lock is taken before and after the copy, and between the stretches of a unit that isn't contiguous.
    public func append(_ unit: AccessUnit) -> AppendResult {
        let bytes = unit.bytes
        let room = index.withLock { index -> (place: BlockPlace, first: DelayIndex.ContiguousRun)? in
            index.reserve(unit.stamp, isKeyframe: unit.isKeyframe, byteCount: bytes.count).map {
                ($0, index.stretch(at: $0, limit: bytes.count))
            }
        }
        guard let room else { return .refused }
        copy(room.first, count: bytes.count) { range, copied in
            UnsafeMutableRawBufferPointer(start: arena.base + range.lowerBound, count: range.count)
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[copied..<copied + range.count]))
        }
        index.withLock { $0.publish() }
        return .stored
    }

    /// True if nothing is stored until the next keyframe arrives. The encoder should make one.
    public var wantsKeyframe: Bool { index.withLock { $0.wantsKeyframe } }

    // MARK: Held footage

    /// The line's current status. Cheap enough for every frame.
    public var status: DelayLineStatus { index.withLock { $0.status } }

    /// Sets the span of the newest footage that is evicted last of all, because the delay itself needs it (`DelayRule.protectedSpan`).
    public func setProtectedSpan(_ span: Duration) {
        index.withLock { $0.protectedSpan = span }
    }

    /// Returns the newest held frame whose sensor time isn't after this instant: the frame that is due then.
    public func newestStamp(notAfter instant: Timestamp) -> FrameStamp? {
        index.withLock { $0.newestStamp(notAfter: instant) }
    }

    /// Returns the number of held frames with these numbers.
    public func frameCount(numbered numbers: Range<Int64>) -> Int {
        index.withLock { $0.frameCount(numbered: numbers) }
    }

    /// Returns the frame with this number, if it is held.
    public func stamp(ofFrame frame: Int64) -> FrameStamp? {
        index.withLock { $0.stamp(ofFrame: frame) }
    }

    /// Returns the held frames of a closed range of sensor time, in order, for planning a clip. It allocates: use it off the frame path.
    public func stamps(from: Timestamp, through: Timestamp) -> [FrameStamp] {
        var stamps: [FrameStamp] = []
        var step: [FrameStamp] = []
        step.reserveCapacity(64)
        var start = from
        // The lock is held for one GOP at a time, and the list grows outside of it, so the writer never waits for a long range.
        while start <= through,
            index.withLock({ $0.appendStamps(from: start, through: through, to: &step) }), let last = step.last
        {
            stamps += step
            step.removeAll(keepingCapacity: true)
            start = last.timestamp + .nanoseconds(1)
        }
        return stamps
    }

    // MARK: Pins

    /// Holds every frame of this closed range of sensor time until `unpin`, with the keyframe at which decoding starts.
    ///
    /// The range may reach into the future. Footage that is already gone isn't held, and doesn't count as cut short.
    public func pin(from: Timestamp, through: Timestamp) -> Pin {
        index.withLock { $0.pin(from: from, through: through) }
    }

    /// Releases the range. A pin that was already released is ignored.
    public func unpin(_ pin: Pin) {
        index.withLock { $0.unpin(pin) }
    }

    /// True if footage at this pin's beginning was evicted for the delay's own footage. Ask before `unpin`; afterwards it is false.
    public func isCutShort(_ pin: Pin) -> Bool {
        index.withLock { $0.isCutShort(pin) }
    }

    // MARK: Readers

    /// Returns a reader that starts at the oldest footage.
    public func makeReader() -> DelayReader { DelayReader(line: self) }

    // MARK: Steps

    /// Goes through the stretches of an access unit, usually just one. The lock is taken only between them.
    func copy(_ first: DelayIndex.ContiguousRun, count: Int, _ body: (_ range: Range<Int>, _ copied: Int) -> Void) {
        var stretch = first
        var copied = 0
        while true {
            body(stretch.bytes, copied)
            copied += stretch.bytes.count
            guard copied < count else { return }
            stretch = index.withLock { $0.stretch(at: stretch.following, limit: count - copied) }
        }
    }

    private func populateBlocks(through end: Int, shouldStop: () -> Bool) {
        for block in 0..<(end + blockBytes - 1) / blockBytes {
            if shouldStop() { return }
            memoryWork.withLock { _ in
                guard !index.withLock({ $0.isGivenBack(block) }) else { return }
                arena.populate(bytesOfBlock(block))
            }
        }
    }

    private func takeBackBlock() -> Bool {
        memoryWork.withLock { _ in
            guard let block = index.withLock({ $0.blockToTakeBack }), arena.bringBack(bytesOfBlock(Int(block))) else { return false }
            return index.withLock { $0.takeBackBlock() } == block
        }
    }

    private func bytesOfBlock(_ block: Int) -> Range<Int> { block * blockBytes..<(block + 1) * blockBytes }
}
