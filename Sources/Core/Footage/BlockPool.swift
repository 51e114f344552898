// SPDX-License-Identifier: GPL-3.0-or-later

/// The free blocks of the arena, and the chains of the used ones. All blocks have the same size.
///
/// A chain is the blocks of one GOP in order. Every block is in exactly one of three states: on the free list, in a chain, or given back to
/// the system. Each operation touches a fixed number of fields.
public struct BlockPool: Sendable {
    /// The blocks of one GOP, from first to last.
    public struct Chain: Hashable, Sendable {
        public var first: UInt32
        public var last: UInt32
        public var count: Int
    }

    /// Marks the end of a chain and of both lists. No block has this number.
    private static let none = UInt32.max

    private var next: [UInt32]
    private var givenBack: [Bool]
    private var freeHead: UInt32
    /// The block that was given back last. The list goes on with the blocks given back before it, so taking them back in turn undoes the
    /// changes of the free list.
    private var givenBackHead = Self.none
    public private(set) var freeCount: Int
    public private(set) var usedCount = 0

    public private(set) var givenBackCount = 0

    /// The number of blocks that footage can use: the free and the used ones, without those given back.
    public var count: Int { freeCount + usedCount }

    /// Creates a pool with all blocks free, the lowest first, so that memory can be touched ahead of the writer.
    /// - Precondition: at least one block, and fewer than 2³² − 1.
    public init(blocks: Int) {
        precondition(blocks > 0 && blocks < Int(Self.none), "an arena has between 1 and 2^32 - 2 blocks")
        next = (0..<blocks).map { $0 + 1 < blocks ? UInt32($0 + 1) : Self.none }
        givenBack = Array(repeating: false, count: blocks)
        freeHead = 0
        freeCount = blocks
    }

    /// Takes a free block for a new chain.
    /// - Precondition: there is a free block.
    public mutating func beginChain() -> Chain {
        let block = takeFree()
        return Chain(first: block, last: block, count: 1)
    }

    /// Takes a free block and appends it to this chain.
    /// - Precondition: there is a free block.
    public mutating func extend(_ chain: inout Chain) {
        let block = takeFree()
        next[Int(chain.last)] = block
        chain.last = block
        chain.count += 1
    }

    /// Puts a whole chain back on the free list.
    public mutating func free(_ chain: Chain) {
        next[Int(chain.last)] = freeHead
        freeHead = chain.first
        freeCount += chain.count
        usedCount -= chain.count
    }

    /// Returns the block after this one in its chain, or `nil` at the chain's end.
    public func block(after block: UInt32) -> UInt32? {
        let following = next[Int(block)]
        return following == Self.none ? nil : following
    }

    /// Takes a free block out of use and returns its number, so that its memory can be given back.
    /// - Returns: `nil` if no block is free.
    public mutating func giveBack() -> UInt32? {
        guard freeCount > 0 else { return nil }
        let block = takeFree()
        usedCount -= 1
        givenBackCount += 1
        givenBack[Int(block)] = true
        next[Int(block)] = givenBackHead
        givenBackHead = block
        return block
    }

    /// The block that `takeBack` makes free; `nil` if no block is given back.
    public var nextToTakeBack: UInt32? { givenBackHead == Self.none ? nil : givenBackHead }

    /// Makes the block that was given back last free again. It is the first block that the writer will take.
    /// - Returns: `nil` if no block is given back.
    public mutating func takeBack() -> UInt32? {
        guard let block = nextToTakeBack else { return nil }
        givenBackHead = next[Int(block)]
        givenBackCount -= 1
        givenBack[Int(block)] = false
        next[Int(block)] = freeHead
        freeHead = block
        freeCount += 1
        return block
    }

    public func isGivenBack(_ block: Int) -> Bool { givenBack[block] }

    private mutating func takeFree() -> UInt32 {
        precondition(freeCount > 0, "no block is free")
        let block = freeHead
        freeHead = next[Int(block)]
        next[Int(block)] = Self.none
        freeCount -= 1
        usedCount += 1
        return block
    }
}
