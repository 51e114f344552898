// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// One stretch of memory, taken from the system once.
///
/// `@unchecked Sendable`: it knows only where the memory is. Who may read or write which bytes of it is settled by the
/// delay line's index, and nobody else gets at them.
final class Arena: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let byteCount: Int

    /// Takes the memory as promised by the system; it is there physically from its first use or from `populate` on.
    init(byteCount: Int) throws(DelayLineError) {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED else {
            throw .noMemory(bytes: byteCount, errno: errno)
        }
        // Large pages spare the processor's address cache; a kernel without them says no, and that is fine.
        madvise(memory, byteCount, MADV_HUGEPAGE)
        // A process forked off has no use for it, and would have every page copied that is written afterwards.
        madvise(memory, byteCount, MADV_DONTFORK)
        base = memory
        self.byteCount = byteCount
    }

    deinit { munmap(base, byteCount) }

    /// Makes these bytes physically there without changing them, so that it may run beside their writer.
    ///
    /// Kernels before 5.14 can't; with them the first write brings each page.
    /// - Precondition: whole pages.
    func populate(_ bytes: Range<Int>) {
        madvise(base + bytes.lowerBound, bytes.count, MADV_POPULATE_WRITE)
    }

    /// Makes bytes that were given back physically there again, on every kernel, and undefined in content.
    /// - Precondition: whole pages, which nobody reads or writes meanwhile.
    /// - Returns: whether the system has the memory for it.
    func bringBack(_ bytes: Range<Int>) -> Bool {
        guard madvise(base + bytes.lowerBound, bytes.count, MADV_POPULATE_WRITE) != 0 else { return true }
        // Kernels before 5.14 don't know the advice: they bring each page when it is written.
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
