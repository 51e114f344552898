// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What a reader got.
public enum ReadResult<R> {
    case unit(R)
    /// Nothing newer is there yet.
    case atEnd
    /// The line evicted this many frames ahead of the reader. It now stands at the next keyframe held.
    case overtaken(missed: Int64)
}

extension ReadResult: Sendable where R: Sendable {}
extension ReadResult: Equatable where R: Equatable {}

/// Reads the line from one place on, access unit by access unit. Many may read one line, and none holds up the writer.
///
/// A reader copies each access unit into a buffer of its own under a short lease on its GOP, so that it never sees
/// bytes of another frame, and may then take its time. Thread-bound.
public final class DelayReader {
    /// Decoders read a little beyond an access unit, and want zeros there.
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

    /// Goes to the keyframe that decoding of the frame due at `instant` starts with: the newest at or before it, or
    /// the oldest one where all are younger.
    /// - Returns: that keyframe, which `next` hands over next; `nil`, and the reader stays, when nothing is held.
    public func seek(to instant: Timestamp) -> FrameStamp? {
        guard let keyframe = line.index.withLock({ $0.keyframe(before: instant) }) else { return nil }
        nextOrdinal = keyframe.ordinal
        return keyframe.stamp
    }

    /// Hands over the next access unit, followed by 64 bytes of zeros, or says why there is none.
    ///
    /// The bytes are good until `body` returns. If it throws, the unit counts as read. Allocates only when an access
    /// unit is larger than any before.
    public func next<R>(_ body: (AccessUnit) throws -> R) rethrows -> ReadResult<R> {
        switch lease() {
        case .unit(let (unit, first)):
            gather(unit, from: first)
            return .unit(try body(accessUnit(unit, UnsafeRawBufferPointer(rebasing: buffer[..<unit.byteCount]))))
        case .overtaken(let missed): return .overtaken(missed: missed)
        case .atEnd: return .atEnd
        }
    }

    /// An access unit where it lies, not copied. Its GOP isn't evicted until `giveBack`; other footage goes instead, so the borrower may wait
    /// for a card.
    struct Loan {
        /// No zeros follow its bytes.
        let unit: AccessUnit
        fileprivate let lease: LeasedUnit?
        /// Its blocks aren't neighbours: it was put together in the reader's own memory, and is good until the next one is read.
        var isReused: Bool { lease == nil }
    }

    /// Lends the next access unit, or says why there is none.
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

    /// The access unit isn't read any more. Each loan is given back once.
    func giveBack(_ loan: Loan) {
        if let lease = loan.lease { line.index.withLock { $0.endLease(of: lease) } }
    }

    private func accessUnit(_ unit: LeasedUnit, _ bytes: UnsafeRawBufferPointer) -> AccessUnit {
        AccessUnit(stamp: unit.stamp, isKeyframe: unit.isKeyframe, bytes: bytes)
    }

    /// The next access unit, leased, and where it begins.
    private func lease() -> ReadResult<(LeasedUnit, DelayIndex.Stretch)> {
        let found = line.index.withLock { index -> (lookup: DelayLookup, first: DelayIndex.Stretch?) in
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

    private func gather(_ unit: LeasedUnit, from first: DelayIndex.Stretch) {
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
