// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// One stretch of memory, taken from the system once.
///
/// `@unchecked Sendable`: the arena holds only the address. The delay line's index decides who may read or write which bytes, and nothing
/// else accesses them.
final class Arena: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let byteCount: Int

    /// Reserves the memory. Its pages become physical at their first use, or with `populate`.
    init(byteCount: Int) throws(DelayLineError) {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED else {
            throw .noMemory(bytes: byteCount, errno: errno)
        }
        // Large pages save entries of the processor's address cache (TLB). A kernel without them refuses, which does no harm.
        madvise(memory, byteCount, MADV_HUGEPAGE)
        // A forked process has no use for the memory, and would cause a copy of every page that is written afterwards.
        madvise(memory, byteCount, MADV_DONTFORK)
        base = memory
        self.byteCount = byteCount
    }

    deinit { munmap(base, byteCount) }

    /// Makes these bytes physical without changing them, so that it may run at the same time as their writer.
    ///
    /// Kernels before 5.14 can't do this; with them, the first write makes each page physical.
    /// - Precondition: whole pages.
    func populate(_ bytes: Range<Int>) {
        madvise(base + bytes.lowerBound, bytes.count, MADV_POPULATE_WRITE)
    }

    /// Makes bytes that were given back physical again, on every kernel. Their contents are undefined.
    /// - Precondition: whole pages, which nobody reads or writes meanwhile.
    /// - Returns: false if the system has no memory for them.
    func bringBack(_ bytes: Range<Int>) -> Bool {
        guard madvise(base + bytes.lowerBound, bytes.count, MADV_POPULATE_WRITE) != 0 else { return true }
        // Kernels before 5.14 don't know the advice. With them, a write makes each page physical.
        guard errno == EINVAL else { return false }
        for page in stride(from: bytes.lowerBound, to: bytes.upperBound, by: Int(sysconf(Int32(_SC_PAGESIZE)))) {
            base.storeBytes(of: 0, toByteOffset: page, as: UInt8.self)
        }
        return true
    }

    /// Gives the memory of these bytes back to the system. Their contents are lost.
    /// - Precondition: whole pages.
    func giveBack(_ bytes: Range<Int>) {
        madvise(base + bytes.lowerBound, bytes.count, MADV_DONTNEED)
    }
}
