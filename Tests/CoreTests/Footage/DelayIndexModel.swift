// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core

/// The index, with an array as its memory, next to the simplest model of its contents.
///
/// After every step the two are compared, and the index's invariants are checked one by one.
struct DelayIndexModel {
    struct Stored {
        var stamp: FrameStamp
        var isKeyframe: Bool
        var bytes: [UInt8]
    }

    struct SetPin {
        var pin: Pin
        var from: Timestamp
        var through: Timestamp
        /// The ordinals of the frames that the pin must keep.
        var covered: Set<Int64>
    }

    struct Reader {
        var ordinal: Int64
        var lease: LeasedUnit?
    }

    var index: DelayIndex
    let totalBlocks: Int
    private var arena: [UInt8]
    private(set) var stored: [Stored] = []
    private(set) var refused: Int64 = 0
    var pins: [SetPin] = []
    var readers: [Reader] = []
    private(set) var overtakings = 0
    private var givenBack: Set<UInt32> = []
    private(set) var timesGivenBack = 0

    init(blocks: Int, blockBytes: Int, parameters: StreamParameters, maximumSeconds: Double = 1200) {
        index = DelayIndex(blocks: blocks, blockBytes: blockBytes, parameters: parameters, maximumSeconds: maximumSeconds)
        totalBlocks = blocks
        arena = Array(repeating: 0xEE, count: blocks * blockBytes)
    }

    /// Returns the bytes of frame number `frame`; no other frame has the same.
    static func bytes(ofFrame frame: Int64, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: (frame &* 31 &+ Int64($0) &* 7) ^ (frame >> 5)) }
    }

    // MARK: Steps

    /// - Parameter meanwhile: runs between reserving the room and copying the bytes there.
    /// - Returns: true if the frame was stored.
    @discardableResult
    mutating func append(
        _ frame: Int64, at timestamp: Timestamp, isKeyframe: Bool, count: Int, meanwhile: (inout DelayIndexModel) -> Void = { _ in }
    ) -> Bool {
        let stamp = FrameStamp(frame: frame, timestamp: timestamp)
        let before = index
        guard let place = index.reserve(stamp, isKeyframe: isKeyframe, byteCount: count) else {
            refused += 1
            expectFairEviction(since: before)
            #expect(index.wantsKeyframe)
            return false
        }
        expectFairEviction(since: before)
        meanwhile(&self)
        let bytes = Self.bytes(ofFrame: frame, count: count)
        forEachByte(from: place, count: count) { arena, position, copied in arena[position] = bytes[copied] }
        index.publish()
        for position in pins.indices where pins[position].from <= timestamp && timestamp <= pins[position].through {
            pins[position].covered.insert(Int64(stored.count))
        }
        stored.append(Stored(stamp: stamp, isKeyframe: isKeyframe, bytes: bytes))
        return true
    }

    mutating func pin(from: Timestamp, through: Timestamp) {
        let covered = heldOrdinals.filter {
            let timestamp = stored[Int($0)].stamp.timestamp
            return from <= timestamp && timestamp <= through
        }
        pins.append(
            SetPin(
                pin: index.pin(from: from, through: through), from: from, through: through,
                covered: Set(covered)))
    }

    mutating func unpin(at position: Int) {
        index.unpin(pins.remove(at: position).pin)
    }

    /// Begins or ends a reading step of this reader, and checks the unit that it read.
    mutating func stepReader(_ number: Int) {
        if let unit = readers[number].lease {
            let expected = stored[Int(unit.nextOrdinal - 1)]
            var bytes: [UInt8] = []
            forEachByte(from: unit.place, count: unit.byteCount) { arena, position, _ in bytes.append(arena[position]) }
            #expect(bytes == expected.bytes)
            #expect(unit.stamp == expected.stamp && unit.isKeyframe == expected.isKeyframe)
            index.endLease(of: unit)
            readers[number].lease = nil
            return
        }
        let wanted = readers[number].ordinal
        switch index.lease(wanted) {
        case .unit(let unit):
            #expect(unit.nextOrdinal == wanted + 1)
            readers[number].lease = unit
            readers[number].ordinal = unit.nextOrdinal
        case .atEnd:
            #expect(!heldOrdinals.contains { $0 >= wanted })
        case .overtaken(let missed, let resumption):
            #expect(missed == resumption - wanted && missed > 0)
            #expect(resumption == heldOrdinals.first { $0 >= wanted })
            #expect(stored[Int(resumption)].isKeyframe)
            readers[number].ordinal = resumption
            overtakings += 1
        }
    }

    mutating func seekReader(_ number: Int, to instant: Timestamp) {
        guard readers[number].lease == nil else { return }
        let keyframes = heldOrdinals.filter { stored[Int($0)].isKeyframe }
        let expected = keyframes.last { stored[Int($0)].stamp.timestamp <= instant } ?? keyframes.first
        let found = index.keyframe(before: instant)
        #expect(found?.ordinal == expected)
        #expect(found?.stamp == expected.map { stored[Int($0)].stamp })
        if let found { readers[number].ordinal = found.ordinal }
    }

    mutating func giveBackBlock(target: Int) {
        let before = index
        if let block = index.giveBackBlock(target: target) {
            #expect(givenBack.insert(block).inserted)
            #expect(index.blocks.count >= target)
            timesGivenBack += 1
            // The bytes of a released block are erased: footage that still relied on them would be read back wrong.
            for position in Int(block) * index.blockBytes..<(Int(block) + 1) * index.blockBytes { arena[position] = 0 }
        }
        for slot in before.order where !index.order.contains(slot) {
            #expect(before.slots[Int(slot)].pinCount == 0, "memory pressure takes nothing that is pinned")
        }
    }

    mutating func takeBackBlock() {
        let before = (order: index.order, status: index.status)
        let announced = index.blockToTakeBack
        let block = index.takeBackBlock()
        #expect(block == announced, "its memory is brought back before it is taken back")
        #expect((block == nil) == givenBack.isEmpty)
        if let block { #expect(givenBack.remove(block) != nil) }
        let gained = block == nil ? 0 : index.blockBytes
        #expect(index.status.capacityBytes == before.status.capacityBytes + gained)
        #expect(index.order == before.order && index.status.usedBytes == before.status.usedBytes, "what is held stays")
    }

    /// Reads all footage that is held, as a new reader would.
    mutating func expectAllIsReadable() {
        guard let newest = heldOrdinals.last else { return }
        readers.append(Reader(ordinal: index.oldestOrdinal))
        let number = readers.count - 1
        while readers[number].lease != nil || readers[number].ordinal <= newest { stepReader(number) }
        readers.removeLast()
    }

    // MARK: Invariants

    /// The ordinals of the frames held, oldest first.
    var heldOrdinals: [Int64] {
        index.order.flatMap { Array(index.slots[Int($0)].firstOrdinal..<index.slots[Int($0)].endOrdinal) }
    }

    func expectInvariants() {
        expectBlocksAreInOnePlace()
        expectFootageIsWhole()
        expectPinsHold()
        let status = index.status
        let held = heldOrdinals
        #expect(status.frames == held.count && status.refusedFrames == refused)
        #expect(status.oldest == held.first.map { stored[Int($0)].stamp })
        #expect(status.newest == held.last.map { stored[Int($0)].stamp })
        if !held.isEmpty {
            let bytes = held.reduce(0) { $0 + stored[Int($1)].bytes.count }
            #expect(status.averageBytesPerFrame == Double(bytes) / Double(held.count))
        }
    }

    private func expectBlocksAreInOnePlace() {
        var seen = givenBack
        var pinned = 0
        // One expectation for all blocks: an expectation for each would take most of the test's time.
        var isEachInOnePlace = true
        let leased = readers.compactMap { $0.lease?.slot }.filter { !index.order.contains($0) }
        let pendingSlots = index.order + Set(leased)
        for slot in pendingSlots {
            let gop = index.slots[Int(slot)]
            var count = 0
            var block: UInt32? = gop.chain.first
            while let here = block {
                if !seen.insert(here).inserted { isEachInOnePlace = false }
                count += 1
                block = index.blocks.block(after: here)
            }
            #expect(count == gop.chain.count)
            #expect((gop.byteCount + index.blockBytes - 1) / index.blockBytes == count)
            if !gop.isDropped, gop.pinCount > 0 { pinned += count }
        }
        #expect(isEachInOnePlace)
        #expect((0..<totalBlocks).allSatisfy { index.isGivenBack($0) == givenBack.contains(UInt32($0)) })
        #expect(index.status.givenBackBytes == givenBack.count * index.blockBytes)
        #expect(seen.count - givenBack.count == index.blocks.usedCount)
        #expect(index.blocks.freeCount + index.blocks.usedCount + givenBack.count == totalBlocks)
        #expect(index.status.pinnedBytes == pinned * index.blockBytes)
        #expect(index.freeSlots.count + pendingSlots.count == index.slots.count)
    }

    private func expectFootageIsWhole() {
        var last: FrameStamp?
        var isAsStored = true
        var isRising = true
        for slot in index.order {
            let gop = index.slots[Int(slot)]
            #expect(stored[Int(gop.firstOrdinal)].isKeyframe)
            if gop.endOrdinal < stored.count, slot != index.order.last { #expect(stored[Int(gop.endOrdinal)].isKeyframe) }
            for frame in 0..<gop.frameCount {
                let stamp = index.stamp(slot, frame: frame)
                if stamp != stored[Int(gop.firstOrdinal) + frame].stamp { isAsStored = false }
                if let last, stamp.frame <= last.frame || stamp.timestamp <= last.timestamp { isRising = false }
                last = stamp
            }
        }
        #expect(isAsStored && isRising)
    }

    private func expectPinsHold() {
        let held = Set(heldOrdinals)
        for pin in pins {
            let hasLost = !pin.covered.isSubset(of: held)
            // A pin between two frames of one GOP holds that GOP, and has no frame to lose.
            #expect(index.isCutShort(pin.pin) == hasLost || pin.covered.isEmpty)
            // The newest part of a pin survives; only a GOP that a reader holds may survive besides.
            if readers.isEmpty, let oldest = pin.covered.intersection(held).min() {
                #expect(pin.covered.filter { $0 > oldest }.allSatisfy(held.contains))
            }
        }
    }

    /// After any eviction, nothing is left that should have been evicted first.
    private func expectFairEviction(since before: DelayIndex) {
        guard let newest = before.lastStored else { return }
        func isProtected(_ slot: Int32) -> Bool {
            before.slots[Int(slot)].lastTimestamp >= newest.timestamp - before.protectedSpan
        }
        func rank(_ slot: Int32) -> Int { isProtected(slot) ? 2 : before.slots[Int(slot)].pinCount > 0 ? 1 : 0 }
        let left = Set(index.order)
        let gone = before.order.filter { !left.contains($0) }
        #expect(gone.allSatisfy { before.slots[Int($0)].leaseCount == 0 })
        guard let worst = gone.map(rank).max() else { return }
        let free = before.order.filter { left.contains($0) && before.slots[Int($0)].leaseCount == 0 }
        #expect(!free.contains { rank($0) < worst }, "something less needed was there to evict")
        for slot in gone where rank(slot) == worst {
            #expect(!free.contains { rank($0) == worst && before.slots[Int($0)].firstOrdinal < before.slots[Int(slot)].firstOrdinal })
        }
    }

    private mutating func forEachByte(
        from place: BlockPlace, count: Int,
        _ body: (inout [UInt8], _ position: Int, _ copied: Int) -> Void
    ) {
        var place = place
        var copied = 0
        while copied < count {
            let stretch = index.stretch(at: place, limit: count - copied)
            for position in stretch.bytes {
                body(&arena, position, copied)
                copied += 1
            }
            place = stretch.following
        }
        #expect(copied == count)
    }
}
