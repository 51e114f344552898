// SPDX-License-Identifier: GPL-3.0-or-later

/// A position in the arena.
public struct BlockPlace: Hashable, Sendable {
    var block: UInt32
    /// The offset in the block. If it equals the block's size, the position is the beginning of the chain's next block.
    var offset: Int
}

/// An access unit whose room is reserved and whose bytes are being copied in.
struct PendingUnit: Sendable {
    var slot: Int32
    var stamp: FrameStamp
    var isKeyframe: Bool
    var byteCount: Int
}

/// Appending and evicting. The writer reserves room with `reserve`, copies the bytes without a lock, and makes them visible with `publish`.
extension DelayIndex {
    /// Reserves room for the next access unit, evicting footage if necessary.
    ///
    /// A unit that can't be stored is refused and counted: a first unit that is no keyframe, a unit larger than the whole line, a unit more
    /// than a GOP holds, a unit that isn't newer than the last. After a refusal all units up to the next keyframe are refused.
    /// - Returns: the position for its bytes, or `nil` if it is refused.
    /// - Precondition: the last unit reserved is published.
    public mutating func reserve(_ stamp: FrameStamp, isKeyframe: Bool, byteCount: Int) -> BlockPlace? {
        precondition(pending == nil, "an access unit is still being copied in")
        // A keyframe ends the GOP before it, even if the keyframe itself can't be stored.
        if isKeyframe { isNewestOpen = false }
        guard let place = room(for: stamp, isKeyframe: isKeyframe, byteCount: byteCount) else {
            refusedFrames += 1
            wantsKeyframe = true
            isNewestOpen = false
            return nil
        }
        return place
    }

    /// Makes the reserved unit visible to readers, after its bytes were copied in.
    /// - Precondition: a unit is reserved.
    public mutating func publish() {
        guard let unit = pending else { preconditionFailure("no access unit is reserved") }
        pending = nil
        let slot = Int(unit.slot)
        let previous = unit.isKeyframe ? nil : slots[slot].lastTimestamp
        if unit.isKeyframe {
            slots[slot].firstFrame = unit.stamp.frame
            slots[slot].firstTimestamp = unit.stamp.timestamp
            slots[slot].firstOrdinal = nextOrdinal
            order.append(unit.slot)
            isNewestOpen = true
            wantsKeyframe = false
        }
        slots[slot].lastTimestamp = unit.stamp.timestamp
        slots[slot].byteCount += unit.byteCount
        frames[slot * framesPerGOP + slots[slot].frameCount] = FrameEntry(
            timestamp: unit.stamp.timestamp, frameOffset: UInt32(unit.stamp.frame - slots[slot].firstFrame),
            endOffset: UInt32(slots[slot].byteCount))
        slots[slot].frameCount += 1
        lastStored = unit.stamp
        nextOrdinal += 1
        heldFrames += 1
        heldBytes += unit.byteCount
        if let previous { heldContent += previous.duration(to: unit.stamp.timestamp) }
        largestGOPBlocks = max(largestGOPBlocks, slots[slot].chain.count)
        notePins(of: unit.slot, after: previous)
    }

    /// Takes one block out of use. If too few blocks are free, evicts the oldest footage that is neither pinned nor protected.
    ///
    /// Room for the largest GOP so far always stays free, so that the writer doesn't have to evict protected footage.
    /// - Returns: the block whose memory can be given back, or `nil` if the capacity is down to `target` blocks or no more footage may be
    ///   evicted.
    public mutating func giveBackBlock(target: Int) -> UInt32? {
        guard blocks.count > max(target, 1) else { return nil }
        while blocks.freeCount <= largestGOPBlocks {
            guard let position = victim(), isDispensable(slots[Int(order[position])]) else { return nil }
            evict(at: position)
        }
        return blocks.giveBack()
    }

    /// The block that `takeBackBlock` puts into use again; `nil` if no block is given back.
    public var blockToTakeBack: UInt32? { blocks.nextToTakeBack }

    /// Puts a block that was given back into use again. The writer takes it next. The footage held doesn't change.
    ///
    /// The caller must make the block's memory available before this call.
    /// - Returns: the block, or `nil` if no block is given back and the capacity is what it was at first.
    public mutating func takeBackBlock() -> UInt32? { blocks.takeBack() }

    // MARK: Steps

    private mutating func room(for stamp: FrameStamp, isKeyframe: Bool, byteCount: Int) -> BlockPlace? {
        guard isKeyframe || isNewestOpen, byteCount > 0 else { return nil }
        if let lastStored {
            guard stamp.frame > lastStored.frame, stamp.timestamp > lastStored.timestamp else { return nil }
        }
        let place = isKeyframe ? roomForGOP(byteCount) : roomInGOP(for: stamp, byteCount)
        guard let (slot, start) = place else { return nil }
        pending = PendingUnit(slot: slot, stamp: stamp, isKeyframe: isKeyframe, byteCount: byteCount)
        return start
    }

    private mutating func roomForGOP(_ byteCount: Int) -> (slot: Int32, BlockPlace)? {
        let needed = (byteCount - 1) / blockBytes + 1
        trimToMaximum()
        guard byteCount <= Int(UInt32.max), needed <= blocks.count, makeRoom(blocks: needed, slots: 1) else { return nil }
        let slot = freeSlots.removeLast()
        slots[Int(slot)] = GOP()
        slots[Int(slot)].chain = blocks.beginChain()
        for _ in 1..<needed { blocks.extend(&slots[Int(slot)].chain) }
        return (slot, BlockPlace(block: slots[Int(slot)].chain.first, offset: 0))
    }

    private mutating func roomInGOP(for stamp: FrameStamp, _ byteCount: Int) -> (slot: Int32, BlockPlace)? {
        guard let slot = order.last else { return nil }
        let gop = slots[Int(slot)]
        guard gop.frameCount < framesPerGOP, gop.byteCount + byteCount <= Int(UInt32.max),
            stamp.frame - gop.firstFrame <= Int64(UInt32.max)
        else { return nil }
        let left = gop.chain.count * blockBytes - gop.byteCount
        let needed = byteCount > left ? (byteCount - left - 1) / blockBytes + 1 : 0
        guard needed <= blocks.count - gop.chain.count, makeRoom(blocks: needed, slots: 0) else { return nil }
        for _ in 0..<needed { blocks.extend(&slots[Int(slot)].chain) }
        if gop.pinCount > 0 { pinnedBlocks += needed }
        return (slot, BlockPlace(block: gop.chain.last, offset: blockBytes - left))
    }

    /// Evicts footage beyond the longest that may be held, even if there is room, unless a clip still needs it.
    private mutating func trimToMaximum() {
        while seconds > maximumSeconds, let position = victim(), isDispensable(slots[Int(order[position])]) {
            evict(at: position)
        }
    }

    private mutating func makeRoom(blocks needed: Int, slots neededSlots: Int) -> Bool {
        while blocks.freeCount < needed || freeSlots.count < neededSlots {
            guard let position = victim() else { return false }
            evict(at: position)
        }
        return true
    }

    /// Returns the GOP to evict next, as a position in `order`: the oldest that is neither pinned nor protected; or else the oldest that is
    /// pinned and not protected; or else the oldest.
    ///
    /// The open GOP and a GOP that a reader copies from are never chosen.
    private func victim() -> Int? {
        var oldestPinned: Int?
        for position in 0..<(order.count - (isNewestOpen ? 1 : 0)) {
            let gop = slots[Int(order[position])]
            if gop.leaseCount > 0 { continue }
            if isDispensable(gop) { return position }
            if isProtected(gop) { return oldestPinned ?? position }
            oldestPinned = oldestPinned ?? position
        }
        return oldestPinned
    }

    private func isDispensable(_ gop: GOP) -> Bool { gop.pinCount == 0 && !isProtected(gop) }

    private func isProtected(_ gop: GOP) -> Bool {
        guard let lastStored else { return false }
        return gop.lastTimestamp >= lastStored.timestamp - protectedSpan
    }

    private mutating func evict(at position: Int) {
        let slot = order.remove(at: position)
        let gop = slots[Int(slot)]
        heldFrames -= gop.frameCount
        heldBytes -= gop.byteCount
        heldContent -= gop.content
        if gop.pinCount > 0 {
            pinnedBlocks -= gop.chain.count
            cutPins(short: gop)
        }
        if gop.leaseCount > 0 {
            slots[Int(slot)].isDropped = true
        } else {
            release(slot)
        }
    }

    mutating func release(_ slot: Int32) {
        blocks.free(slots[Int(slot)].chain)
        freeSlots.append(slot)
    }
}
