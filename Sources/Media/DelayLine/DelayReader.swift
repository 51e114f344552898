// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The result of reading the delay line.
public enum ReadResult<R> {
    case unit(R)
    /// Nothing newer is there yet.
    case atEnd
    /// The line evicted this many frames ahead of the reader, which now stands at the next keyframe held.
    case overtaken(missed: Int64)
}

extension ReadResult: Sendable where R: Sendable {}
extension ReadResult: Equatable where R: Equatable {}

/// Reads the line from one position on, access unit by access unit. Many readers may read one line, and none holds up the writer.
///
/// A reader copies each access unit into its own buffer under a short lease on the unit's GOP. So it never sees bytes of another frame, and
/// the caller may then take its time. Thread-bound.
public final class DelayReader {
    /// The number of zeros after an access unit, because decoders read a little beyond it.
    public static let padding = 64

    let line: DelayLine
    private var nextOrdinal: Int64
    private var buffer: UnsafeMutableRawBufferPointer

    init(line: DelayLine) {
        self.line = line
        nextOrdinal = line.index.withLock { $0.oldestOrdinal }
        buffer = .allocate(byteCount: 1 << 18, alignment: 64)
    }

    deinit { buffer.deallocate() }

    /// Goes to the keyframe at which decoding of the frame due at `instant` starts: the newest keyframe at or before it, or the oldest one
    /// if all are later.
    /// - Returns: that keyframe, which `next` hands over next. If nothing is held: `nil`, and the reader stays in its position.
    public func seek(to instant: Timestamp) -> FrameStamp? {
        guard let keyframe = line.index.withLock({ $0.keyframe(before: instant) }) else { return nil }
        nextOrdinal = keyframe.ordinal
        return keyframe.stamp
    }

    /// Hands over the next access unit, followed by 64 bytes of zeros, or says why there isn't one.
    ///
    /// The bytes are valid until `body` returns. If `body` throws, the unit counts as read. Memory is allocated only if an access unit is
    /// larger than any before.
    public func next<R>(_ body: (AccessUnit) throws -> R) rethrows -> ReadResult<R> {
        switch lease() {
        case .unit(let (unit, first)):
            gather(unit, from: first)
            return .unit(try body(accessUnit(unit, UnsafeRawBufferPointer(rebasing: buffer[..<unit.byteCount]))))
        case .overtaken(let missed): return .overtaken(missed: missed)
        case .atEnd: return .atEnd
        }
    }

    /// An access unit in the line's own memory, not copied. Its GOP isn't evicted until `giveBack`; other footage goes instead, so the
    /// borrower may wait for a card.
    struct Loan {
        /// The access unit. No zeros follow its bytes.
        let unit: AccessUnit
        fileprivate let lease: LeasedUnit?
        /// True if the unit's blocks aren't neighbours. It was then copied to the reader's own memory and is valid until the next unit is
        /// read.
        var isReused: Bool { lease == nil }
    }

    /// Lends the next access unit, or says why there isn't one.
    func borrow() -> ReadResult<Loan> {
        switch lease() {
        case .unit(let (unit, first)):
            guard first.bytes.count == unit.byteCount else {
                gather(unit, from: first)
                return .unit(Loan(unit: accessUnit(unit, UnsafeRawBufferPointer(rebasing: buffer[..<unit.byteCount])), lease: nil))
            }
            let bytes = UnsafeRawBufferPointer(start: line.arena.base + first.bytes.lowerBound, count: unit.byteCount)
            return .unit(Loan(unit: accessUnit(unit, bytes), lease: unit))
        case .overtaken(let missed): return .overtaken(missed: missed)
        case .atEnd: return .atEnd
        }
    }

    /// Ends a loan: the access unit isn't read any more. Give each loan back once.
    func giveBack(_ loan: Loan) {
        if let lease = loan.lease { line.index.withLock { $0.endLease(of: lease) } }
    }

    private func accessUnit(_ unit: LeasedUnit, _ bytes: UnsafeRawBufferPointer) -> AccessUnit {
        AccessUnit(stamp: unit.stamp, isKeyframe: unit.isKeyframe, bytes: bytes)
    }

    /// Leases the next access unit and returns it with its first stretch.
    private func lease() -> ReadResult<(LeasedUnit, DelayIndex.ContiguousRun)> {
        let found = line.index.withLock { index -> (lookup: DelayLookup, first: DelayIndex.ContiguousRun?) in
            let lookup = index.lease(nextOrdinal)
            guard case .unit(let unit) = lookup else { return (lookup, nil) }
            return (lookup, index.stretch(at: unit.place, limit: unit.byteCount))
        }
        switch (found.lookup, found.first) {
        case (.unit(let unit), let first?):
            nextOrdinal = unit.nextOrdinal
            return .unit((unit, first))
        case (.overtaken(let missed, let resumption), _):
            nextOrdinal = resumption
            return .overtaken(missed: missed)
        default:
            return .atEnd
        }
    }

    private func gather(_ unit: LeasedUnit, from first: DelayIndex.ContiguousRun) {
        let needed = unit.byteCount + Self.padding
        if buffer.count < needed {
            buffer.deallocate()
            buffer = .allocate(byteCount: needed * 2, alignment: 64)
        }
        line.copy(first, count: unit.byteCount) { range, copied in
            UnsafeMutableRawBufferPointer(rebasing: buffer[copied..<copied + range.count])
                .copyMemory(from: UnsafeRawBufferPointer(start: line.arena.base + range.lowerBound, count: range.count))
        }
        line.index.withLock { $0.endLease(of: unit) }
        UnsafeMutableRawBufferPointer(rebasing: buffer[unit.byteCount..<needed]).initializeMemory(as: UInt8.self, repeating: 0)
    }
}
