// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc
import Synchronization

/// What became of an access unit.
public enum AppendResult: Hashable, Sendable {
    case stored
    /// It couldn't be stored, or it can't be decoded without one that wasn't. Everything is refused until the next keyframe.
    case refused
}

/// The footage of the last minutes in memory, encoded: one writer, any number of readers, each at its own place.
///
/// The bytes lie in one arena that is taken once and cut into equal blocks; which block holds what is in a `DelayIndex`.
/// The index is guarded by a lock that is held for index steps only, never while bytes are copied. On Linux that lock
/// (`Mutex`) is a priority-inheriting futex, so a slow thread that holds it is lifted to the rank of the one that waits.
///
/// Thread-safe, but for `append`, which belongs to the camera thread. When the size or the rate of the stream changes,
/// make a new line.
public final class DelayLine: Sendable {
    let arena: Arena
    let index: Mutex<DelayIndex>
    private let blockBytes: Int
    /// Held while blocks are touched, given back or taken back, so that no block is touched while it is given back. Never taken on the frame path.
    private let memoryWork = Mutex(())

    /// Takes the memory for a line of this capacity, cut down to whole blocks.
    /// - Parameters:
    ///   - maximumSeconds: the longest footage that may be held.
    ///   - blockBytes: the size of a block, a multiple of the system's page size; `nil` for what suits the stream.
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

    /// Makes the memory that is written first physically there: what the first seconds need, before the camera starts.
    public func prefault(bytes: Int) {
        populateBlocks(through: min(bytes, arena.byteCount)) { false }
    }

    /// Makes all memory physically there, ahead of the writer. For a low-priority thread; it may be interrupted between blocks.
    public func prefaultRest(shouldStop: () -> Bool) {
        populateBlocks(through: arena.byteCount, shouldStop: shouldStop)
    }

    /// Gives memory back to the system, evicting the oldest footage that is neither pinned nor protected.
    ///
    /// It may end above `bytes`, when the rest is needed; `status` says what it reached.
    public func shrink(toBytes bytes: Int) {
        let target = max(0, bytes) / blockBytes
        memoryWork.withLock { _ in
            while let block = index.withLock({ $0.giveBackBlock(target: target) }) {
                arena.giveBack(bytesOfBlock(Int(block)))
            }
        }
    }

    /// Takes back memory that was given back, at most so many bytes; what is held stays as it is. For a low-priority thread.
    ///
    /// Each block is physically there before the writer may have it, so the writer takes no page faults for it.
    /// - Parameter shouldStop: asked before each block.
    /// - Returns: what came back, in bytes: less than asked for when everything is back, or when the system has no more.
    @discardableResult
    public func grow(byBytes bytes: Int, shouldStop: () -> Bool = { false }) -> Int {
        var taken = 0
        while taken + blockBytes <= bytes, !shouldStop(), takeBackBlock() { taken += blockBytes }
        return taken
    }

    // MARK: The writer

    /// Copies an access unit in, evicting the oldest footage where room is needed. Camera thread only.
    ///
    /// No allocation; the lock is taken once before the copy and once after it.
    public func append(_ unit: AccessUnit) -> AppendResult {
        let bytes = unit.bytes
        let room = index.withLock { index -> (place: BlockPlace, first: DelayIndex.Stretch)? in
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

    /// Nothing is stored until the next access unit that is a keyframe: the encoder should make one.
    public var wantsKeyframe: Bool { index.withLock { $0.wantsKeyframe } }

    // MARK: What is held

    /// How it stands with the line now. Cheap enough for every frame.
    public var status: DelayLineStatus { index.withLock { $0.status } }

    /// The newest footage that is evicted last of all: the delay's own (`DelayRule.protectedSpan`).
    public func setProtectedSpan(_ span: Duration) {
        index.withLock { $0.protectedSpan = span }
    }

    /// The newest frame held whose sensor time isn't after this instant: the one that is due then.
    public func newestStamp(notAfter instant: Timestamp) -> FrameStamp? {
        index.withLock { $0.newestStamp(notAfter: instant) }
    }

    /// How many frames with these numbers are held.
    public func frameCount(numbered numbers: Range<Int64>) -> Int {
        index.withLock { $0.frameCount(numbered: numbers) }
    }

    /// The frame with this number, if it is held.
    public func stamp(ofFrame frame: Int64) -> FrameStamp? {
        index.withLock { $0.stamp(ofFrame: frame) }
    }

    /// The frames of a closed range of sensor time that are held, in order: for planning a clip. Allocates; off the frame path.
    public func stamps(from: Timestamp, through: Timestamp) -> [FrameStamp] {
        var stamps: [FrameStamp] = []
        var step: [FrameStamp] = []
        step.reserveCapacity(64)
        var start = from
        // One GOP under the lock at a time, and the growing list outside of it: the writer never waits for a long range.
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

    /// Holds every frame of this closed range of sensor time, with the keyframe that decoding it starts at, until `unpin`.
    ///
    /// The range may reach into the future. What is gone already isn't held, and doesn't count as cut short.
    public func pin(from: Timestamp, through: Timestamp) -> Pin {
        index.withLock { $0.pin(from: from, through: through) }
    }

    /// Lets the range go. A pin that isn't set any more is ignored.
    public func unpin(_ pin: Pin) {
        index.withLock { $0.unpin(pin) }
    }

    /// Whether this pin has lost footage at its beginning to the delay's own. Ask before `unpin`; afterwards it is false.
    public func isCutShort(_ pin: Pin) -> Bool {
        index.withLock { $0.isCutShort(pin) }
    }

    // MARK: Readers

    /// A reader that stands at the oldest footage.
    public func makeReader() -> DelayReader { DelayReader(line: self) }

    // MARK: Steps

    /// Goes through the stretches of an access unit; the lock is taken only between them, and mostly there is just one.
    func copy(_ first: DelayIndex.Stretch, count: Int, _ body: (_ range: Range<Int>, _ copied: Int) -> Void) {
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
