// SPDX-License-Identifier: GPL-3.0-or-later

/// An access unit that a reader may copy. Its GOP stays until the lease ends.
public struct LeasedUnit: Sendable {
    public var stamp: FrameStamp
    public var isKeyframe: Bool
    public var byteCount: Int
    /// The position of its first byte.
    public var place: BlockPlace
    /// The ordinal of the access unit to read next.
    public var nextOrdinal: Int64
    let slot: Int32
}

/// The result of a reader's lookup at its position.
public enum DelayLookup: Sendable {
    case unit(LeasedUnit)
    /// The reader is at the end: there is nothing newer yet.
    case atEnd
    /// The frames at this position were evicted. The next keyframe held has the ordinal `resumeAt`.
    case overtaken(missed: Int64, resumeAt: Int64)
}

/// Finding frames, and reading them under a lease.
///
/// A reader's position is the ordinal of the frame that it wants next. Ordinals count stored frames, so gaps in the camera's own numbers
/// don't show in them, and a reader can count the frames that were evicted before it got them.
extension DelayIndex {
    /// The position of a reader that begins with the oldest footage.
    public var oldestOrdinal: Int64 { order.first.map { slots[Int($0)].firstOrdinal } ?? nextOrdinal }

    /// Returns the newest keyframe that isn't after `instant`, or the oldest one if all are after it; `nil` if nothing is held.
    public func keyframe(before instant: Timestamp) -> (stamp: FrameStamp, ordinal: Int64)? {
        guard let slot = order.isEmpty ? nil : order[newestPosition { $0.firstTimestamp <= instant } ?? 0] else { return nil }
        return (stamp(slot, frame: 0), slots[Int(slot)].firstOrdinal)
    }

    /// Returns the newest frame that isn't after `instant`: the frame that is due then.
    public func newestStamp(notAfter instant: Timestamp) -> FrameStamp? {
        guard let position = newestPosition(where: { $0.firstTimestamp <= instant }) else { return nil }
        let slot = order[position]
        return newestEntry(of: slot) { $0.timestamp <= instant }.map { stamp(slot, frame: $0) }
    }

    /// Returns the frame with this number, if it is held.
    public func stamp(ofFrame frame: Int64) -> FrameStamp? {
        guard let position = newestPosition(where: { $0.firstFrame <= frame }) else { return nil }
        let slot = order[position]
        let offset = frame - slots[Int(slot)].firstFrame
        guard let index = newestEntry(of: slot, where: { Int64($0.frameOffset) <= offset }) else { return nil }
        let found = stamp(slot, frame: index)
        return found.frame == frame ? found : nil
    }

    /// Returns the number of frames held with these numbers. The cost grows with the number of GOPs among them, not with the range of
    /// numbers.
    public func frameCount(numbered numbers: Range<Int64>) -> Int {
        func count(of slot: Int32, below number: Int64) -> Int {
            let first = slots[Int(slot)].firstFrame
            return newestEntry(of: slot) { first + Int64($0.frameOffset) < number }.map { $0 + 1 } ?? 0
        }
        var position = newestPosition { $0.firstFrame <= numbers.lowerBound } ?? 0
        var total = 0
        while position < order.count, slots[Int(order[position])].firstFrame < numbers.upperBound {
            total += count(of: order[position], below: numbers.upperBound) - count(of: order[position], below: numbers.lowerBound)
            position += 1
        }
        return total
    }

    /// Appends the frames of a range of sensor time, one GOP's at a time, so that a long range is listed in short steps.
    ///
    /// The caller begins the next step after the last frame listed.
    /// - Returns: true if there were any.
    public func appendStamps(from: Timestamp, through: Timestamp, to list: inout [FrameStamp]) -> Bool {
        let start = newestPosition { $0.firstTimestamp <= from } ?? 0
        // The last GOP that begins at or before `from` may also end before it. Then the range begins with the next GOP.
        for position in start..<min(start + 2, order.count) {
            let slot = order[position]
            guard slots[Int(slot)].overlaps(from: from, through: through) else { continue }
            let count = list.count
            for frame in 0..<slots[Int(slot)].frameCount {
                let found = stamp(slot, frame: frame)
                if found.timestamp >= from, found.timestamp <= through { list.append(found) }
            }
            return list.count > count
        }
        return false
    }

    /// Takes a lease on the GOP of the frame with this ordinal.
    public mutating func lease(_ ordinal: Int64) -> DelayLookup {
        let position = newestPosition { $0.firstOrdinal <= ordinal }
        if let position, ordinal < slots[Int(order[position])].endOrdinal {
            let slot = order[position]
            slots[Int(slot)].leaseCount += 1
            return .unit(unit(slot, Int(ordinal - slots[Int(slot)].firstOrdinal)))
        }
        let following = position.map { $0 + 1 } ?? 0
        guard following < order.count else { return .atEnd }
        let resumption = slots[Int(order[following])].firstOrdinal
        return .overtaken(missed: resumption - ordinal, resumeAt: resumption)
    }

    /// Ends the lease, after the bytes were copied.
    public mutating func endLease(of unit: LeasedUnit) {
        slots[Int(unit.slot)].leaseCount -= 1
        if slots[Int(unit.slot)].isDropped, slots[Int(unit.slot)].leaseCount == 0 { release(unit.slot) }
    }

    /// A contiguous run of bytes in the arena, and the arena position at which the rest of their access unit begins.
    public struct ContiguousRun: Sendable {
        public var bytes: Range<Int>
        public var following: BlockPlace
    }

    /// Returns the longest contiguous run, of at most `limit` bytes, that begins at `place`.
    /// - Precondition: the chain goes on for at least one byte at `place`.
    public func stretch(at place: BlockPlace, limit: Int) -> ContiguousRun {
        var here = place
        if here.offset == blockBytes {
            guard let next = blocks.block(after: here.block) else { preconditionFailure("the chain ends here") }
            here = BlockPlace(block: next, offset: 0)
        }
        let start = Int(here.block) * blockBytes + here.offset
        var end = start - here.offset + blockBytes
        // Blocks that are neighbours in the arena are copied in one go; in a fresh arena all blocks of a chain are.
        while end - start < limit, let next = blocks.block(after: here.block), next == here.block + 1 {
            here = BlockPlace(block: next, offset: 0)
            end += blockBytes
        }
        let count = min(limit, end - start)
        return ContiguousRun(
            bytes: start..<start + count,
            following: BlockPlace(block: here.block, offset: blockBytes - (end - start - count)))
    }

    // MARK: Steps

    private func unit(_ slot: Int32, _ frame: Int) -> LeasedUnit {
        let gop = slots[Int(slot)]
        let start = frame == 0 ? 0 : Int(entry(slot, frame - 1).endOffset)
        var place = BlockPlace(block: gop.chain.first, offset: start)
        while place.offset > blockBytes, let next = blocks.block(after: place.block) {
            place = BlockPlace(block: next, offset: place.offset - blockBytes)
        }
        return LeasedUnit(
            stamp: stamp(slot, frame: frame), isKeyframe: frame == 0,
            byteCount: Int(entry(slot, frame).endOffset) - start, place: place,
            nextOrdinal: gop.firstOrdinal + Int64(frame) + 1, slot: slot)
    }

    /// Returns the last position in `order` whose GOP fits, by binary search. All GOPs that fit must come before all that don't.
    private func newestPosition(where fits: (GOP) -> Bool) -> Int? {
        lastIndex(below: order.count) { fits(slots[Int(order[$0])]) }
    }

    private func newestEntry(of slot: Int32, where fits: (FrameEntry) -> Bool) -> Int? {
        lastIndex(below: slots[Int(slot)].frameCount) { fits(entry(slot, $0)) }
    }

    private func lastIndex(below count: Int, where fits: (Int) -> Bool) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if fits(middle) { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }
}
